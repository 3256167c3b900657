// SPDX-License-Identifier: GPL-3.0-or-later
// Every verb of the document: what it does, what it is called, and that undo and redo restore the
// design exactly.
#include <QSignalSpy>
#include <QTest>
#include <functional>

#include "engine/design/catalogue.h"
#include "engine/design/compile.h"
#include "tests/support/test_main.h"
#include "tests/ui/document/document_support.h"

namespace hopscope {

using test::mesh;
using test::smallDragonfly;
using test::smallDrawing;

using Edit = std::function<void(DesignDocument&)>;

class VerbsTest : public QObject {
  Q_OBJECT

 private slots:
  void startsEmpty();
  void everyVerbUndoesAndRedoes_data();
  void everyVerbUndoesAndRedoes();
  void addsConnectsAndPlugs();
  void removesWhatHangsOnARouter();
  void refusesWhatCannotBe();
  void dragIsOneStep();
  void dragBackToItsStartIsNoStep();
  void twoDragsAreTwoSteps();
  void movedRoutersTakeTheirTerminals();
  void settingTheSameTwiceIsOneStep();
  void anEpisodeIsAStepOfItsOwn();
  void settingBackIsNoStep();
  void choiceDropsWhatNoLongerApplies();
  void overridesOneRouter();
  void overrideEqualToTheRestIsNone();
  void resetsOverrides();
  void linkLatency();
  void linkBandwidth();
  void linksLikeTheirClass();
  void loadClearsTheStack();
  void selectionSurvivesEdits();
  void tellsWhatChanged();
};

void VerbsTest::startsEmpty() {
  DesignDocument document;
  QVERIFY(document.topology());
  QCOMPARE(document.topology()->routerCount(), 0u);
  QVERIFY(document.placement());
  QVERIFY(!document.undoStack().canUndo());
}

void VerbsTest::everyVerbUndoesAndRedoes_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<Edit>("edit");
  const auto row = [](const char* text, const Edit& edit) {
    QTest::newRow(text) << QString::fromUtf8(text) << edit;
  };
  row("Add router", [](DesignDocument& d) { d.addRouter({32, 48}); });
  row("Add terminal to router 1", [](DesignDocument& d) { d.addTerminal(1); });
  row("Connect router 0 to router 1", [](DesignDocument& d) { d.connectRouters(0, 1); });
  row("Delete router 0", [](DesignDocument& d) { d.remove({{0}, {}, {}}); });
  row("Delete 2 terminals", [](DesignDocument& d) { d.remove({{}, {0, 1}, {}}); });
  row("Delete 3 parts", [](DesignDocument& d) { d.remove({{0}, {1}, {2}}); });
  row("Move router 1", [](DesignDocument& d) { d.move({{1}, {}, {}}, {16, 32}); });
  row("Move 2 parts", [](DesignDocument& d) { d.move({{1}, {0}, {}}, {16, 32}); });
  row("Set local buffer to 64\u00a0flits",
      [](DesignDocument& d) { d.setValue("switch.buffers.local", std::int64_t{64}); });
  row("Set pattern to transpose",
      [](DesignDocument& d) { d.setValue("traffic.pattern", std::string("transpose")); });
  row("Set CAM latency to 50 ns",
      [](DesignDocument& d) { d.setValue("forwarding.cam.latency", std::string("50 ns")); });
  row("Set local buffer to 8\u00a0flits for router 1",
      [](DesignDocument& d) { d.setOverride({1}, "switch.buffers.local", std::int64_t{8}); });
  row("Set latency of link router 0 to router 1 to 9 cycles",
      [](DesignDocument& d) { d.setLinkLatency({2}, 9); });
  row("Set bandwidth of link router 0 to router 1 to 0.5\u00a0flits/cycle",
      [](DesignDocument& d) { d.setLinkBandwidth({2}, 0.5); });
  row("Make links global", [](DesignDocument& d) { d.setLinkClass({2}, "global"); });
  row("Rename to “Campus”", [](DesignDocument& d) { d.rename(QStringLiteral("Campus")); });
  row("Duplicate 2 routers", [](DesignDocument& d) { d.duplicate({{0, 1}, {}, {}}, {32, 32}); });
  row("Paste 4 parts", [](DesignDocument& d) { d.paste(d.copy({{0, 1}, {}, {}}), {400, 400}); });
  row("Tidy up", [](DesignDocument& d) { d.tidyUp(); });
  row("Reset layout", [](DesignDocument& d) { d.resetLayout(); });
  row("Generate Mesh",
      [](DesignDocument& d) { d.replaceDesign(mesh(3), QStringLiteral("Generate Mesh")); });
}

void VerbsTest::everyVerbUndoesAndRedoes() {
  QFETCH(QString, text);
  QFETCH(Edit, edit);
  const auto document = smallDrawing();
  const Design before = document->design();
  const int steps = document->undoStack().count();
  edit(*document);
  const Design after = document->design();
  QVERIFY(!(before == after));
  QCOMPARE(document->undoStack().count(), steps + 1);
  QCOMPARE(document->undoStack().undoText(), text);
  document->undoStack().undo();
  QVERIFY(document->design() == before);
  document->undoStack().redo();
  QVERIFY(document->design() == after);
}

void VerbsTest::addsConnectsAndPlugs() {
  const auto document = smallDrawing();
  const Topology& network = *document->topology();
  QCOMPARE(network.routerCount(), 2u);
  QCOMPARE(network.terminalCount(), 2u);
  QCOMPARE(network.linkCount(), 3u);
  QCOMPARE(document->placement()->routers[1].x, 160.0);
  const RouterId c = document->addRouter({80, 80});
  QCOMPARE(c, 2u);
  const LinkId link = document->connectRouters(1, c);
  QVERIFY(link != kNone);
  QCOMPARE(document->topology()->links[link].a.node, 1u);
  QCOMPARE(document->topology()->links[link].b.node, 2u);
}

void VerbsTest::removesWhatHangsOnARouter() {
  const auto document = smallDrawing();
  document->setOverride({0}, "switch.buffers.local", std::int64_t{8});
  document->remove({{0}, {}, {}});
  QCOMPARE(document->topology()->routerCount(), 1u);
  QCOMPARE(document->topology()->terminalCount(), 1u);
  QCOMPARE(document->topology()->linkCount(), 1u);
  QVERIFY(document->design().overrides.empty());
  QCOMPARE(document->design().layout.routers.size(), 1u);
}

void VerbsTest::refusesWhatCannotBe() {
  const auto document = smallDrawing();
  const int steps = document->undoStack().count();
  QCOMPARE(document->connectRouters(0, 0), kNone);
  QCOMPARE(document->connectRouters(0, 99), kNone);
  QCOMPARE(document->addTerminal(99), kNone);
  document->remove({});
  QVERIFY(document->paste("{\"schema\": \"something else\"}", {0, 0}).empty());
  QVERIFY(document->paste("not JSON at all", {0, 0}).empty());
  QCOMPARE(document->undoStack().count(), steps);
}

void VerbsTest::dragIsOneStep() {
  const auto document = smallDrawing();
  const Design before = document->design();
  const int steps = document->undoStack().count();
  for (int i = 0; i < 10; ++i) document->move({{0}, {}, {}}, {16, 0}, true);
  document->move({{0}, {}, {}}, {0, 0}, false);
  QCOMPARE(document->undoStack().count(), steps + 1);
  QCOMPARE(document->placement()->routers[0].x, 160.0);
  document->undoStack().undo();
  QVERIFY(document->design() == before);
}

void VerbsTest::dragBackToItsStartIsNoStep() {
  const auto document = smallDrawing();
  const int steps = document->undoStack().count();
  document->move({{0}, {}, {}}, {16, 0}, true);
  document->move({{0}, {}, {}}, {-16, 0}, true);
  document->move({{0}, {}, {}}, {0, 0}, false);
  QCOMPARE(document->undoStack().count(), steps);
}

void VerbsTest::twoDragsAreTwoSteps() {
  const auto document = smallDrawing();
  const int steps = document->undoStack().count();
  for (int drag = 0; drag < 2; ++drag) {
    document->move({{0}, {}, {}}, {16, 0}, true);
    document->move({{0}, {}, {}}, {16, 0}, true);
    document->move({{0}, {}, {}}, {0, 0}, false);
  }
  QCOMPARE(document->undoStack().count(), steps + 2);
}

void VerbsTest::movedRoutersTakeTheirTerminals() {
  DesignDocument document;
  document.load(mesh(3));
  const std::shared_ptr<const Placement> before = document.placement();
  document.move({{4}, {}, {}}, {100, 50});
  QCOMPARE(document.topology()->kind, std::string("mesh"));  // moving does not convert
  const TerminalId terminal = [&] {
    for (TerminalId t = 0; t < document.topology()->terminalCount(); ++t)
      if (document.topology()->terminals[t].router == 4) return t;
    return kNone;
  }();
  const Point from = before->terminals[terminal], to = document.placement()->terminals[terminal];
  QCOMPARE(to.x, from.x + 100);
  QCOMPARE(to.y, from.y + 50);
  const TerminalId other = terminal == 0 ? 1 : 0;
  QVERIFY(before->terminals[other] == document.placement()->terminals[other]);
  document.resetLayout();
  QVERIFY(document.placement()->routers == before->routers);
}

void VerbsTest::settingTheSameTwiceIsOneStep() {
  DesignDocument document;
  document.load(mesh(3));
  for (const std::int64_t flits : {33, 34, 35}) document.setValue("switch.buffers.local", flits);
  QCOMPARE(document.undoStack().count(), 1);
  document.setValue("switch.buffers.global", std::int64_t{99});
  document.setValue("switch.buffers.local", std::int64_t{36});
  QCOMPARE(document.undoStack().count(), 3);
}

/// A value that was run with is a place to come back to.
void VerbsTest::anEpisodeIsAStepOfItsOwn() {
  DesignDocument document;
  document.load(mesh(3));
  document.setValue("traffic.load", 0.3);
  const Design run = document.design();
  document.beginEpisode();
  document.setValue("traffic.load", 0.2);
  document.setValue("traffic.load", 0.1);
  QCOMPARE(document.undoStack().count(), 2);
  document.undoStack().undo();
  QVERIFY(document.design() == run);
}

void VerbsTest::settingBackIsNoStep() {
  DesignDocument document;
  Design design = mesh(3);
  design.settings["switch.buffers.local"] = std::int64_t{40};
  document.load(design);
  document.setValue("switch.buffers.local", std::int64_t{41});
  document.setValue("switch.buffers.local", std::int64_t{40});
  QCOMPARE(document.undoStack().count(), 0);
  QVERIFY(document.design() == design);
}

void VerbsTest::choiceDropsWhatNoLongerApplies() {
  DesignDocument document;
  document.load(mesh(4));
  document.setValue("traffic.pattern", std::string("hot_spot"));
  std::string own;
  for (const Section& section : sections(document.design()))
    for (const Parameter& parameter : section.parameters)
      if (parameter.name.rfind("traffic.", 0) == 0 && own.empty()) {
        Design uniform = document.design();
        uniform.settings["traffic.pattern"] = std::string("uniform");
        if (!findParameter(uniform, parameter.name)) own = parameter.name;
      }
  QVERIFY2(!own.empty(), "hot_spot has a parameter that uniform traffic has not");
  const Value value = effectiveValue(document.design(), own);
  document.setValue(own, value);
  QVERIFY(document.design().settings.count(own) == 1);
  document.setValue("traffic.pattern", std::string("uniform"));
  QVERIFY(document.design().settings.count(own) == 0);
  document.undoStack().undo();
  QVERIFY(document.design().settings.count(own) == 1);
}

void VerbsTest::overridesOneRouter() {
  DesignDocument document;
  document.load(mesh(3));
  document.setOverride({4, 5}, "switch.buffers.local", std::int64_t{64});
  document.setOverride({4}, "switch.latency", std::int64_t{3});
  QCOMPARE(document.design().overrides.size(), 2u);
  const Override& both = document.design().overrides[0];
  QCOMPARE(both.routers, (std::vector<std::uint32_t>{4}));
  QCOMPARE(both.values.size(), 2u);
  QCOMPARE(document.design().overrides[1].routers, (std::vector<std::uint32_t>{5}));
  QVERIFY(!hasErrors(document.issues()));
}

void VerbsTest::overrideEqualToTheRestIsNone() {
  DesignDocument document;
  document.load(mesh(3));
  document.setOverride({4}, "switch.buffers.local", std::int64_t{64});
  const Value common = effectiveValue(document.design(), "switch.buffers.local");
  document.setOverride({4}, "switch.buffers.local", common);
  QVERIFY(document.design().overrides.empty());
}

void VerbsTest::resetsOverrides() {
  DesignDocument document;
  document.load(mesh(3));
  document.setOverride({4, 5}, "switch.buffers.local", std::int64_t{64});
  document.resetOverrides({4});
  QCOMPARE(document.undoStack().undoText(), QStringLiteral("Reset overrides of router 4"));
  QCOMPARE(document.design().overrides.size(), 1u);
  QCOMPARE(document.design().overrides[0].routers, (std::vector<std::uint32_t>{5}));
  document.resetOverrides({4});  // has none any more: no step
  QCOMPARE(document.undoStack().count(), 2);
}

void VerbsTest::linkLatency() {
  DesignDocument document;
  document.load(mesh(3));
  const LinkId link = document.topology()->linkCount() - 1;
  document.setLinkLatency({link}, 30);
  QCOMPARE(document.design().overrides.size(), 1u);
  QCOMPARE(document.design().overrides[0].channels, (std::vector<std::uint32_t>{link}));
  QVERIFY(!hasErrors(document.issues()));
  document.addRouter({0, 500});  // drawn from here on; the override stays with its link
  QVERIFY(document.topology()->kind == "custom");
  QCOMPARE(document.design().overrides.size(), 1u);
}

/// Of a generated network an override, which its drawing replaces by the link's own.
void VerbsTest::linkBandwidth() {
  DesignDocument document;
  document.load(mesh(3));
  const LinkId link = document.topology()->linkCount() - 1;
  document.setLinkBandwidth({link}, 0.25);
  QCOMPARE(document.design().overrides.size(), 1u);
  QVERIFY(document.design().overrides[0].values.at("bandwidth") == Value(0.25));
  QVERIFY(!hasErrors(document.issues()));
  document.addRouter({0, 500});
  const LinkId same = document.topology()->linkCount() - 1;
  QVERIFY(compile(document.design()).setup->linkRates[same] == (LinkRate{1, 4}));
  document.setLinkBandwidth({same}, 0.5);
  QVERIFY(document.design().overrides.empty());
  QVERIFY(document.design().drawn.links.back().bandwidth == 0.5);
  QVERIFY(compile(document.design()).setup->linkRates[same] == (LinkRate{1, 2}));
  document.undoStack().undo();
  QCOMPARE(document.design().overrides.size(), 1u);
}

/// A link that is set to what its class has follows its class again.
void VerbsTest::linksLikeTheirClass() {
  DesignDocument document;
  document.load(mesh(3));
  document.setValue("channels.local.latency", std::int64_t{7});
  const LinkId link = document.topology()->linkCount() - 1;
  document.setLinkBandwidth({link}, 0.25);
  document.setLinkLatency({link - 1, link}, 30);
  document.setLinkBandwidth({link}, 1);
  QCOMPARE(document.design().overrides.size(), 1u);
  QCOMPARE(document.design().overrides[0].values.size(), 1u);
  document.setLinkLatency({link - 1}, 7);
  QCOMPARE(document.design().overrides[0].channels, (std::vector<std::uint32_t>{link}));
  document.setLinkLatency({link}, 7);
  QVERIFY(document.design().overrides.empty());

  const auto drawing = smallDrawing();
  const auto drawn = [&drawing] { return drawing->design().drawn.links.front(); };
  drawing->setLinkBandwidth({2}, 0.25);
  drawing->setLinkLatency({2}, 30);
  QVERIFY(drawn().bandwidth == 0.25 && drawn().latency == 30);
  drawing->setLinkBandwidth({2}, 1);
  drawing->setLinkLatency({2}, 1);
  QVERIFY(!drawn().bandwidth && !drawn().latency);
  drawing->setValue("channels.local.bandwidth", 0.5);
  drawing->setLinkBandwidth({2}, 1);
  QVERIFY(drawn().bandwidth == 1);
}

void VerbsTest::loadClearsTheStack() {
  const auto document = smallDrawing();
  document->select({{0}, {}, {}});
  document->load(smallDragonfly());
  QVERIFY(!document->undoStack().canUndo());
  QVERIFY(document->selection().empty());
  QCOMPARE(document->topology()->kind, std::string("dragonfly"));
}

void VerbsTest::selectionSurvivesEdits() {
  const auto document = smallDrawing();
  const RouterId c = document->addRouter({80, 80});
  const LinkId link = document->connectRouters(1, c);
  document->select({{c}, {1}, {link}});
  document->remove({{0}, {}, {}});  // router 2 becomes dense 1, terminal 1 dense 0
  QCOMPARE(document->selection().routers, std::set<RouterId>{1});
  QCOMPARE(document->selection().terminals, std::set<TerminalId>{0});
  QCOMPARE(document->selection().links.size(), 1u);
  const Link& kept = document->topology()->links[*document->selection().links.begin()];
  QCOMPARE(document->topology()->routerIds[kept.b.node], 2u);
}

void VerbsTest::tellsWhatChanged() {
  const auto document = smallDrawing();
  std::vector<DesignChange> changes;
  connect(document.get(), &DesignDocument::changed, this,
          [&](const DesignChange& change) { changes.push_back(change); });
  document->move({{0}, {}, {}}, {16, 0});
  document->setValue("switch.buffers.local", std::int64_t{64});
  document->connectRouters(0, 1);
  QCOMPARE(changes.size(), 3u);
  QVERIFY(changes[0].layout && !changes[0].structure && !changes[0].settings);
  QVERIFY(changes[1].settings && !changes[1].structure && !changes[1].layout);
  QVERIFY(changes[2].structure);
}

HOPSCOPE_TEST(VerbsTest)

}  // namespace hopscope

#include "verbs_test.moc"
