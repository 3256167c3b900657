// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/scheduling/slot_scheduler.h"

#include <QObject>
#include <QTest>
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/rng.h"
#include "engine/scheduling/k_step_matching.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

std::unique_ptr<SlotScheduler> makeScheduler(const char* name, const SlotSchedulerPlan& plan) {
  return slotSchedulers().find(name)->make(plan);
}

SlotSchedulerPlan planOf(CircuitRegisters& registers) {
  return {registers, SlotChoice::roundRobin, CellRotation::roundRobin, 9, nullptr, {}, 1};
}

void changeSome(BitMatrix& requests, Rng& rng, std::uint32_t count) {
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t input = rng.below(requests.rows()), output = rng.below(requests.rows());
    if (rng.below(2) == 0)
      requests.set(input, output);
    else
      requests.clear(input, output);
  }
}

TreeStructure someTree(Rng& rng) {
  TreeStructure tree;
  const std::uint32_t levels = 2 + rng.below(3);
  for (std::uint32_t level = 0; level < levels; ++level) {
    tree.m.push_back(2 + rng.below(3));
    tree.w.push_back(level == 0 ? 1 : 1 + rng.below(3));
  }
  return tree;
}

std::uint32_t terminalsOf(const TreeStructure& tree) {
  std::uint32_t count = 1;
  for (const std::uint32_t each : tree.m) count *= each;
  return count;
}

/// What a step tells is what it does; no pair has two slots.
void followChanges(const std::vector<CircuitChange>& changes, CircuitRegisters& copy) {
  for (const CircuitChange& each : changes) {
    if (each.established) {
      QVERIFY(copy.outputOf(each.slot, each.input) == kNone);
      QVERIFY(copy.inputOf(each.slot, each.output) == kNone);
      copy.establish(each.slot, each.input, each.output);
    } else {
      QCOMPARE(copy.outputOf(each.slot, each.input), each.output);
      copy.release(each.slot, each.input);
    }
  }
}

}  // namespace

class SlotSchedulerTest : public QObject {
  Q_OBJECT

 private slots:
  /// Whatever is requested, registers follow from the changes, and circuits are requested.
  void changesAreWhatIsDone_data() {
    QTest::addColumn<QString>("name");
    for (const SlotSchedulerEntry& each : slotSchedulers()) QTest::newRow(each.name.c_str()) << "";
  }
  void changesAreWhatIsDone() {
    const SlotSchedulerEntry& entry = *slotSchedulers().find(QTest::currentDataTag());
    Rng rng(5, 0, RandomPurpose::pattern);
    for (int round = 0; round < 60; ++round) {
      const TreeStructure tree = someTree(rng);
      const std::uint32_t ports = entry.ofTrees ? terminalsOf(tree) : 1 + rng.below(90);
      const std::uint32_t slotCount = 1 + rng.below(4);
      CircuitRegisters registers(ports, slotCount), copy(ports, slotCount);
      SlotSchedulerPlan plan = planOf(registers);
      plan.choice = static_cast<SlotChoice>(rng.below(2));
      plan.rotation = static_cast<CellRotation>(rng.below(3));
      plan.pathStages = 1 + 2 * rng.below(6);
      plan.tree = entry.ofTrees ? &tree : nullptr;
      plan.ways.ports = static_cast<TreeSchedulerSettings::Ports>(rng.below(2));
      plan.ways.turn = static_cast<TreeSchedulerSettings::Turn>(rng.below(2));
      plan.ways.releaseOnFailure = rng.below(2) == 0;
      const auto scheduler = entry.make(plan);
      if (slotCount > 1 && ports > 1) {
        scheduler->load(0, {{0, ports - 1}});
        copy.preload(0, {{0, ports - 1}});
      }
      BitMatrix requests(ports, ports);
      for (int step = 0; step < 40; ++step) {
        changeSome(requests, rng, ports);
        followChanges(scheduler->step(requests), copy);
        for (std::uint32_t slot = 0; slot < slotCount; ++slot)
          for (std::uint32_t input = 0; input < ports; ++input)
            QCOMPARE(registers.outputOf(slot, input), copy.outputOf(slot, input));
        QCOMPARE(scheduler->strayChannels(), std::uint64_t{0});
      }
    }
  }

  /// With paths as long as there are, one step fills a slot with a maximum matching; with K = 1 it
  /// is the greedy pass.
  void pathsMakeRoom() {
    Rng rng(7, 0, RandomPurpose::pattern);
    for (int round = 0; round < 300; ++round) {
      const std::uint32_t ports = 2 + rng.below(40);
      BitMatrix requests(ports, ports);
      changeSome(requests, rng, 4 * ports);
      const auto circuitsWith = [&](const char* name, std::uint32_t stages) {
        CircuitRegisters registers(ports, 1);
        SlotSchedulerPlan plan = planOf(registers);
        plan.pathStages = stages;
        makeScheduler(name, plan)->step(requests);
        return registers.circuits(0);
      };
      std::vector<std::uint32_t> outputOf;
      greedyMatching(requests, outputOf);
      KStepMatching(ports).improve(requests, 2 * ports - 1, outputOf);
      const auto most = static_cast<std::uint32_t>(
          std::count_if(outputOf.begin(), outputOf.end(), [](auto v) { return v != kNone; }));
      QCOMPARE(circuitsWith("k_step", 2 * ports - 1), most);
      QCOMPARE(circuitsWith("k_step", 1), circuitsWith("greedy", 1));
      QVERIFY(circuitsWith("k_step", 3) >= circuitsWith("greedy", 1));
    }
  }

  /// A step on an empty slot grants what the same requests one by one are granted.
  void aStepIsOnePassOfTheTree() {
    Rng rng(9, 0, RandomPurpose::pattern);
    for (const char* name : {"level_wise", "local"})
      for (int round = 0; round < 100; ++round) {
        const TreeStructure tree = someTree(rng);
        const std::uint32_t ports = terminalsOf(tree);
        TreeSchedulerSettings settings;
        settings.view = std::string(name) == "local" ? TreeSchedulerSettings::View::local
                                                     : TreeSchedulerSettings::View::levelWise;
        settings.turn = static_cast<TreeSchedulerSettings::Turn>(rng.below(2));
        std::vector<std::uint32_t> order(ports);
        for (std::uint32_t i = 0; i < ports; ++i) order[i] = i;
        for (std::uint32_t i = ports; i > 1; --i) std::swap(order[i - 1], order[rng.below(i)]);
        TreeScheduler alone(tree, 1, settings);
        CircuitRegisters registers(ports, 1);
        SlotSchedulerPlan plan = planOf(registers);
        plan.rotation = CellRotation::none;
        plan.tree = &tree;
        plan.ways = settings;
        BitMatrix requests(ports, ports);
        for (std::uint32_t input = 0; input < ports; ++input) requests.set(input, order[input]);
        makeScheduler(name, plan)->step(requests);
        for (std::uint32_t input = 0; input < ports; ++input) {
          const bool granted = alone.schedule(0, input, order[input]).granted;
          QCOMPARE(registers.outputOf(0, input), granted ? order[input] : kNone);
        }
      }
  }

  void waysOfLoadedCircuits() {
    TreeStructure tree;  // two levels, one cable between a leaf and each of two tops
    tree.m = {4, 2};
    tree.w = {1, 2};
    QVERIFY(hasWays(tree, {{0, 4}, {1, 5}}));
    QVERIFY(!hasWays(tree, {{0, 4}, {1, 5}, {2, 6}}));
  }
};

HOPSCOPE_TEST(SlotSchedulerTest)

}  // namespace hopscope

#include "slot_scheduler_test.moc"
