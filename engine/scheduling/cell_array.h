// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/core/bit_matrix.h"
#include "engine/core/ids.h"
#include "engine/scheduling/circuit_registers.h"
#include "engine/scheduling/greedy_scheduler.h"

namespace hopscope {

/// What a cell of the array does in a pass.
enum class CellAction : std::uint8_t { none, release, blocked, establish };

/// A cell of the array: what it is told and what comes of it (Ding 2006, tables 5.1 and 5.2).
struct ArrayCell {
  bool requested = false;    ///< R
  bool established = false;  ///< B*, before the pass
  bool here = false;         ///< B(s), before the pass
  bool asks = false;         ///< L: it has something to do
  bool outputBusy = false;   ///< A as it enters the cell
  bool inputBusy = false;    ///< D as it enters the cell
  bool toggles = false;      ///< T: B(s) changes
  CellAction action = CellAction::none;

  bool operator==(const ArrayCell&) const = default;
};

/// A step of the greedy scheduler as it can be looked at afterwards.
struct GreedyStep {
  Cycle at = -1;                  ///< when it began
  CircuitRegisters before{0, 0};  ///< B(0) … B(K - 1)
  BitMatrix requests;             ///< R
  CellCorner corner;              ///< of its passes
  std::uint32_t slot = kNone;     ///< worked on; kNone: all that are not preloaded, one by one
};

/// The pass of a greedy step over one slot, cell by cell in the order of the array: what
/// GreedyScheduler does with 64 columns at once. For looking at; it has a record for each cell.
class CellArray {
 public:
  /// The step must work on that slot.
  CellArray(const GreedyStep& step, std::uint32_t slot);

  std::uint32_t ports() const { return ports_; }
  std::uint32_t slot() const { return slot_; }
  CellCorner corner() const { return corner_; }
  const ArrayCell& at(std::uint32_t input, std::uint32_t output) const {
    return cells_[std::size_t{input} * ports_ + output];
  }
  /// Cells that have something to do (L), in the order in which they are reached.
  const std::vector<PortPair>& asking() const { return asking_; }

 private:
  void pass(CircuitRegisters& registers, const BitMatrix& requests);

  std::uint32_t ports_, slot_;
  CellCorner corner_;
  std::vector<ArrayCell> cells_;
  std::vector<PortPair> asking_;
};

/// Slots that a step works on, in their order.
std::vector<std::uint32_t> slotsOf(const GreedyStep& step);

}  // namespace hopscope
