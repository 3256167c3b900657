// SPDX-License-Identifier: GPL-3.0-or-later
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QTest>
#include <algorithm>
#include <memory>

#include "engine/simulation/snapshot.h"
#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/circuits/channel_slots_table.h"
#include "ui/circuits/channel_time_rows.h"
#include "ui/circuits/circuits_panel.h"
#include "ui/circuits/shifted_page.h"
#include "ui/inspectors/past_bar.h"
#include "ui/run/circuit_tubes.h"
#include "ui/run/timeline_strip.h"
#include "ui/shell/actions.h"
#include "ui/shell/dock.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

Design shiftedDesign(const char* effort) {
  Design design;
  design.name = "Slots that move on";
  design.settings["topology.kind"] = std::string("mesh");
  design.settings["topology.dimensions"] = std::vector<std::int64_t>{4, 4};
  design.settings["switch.model"] = std::string("slotted");
  design.settings["switch.best_effort"] = std::string(effort);
  if (effort != std::string("none")) {
    design.settings["switch.circuits"] = std::string("self+1");
    design.settings["switch.slots"] = std::int64_t{8};
  }
  design.settings["traffic.load"] = 0.05;
  design.settings["run.warmup"] = std::int64_t{1000};
  design.settings["run.measure"] = std::int64_t{50'000'000};
  return design;
}

std::shared_ptr<const ShiftedDetail> shiftedNow(MainWindow& window) {
  const auto circuits = window.runMode().run().snapshot().circuits;
  return circuits ? circuits->shifted : nullptr;
}

CircuitsShown tubesNow(MainWindow& window, const Parts& chosen = {}) {
  return circuitsShown(*window.runMode().run().topology(),
                       *window.runMode().run().snapshot().circuits, chosen);
}

template <typename Widget>
Widget& shown(MainWindow& window, const char* name) {
  auto* widget = window.findChild<Widget*>(QLatin1String(name));
  if (widget == nullptr) qFatal("no widget %s", name);
  return *widget;
}

}  // namespace

/// The panel of circuits of a network whose slots move on hop by hop.
class ShiftedPageTest : public QObject {
  Q_OBJECT

 private slots:
  void thePlanChannelByChannel();
  void bothKindsAreTold();
  void anotherModelAndBack();
  void tubesOnASingleSwitch();
  void tubesAlongPaths();
  void tubesThroughATree();
  void aWayBackIsPlannedAside();
  void theTimelineHasALaneOfSlots();
  void aChangeIsPlannedAside();
  void keptRunsAreLookedInside();
  void theNextRunShowsTheSameRouter();
};

/// A run makes its network anew.
void ShiftedPageTest::theNextRunShowsTheSameRouter() {
  const Sandbox sandbox;
  const auto window = windowWith(shiftedDesign("free"));
  stepTo(*window, 2000);
  QTRY_VERIFY(shiftedNow(*window) != nullptr);
  const auto detail = shiftedNow(*window);
  const auto topology = window->runMode().run().topology();
  ShiftedPage page;
  page.showRouter(6);
  page.setDetail(topology, detail, true);
  QCOMPARE(page.router(), RouterId{6});
  auto& routers = *page.findChild<QComboBox*>(QStringLiteral("slotsRouter"));
  QCOMPARE(routers.currentIndex(), 6);
  page.setDetail(std::make_shared<const Topology>(*topology), detail, true);
  QCOMPARE(page.router(), RouterId{6});
  QCOMPARE(routers.currentIndex(), 6);
  // Also one that was chosen here; nothing that is selected says otherwise.
  routers.setCurrentIndex(9);
  page.showRouter(kNone);
  page.setDetail(std::make_shared<const Topology>(*topology), detail, true);
  QCOMPARE(page.router(), RouterId{9});
  auto smaller = std::make_shared<Topology>();
  page.setDetail(smaller, nullptr, false);
  QCOMPARE(page.router(), RouterId{0});
  page.setDetail(topology, detail, true);
  QCOMPARE(page.router(), RouterId{9});
}

/// Each slot of each channel of each router is whose the plan says, and no other.
void ShiftedPageTest::thePlanChannelByChannel() {
  const Sandbox sandbox;
  const auto window = windowWith(shiftedDesign("free"));
  stepTo(*window, 2000);
  QTRY_VERIFY(shiftedNow(*window) != nullptr);
  QTRY_VERIFY(window->runMode().circuitsDock()->isVisible());
  auto& table = shown<ChannelSlotsTable>(*window, "channelSlots");
  QTRY_VERIFY(!table.rows().empty());
  const auto detail = shiftedNow(*window);
  const auto topology = window->runMode().run().topology();
  std::size_t owned = 0, planned = 0;
  for (const PlannedCircuit& each : *detail->planned)
    planned += static_cast<std::size_t>(
        std::count_if(each.path.begin(), each.path.end(),
                      [&](ChannelId c) { return !topology->from(c).isTerminal; }));
  auto& routers = shown<QComboBox>(*window, "slotsRouter");
  QCOMPARE(routers.count(), static_cast<int>(topology->routerCount()));
  for (RouterId r = 0; r < topology->routerCount(); ++r) {
    routers.setCurrentIndex(static_cast<int>(r));
    QCOMPARE(table.rows().size(), std::size_t{topology->radix(r)});
    for (const ChannelSlotsRow& row : table.rows()) {
      QCOMPARE(topology->from(row.channel).node, r);
      for (std::uint32_t slot = 0; slot < row.owners.size(); ++slot) {
        if (row.owners[slot] == kNone) continue;
        ++owned;
        const PlannedCircuit& circuit = (*detail->planned)[row.owners[slot]];
        const auto hop = std::find(circuit.path.begin(), circuit.path.end(), row.channel);
        QVERIFY(hop != circuit.path.end());
        QCOMPARE(static_cast<std::uint32_t>(circuit.slot + (hop - circuit.path.begin())) %
                     detail->slotCount,
                 slot);
      }
    }
  }
  QCOMPARE(owned, planned);
  // Words, by keyboard.
  routers.setCurrentIndex(5);
  table.setFocus();
  QTest::keyClick(&table, Qt::Key_Right);
  QVERIFY(table.cursor().has_value());
  QTest::keyClick(&table, Qt::Key_End);
  QTest::keyClick(&table, Qt::Key_Down);
  QCOMPARE(table.cursor()->slot, detail->slotCount - 1);
  QCOMPARE(table.cursor()->row, std::size_t{1});
  const QString words = table.wordsOf(*table.cursor());
  QVERIFY2(words.startsWith(QStringLiteral("Slot 7, router 5")), qPrintable(words));
  QCOMPARE(shown<QLabel>(*window, "ownerWords").text(), words);
  QCOMPARE(table.accessibleDescription(), words);
  // Its circuit is selected, with all links of its path.
  ChannelSlotsTable::Place with;
  for (std::size_t row = 0; row < table.rows().size(); ++row)
    for (std::uint32_t slot = 0; slot < detail->slotCount; ++slot)
      if (table.rows()[row].owners[slot] != kNone) with = {row, slot};
  while (table.cursor()->row < with.row) QTest::keyClick(&table, Qt::Key_Down);
  while (table.cursor()->row > with.row) QTest::keyClick(&table, Qt::Key_Up);
  QTest::keyClick(&table, Qt::Key_Home);
  while (table.cursor()->slot < with.slot) QTest::keyClick(&table, Qt::Key_Right);
  const PlannedCircuit& circuit =
      (*detail->planned)[table.rows()[table.cursor()->row].owners[table.cursor()->slot]];
  QTest::keyClick(&table, Qt::Key_Return);
  const Parts& selection = window->session().document().selection();
  QCOMPARE(selection.links.size(), circuit.path.size());
  QVERIFY(selection.terminals.count(circuit.source) == 1);
  // What is selected on the canvas is looked at.
  window->session().document().select({{10}, {}, {}});
  QTRY_COMPARE(topology->from(table.rows().front().channel).node, RouterId{10});
}

/// Shares are what the channels carried; they make up the whole.
void ShiftedPageTest::bothKindsAreTold() {
  const Sandbox sandbox;
  const auto window = windowWith(shiftedDesign("idle"));
  stepTo(*window, 5000);
  QTRY_VERIFY(shiftedNow(*window) != nullptr && shiftedNow(*window)->now == 5000);
  const auto detail = shiftedNow(*window);
  const ChannelTime time = channelTimeOf(*detail);
  QVERIFY(time.circuits > 0 && time.idle > 0 && time.effort > time.circuits && time.none > 0);
  QVERIFY(std::abs(time.circuits + time.idle + time.effort + time.none - 1) < 1e-9);
  auto& rows = shown<ChannelTimeRows>(*window, "channelTime");
  QTRY_COMPARE(rows.rows().size(), std::size_t{4});
  QTRY_VERIFY(std::abs(rows.rows()[2].share - time.effort) < 1e-9);
  QVERIFY(shown<QLabel>(*window, "roundWords").text().contains("best effort wherever"));
  const QString kinds = shown<QLabel>(*window, "kindWords").text();
  QVERIFY2(kinds.contains(QStringLiteral("cycles on average")), qPrintable(kinds));
}

void ShiftedPageTest::anotherModelAndBack() {
  const Sandbox sandbox;
  const auto window = windowWith(shiftedDesign("none"));
  stepTo(*window, 500);
  QTRY_VERIFY(shiftedNow(*window) != nullptr);
  CircuitsPanel& panel = window->runMode().circuits();
  QTRY_COMPARE(panel.page(), CircuitsPanel::Page::shifted);
  QCOMPARE(shown<ChannelTimeRows>(*window, "channelTime").rows().size(), std::size_t{3});
  QVERIFY(!shown<QLabel>(*window, "kindWords").isVisible());
  Design crossbar;
  crossbar.settings["topology.kind"] = std::string("crossbar");
  crossbar.settings["switch.model"] = std::string("hybrid");
  window->session().document().load(crossbar);
  stepTo(*window, 500);
  QTRY_COMPARE(panel.page(), CircuitsPanel::Page::turns);
  window->session().document().load(shiftedDesign("free"));
  stepTo(*window, 700);
  QTRY_COMPARE(panel.page(), CircuitsPanel::Page::shifted);
}

void ShiftedPageTest::tubesOnASingleSwitch() {
  const Sandbox sandbox;
  Design design = shiftedDesign("free");
  design.settings["topology.kind"] = std::string("crossbar");
  design.settings.erase("topology.dimensions");
  design.settings["topology.terminals"] = std::int64_t{8};
  const auto window = windowWith(design);
  stepTo(*window, 500);
  QTRY_VERIFY(shiftedNow(*window) != nullptr);
  const CircuitsShown tubes = tubesNow(*window);
  QCOMPARE(tubes.tubes.size(), std::size_t{8});
  QCOMPARE(tubes.tubes.front().share, 1.0F / 8);
  QCOMPARE(tubes.slot, shiftedNow(*window)->slot());
}

void ShiftedPageTest::tubesAlongPaths() {
  const Sandbox sandbox;
  const auto window = windowWith(shiftedDesign("free"));
  stepTo(*window, 500);
  QTRY_VERIFY(shiftedNow(*window) != nullptr);
  const CircuitsShown tubes = tubesNow(*window);
  const auto& planned = *shiftedNow(*window)->planned;
  QCOMPARE(tubes.tubes.size(), planned.size());
  QVERIFY(tubes.movesOn);
  for (std::size_t i = 0; i < planned.size(); ++i)
    QVERIFY(std::equal(tubes.tubes[i].path.begin(), tubes.tubes[i].path.end(),
                       planned[i].path.begin(), planned[i].path.end()));
  // The canvas has them while the panel is there.
  QTRY_VERIFY(window->runMode().circuitsDock()->isVisible());
  QTRY_COMPARE(heatOf(*window).circuits.tubes.size(), planned.size());
  // Of too many, those of what is selected.
  Design all = shiftedDesign("none");
  all.settings["topology.dimensions"] = std::vector<std::int64_t>{8, 8};
  window->session().document().load(all);
  stepTo(*window, 300);
  QTRY_COMPARE(shiftedNow(*window)->planned->size(), std::size_t{64 * 63});
  QTRY_VERIFY(heatOf(*window).circuits.tubes.empty());
  Parts chosen;
  chosen.terminals = {3};
  window->session().document().select(chosen);
  QTRY_COMPARE(heatOf(*window).circuits.tubes.size(), std::size_t{2 * 63});
  for (const CircuitTube& each : heatOf(*window).circuits.tubes)
    QVERIFY(each.from == 3 || each.to == 3);
}

void ShiftedPageTest::tubesThroughATree() {
  const Sandbox sandbox;
  Design design;
  design.settings["topology.kind"] = std::string("k_ary_n_tree");
  design.settings["topology.k"] = std::int64_t{2};
  design.settings["topology.n"] = std::int64_t{3};
  design.settings["switch.model"] = std::string("hybrid");
  design.settings["traffic.load"] = 0.2;
  design.settings["traffic.pattern"] = std::string("bit_complement");
  design.settings["run.measure"] = std::int64_t{50'000'000};
  const auto window = windowWith(design);
  stepTo(*window, 4000);
  QTRY_VERIFY(window->runMode().run().snapshot().circuits != nullptr);
  const Topology& topology = *window->runMode().run().topology();
  const CircuitsShown tubes = tubesNow(*window);
  QVERIFY(!tubes.tubes.empty());
  for (const CircuitTube& each : tubes.tubes) {
    QVERIFY(each.path.size() >= 2);
    QVERIFY(topology.from(each.path.front()).isTerminal);
    QCOMPARE(topology.from(each.path.front()).node, each.from);
    QCOMPARE(topology.to(each.path.back()).node, each.to);
    for (std::size_t i = 1; i < each.path.size(); ++i)
      QCOMPARE(topology.from(each.path[i]).node, topology.to(each.path[i - 1]).node);
  }
}

/// Where slots have to be looked for, the window goes on meanwhile, and Stop calls it off.
void ShiftedPageTest::aWayBackIsPlannedAside() {
  const Sandbox sandbox;
  Design design = shiftedDesign("none");
  design.settings["topology.dimensions"] = std::vector<std::int64_t>{20, 20};
  design.settings["traffic.load"] = 0.001;
  const auto window = windowWith(design);
  RunSession& run = window->runMode().run();
  window->runMode().step(120);
  QTRY_COMPARE_WITH_TIMEOUT(run.snapshot().cycle, Cycle{120}, 60'000);
  QTRY_VERIFY(window->actions().at("run.stepBack")->isEnabled());
  QVERIFY(run.stepBack(20));
  if (run.changing()) {
    QCOMPARE(run.goingBack(), std::optional<Cycle>(100));
    window->actions().at("run.stop")->trigger();
    QVERIFY(!run.changing() && !run.goingBack());
    QTest::qWait(100);
    QCOMPARE(run.snapshot().cycle, Cycle{120});
    QCOMPARE(run.state(), RunnerState::paused);
    QVERIFY(run.stepBack(20));
  }
  // A step that is asked for meanwhile is taken once it is back.
  run.step(3);
  QTRY_COMPARE_WITH_TIMEOUT(run.snapshot().cycle, Cycle{103}, 60'000);
  QTRY_COMPARE(run.state(), RunnerState::paused);
}

void ShiftedPageTest::theTimelineHasALaneOfSlots() {
  const Sandbox sandbox;
  Design design = shiftedDesign("idle");
  design.settings["run.window"] = std::int64_t{200};
  design.settings["run.measure"] = std::int64_t{50'000};
  design.settings["run.max_cycles"] = std::int64_t{200'000};
  const auto window = windowWith(design);
  stepTo(*window, 2000);
  auto& strip = *window->findChild<TimelineStrip*>();
  QTRY_VERIFY(!strip.picture().slotLane.empty());
  for (const TimelinePicture::Slots& cell : strip.picture().slotLane) {
    QVERIFY(cell.parts[0] >= 0 && cell.parts[1] > 0 && cell.parts[2] > 0);
    QVERIFY(cell.parts[0] + cell.parts[1] + cell.parts[2] + cell.parts[3] <= 1 + 1e-9);
  }
}

/// The status bar says so, and Stop calls the change off, not the run.
void ShiftedPageTest::aChangeIsPlannedAside() {
  const Sandbox sandbox;
  Design design = shiftedDesign("none");
  design.settings["topology.dimensions"] = std::vector<std::int64_t>{24, 24};
  design.settings["traffic.pattern"] = std::string("neighbour");
  design.settings["traffic.load"] = 0.001;
  const auto window = windowWith(design);
  stepTo(*window, 200);
  RunSession& run = window->runMode().run();
  Phase change;
  change.set["traffic.pattern"] = std::string("uniform");
  QVERIFY(!hasErrors(run.whatIf(change)));
  QTRY_VERIFY(run.changing());
  const auto labels = window->findChildren<QLabel*>();
  QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* each) {
    return each->isVisible() && each->text().contains(QStringLiteral("Planning the change"));
  }));
  window->actions().at("run.stop")->trigger();
  QVERIFY(!run.changing());
  QVERIFY(run.design().phases.empty());
  QCOMPARE(run.state(), RunnerState::paused);
  QVERIFY(window->session().document().design().phases.empty());
  stepTo(*window, 210);
}

/// Of a kept run nothing of its slots is there until one looks inside.
void ShiftedPageTest::keptRunsAreLookedInside() {
  const Sandbox sandbox;
  Design design = shiftedDesign("free");
  design.settings["run.measure"] = std::int64_t{4000};
  const auto window = windowWith(design);
  window->runMode().setSpeed(0);
  window->runMode().toggle();
  QTRY_COMPARE(window->session().runs().size(), std::size_t{1});
  window->runMode().showStored(window->session().runs().front().id);
  QTRY_VERIFY(window->runMode().circuitsDock()->isVisible());
  auto& table = shown<ChannelSlotsTable>(*window, "channelSlots");
  auto& hint = shown<QLabel>(*window, "circuitsHint");
  QTRY_VERIFY(hint.isVisible() && hint.text().contains(QStringLiteral("look inside")));
  QVERIFY(table.rows().empty());
  window->runMode().seek(2500);
  QTest::mouseClick(shown<CircuitsPanel>(*window, "circuitsPanel")
                        .findChild<PastBar*>()
                        ->findChild<QPushButton*>(),
                    Qt::LeftButton);
  QTRY_VERIFY(!table.rows().empty());
  QVERIFY(!hint.isVisible());
}

HOPSCOPE_TEST(ShiftedPageTest)
#include "shifted_page_test.moc"
