// SPDX-License-Identifier: GPL-3.0-or-later
// Schedulers of a crossbar's slots: the greedy pass, alone or improved by augmenting paths.
#include "engine/scheduling/k_step_matching.h"
#include "engine/scheduling/slot_scheduler.h"

namespace hopscope::circuits {
namespace {

class GreedySlots : public SlotScheduler {
 public:
  explicit GreedySlots(const SlotSchedulerPlan& plan)
      : registers_(plan.registers), greedy_(registers_, plan.choice, plan.rotation, plan.seed) {}

  const std::vector<CircuitChange>& step(const BitMatrix& requests) override {
    return greedy_.step(requests);
  }
  void load(std::uint32_t slot, const std::vector<PortPair>& pairs) override {
    registers_.preload(slot, pairs);
  }
  void release(std::uint32_t slot, std::uint32_t input) override {
    registers_.release(slot, input);
  }
  const GreedyScheduler* greedy() const override { return &greedy_; }

 protected:
  CircuitRegisters& registers_;
  GreedyScheduler greedy_;
};

/// The greedy pass, then augmenting paths in the same slot. Pairs that a path takes out of the slot
/// and that are still requested are requests again (section 1.8 of the reading of Ding 2006).
class KStepSlots final : public GreedySlots {
 public:
  explicit KStepSlots(const SlotSchedulerPlan& plan)
      : GreedySlots(plan), matching_(plan.registers.ports()), stages_(plan.pathStages) {}

  const std::vector<CircuitChange>& step(const BitMatrix& requests) override {
    return greedy_.inTurn([&](std::uint32_t slot, CellCorner corner) {
      greedy_.pass(requests, slot, corner);
      matching_.improve(requests, stages_, registers_, slot,
                        [this](const CircuitChange& change) { greedy_.note(change); });
    });
  }
  /// Paths change what the cells alone would have.
  const GreedyScheduler* greedy() const override { return nullptr; }

 private:
  KStepMatching matching_;
  std::uint32_t stages_;
};

template <typename Scheduler>
std::unique_ptr<SlotScheduler> made(const SlotSchedulerPlan& plan) {
  return std::make_unique<Scheduler>(plan);
}

}  // namespace

SlotSchedulerEntry greedySlotScheduler() {
  SlotSchedulerEntry entry;
  entry.name = "greedy";
  entry.label = "Greedy, cell by cell";
  entry.source = "Ding 2006, section 5.3";
  entry.make = made<GreedySlots>;
  return entry;
}

SlotSchedulerEntry kStepSlotScheduler() {
  SlotSchedulerEntry entry;
  entry.name = "k_step";
  entry.label = "Greedy, then augmenting paths";
  entry.takesAway = true;
  entry.source = "Ding 2006, chapter 6";
  entry.make = made<KStepSlots>;
  return entry;
}

}  // namespace hopscope::circuits
