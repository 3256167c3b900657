// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/scheduling/greedy_scheduler.h"
#include "engine/scheduling/wormhole_scheduler.h"

#include <QObject>
#include <QTest>
#include <set>
#include <vector>

#include "engine/core/rng.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

using Cells = std::vector<std::vector<int>>;

/// The array of tables 5.1 and 5.2, cell by cell; changes B(s).
void passByCells(const BitMatrix& requests, const CircuitRegisters& before, std::uint32_t slot,
                 CellCorner corner, Cells& config) {
  const std::uint32_t ports = before.ports();
  std::vector<int> a(ports, 0), d(ports, 0);
  for (std::uint32_t u = 0; u < ports; ++u)
    for (std::uint32_t v = 0; v < ports; ++v)
      if (before.outputOf(slot, u) == v) config[u][v] = a[v] = d[u] = 1;
  for (std::uint32_t i = 0; i < ports; ++i)
    for (std::uint32_t j = 0; j < ports; ++j) {
      const std::uint32_t u = (corner.input + i) % ports, v = (corner.output + j) % ports;
      const bool wanted = requests.at(u, v), somewhere = before.established().at(u, v);
      const bool here = before.outputOf(slot, u) == v;
      const bool toggles = wanted ? !somewhere : here;  // L
      if (!toggles) continue;
      if (here)
        config[u][v] = a[v] = d[u] = 0;
      else if (a[v] == 0 && d[u] == 0)
        config[u][v] = a[v] = d[u] = 1;
    }
}

BitMatrix randomRequests(Rng& rng, std::uint32_t ports, std::uint32_t share) {
  BitMatrix requests(ports, ports);
  for (std::uint32_t u = 0; u < ports; ++u)
    for (std::uint32_t v = 0; v < ports; ++v)
      if (rng.below(100) < share) requests.set(u, v);
  return requests;
}

/// At most one 1 in a row and a column, B* the union, busy outputs the columns.
void verifySound(const CircuitRegisters& registers) {
  BitMatrix all(registers.ports(), registers.ports());
  for (std::uint32_t slot = 0; slot < registers.slotCount(); ++slot) {
    std::set<std::uint32_t> outputs;
    for (std::uint32_t u = 0; u < registers.ports(); ++u) {
      const std::uint32_t v = registers.outputOf(slot, u);
      if (v == kNone) continue;
      QVERIFY(outputs.insert(v).second);
      QCOMPARE(registers.inputOf(slot, v), u);
      all.set(u, v);
    }
    QCOMPARE(registers.circuits(slot), static_cast<std::uint32_t>(outputs.size()));
    for (std::uint32_t v = 0; v < registers.ports(); ++v) {
      QCOMPARE(bitAt(registers.busyOutputs(slot), v), outputs.count(v) == 1);
      QCOMPARE(bitAt(registers.busyInputs(slot), v), registers.outputOf(slot, v) != kNone);
    }
  }
  QVERIFY(all == registers.established());
}

}  // namespace

class GreedySchedulerTest : public QObject {
  Q_OBJECT

 private slots:
  /// 10,000 random requests, registers and corners; some slots preloaded.
  void isTheArrayOfCells() {
    Rng rng(3, 0, RandomPurpose::pattern);
    for (int round = 0; round < 500; ++round) {
      const std::uint32_t ports = round % 10 == 0 ? 60 + rng.below(80) : 1 + rng.below(20);
      const std::uint32_t slotCount = 1 + rng.below(5);
      CircuitRegisters registers(ports, slotCount);
      GreedyScheduler scheduler(registers, SlotChoice::roundRobin, CellRotation::none, 1);
      if (slotCount > 1) {
        std::vector<PortPair> pairs;
        for (std::uint32_t u = 0; u < ports; u += 2) pairs.push_back({u, (u + 1) % ports});
        registers.preload(rng.below(slotCount), pairs);
        if (rng.below(4) == 0) registers.preload(rng.below(slotCount), pairs);  // some have two
      }
      for (int each = 0; each < 20; ++each) {
        const BitMatrix requests = randomRequests(rng, ports, 1 + rng.below(60));
        const std::uint32_t slot = rng.below(slotCount);
        const CellCorner corner{rng.below(ports), rng.below(ports)};
        Cells config(ports, std::vector<int>(ports, 0));
        passByCells(requests, registers, slot, corner, config);
        const BitMatrix before = registers.established();
        scheduler.forgetChanges();
        scheduler.pass(requests, slot, corner);
        for (std::uint32_t u = 0; u < ports; ++u)
          for (std::uint32_t v = 0; v < ports; ++v)
            QCOMPARE(registers.outputOf(slot, u) == v, config[u][v] == 1);
        verifySound(registers);
        for (const CircuitChange& change : scheduler.changes())
          QVERIFY(change.established ? !before.at(change.input, change.output)
                                     : before.at(change.input, change.output));
      }
    }
  }

  /// A request whose ports are both busy with others is blocked, not released (table 5.2 as printed
  /// would connect what nobody freed).
  void busyPortsAreNoRelease() {
    CircuitRegisters registers(3, 1);
    registers.establish(0, 0, 1);
    registers.establish(0, 1, 0);
    BitMatrix requests(3, 3);
    requests.set(0, 0), requests.set(0, 1), requests.set(1, 0);
    GreedyScheduler scheduler(registers, SlotChoice::roundRobin, CellRotation::none, 1);
    QVERIFY(scheduler.step(requests).empty());
  }

  void releasedPortsServeLaterCells() {
    CircuitRegisters registers(3, 1);
    registers.establish(0, 0, 1);
    BitMatrix requests(3, 3);
    requests.set(0, 0), requests.set(0, 2), requests.set(2, 1);
    GreedyScheduler scheduler(registers, SlotChoice::roundRobin, CellRotation::none, 1);
    const std::vector<CircuitChange> expected = {
        {0, 0, 1, false}, {0, 0, 2, true}, {0, 2, 1, true}};  // (0, 0) came before the release
    QVERIFY(scheduler.step(requests) == expected);
  }

  void preloadsAreLeftAlone() {
    CircuitRegisters registers(4, 3);
    registers.preload(1, {{0, 1}, {1, 0}});
    BitMatrix requests(4, 4);
    requests.set(0, 1), requests.set(2, 3);
    for (const SlotChoice choice : {SlotChoice::roundRobin, SlotChoice::firstFit}) {
      GreedyScheduler scheduler(registers, choice, CellRotation::random, 1);
      for (int step = 0; step < 6; ++step)
        for (const CircuitChange& change : scheduler.step(requests)) QVERIFY(change.slot != 1);
      QCOMPARE(registers.outputOf(1, 0), 1u);
      QCOMPARE(registers.outputOf(1, 1), 0u);  // nobody requests it
      QVERIFY(registers.established().at(2, 3));
      // 0 to 1 has its slot: none is added.
      QCOMPARE(registers.circuits(0) + registers.circuits(2), 1u);
    }
    registers.unload(1);
    QVERIFY(!registers.established().at(0, 1));
    // A pair may be preloaded in several slots; it is there until the last of them goes.
    registers.preload(0, {{0, 1}});
    registers.preload(1, {{0, 1}});
    registers.unload(0);
    QVERIFY(registers.established().at(0, 1));
    registers.unload(1);
    QVERIFY(!registers.established().at(0, 1));
  }

  /// First fit slot by slot is first fit request by request.
  void firstFitTriesSlotAfterSlot() {
    Rng rng(5, 0, RandomPurpose::pattern);
    for (int round = 0; round < 200; ++round) {
      const std::uint32_t ports = 2 + rng.below(12), slotCount = 1 + rng.below(4);
      const BitMatrix requests = randomRequests(rng, ports, 30);
      CircuitRegisters registers(ports, slotCount);
      GreedyScheduler(registers, SlotChoice::firstFit, CellRotation::none, 1).step(requests);
      CircuitRegisters expected(ports, slotCount);
      for (std::uint32_t u = 0; u < ports; ++u)
        for (std::uint32_t v = 0; v < ports; ++v)
          for (std::uint32_t slot = 0; requests.at(u, v) && slot < slotCount; ++slot)
            if (expected.outputOf(slot, u) == kNone && expected.inputOf(slot, v) == kNone) {
              expected.establish(slot, u, v);
              break;
            }
      for (std::uint32_t slot = 0; slot < slotCount; ++slot)
        for (std::uint32_t u = 0; u < ports; ++u)
          QCOMPARE(registers.outputOf(slot, u), expected.outputOf(slot, u));
    }
  }

  void slotsTakeTurns() {
    CircuitRegisters registers(2, 3);
    registers.preload(0, {});
    GreedyScheduler scheduler(registers, SlotChoice::roundRobin, CellRotation::none, 1);
    BitMatrix requests(2, 2);
    requests.set(0, 0);
    QCOMPARE(scheduler.step(requests).size(), std::size_t{1});  // slot 0 is preloaded: slot 1
    QCOMPARE(registers.outputOf(1, 0), 0u);
    requests.clear(0, 0);
    QVERIFY(scheduler.step(requests).empty());                  // slot 2
    QCOMPARE(scheduler.step(requests).size(), std::size_t{1});  // slot 1 again: released
    QVERIFY(registers.isEmpty(1));
  }

  /// With all pairs asking in a single slot, each gets its turn.
  void everyWormHasItsTurn() {
    constexpr std::uint32_t kPorts = 5;
    WormholeScheduler scheduler(kPorts);
    for (std::uint32_t u = 0; u < kPorts; ++u)
      for (std::uint32_t v = 0; v < kPorts; ++v) scheduler.offer(u, v);
    std::set<std::pair<std::uint32_t, std::uint32_t>> served;
    for (int round = 0; round < 50; ++round) {
      for (const CircuitChange& change : scheduler.pass())
        served.insert({change.input, change.output});
      QCOMPARE(scheduler.connections(), kPorts);
      for (std::uint32_t u = 0; u < kPorts; ++u) {
        const std::uint32_t v = scheduler.outputOf(u);
        scheduler.tailLeft(u);
        scheduler.offer(u, v);
      }
    }
    QCOMPARE(served.size(), std::size_t{kPorts * kPorts});
  }

  void aWormHoldsItsConnection() {
    WormholeScheduler scheduler(3);
    scheduler.offer(0, 1);
    QCOMPARE(scheduler.pass().size(), std::size_t{1});
    scheduler.offer(2, 1);  // the other's head has gone, its tail has not
    QVERIFY(scheduler.pass().empty());
    QCOMPARE(scheduler.waiting(), 1u);
    QCOMPARE(scheduler.outputOf(0), 1u);
    scheduler.tailLeft(0);
    QCOMPARE(scheduler.pass().size(), std::size_t{1});
    QCOMPARE(scheduler.outputOf(2), 1u);
  }

  void configurationsAreChecked() {
    QVERIFY(checkConfiguration({{0, 1}, {1, 2}, {2, 0}}, 3, "slots").empty());
    for (const std::vector<PortPair>& pairs : std::vector<std::vector<PortPair>>{
             {{0, 1}, {2, 1}}, {{0, 1}, {0, 2}}, {{0, 3}}, {{3, 0}}}) {
      const Issues issues = checkConfiguration(pairs, 3, "slots");
      QCOMPARE(issues.size(), std::size_t{1});
      QVERIFY(!issues.front().remedy.empty());
    }
  }
};

HOPSCOPE_TEST(GreedySchedulerTest)

}  // namespace hopscope

#include "greedy_scheduler_test.moc"
