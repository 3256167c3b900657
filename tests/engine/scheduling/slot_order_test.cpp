// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/scheduling/slot_order.h"

#include <QObject>
#include <QTest>
#include <vector>

#include "engine/core/rng.h"
#include "engine/scheduling/circuit_prediction.h"
#include "engine/scheduling/shifted_slots.h"
#include "engine/topology/generator.h"
#include "tests/support/test_main.h"

namespace hopscope {

/// Which slot follows, when circuits go, and slots that move on with the words they carry.
class SlotOrderTest : public QObject {
  Q_OBJECT

 private slots:
  void emptySlotsAreSkipped() {
    const bool configured[] = {true, true, false, false, true};
    const auto next = [&](std::uint32_t slot, std::vector<std::uint32_t>& skipped) {
      return slotAfter(
          slot, 5,
          [&](std::uint32_t each) {
            return fateOf(SlotPolicy::skipEmpty, PreemptScope::global, each == 4,
                          {configured[each], false, false});
          },
          [&](std::uint32_t each, SlotFate fate) {
            QVERIFY(fate == SlotFate::skipped);
            skipped.push_back(each);
          });
    };
    std::vector<std::uint32_t> skipped;
    QCOMPARE(next(1, skipped), 4u);
    QVERIFY((skipped == std::vector<std::uint32_t>{2, 3}));
    QCOMPARE(next(4, skipped), 0u);
    QCOMPARE(next(0, skipped), 1u);
  }

  void nothingToDoIsIdle() {
    int asked = 0;
    const auto none = slotAfter(
        2, 4, [](std::uint32_t) { return SlotFate::skipped; },
        [&](std::uint32_t, SlotFate) { ++asked; });
    QCOMPARE(none, kNone);
    QCOMPARE(asked, 4);  // each once, then the cycle is over
  }

  void circuitsWithoutDataArePreempted() {
    const SlotSignals silent{true, false, false}, others{true, false, true}, own{true, true, true};
    const auto fate = [](PreemptScope scope, bool worms, const SlotSignals& seen) {
      return fateOf(SlotPolicy::preempt, scope, worms, seen);
    };
    QVERIFY(fate(PreemptScope::global, false, silent) == SlotFate::preempted);
    QVERIFY(fate(PreemptScope::global, false, others) == SlotFate::used);
    QVERIFY(fate(PreemptScope::perSlot, false, others) == SlotFate::preempted);
    QVERIFY(fate(PreemptScope::perSlot, false, own) == SlotFate::used);
    QVERIFY(fate(PreemptScope::global, true, silent) == SlotFate::used);  // worms wait
    QVERIFY(fate(PreemptScope::global, false, {false, false, true}) == SlotFate::skipped);
    QVERIFY(fateOf(SlotPolicy::fixed, PreemptScope::global, false, {}) == SlotFate::used);
  }

  void lengthsFollowTheTraffic() {
    const auto lengths = [](double share) { return adjustedLengths(share, 0.7, 4, 20); };
    QCOMPARE(lengths(0).circuits, Cycle{0});
    QCOMPARE(lengths(0).worms, Cycle{20});
    QCOMPARE(lengths(1).worms, Cycle{0});
    QCOMPARE(lengths(1).circuits, Cycle{20});
    QCOMPARE(lengths(0.5).circuits, Cycle{20});
    QCOMPARE(lengths(0.5).worms, Cycle{114});  // 4 / 0.7 of 20
    QCOMPARE(lengths(0.9).worms, Cycle{20});
    QCOMPARE(lengths(0.9).circuits, Cycle{32});  // 0.63 / 0.4 of 20
    for (double share = 0.05; share < 1; share += 0.05)
      QCOMPARE(std::min(lengths(share).circuits, lengths(share).worms), Cycle{20});
  }

  void idleCircuitsTimeOut() {
    IdleCircuits idle(Eviction::timeOut, 10, 4);
    QCOMPARE(idle.nextDue(), Cycle{-1});
    idle.idle(2, 5);
    idle.idle(0, 7);
    QCOMPARE(idle.nextDue(), Cycle{15});
    QCOMPARE(idle.due(14), kNone);
    QCOMPARE(idle.due(15), 2u);
    idle.used(2);  // has data: never evicted
    QCOMPARE(idle.due(16), kNone);
    QCOMPARE(idle.due(17), 0u);
    idle.removed(0);
    QCOMPARE(idle.due(1000), kNone);
    idle.idle(2, 20);
    QCOMPARE(idle.due(30), 2u);
  }

  void othersUsesCount() {
    IdleCircuits idle(Eviction::useCounter, 3, 3);
    idle.idle(0, 0);
    idle.idle(1, 0);
    for (int use = 0; use < 2; ++use) idle.used(2), idle.idle(2, 0);
    QCOMPARE(idle.due(1'000'000), kNone);  // time does not count
    QCOMPARE(idle.nextDue(), Cycle{-1});
    idle.used(1), idle.idle(1, 0);  // the third use of others for circuit 0
    QCOMPARE(idle.due(0), 0u);
    idle.used(0), idle.idle(0, 0);
    QCOMPARE(idle.due(0), kNone);
  }

  /// Against counters that are counted up one by one.
  void evictionsAgreeWithCounting() {
    Rng rng(3, 0, RandomPurpose::pattern);
    constexpr std::uint32_t kCircuits = 6;
    IdleCircuits idle(Eviction::useCounter, 5, kCircuits);
    std::vector<int> counter(kCircuits, -1);  // -1: not there
    for (int round = 0; round < 20'000; ++round) {
      const std::uint32_t circuit = rng.below(kCircuits);
      if (counter[circuit] >= 0) {
        idle.used(circuit);
        for (std::uint32_t other = 0; other < kCircuits; ++other)
          if (counter[other] >= 0) ++counter[other];
      }
      counter[circuit] = 0;
      idle.idle(circuit, round);
      for (std::uint32_t due = idle.due(round); due != kNone; due = idle.due(round)) {
        QVERIFY(counter[due] >= 5);
        counter[due] = -1;
        idle.removed(due);
      }
      for (const int count : counter) QVERIFY(count < 5);
    }
  }

  void circuitsAreAskedFor() {
    CircuitDemand none(Adding::none, 1, 4), onUse(Adding::onUse, 1, 4),
        threshold(Adding::threshold, 3, 4), command(Adding::command, 1, 4);
    QVERIFY(!none.missed(0, 1) && !none.commanded());
    QVERIFY(onUse.missed(0, 1));
    QVERIFY(!command.missed(0, 1) && command.commanded());
    QVERIFY(!threshold.missed(0, 1) && !threshold.missed(0, 1) && !threshold.missed(0, 2));
    QVERIFY(threshold.missed(0, 1));
    QVERIFY(!threshold.missed(0, 1));  // counted anew
  }

  /// Words of all circuits sent in all their slots: never two on a channel, and there when the
  /// closed form says.
  void shiftedCircuitsNeverMeet() {
    constexpr std::uint32_t kSlots = 12, kChannels = 40;
    Rng rng(5, 0, RandomPurpose::pattern);
    ShiftedSlots table(kChannels, kSlots);
    struct Circuit {
      std::vector<ChannelId> path;
      std::uint32_t start;
    };
    std::vector<Circuit> circuits;
    for (int tried = 0; tried < 400; ++tried) {
      std::vector<ChannelId> path;
      for (std::uint32_t i = 1 + rng.below(15); i > 0; --i) {
        const ChannelId channel = rng.below(kChannels);
        if (std::find(path.begin(), path.end(), channel) == path.end()) path.push_back(channel);
      }
      const std::uint32_t start = table.establish(path, rng.below(kSlots));
      if (start != kNone) circuits.push_back({path, start});
    }
    QVERIFY(circuits.size() > 30);
    std::vector<std::vector<int>> onChannel(kChannels, std::vector<int>(100, 0));
    std::uint64_t taken = 0;
    for (const Circuit& circuit : circuits) {
      taken += circuit.path.size();
      for (std::uint32_t ready = 0; ready < 2 * kSlots; ++ready) {
        // The first slot in which it may leave, counted up.
        std::uint64_t time = ready;
        while (time % kSlots != circuit.start) ++time;
        QCOMPARE(time + circuit.path.size() - ready,
                 shiftedLatency(ready, circuit.start, kSlots, circuit.path.size()));
      }
      for (std::uint64_t time = circuit.start; time < 50; time += kSlots)
        for (std::size_t hop = 0; hop < circuit.path.size(); ++hop)
          QCOMPARE(++onChannel[circuit.path[hop]][time + hop], 1);
    }
    QCOMPARE(table.taken(), taken);
    for (const Circuit& circuit : circuits) table.release(circuit.path, circuit.start);
    QCOMPARE(table.taken(), std::uint64_t{0});
  }

  /// Slots are looked at 64 together; it is the first one all the same, slot by slot.
  void theFirstFreeSlotIsTaken() {
    constexpr std::uint32_t kChannels = 30;
    for (const std::uint32_t slotCount : {1U, 2U, 7U, 63U, 64U, 65U, 127U, 128U, 200U}) {
      Rng rng(6, slotCount, RandomPurpose::pattern);
      ShiftedSlots table(kChannels, slotCount);
      std::vector<bool> busy(std::size_t{kChannels} * slotCount, false);
      const auto place = [&](ChannelId channel, std::uint32_t slot) {
        return std::size_t{channel} * slotCount + slot % slotCount;
      };
      std::uint32_t found = 0, full = 0;
      std::vector<std::pair<std::vector<ChannelId>, std::uint32_t>> circuits;
      for (std::uint32_t tried = 0; tried < 12 * slotCount + 20; ++tried) {
        std::vector<ChannelId> path;
        for (std::uint32_t i = 1 + rng.below(6); i > 0; --i) {
          const ChannelId channel = rng.below(kChannels);
          if (std::find(path.begin(), path.end(), channel) == path.end()) path.push_back(channel);
        }
        const std::uint32_t from = rng.below(slotCount);
        std::uint32_t expected = kNone;
        for (std::uint32_t i = 0; i < slotCount && expected == kNone; ++i) {
          bool free = true;
          for (std::uint32_t hop = 0; hop < path.size(); ++hop)
            free = free && !busy[place(path[hop], from + i + hop)];
          if (free) expected = (from + i) % slotCount;
        }
        if (expected != kNone) QVERIFY(table.isFree(path, expected));
        QCOMPARE(table.establish(path, from), expected);
        (expected == kNone ? full : found) += 1;
        if (expected == kNone) continue;
        for (std::uint32_t hop = 0; hop < path.size(); ++hop)
          busy[place(path[hop], expected + hop)] = true;
        circuits.emplace_back(path, expected);
        if (rng.below(3) != 0) continue;
        const auto [gone, start] = circuits.back();
        table.release(gone, start);
        for (std::uint32_t hop = 0; hop < gone.size(); ++hop)
          busy[place(gone[hop], start + hop)] = false;
        circuits.pop_back();
      }
      QVERIFY(found > 0 && full > 0);
    }
  }
};

HOPSCOPE_TEST(SlotOrderTest)

}  // namespace hopscope

#include "slot_order_test.moc"
