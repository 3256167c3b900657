// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/core/ids.h"

namespace hopscope {

/// When a circuit is taken away that nobody told to keep (Ding 2006, section 5.2).
enum class Eviction : std::uint8_t {
  never,
  timeOut,     ///< idle for that long
  useCounter,  ///< others were used that often since: phases without messages evict nothing
};

/// Circuits that are idle, the one that is so the longest first, by time or by the use of others.
/// Every step takes constant time, and nothing is done while nothing happens. A circuit with data
/// is not idle, so it is never evicted.
class IdleCircuits {
 public:
  /// Circuits are numbered from 0; `limit` in cycles or uses.
  IdleCircuits(Eviction eviction, Cycle limit, std::uint32_t circuits);

  /// It has data: idle no longer; counts as a use.
  void used(std::uint32_t circuit);
  /// It has nothing to carry from `now` on, being new or drained.
  void idle(std::uint32_t circuit, Cycle now);
  /// It is gone.
  void removed(std::uint32_t circuit);

  /// A circuit that ought to go at `now`, the one idle longest; kNone where none is due.
  std::uint32_t due(Cycle now) const;
  /// When one is due if nothing is used before; -1: never.
  Cycle nextDue() const;

 private:
  struct Node {
    std::uint32_t before = kNone, after = kNone;
    Cycle since = 0;  ///< by the clock of the policy
    bool listed = false;
  };
  Cycle clock(Cycle now) const { return eviction_ == Eviction::useCounter ? uses_ : now; }
  void unlink(std::uint32_t circuit);

  Eviction eviction_;
  Cycle limit_;
  Cycle uses_ = 0;
  std::vector<Node> nodes_;
  std::uint32_t first_ = kNone, last_ = kNone;
};

/// Who asks for circuits that do not exist.
enum class Adding : std::uint8_t {
  none,
  onUse,      ///< the first message without one
  threshold,  ///< that many messages without one
  command,    ///< only who says so
};

/// Counts messages that found no circuit, pair by pair.
class CircuitDemand {
 public:
  CircuitDemand(Adding adding, std::uint32_t threshold, std::uint32_t ports)
      : adding_(adding),
        threshold_(threshold),
        ports_(ports),
        missed_(adding == Adding::threshold ? std::size_t{ports} * ports : 0, 0) {}

  /// A message found no circuit; true: one ought to be asked for now.
  bool missed(std::uint32_t input, std::uint32_t output) {
    if (adding_ != Adding::threshold) return adding_ == Adding::onUse;
    std::uint32_t& count = missed_[std::size_t{input} * ports_ + output];
    if (++count < threshold_) return false;
    count = 0;
    return true;
  }
  /// A command asks for one; true where commands may.
  bool commanded() const { return adding_ != Adding::none; }

 private:
  Adding adding_;
  std::uint32_t threshold_, ports_;
  std::vector<std::uint32_t> missed_;
};

}  // namespace hopscope
