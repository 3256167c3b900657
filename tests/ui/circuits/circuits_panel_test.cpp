// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QTest>
#include <QToolButton>
#include <algorithm>
#include <memory>

#include "engine/design/compile.h"
#include "engine/simulation/simulation.h"
#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/circuits/circuit_words.h"
#include "ui/circuits/circuits_panel.h"
#include "ui/circuits/pass_page.h"
#include "ui/circuits/port_matrix.h"
#include "ui/circuits/slot_gantt.h"
#include "ui/circuits/slot_table.h"
#include "ui/circuits/slot_wheel.h"
#include "ui/inspectors/past_bar.h"
#include "ui/run/timeline_slots.h"
#include "ui/run/timeline_strip.h"
#include "ui/shell/actions.h"
#include "ui/shell/dock.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

Design hybridDesign(std::int64_t measure = 50'000'000) {
  Design design;
  design.name = "Hybrid crossbar";
  design.settings["topology.kind"] = std::string("crossbar");
  design.settings["topology.terminals"] = std::int64_t{16};
  design.settings["switch.model"] = std::string("hybrid");
  design.settings["switch.guard"] = std::int64_t{2};
  design.settings["traffic.load"] = 0.3;
  design.settings["run.warmup"] = std::int64_t{1000};
  design.settings["run.measure"] = measure;
  return design;
}

void runTo(MainWindow& window, Cycle cycle) {
  stepTo(window, cycle);
  QTRY_VERIFY(runOf(window).snapshot().circuits != nullptr);
}

std::shared_ptr<const CircuitDetail> seen(MainWindow& window) {
  return window.runMode().run().snapshot().circuits;
}

template <typename Widget>
Widget& found(MainWindow& window, const char* name = "") {
  auto* widget = window.findChild<Widget*>(QLatin1String(name));
  if (widget == nullptr) qFatal("no widget %s", name);
  return *widget;
}

}  // namespace

/// Circuits, slots and their scheduler in the window.
class CircuitsPanelTest : public QObject {
  Q_OBJECT

 private slots:
  void thePanelComesWithSlots();
  void theWheelIsTheRuns();
  void turnsLinkByLink();
  void whatPairsWaitFor();
  void aPassCellByCell();
  void keptRunsHaveTheirSlots();
  void aMomentOfThePast();
  void theLaneByKeysAlone();
  void throughDesignAndBack();
  void numbersByLocale();
};

void CircuitsPanelTest::thePanelComesWithSlots() {
  const Sandbox sandbox;
  const auto window = windowWith(meshDesign(true));
  Dock* dock = window->runMode().circuitsDock();
  window->runMode().step(100);
  QTRY_COMPARE(window->runMode().run().snapshot().cycle, Cycle{100});
  QTest::qWait(50);
  QVERIFY(dock->isHidden());
  QVERIFY(!dock->toggleViewAction()->isVisible());
  // Another network is opened while this one rests.
  window->session().document().load(hybridDesign());
  runTo(*window, 500);
  QTRY_VERIFY(dock->isVisible());
  QVERIFY(dock->toggleViewAction()->isVisible());
  // Closed by its user it stays closed, also where Run mode is left for a while.
  dock->close();
  window->actions().at("mode.design")->trigger();
  window->actions().at("mode.run")->trigger();
  QTest::qWait(50);
  QVERIFY(dock->isHidden());
  dock->toggleViewAction()->trigger();
  QVERIFY(dock->isVisible());
  window->actions().at("mode.design")->trigger();
  QVERIFY(dock->isHidden());
  window->actions().at("mode.run")->trigger();
  QTRY_VERIFY(dock->isVisible());
}

void CircuitsPanelTest::theWheelIsTheRuns() {
  const Sandbox sandbox;
  Design design = hybridDesign();
  design.settings["switch.slot_order"] = std::string("sla");
  design.settings["switch.expected_circuits"] = 0.2;
  const auto window = windowWith(design);
  runTo(*window, 3000);
  const auto held = seen(*window);
  const CircuitDetail& detail = *held;
  auto& wheel = found<SlotWheel>(*window, "slotWheel");
  QTRY_COMPARE(wheel.shown().all.size(), std::size_t{5});
  // Sectors are as wide as their slots are long.
  QVERIFY(detail.lengths.worms > 2 * detail.lengths.circuits);
  const double round = static_cast<double>(4 * detail.lengths.circuits + detail.lengths.worms);
  double at = 0;
  for (std::uint32_t slot = 0; slot < 5; ++slot) {
    const SlotWheel::Sector sector = wheel.sectorOf(slot);
    QVERIFY(std::abs(sector.from - at) < 1e-9);
    QVERIFY(std::abs(sector.span - 360 * static_cast<double>(detail.lengthOf(slot)) / round) <
            1e-9);
    at += sector.span;
  }
  for (std::uint32_t slot = 0; slot < 5; ++slot) {
    const SlotShown& shown = wheel.shown().all[slot];
    QCOMPARE(shown.turns, detail.uses[slot].turns);
    QCOMPARE(shown.used + shown.idle, detail.uses[slot].time);
    if (slot < 4) QCOMPARE(*shown.circuits, detail.known.circuits(slot));
  }
  QCOMPARE(wheel.shown().current, detail.slot);
  QCOMPARE(found<SlotTable>(*window, "slotTable").rows().size(), std::size_t{5});
}

/// The turns follow each other without a gap, and add up to what the run counts.
void CircuitsPanelTest::turnsLinkByLink() {
  const Sandbox sandbox;
  const auto window = windowWith(hybridDesign());
  runTo(*window, 1);
  runTo(*window, 1000);
  auto& gantt = found<SlotGantt>(*window, "slotGantt");
  const auto held = seen(*window);
  const CircuitDetail& detail = *held;
  QTRY_VERIFY(gantt.detail() != nullptr && gantt.detail()->now == detail.now);
  QVERIFY(detail.turns.size() > 20);
  Cycle end = -1;
  std::uint64_t circuits = 0;
  for (std::size_t turn = 0; turn < detail.turns.size(); ++turn) {
    const SlotTurn& each = detail.turns[turn];
    if (each.fate != SlotFate::used) {
      QCOMPARE(each.begin, each.end);
      continue;
    }
    if (end >= 0) QVERIFY(each.begin >= end);
    end = each.end;
    for (std::uint32_t output = 0; output < detail.ports; ++output) {
      const LinkTurn& link = detail.link(turn, output);
      QVERIFY(link.flits <= static_cast<std::uint32_t>(each.end - each.begin));
      if (each.slot < detail.circuitSlots && link.flits > 0) {
        QVERIFY(link.input < detail.ports);
        ++circuits;
      }
    }
  }
  QVERIFY(circuits > 0);
  QCOMPARE(end, detail.now);
  // By keyboard.
  gantt.setFocus();
  QTest::keyClick(&gantt, Qt::Key_Right);
  QVERIFY(gantt.cursor().has_value());
  QTest::keyClick(&gantt, Qt::Key_Down);
  QTest::keyClick(&gantt, Qt::Key_Down);
  QCOMPARE(gantt.cursor()->output, std::uint32_t{1});
  QTest::keyClick(&gantt, Qt::Key_Home);
  const QString words = gantt.wordsOf(*gantt.cursor());
  QVERIFY2(words.startsWith(QStringLiteral("Cycle")), qPrintable(words));
  QCOMPARE(found<QLabel>(*window, "slotWords").text(), words);
  QCOMPARE(gantt.accessibleDescription(), words);
}

void CircuitsPanelTest::whatPairsWaitFor() {
  const Sandbox sandbox;
  Design design = hybridDesign();
  design.settings["traffic.load"] = 0.9;
  const auto window = windowWith(design);
  runTo(*window, 3000);
  QTest::mouseClick(button(*window, QStringLiteral("circuits.matrix")), Qt::LeftButton);
  auto& matrix = found<PortMatrix>(*window, "circuitMatrix");
  QTRY_VERIFY(matrix.isVisible());
  const auto held = seen(*window);
  const CircuitDetail& detail = *held;
  QTRY_COMPARE(matrix.cells().ports, detail.ports);
  // Each circuit is a filled cell, each request that waits an outlined one.
  std::size_t filled = 0, outlined = 0;
  for (const MatrixCells::Cell& cell : matrix.cells().cells) {
    const bool established = detail.known.established().at(cell.input, cell.output);
    QCOMPARE(cell.fill.isValid(), established);
    if (established)
      ++filled;
    else
      QVERIFY(detail.requests.at(cell.input, cell.output) ||
              detail.asked.at(cell.input, cell.output));
    outlined += established ? 0 : 1;
  }
  QCOMPARE(filled, static_cast<std::size_t>(detail.known.established().count()));
  QVERIFY(filled > 20 && outlined > 20);
  // A tip tells who is in the way: that is so.
  std::size_t blocked = 0;
  for (std::uint32_t input = 0; input < detail.ports; ++input)
    for (std::uint32_t output = 0; output < detail.ports; ++output) {
      const PairState state = stateOf(detail, input, output);
      for (const PairState::Holder& holder : state.holders) {
        ++blocked;
        QCOMPARE(detail.scheduled.outputOf(holder.slot, input), holder.output);
        QCOMPARE(detail.scheduled.inputOf(holder.slot, output), holder.input);
        QVERIFY(holder.input != kNone || holder.output != kNone);
      }
    }
  QVERIFY(blocked > 20);
  // By keyboard: the next cell with something in it, and what it says.
  matrix.setFocus();
  QTest::keyClick(&matrix, Qt::Key_Home);
  QTest::keyClick(&matrix, Qt::Key_Space);
  QVERIFY(matrix.pointed().has_value());
  const QString words = pairWords(detail, matrix.pointed()->input, matrix.pointed()->output);
  QVERIFY2(words.startsWith(QStringLiteral("Input ")), qPrintable(words));
  QCOMPARE(found<QLabel>(*window, "pairWords").text(), words);
  // Other choices: R, and the circuits of one slot.
  auto& shows = found<QComboBox>(*window, "matrixShows");
  shows.setCurrentIndex(1);
  QCOMPARE(matrix.cells().cells.size(), static_cast<std::size_t>(detail.requests.count()));
  shows.setCurrentIndex(shows.count() - 1);
  QCOMPARE(matrix.cells().cells.size(), static_cast<std::size_t>(detail.known.circuits(3)));
}

/// Step by step it comes to what the scheduler did.
void CircuitsPanelTest::aPassCellByCell() {
  const Sandbox sandbox;
  const auto window = windowWith(hybridDesign());
  runTo(*window, 1);
  runTo(*window, 2000);
  QTest::mouseClick(button(*window, QStringLiteral("circuits.pass")), Qt::LeftButton);
  auto& page = *window->findChild<PassPage*>();
  QTRY_VERIFY(page.cells().has_value());
  const auto held = seen(*window);
  const GreedyStep& step = *held->step;
  CircuitRegisters registers = step.before;
  GreedyScheduler scheduler(registers, SlotChoice::roundRobin, CellRotation::none, 1);
  scheduler.pass(step.requests, step.slot, step.corner);
  QVERIFY(!scheduler.changes().empty());
  auto* next = button(*window, QStringLiteral("pass.next"));
  std::size_t changes = 0, steps = 0;
  for (; next->isEnabled(); ++steps) {
    QTest::mouseClick(next, Qt::LeftButton);
    const PortPair at = *page.matrix().pointed();
    const ArrayCell& cell = page.cells()->at(at.input, at.output);
    QVERIFY(cell.asks);
    const QString words = found<QLabel>(*window, "cellWords").text();
    QVERIFY(words.contains(QStringLiteral("L 1")));
    if (!cell.toggles) continue;
    const auto same = [&](const CircuitChange& change) {
      return change.input == at.input && change.output == at.output &&
             change.established == (cell.action == CellAction::establish);
    };
    QVERIFY(std::any_of(scheduler.changes().begin(), scheduler.changes().end(), same));
    ++changes;
  }
  QCOMPARE(steps, page.cells()->asking().size());
  QCOMPARE(changes, scheduler.changes().size());
  QVERIFY(button(*window, QStringLiteral("pass.back"))->isEnabled());
  QTest::mouseClick(button(*window, QStringLiteral("pass.begin")), Qt::LeftButton);
  QCOMPARE(page.done(), std::size_t{0});
}

void CircuitsPanelTest::keptRunsHaveTheirSlots() {
  const Sandbox sandbox;
  const auto window = windowWith(hybridDesign(4000));
  window->runMode().setSpeed(0);
  window->runMode().toggle();
  QTRY_COMPARE(window->session().runs().size(), std::size_t{1});
  const Results again = repeatKeptRun(*window);
  window->runMode().showStored(window->session().runs().front().id);
  auto& wheel = found<SlotWheel>(*window, "slotWheel");
  QTRY_COMPARE(wheel.shown().all.size(), again.timeSlots.size());
  for (std::size_t i = 0; i < again.timeSlots.size(); ++i) {
    QCOMPARE(wheel.shown().all[i].turns, again.timeSlots[i].turns);
    QCOMPARE(wheel.shown().all[i].used, again.timeSlots[i].used);
  }
  QVERIFY(found<QLabel>(*window, "circuitsHint").isVisible());
}

void CircuitsPanelTest::aMomentOfThePast() {
  const Sandbox sandbox;
  const auto window = windowWith(hybridDesign(4000));
  window->runMode().setSpeed(0);
  window->runMode().toggle();
  QTRY_COMPARE(window->session().runs().size(), std::size_t{1});
  window->runMode().showStored(window->session().runs().front().id);
  window->runMode().seek(2500);
  auto& gantt = found<SlotGantt>(*window, "slotGantt");
  QVERIFY(gantt.detail() == nullptr);
  QTest::mouseClick(found<CircuitsPanel>(*window, "circuitsPanel")
                        .findChild<PastBar*>()
                        ->findChild<QPushButton*>(),
                    Qt::LeftButton);
  QTRY_VERIFY(gantt.detail() != nullptr);
  QCOMPARE(gantt.detail()->now, window->runMode().view().past->end);
  QVERIFY(!gantt.detail()->turns.empty());
}

/// What the lane of slots shows at the moment that the arrow keys look at is said.
void CircuitsPanelTest::theLaneByKeysAlone() {
  const Sandbox sandbox;
  Design design = hybridDesign(4000);
  design.settings["run.window"] = std::int64_t{200};
  const auto window = windowWith(design);
  window->runMode().setSpeed(0);
  window->runMode().toggle();
  QTRY_COMPARE(window->session().runs().size(), std::size_t{1});
  window->runMode().showStored(window->session().runs().front().id);
  auto& strip = *window->findChild<TimelineStrip*>();
  QTRY_VERIFY(!strip.picture().slotLane.empty());
  QVERIFY((strip.focusPolicy() & Qt::TabFocus) != 0);
  strip.setFocus(Qt::TabFocusReason);
  QVERIFY(strip.hasFocus());
  QStringList all;
  QTest::keyClick(&strip, Qt::Key_Home);
  for (int i = 0; i < 10; ++i) {
    QTest::keyClick(&strip, Qt::Key_Right);
    QVERIFY(strip.picture().cursor.has_value());
    const QString words = slotLaneWords(strip.picture().slotLane, *strip.picture().cursor);
    QVERIFY2(words.startsWith(QStringLiteral("Slots from cycle ")), qPrintable(words));
    QVERIFY2(strip.accessibleDescription().endsWith(words),
             qPrintable(strip.accessibleDescription()));
    if (!all.contains(words)) all << words;
  }
  QVERIFY(all.size() > 8);
  // The beginning of the run is the end of no window: there is nothing more to say.
  TimelinePicture beginning = strip.picture();
  beginning.cursor = 0;
  strip.setPicture(beginning);
  QVERIFY2(!strip.accessibleDescription().contains(QStringLiteral(". ")),
           qPrintable(strip.accessibleDescription()));
}

void CircuitsPanelTest::throughDesignAndBack() {
  const Sandbox sandbox;
  const auto window = windowWith(hybridDesign());
  runTo(*window, 2000);
  auto& wheel = found<SlotWheel>(*window, "slotWheel");
  QTRY_COMPARE(wheel.shown().all.size(), std::size_t{5});
  window->actions().at("mode.design")->trigger();
  window->session().document().setValue("switch.slots", std::int64_t{2});
  window->actions().at("mode.run")->trigger();
  window->runMode().startOver();
  window->runMode().run().pause();
  QTRY_COMPARE(wheel.shown().all.size(), std::size_t{3});
  // No slots at all any more.
  window->actions().at("mode.design")->trigger();
  window->session().document().setValue("switch.model", std::string("wormhole"));
  window->actions().at("mode.run")->trigger();
  window->runMode().startOver();
  QTRY_VERIFY(window->runMode().circuitsDock()->isHidden());
}

void CircuitsPanelTest::numbersByLocale() {
  const Sandbox sandbox;
  const auto window = windowWith(hybridDesign());
  runTo(*window, 2000);
  auto& gantt = found<SlotGantt>(*window, "slotGantt");
  QTRY_VERIFY(gantt.detail() != nullptr && !gantt.detail()->turns.empty());
  const QLocale before;
  QLocale::setDefault(QLocale(QLocale::German));
  const QString words = gantt.wordsOf({gantt.detail()->turns.size() - 1, kNone});
  QLocale::setDefault(before);
  QVERIFY2(words.contains(QStringLiteral("2.000")), qPrintable(words));
}

HOPSCOPE_TEST(CircuitsPanelTest)
#include "circuits_panel_test.moc"
