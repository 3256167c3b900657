// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/core/bit_matrix.h"
#include "engine/core/rng.h"
#include "engine/scheduling/circuit_registers.h"

namespace hopscope {

/// A circuit that a pass has made or ended.
struct CircuitChange {
  std::uint32_t slot = 0;
  std::uint32_t input = kNone, output = kNone;
  bool established = false;  ///< false: released
  bool operator==(const CircuitChange&) const = default;
};

/// Which slots one step of the scheduler works on.
enum class SlotChoice : std::uint8_t {
  roundRobin,  ///< one after the other, a slot each step (section 5.3.2)
  firstFit,    ///< all of them: a request that finds no room in one tries the next (section 3.4.2)
};

/// Where the array of cells begins, so that low ports have no precedence.
enum class CellRotation : std::uint8_t { none, roundRobin, random };

/// The first row and the first column that are looked at.
struct CellCorner {
  std::uint32_t input = 0, output = 0;
};

/// The greedy scheduler of circuits (Ding 2006, section 5.3, tables 5.1 and 5.2): one pass over an
/// N x N array of cells for one slot. A cell whose request is gone releases its circuit, one with a
/// request that no slot serves establishes it where its input and its output are free. The array is
/// worked on row by row with all columns of 64 at once; the result is that of the cells one by one.
/// Table 5.2 takes "input and output busy" for a release; a cell must look at B(s) to know.
class GreedyScheduler {
 public:
  GreedyScheduler(CircuitRegisters& registers, SlotChoice choice, CellRotation rotation,
                  std::uint64_t seed);

  /// One pass over `slot` from that corner, also where the slot is preloaded: the caller's choice.
  /// `requests` are R: row u are the outputs that input u has something for.
  void pass(const BitMatrix& requests, std::uint32_t slot, CellCorner corner);

  /// One step: chooses slots (never preloaded ones) and the corner. The changes are those of this
  /// step, in the order of the cells, until the next.
  const std::vector<CircuitChange>& step(const BitMatrix& requests) {
    return inTurn([&](std::uint32_t slot, CellCorner corner) { pass(requests, slot, corner); });
  }
  /// The same with another pass: calls pass(slot, corner) for the slots of a step. What it changes,
  /// it has to note.
  template <typename Pass>
  const std::vector<CircuitChange>& inTurn(Pass&& passOver) {
    changes_.clear();
    corner_ = nextCorner();
    slot_ = kNone;
    for (std::uint32_t tried = 0; tried < registers_.slotCount(); ++tried) {
      std::uint32_t slot = tried;
      if (choice_ == SlotChoice::roundRobin) {
        slot = nextSlot_;
        nextSlot_ = nextSlot_ + 1 == registers_.slotCount() ? 0 : nextSlot_ + 1;
      }
      if (registers_.isPreloaded(slot)) continue;
      passOver(slot, corner_);
      if (choice_ != SlotChoice::roundRobin) continue;
      slot_ = slot;
      break;
    }
    return changes_;
  }
  void note(const CircuitChange& change) { changes_.push_back(change); }

  /// Of the latest step: where its passes began, and the slot it worked on; kNone: all that are not
  /// preloaded.
  CellCorner corner() const { return corner_; }
  std::uint32_t slot() const { return slot_; }

  const std::vector<CircuitChange>& changes() const { return changes_; }
  void forgetChanges() { changes_.clear(); }

 private:
  CellCorner nextCorner();

  CircuitRegisters& registers_;
  SlotChoice choice_;
  CellRotation rotation_;
  Rng rng_;
  std::uint64_t corners_ = 0;
  std::uint32_t nextSlot_ = 0;
  CellCorner corner_;
  std::uint32_t slot_ = kNone;
  std::vector<CircuitChange> changes_;
};

}  // namespace hopscope
