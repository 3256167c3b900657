// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/core/bit_matrix.h"
#include "engine/core/registry.h"
#include "engine/scheduling/circuit_registers.h"
#include "engine/scheduling/greedy_scheduler.h"
#include "engine/scheduling/tree_scheduler.h"
#include "engine/topology/structure.h"

namespace hopscope {

/// The scheduler of circuits of a switch that runs: a step is a pass over one slot or more, with
/// what is requested in, changes out. Passes leave preloaded slots alone. Allocates nothing once it
/// has been through its largest pass.
class SlotScheduler {
 public:
  virtual ~SlotScheduler() = default;

  /// `requests`: row u are the outputs that input u has something for. The changes are those of
  /// this step, in order, until the next.
  virtual const std::vector<CircuitChange>& step(const BitMatrix& requests) = 0;
  /// Loads a configuration that steps leave alone; there must be a way for each of its circuits
  /// (hasWays), and none of the pairs twice.
  virtual void load(std::uint32_t slot, const std::vector<PortPair>& pairs) = 0;
  /// Gives up the circuit that an input has in a slot at once; there must be one.
  virtual void release(std::uint32_t slot, std::uint32_t input) = 0;
  /// The scheduler whose passes these are, cell by cell; null where they are others.
  virtual const GreedyScheduler* greedy() const { return nullptr; }
  /// The way through a tree of the circuit that an input has in a slot; null on a crossbar.
  virtual const TreeCircuit* way(std::uint32_t /*slot*/, std::uint32_t /*input*/) const {
    return nullptr;
  }
  /// Channels below the terminals' that are taken in a slot and no circuit has, or that two
  /// circuits have.
  virtual std::uint64_t strayChannels() const { return 0; }
};

/// What a scheduler is made from. `registers` and `tree` outlive it.
struct SlotSchedulerPlan {
  CircuitRegisters& registers;
  SlotChoice choice = SlotChoice::roundRobin;
  CellRotation rotation = CellRotation::roundRobin;
  std::uint32_t pathStages = 9;         ///< longest augmenting path of "k_step", odd
  const TreeStructure* tree = nullptr;  ///< with one side; null: a crossbar
  TreeSchedulerSettings ways;           ///< of a tree; `view` is the scheduler's own
  std::uint64_t seed = 1;
};

/// A scheduler by its name. Adding one: a file here, a declaration below and a line in
/// slot_schedulers.cpp.
struct SlotSchedulerEntry : Entry {
  bool ofTrees = false;  ///< of trees only; else of crossbars only
  /// Passes may take circuits from pairs that still ask for them, which get them back only as
  /// others give up theirs.
  bool takesAway = false;
  std::unique_ptr<SlotScheduler> (*make)(const SlotSchedulerPlan& plan) = nullptr;
};

/// "greedy", "k_step", "level_wise", "local".
const Registry<SlotSchedulerEntry>& slotSchedulers();

/// Whether the circuits have ways through an empty tree together, found level by level in their
/// order, as load() does.
bool hasWays(const TreeStructure& tree, const std::vector<PortPair>& pairs);

namespace circuits {

SlotSchedulerEntry greedySlotScheduler();
SlotSchedulerEntry kStepSlotScheduler();
SlotSchedulerEntry levelWiseSlotScheduler();
SlotSchedulerEntry localSlotScheduler();

}  // namespace circuits

}  // namespace hopscope
