// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/scheduling/circuit_registers.h"
#include "engine/switching/circuit_observation.h"

namespace hopscope::hybrid {

/// The latest turns of slots, and what each output's link did in them. Memory is taken at once;
/// crossbars that nobody looks into have none.
class SlotLog {
 public:
  /// So many turns are kept; those that were passed over count, too.
  static constexpr std::size_t kTurns = 96;

  explicit SlotLog(std::uint32_t ports) : ports_(ports), turns_(kTurns), links_(kTurns * ports) {}

  /// A slot's turn begins; `received` are the flits that each output has been sent so far.
  void begin(const SlotTurn& turn, const CircuitRegisters& known,
             const std::vector<std::uint64_t>& received);
  /// That turn is over.
  void end(Cycle now, const CircuitRegisters& known, const std::vector<std::uint64_t>& received);
  /// A slot is passed over.
  void passOver(Cycle now, std::uint32_t slot, SlotFate fate);
  /// A processor gives up its circuits.
  void flush(Cycle now);

  /// CircuitDetail::turns and links, with the turn under way as it is by now.
  void read(const CircuitRegisters& known, const std::vector<std::uint64_t>& received,
            CircuitDetail& out) const;

 private:
  std::size_t next() { return static_cast<std::size_t>(count_++ % kTurns); }
  void note(std::size_t turn, const CircuitRegisters& known,
            const std::vector<std::uint64_t>& received, LinkTurn* links) const;

  std::uint32_t ports_;
  std::vector<SlotTurn> turns_;         ///< a ring
  std::vector<LinkTurn> links_;         ///< likewise, `ports` each
  std::uint64_t count_ = 0;             ///< turns so far
  std::size_t open_ = kTurns;           ///< the turn under way; kTurns: none
  std::vector<std::uint64_t> atBegin_;  ///< `received` as it was then
};

}  // namespace hopscope::hybrid
