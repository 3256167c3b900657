// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/core/bit_matrix.h"
#include "engine/scheduling/circuit_registers.h"
#include "engine/scheduling/greedy_scheduler.h"
#include "engine/scheduling/slot_scheduler.h"

namespace hopscope {

/// The scheduler of worms: the same pass over a single slot, the register U, with a corner that
/// moves on. A connection is held until the tail of its worm has left (section 3.4). In a tree it
/// is the pass of the tree's scheduler, so that a connection has a way of its own, too.
class WormholeScheduler {
 public:
  explicit WormholeScheduler(std::uint32_t ports);
  /// For a tree, which outlives it, with a scheduler of trees.
  WormholeScheduler(std::uint32_t ports, const SlotSchedulerEntry& scheduler,
                    const TreeStructure& tree, const TreeSchedulerSettings& ways,
                    std::uint64_t seed);
  WormholeScheduler(const WormholeScheduler&) = delete;
  WormholeScheduler& operator=(const WormholeScheduler&) = delete;

  /// The head of a worm at `input` wants `output`, from now until its tail has left.
  void offer(std::uint32_t input, std::uint32_t output) {
    requests_.set(input, output);
    ++waiting_;
  }
  /// Connects worms whose head waits. Connections that are held stay.
  const std::vector<CircuitChange>& pass();
  /// Only of an input that is connected.
  void tailLeft(std::uint32_t input) {
    requests_.clear(input, outputOf(input));
    if (ofTree_)
      ofTree_->release(0, input);
    else
      register_.release(0, input);
  }
  /// The way of a connection through the tree; null on a crossbar.
  const TreeCircuit* way(std::uint32_t input) const {
    return ofTree_ ? ofTree_->way(0, input) : nullptr;
  }
  /// SlotScheduler::strayChannels.
  std::uint64_t strayChannels() const { return ofTree_ ? ofTree_->strayChannels() : 0; }

  /// It has been offered, and its tail has not left.
  bool wants(std::uint32_t input, std::uint32_t output) const {
    return requests_.at(input, output);
  }
  /// kNone where the input is not connected.
  std::uint32_t outputOf(std::uint32_t input) const { return register_.outputOf(0, input); }
  std::uint32_t connections() const { return register_.circuits(0); }
  std::uint32_t waiting() const { return waiting_; }  ///< heads without a connection

 private:
  CircuitRegisters register_;
  GreedyScheduler greedy_;
  std::unique_ptr<SlotScheduler> ofTree_;  ///< null: a crossbar
  BitMatrix requests_;                     ///< those connected included
  std::uint32_t waiting_ = 0;
};

}  // namespace hopscope
