// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/workload/collective.h"
#include "engine/workload/traces/goal_order.h"

namespace hopscope::trace {

/// What ranks of a trace do beside their programs, as collectives that they begin. Which one it is
/// is said by its root (Operation::peer), so that all of a trace count as one.
class TracedSteps final : public Collective {
 public:
  /// The number of these steps.
  std::uint32_t add(std::vector<CollectiveStep> steps) {
    lists_.push_back(std::move(steps));
    return static_cast<std::uint32_t>(lists_.size() - 1);
  }
  std::uint32_t steps(const CollectiveCall& call) const override {
    return static_cast<std::uint32_t>(lists_[call.root].size());
  }
  CollectiveStep step(const CollectiveCall& call, std::uint32_t index) const override {
    return lists_[call.root][index];
  }
  void blocks(const CollectiveCall& /*call*/, std::uint32_t /*index*/,
              std::vector<std::uint32_t>& /*out*/) const override {}
  std::uint64_t blockBytes(const CollectiveCall& /*call*/, std::uint32_t /*block*/) const override {
    return 0;
  }

 private:
  std::vector<std::vector<CollectiveStep>> lists_;
};

/// The operations of a rank, each with the processor ("cpu") that it is for: a chain on another one
/// than 0 that is a collective, from where the rank begins it to where it waits for its end,
/// becomes one operation, with steps in `into`. False where such chains are something else; `nodes`
/// stays.
bool joinBeside(std::vector<GoalNode>& nodes, const std::vector<std::int32_t>& processors,
                std::uint32_t ranks, TracedSteps& into);

}  // namespace hopscope::trace
