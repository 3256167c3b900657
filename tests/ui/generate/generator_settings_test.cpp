// SPDX-License-Identifier: GPL-3.0-or-later
// What a generated design takes over from the open one.
#include "ui/generate/generator_settings.h"

#include <QTest>

#include "engine/design/catalogue.h"
#include "engine/design/compile.h"
#include "engine/topology/balance.h"
#include "tests/support/test_main.h"
#include "ui/document/design_document.h"
#include "ui/generate/deadlock_verdict.h"
#include "ui/generate/insert_beside.h"

namespace hopscope {

namespace {

Values defaultsOf(const Generator& generator) {
  return parametersOf(generator, {});
}

Design openDesign() {
  Design design;
  design.name = "Open";
  design.settings["topology.kind"] = std::string("dragonfly");
  design.settings["topology.h"] = std::int64_t{2};
  design.settings["topology.a"] = std::int64_t{4};
  design.settings["topology.p"] = std::int64_t{2};
  design.settings["traffic.load"] = 0.55;
  design.settings["run.seed"] = std::int64_t{7};
  design.settings["routing.algorithm"] = std::string("minimal");
  design.overrides.push_back({{35}, {}, {{"switch.buffers.local", std::int64_t{64}}}});
  design.layout.routers[3] = {1, 2};
  return design;
}

}  // namespace

class GeneratorSettingsTest : public QObject {
  Q_OBJECT

 private slots:
  void everyFamilyGivesARunnableDesign_data();
  void everyFamilyGivesARunnableDesign();
  void keepsSettingsDropsWhatBelongsToParts();
  void dropsTrafficThatDoesNotFit();
  void keepsTrafficThatFits();
  void relativesHaveTheSameSize();
  void reshapingKeepsSettings();
  void namesTheNetwork();
  void insertsBesideInOneStep();
  void provesDeadlockFreedom();
};

void GeneratorSettingsTest::everyFamilyGivesARunnableDesign_data() {
  QTest::addColumn<QString>("kind");
  for (const Generator& generator : generators())
    QTest::newRow(generator.name.c_str()) << QString::fromStdString(generator.name);
}

void GeneratorSettingsTest::everyFamilyGivesARunnableDesign() {
  QFETCH(QString, kind);
  const Generator& generator = *generators().find(kind.toStdString());
  const Design design = generatedDesign(openDesign(), generator, defaultsOf(generator), {});
  for (const Issue& issue : validate(design))
    QVERIFY2(issue.severity != Severity::error, describe(issue).c_str());
  QVERIFY(compile(design).setup.has_value());
}

void GeneratorSettingsTest::keepsSettingsDropsWhatBelongsToParts() {
  const Generator& generator = *generators().find("mesh");
  const Design design = generatedDesign(openDesign(), generator, defaultsOf(generator),
                                        {{"channels.local.latency", std::int64_t{9}},
                                         {"channels.terminal.latency", std::int64_t{1}}});
  QVERIFY(effectiveValue(design, "traffic.load") == Value(0.55));
  QVERIFY(effectiveValue(design, "run.seed") == Value(std::int64_t{7}));
  QVERIFY(effectiveValue(design, "channels.local.latency") == Value(std::int64_t{9}));
  QVERIFY(design.settings.count("channels.terminal.latency") == 0);  // the default, left out
  QVERIFY(effectiveValue(design, "routing.algorithm") == Value(std::string("dimension_order")));
  QVERIFY(design.overrides.empty());
  QVERIFY(design.layout == DesignLayout());
  QVERIFY(design.settings.count("topology.h") == 0);
}

void GeneratorSettingsTest::dropsTrafficThatDoesNotFit() {
  Design open = openDesign();
  open.settings["traffic.pattern"] = std::string("adversarial");
  const Generator& generator = *generators().find("mesh");
  const Design design = generatedDesign(open, generator, defaultsOf(generator), {});
  QVERIFY(effectiveValue(design, "traffic.pattern") == Value(std::string("uniform")));
}

void GeneratorSettingsTest::keepsTrafficThatFits() {
  Design open = openDesign();
  open.settings["traffic.pattern"] = std::string("adversarial");
  const Generator& generator = *generators().find("dragonfly");
  const Design design = generatedDesign(open, generator, defaultsOf(generator), {});
  QVERIFY(effectiveValue(design, "traffic.pattern") == Value(std::string("adversarial")));
}

void GeneratorSettingsTest::relativesHaveTheSameSize() {
  for (const Generator& generator : generators()) {
    Values values = defaultsOf(generator);
    const TopologyFacts own = generator.facts(values);
    std::set<std::string> families;
    for (const Relative& relative : relativesOf(generator, values, 3)) {
      QVERIFY(relative.family->name != generator.name);
      QVERIFY2(families.insert(relative.family->name).second, generator.name.c_str());
      QVERIFY(!hasErrors(checkParameters(*relative.family, relative.parameters)));
      QVERIFY(relative.facts.radix <= own.radix);
      QVERIFY(8 * relative.facts.terminals >= 7 * own.terminals &&
              8 * relative.facts.terminals <= 9 * own.terminals);
    }
    QVERIFY2(families.size() <= 3, generator.name.c_str());
  }
  // A 4-ary 3-tree has 64 terminals and routers of eight ports: others come to exactly that.
  const Generator& tree = *generators().find("k_ary_n_tree");
  Values values = defaultsOf(tree);
  values["k"] = std::int64_t{4};
  values["n"] = std::int64_t{3};
  const std::vector<Relative> relatives = relativesOf(tree, values, 3);
  QCOMPARE(relatives.size(), std::size_t{3});
  for (const Relative& relative : relatives) QCOMPARE(relative.facts.terminals, std::uint64_t{64});
}

void GeneratorSettingsTest::reshapingKeepsSettings() {
  Design design;
  design.settings["topology.kind"] = std::string("dragonfly");
  design.settings["topology.p"] = std::int64_t{4};
  design.settings["channels.global.latency"] = std::int64_t{77};
  design.settings["routing.algorithm"] = std::string("valiant");
  design.settings["traffic.load"] = 0.35;
  const Generator& family = *generators().find("dragonfly");
  const auto balance = balanceOf(family, parametersOf(family, design.settings));
  QVERIFY(balance && !balance->holds);
  const Design reshaped = reshapedDesign(design, family, balance->balanced);
  QCOMPARE(reshaped.settings.at("routing.algorithm"), Value(std::string("valiant")));
  QCOMPARE(reshaped.settings.at("channels.global.latency"),
           design.settings.at("channels.global.latency"));
  QCOMPARE(reshaped.settings.at("traffic.load"), Value(0.35));
  QCOMPARE(reshaped.settings.at("topology.a"), Value(std::int64_t{6}));
}

void GeneratorSettingsTest::namesTheNetwork() {
  const Generator& mikant = *generators().find("mikant");
  Values values = defaultsOf(mikant);
  values["n"] = std::int64_t{3};
  values["k"] = std::int64_t{4};
  QCOMPARE(networkName(mikant, values), QStringLiteral("MiKANT n=3, k=4"));
  const Generator& mesh = *generators().find("mesh");
  values = defaultsOf(mesh);
  values["dimensions"] = std::vector<std::int64_t>{8, 4};
  QCOMPARE(networkName(mesh, values), QStringLiteral("Mesh 8 × 4"));
}

void GeneratorSettingsTest::insertsBesideInOneStep() {
  DesignDocument document;
  document.addRouter({0, 0});
  const Design before = document.design();
  const Generator& mesh = *generators().find("mesh");
  Values values = defaultsOf(mesh);
  values["dimensions"] = std::vector<std::int64_t>{3, 3};
  insertBeside(document, generatedDesign(before, mesh, values, {}));
  QCOMPARE(document.topology()->routerCount(), 10u);
  QCOMPARE(document.selection().routers.size(), 9u);
  for (RouterId router = 1; router < 10; ++router)
    QVERIFY(document.placement()->routers[router].x > 100);
  QCOMPARE(document.undoStack().count(), 2);
  QCOMPARE(document.undoStack().undoText(), QStringLiteral("Insert Mesh 3 × 3"));
  document.undoStack().undo();
  QVERIFY(document.design() == before);
}

void GeneratorSettingsTest::provesDeadlockFreedom() {
  const Generator& mikant = *generators().find("mikant");
  Values values = defaultsOf(mikant);
  values["k"] = std::int64_t{2};
  const DeadlockVerdict verdict = proveDeadlockFree(generatedDesign({}, mikant, values, {}));
  QVERIFY(verdict.free);
  QCOMPARE(verdict.sentence, QStringLiteral("Deadlock-free with one virtual channel: its channel "
                                            "dependencies have no cycle."));
}

HOPSCOPE_TEST(GeneratorSettingsTest)

}  // namespace hopscope

#include "generator_settings_test.moc"
