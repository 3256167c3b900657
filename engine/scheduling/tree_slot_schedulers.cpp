// SPDX-License-Identifier: GPL-3.0-or-later
// Schedulers of a tree's slots: a circuit takes its terminals' channels and, between levels, those
// of its way.
#include <bit>
#include <map>
#include <utility>

#include "engine/scheduling/slot_scheduler.h"

namespace hopscope {
namespace {

TreeSchedulerSettings compiledWays() {
  TreeSchedulerSettings settings;
  settings.releaseOnFailure = true;
  settings.ports = TreeSchedulerSettings::Ports::ofDestination;
  return settings;
}

TreeSchedulerSettings seenAs(TreeSchedulerSettings settings, TreeSchedulerSettings::View view,
                             std::uint64_t seed) {
  settings.view = view;
  settings.seed = seed;
  return settings;
}

/// A pass gives back what is not wanted any more, then looks for ways, input by input and output by
/// output from a corner that moves on. What a failed request has taken is lost to the others of its
/// pass, unless failures release; behind it nothing is kept.
class TreeSlots final : public SlotScheduler {
 public:
  TreeSlots(const SlotSchedulerPlan& plan, TreeSchedulerSettings::View view)
      : registers_(plan.registers),
        turns_(registers_, plan.choice, plan.rotation, plan.seed),
        found_(*plan.tree, plan.registers.slotCount(), seenAs(plan.ways, view, plan.seed)),
        loaded_(*plan.tree, plan.registers.slotCount(), compiledWays()),
        ways_(std::size_t{plan.registers.slotCount()} * plan.registers.ports()) {
    failed_.reserve(plan.registers.ports());
  }

  const std::vector<CircuitChange>& step(const BitMatrix& requests) override {
    return turns_.inTurn(
        [&](std::uint32_t slot, CellCorner corner) { pass(requests, slot, corner); });
  }

  void load(std::uint32_t slot, const std::vector<PortPair>& pairs) override {
    for (std::uint32_t input = 0; input < registers_.ports(); ++input)
      if (registers_.outputOf(slot, input) != kNone)
        (registers_.isPreloaded(slot) ? loaded_ : found_).release(wayOf(slot, input));
    registers_.preload(slot, pairs);
    for (const PortPair& pair : pairs)
      wayOf(slot, pair.input) = loaded_.schedule(slot, pair.input, pair.output);
  }

  void release(std::uint32_t slot, std::uint32_t input) override {
    (registers_.isPreloaded(slot) ? loaded_ : found_).release(wayOf(slot, input));
    registers_.release(slot, input);
  }

  const TreeCircuit* way(std::uint32_t slot, std::uint32_t input) const override {
    return &ways_[std::size_t{slot} * registers_.ports() + input];
  }

  std::uint64_t strayChannels() const override {
    std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint32_t> users;
    std::uint64_t stray = 0;
    for (std::uint32_t slot = 0; slot < registers_.slotCount(); ++slot)
      for (std::uint32_t input = 0; input < registers_.ports(); ++input) {
        if (registers_.outputOf(slot, input) == kNone) continue;
        found_.forEachTaken(*way(slot, input), [&](std::uint32_t group, std::uint32_t channel) {
          if (++users[{slot, std::uint64_t{group} << 32 | channel}] > 1) ++stray;
        });
      }
    const std::uint64_t taken = found_.channels().taken() + loaded_.channels().taken();
    return stray + (taken > users.size() ? taken - users.size() : users.size() - taken);
  }

 private:
  TreeCircuit& wayOf(std::uint32_t slot, std::uint32_t input) {
    return ways_[std::size_t{slot} * registers_.ports() + input];
  }

  void pass(const BitMatrix& requests, std::uint32_t slot, CellCorner corner) {
    const std::uint32_t ports = registers_.ports();
    for (std::uint32_t input = 0; input < ports; ++input) {
      const std::uint32_t held = registers_.outputOf(slot, input);
      if (held == kNone || requests.at(input, held)) continue;
      release(slot, input);
      turns_.note({slot, input, held, false});
    }
    for (std::uint32_t turn = 0; turn < ports; ++turn) {
      const std::uint32_t input = (corner.input + turn) % ports;
      if (registers_.outputOf(slot, input) == kNone) findWay(requests, slot, input, corner.output);
    }
    for (const TreeCircuit& each : failed_) found_.release(each);
    failed_.clear();
  }

  void findWay(const BitMatrix& requests, std::uint32_t slot, std::uint32_t input,
               std::uint32_t corner) {
    const auto tryFrom = [&](std::uint32_t from, std::uint32_t end) {
      for (std::uint32_t w = from / 64; w * 64 < end; ++w) {
        std::uint64_t open = requests.row(input)[w] & ~registers_.established().row(input)[w] &
                             ~registers_.busyOutputs(slot)[w];
        for (; open != 0; open &= open - 1) {
          const std::uint32_t output = w * 64 + static_cast<std::uint32_t>(std::countr_zero(open));
          if (output >= from && output < end && settled(slot, input, output)) return true;
        }
      }
      return false;
    };
    if (!tryFrom(corner, registers_.ports())) tryFrom(0, corner);
  }

  /// The input has a circuit, or has lost its channel to a request that failed.
  bool settled(std::uint32_t slot, std::uint32_t input, std::uint32_t output) {
    const TreeCircuit circuit = found_.schedule(slot, input, output);
    if (!circuit.granted) {
      if (circuit.takesTerminals) failed_.push_back(circuit);
      return circuit.takesTerminals;
    }
    wayOf(slot, input) = circuit;
    registers_.establish(slot, input, output);
    turns_.note({slot, input, output, true});
    return true;
  }

  CircuitRegisters& registers_;
  GreedyScheduler turns_;
  TreeScheduler found_, loaded_;  ///< of slots that passes work on, and of loaded ones
  std::vector<TreeCircuit> ways_, failed_;
};

}  // namespace

bool hasWays(const TreeStructure& tree, const std::vector<PortPair>& pairs) {
  TreeScheduler scheduler(tree, 1, compiledWays());
  bool all = true;
  for (const PortPair& pair : pairs)
    all = all && scheduler.schedule(0, pair.input, pair.output).granted;
  return all;
}

namespace circuits {

SlotSchedulerEntry levelWiseSlotScheduler() {
  SlotSchedulerEntry entry;
  entry.name = "level_wise";
  entry.label = "Level-wise: up ports whose way down is free";
  entry.source = "Ding 2006, section 7.4";
  entry.ofTrees = true;
  entry.make = [](const SlotSchedulerPlan& plan) -> std::unique_ptr<SlotScheduler> {
    return std::make_unique<TreeSlots>(plan, TreeSchedulerSettings::View::levelWise);
  };
  return entry;
}

SlotSchedulerEntry localSlotScheduler() {
  SlotSchedulerEntry entry;
  entry.name = "local";
  entry.label = "Local: each switch knows its own ports";
  entry.source = "Ding 2006, section 7.1";
  entry.ofTrees = true;
  entry.make = [](const SlotSchedulerPlan& plan) -> std::unique_ptr<SlotScheduler> {
    return std::make_unique<TreeSlots>(plan, TreeSchedulerSettings::View::local);
  };
  return entry;
}

}  // namespace circuits

}  // namespace hopscope
