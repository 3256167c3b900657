// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/circuit_observation.h"

#include <QTest>
#include <algorithm>
#include <memory>
#include <vector>

#include "engine/simulation/make_network.h"
#include "engine/simulation/simulation.h"
#include "engine/switching/slot_log.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

constexpr Cycle kCable = 8;

Setup hybridSetup(const HybridSettings& settings, double load) {
  Setup setup = test::makeSetup("crossbar", {{"terminals", std::int64_t{8}}});
  test::setLatency(setup, LinkKind::terminal, kCable);
  setup.switches = HybridSwitches{settings, 5, kCable};
  setup.load = load;
  return setup;
}

HybridSettings preempting() {
  HybridSettings settings;
  settings.circuitSlots = 3;
  settings.policy = SlotPolicy::preempt;
  settings.lengths = {10, 10};
  settings.guard = 2;
  settings.evictionLimit = 40;
  return settings;
}

}  // namespace

class CircuitObservationTest : public QObject {
  Q_OBJECT

 private slots:
  void turnsAddUpToWhatIsCounted();
  void watchingChangesNothing();
  void whatPairsWaitFor();
  void stepsLeadFromOneToTheNext();
  void flushesAreMarked();
};

/// In the turn that was under way when processors gave up their circuits, and in no other.
void CircuitObservationTest::flushesAreMarked() {
  hybrid::SlotLog turns(8);
  const CircuitRegisters none(8, 2);
  const std::vector<std::uint64_t> received(8, 0);
  turns.flush(3);  // before the first turn: there is none to mark
  turns.begin({0, SlotFate::used, 10, 10, 10}, none, received);
  turns.flush(12);
  turns.flush(14);
  turns.end(20, none, received);
  turns.begin({1, SlotFate::used, 20, 20, 20}, none, received);
  turns.end(30, none, received);
  turns.flush(31);
  CircuitDetail seen;
  seen.now = 32;
  turns.read(none, received, seen);
  QCOMPARE(seen.turns.size(), std::size_t{2});
  QCOMPARE(seen.turns[0].flushed, Cycle{14});
  QCOMPARE(seen.turns[1].flushed, Cycle{31});
}

/// While all turns are kept, their time, their flits and those passed over are the counters'.
void CircuitObservationTest::turnsAddUpToWhatIsCounted() {
  Simulation simulation(hybridSetup(preempting(), 0.2));
  simulation.watchCircuits(true);
  Snapshot seen;
  WatchList watch;
  watch.circuits = true;
  std::uint64_t passedOver = 0;
  for (int i = 0; i < 12; ++i) {
    simulation.advance(37);
    simulation.snapshot(seen, watch);
    const CircuitDetail& detail = *seen.circuits;
    QCOMPARE(detail.now, simulation.now());
    std::vector<SlotUse> sums(detail.uses.size());
    for (std::size_t turn = 0; turn < detail.turns.size(); ++turn) {
      const SlotTurn& each = detail.turns[turn];
      SlotUse& sum = sums[each.slot];
      if (each.fate == SlotFate::used) {
        ++sum.turns;
        sum.time += each.end - each.begin;
        QVERIFY(each.dataFrom == each.begin || each.dataFrom == each.begin + 2);
      }
      sum.skipped += each.fate == SlotFate::skipped ? 1 : 0;
      sum.preempted += each.fate == SlotFate::preempted ? 1 : 0;
      for (std::uint32_t output = 0; output < detail.ports; ++output)
        sum.flits += detail.link(turn, output).flits;
    }
    for (std::size_t slot = 0; slot < sums.size(); ++slot) {
      QCOMPARE(sums[slot].turns, detail.uses[slot].turns);
      QCOMPARE(sums[slot].time, detail.uses[slot].time);
      QCOMPARE(sums[slot].flits, detail.uses[slot].flits);
      QCOMPARE(sums[slot].skipped, detail.uses[slot].skipped);
      QCOMPARE(sums[slot].preempted, detail.uses[slot].preempted);
    }
    passedOver = 0;
    for (const SlotUse& use : detail.uses) passedOver += use.skipped + use.preempted;
    if (detail.turns.size() > 70) break;  // the ring is nearly full
  }
  QVERIFY(passedOver > 5);
}

void CircuitObservationTest::watchingChangesNothing() {
  Simulation watched(hybridSetup(preempting(), 0.5)), alone(hybridSetup(preempting(), 0.5));
  Snapshot seen;
  WatchList watch;
  watch.circuits = true;
  for (int i = 0; i < 50; ++i) {
    watched.watchCircuits(i % 3 != 0);
    watched.advance(41);
    watched.snapshot(seen, watch);
    QCOMPARE(seen.circuits->turns.empty(), i % 3 == 0);
    alone.advance(41);
  }
  const Results a = watched.results(), b = alone.results();
  QCOMPARE(a.flitHops, b.flitHops);
  QVERIFY(a.latency == b.latency);
  QVERIFY(a.timeSlots == b.timeSlots);
}

/// The state of a pair, from registers made by hand.
void CircuitObservationTest::whatPairsWaitFor() {
  CircuitDetail detail;
  detail.ports = 4;
  detail.circuitSlots = 2;
  detail.known = detail.scheduled = CircuitRegisters(4, 2);
  detail.requests = detail.asked = BitMatrix(4, 4);
  using Waits = PairState::Waits;
  QCOMPARE(stateOf(detail, 0, 1).waits, Waits::nothing);
  detail.asked.set(0, 1);
  QCOMPARE(stateOf(detail, 0, 1).waits, Waits::request);
  detail.requests.set(0, 1);
  QCOMPARE(stateOf(detail, 0, 1).waits, Waits::pass);
  QCOMPARE(stateOf(detail, 0, 1).inSlots, (std::vector<std::uint32_t>{0, 1}));
  // Its input is busy in one slot, its output in the other.
  detail.scheduled.establish(0, 0, 2);
  detail.scheduled.establish(1, 3, 1);
  const PairState blocked = stateOf(detail, 0, 1);
  QCOMPARE(blocked.waits, Waits::ports);
  QCOMPARE(blocked.holders.size(), std::size_t{2});
  QCOMPARE(blocked.holders[0].output, std::uint32_t{2});
  QCOMPARE(blocked.holders[0].input, kNone);
  QCOMPARE(blocked.holders[1].input, std::uint32_t{3});
  detail.scheduled.establish(1, 0, 3);
  QCOMPARE(stateOf(detail, 0, 1).waits, Waits::input);
  // Made, heard of, and its turn.
  detail.scheduled.release(0, 0);
  detail.scheduled.establish(0, 0, 1);
  QCOMPARE(stateOf(detail, 0, 1).waits, Waits::grant);
  detail.known.establish(0, 0, 1);
  QCOMPARE(stateOf(detail, 0, 1).waits, Waits::slot);
  detail.slot = 0;
  QCOMPARE(stateOf(detail, 0, 1).waits, Waits::sending);
}

/// What the latest step leads to is what the scheduler has then.
void CircuitObservationTest::stepsLeadFromOneToTheNext() {
  Simulation simulation(hybridSetup(preempting(), 0.4));
  simulation.watchCircuits(true);
  Snapshot seen;
  WatchList watch;
  watch.circuits = true;
  Cycle last = -1;
  int steps = 0;
  for (int i = 0; i < 2000 && steps < 40; ++i) {
    simulation.advance(1);
    simulation.snapshot(seen, watch);
    const CircuitDetail& detail = *seen.circuits;
    if (!detail.step || detail.step->at == last) continue;
    last = detail.step->at;
    ++steps;
    const CellArray cells(*detail.step, detail.step->slot);
    for (std::uint32_t input = 0; input < detail.ports; ++input)
      for (std::uint32_t output = 0; output < detail.ports; ++output) {
        const ArrayCell& cell = cells.at(input, output);
        QCOMPARE(detail.scheduled.outputOf(cells.slot(), input) == output,
                 cell.here != cell.toggles);
      }
  }
  QCOMPARE(steps, 40);
}

}  // namespace hopscope

using hopscope::CircuitObservationTest;
HOPSCOPE_TEST(CircuitObservationTest)
#include "circuit_observation_test.moc"
