// SPDX-License-Identifier: GPL-3.0-or-later
// Editing a generated network turns it into a drawn one within the same step.
#include <QTest>

#include "engine/design/catalogue.h"
#include "engine/design/compile.h"
#include "engine/topology/generator.h"
#include "tests/support/test_main.h"
#include "tests/ui/document/document_support.h"
#include "ui/document/drawn_edits.h"

namespace hopscope {

using test::smallDragonfly;

class ConversionTest : public QObject {
  Q_OBJECT

 private slots:
  void isOneStepWithTheEdit();
  void keepsPlacesAndIds();
  void keepsLatencies();
  void keepsDifferingClassLatencies();
  void keepsSettingsAndOverrides();
  void setsShortestPathWhereTheOldRoutingDoesNotFit();
  void everyFamilyStaysRunnable_data();
  void everyFamilyStaysRunnable();
};

void ConversionTest::isOneStepWithTheEdit() {
  DesignDocument document;
  document.load(smallDragonfly());
  const Design before = document.design();
  document.connectRouters(0, 3);
  QCOMPARE(document.undoStack().count(), 1);
  QCOMPARE(document.undoStack().undoText(), QStringLiteral("Connect router 0 to router 3"));
  QVERIFY(isDrawn(document.design()));
  document.undoStack().undo();
  QVERIFY(document.design() == before);
  QCOMPARE(document.topology()->kind, std::string("dragonfly"));
}

void ConversionTest::keepsPlacesAndIds() {
  DesignDocument document;
  document.load(smallDragonfly());
  const std::shared_ptr<const Topology> before = document.topology();
  const std::shared_ptr<const Placement> places = document.placement();
  document.connectRouters(0, 3);
  const Topology& after = *document.topology();
  QCOMPARE(after.routerIds, before->routerIds);
  QCOMPARE(after.terminalIds, before->terminalIds);
  QCOMPARE(after.linkCount(), before->linkCount() + 1);
  QVERIFY(document.placement()->routers == places->routers);
  QVERIFY(document.placement()->terminals == places->terminals);
  // A link keeps its id and its ends.
  for (LinkId link = 0; link < after.linkCount(); ++link) {
    const std::uint32_t id = after.linkIds[link];
    if (after.links[link].a.isTerminal || id >= before->linkCount()) continue;
    QCOMPARE(after.links[link].a.node, before->links[id].a.node);
    QCOMPARE(after.links[link].b.node, before->links[id].b.node);
    QVERIFY(after.kindOf(link) == before->kindOf(id));
  }
}

void ConversionTest::keepsLatencies() {
  DesignDocument document;
  document.load(smallDragonfly());
  document.connectRouters(0, 3);
  QVERIFY(effectiveValue(document.design(), "channels.local.latency") == Value(std::int64_t{7}));
  QVERIFY(effectiveValue(document.design(), "channels.global.latency") ==
          Value(std::string("90 ns")));
  const Compiled compiled = compile(document.design());
  QVERIFY(compiled.setup.has_value());
  const Topology& network = *document.topology();
  for (LinkId link = 0; link < network.linkCount(); ++link)
    if (network.kindOf(link) == LinkKind::global)
      QCOMPARE(compiled.setup->linkLatency[link], Cycle{90});
}

void ConversionTest::keepsDifferingClassLatencies() {
  Design design;
  design.settings["topology.kind"] = std::string("mikant");
  design.settings["topology.n"] = std::int64_t{3};
  design.settings["topology.k"] = std::int64_t{2};
  design.settings["channels.cross.latency"] = std::int64_t{20};
  design.settings["channels.up.latency"] = std::int64_t{4};
  design.settings["channels.cross.bandwidth"] = 0.5;
  design.settings["channels.up.bandwidth"] = 0.25;
  DesignDocument document;
  document.load(design);
  QVERIFY(!hasErrors(document.issues()));
  const std::shared_ptr<const Topology> before = document.topology();
  const Compiled generated = compile(document.design());
  document.addTerminal(0);
  const Compiled drawn = compile(document.design());
  QVERIFY(generated.setup && drawn.setup);
  const Topology& after = *document.topology();
  for (LinkId link = 0; link < after.linkCount(); ++link) {
    if (after.links[link].a.isTerminal) continue;
    QCOMPARE(drawn.setup->linkLatency[link], generated.setup->linkLatency[after.linkIds[link]]);
    QVERIFY(drawn.setup->linkRates[link] == generated.setup->linkRates[after.linkIds[link]]);
  }
}

void ConversionTest::keepsSettingsAndOverrides() {
  DesignDocument document;
  document.load(smallDragonfly());
  document.setValue("traffic.load", 0.42);
  document.setOverride({3}, "switch.buffers.local", std::int64_t{99});
  document.addRouter({0, 0});
  QVERIFY(effectiveValue(document.design(), "traffic.load") == Value(0.42));
  QCOMPARE(document.design().overrides.size(), 1u);
  QCOMPARE(document.design().overrides[0].routers, (std::vector<std::uint32_t>{3}));
  QVERIFY(document.design().settings.count("topology.h") == 0);
}

void ConversionTest::setsShortestPathWhereTheOldRoutingDoesNotFit() {
  DesignDocument document;
  Design design = smallDragonfly();
  design.settings["routing.algorithm"] = std::string("minimal");
  document.load(design);
  document.addTerminal(0);
  QVERIFY(effectiveValue(document.design(), "routing.algorithm") == Value(std::string("up_down")));
  QVERIFY(!hasErrors(document.issues()));
  document.undoStack().undo();
  QVERIFY(effectiveValue(document.design(), "routing.algorithm") == Value(std::string("minimal")));
}

void ConversionTest::everyFamilyStaysRunnable_data() {
  QTest::addColumn<QString>("kind");
  for (const Generator& generator : generators())
    QTest::newRow(generator.name.c_str()) << QString::fromStdString(generator.name);
}

void ConversionTest::everyFamilyStaysRunnable() {
  QFETCH(QString, kind);
  Design design;
  design.settings["topology.kind"] = kind.toStdString();
  DesignDocument document;
  document.load(design);
  QVERIFY(!hasErrors(document.issues()));
  document.addTerminal(0);
  for (const Issue& issue : document.issues())
    QVERIFY2(issue.severity != Severity::error, describe(issue).c_str());
  QVERIFY(compile(document.design()).setup.has_value());
}

HOPSCOPE_TEST(ConversionTest)

}  // namespace hopscope

#include "conversion_test.moc"
