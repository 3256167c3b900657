// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include "engine/core/ids.h"

namespace hopscope {

/// Packets that terminals tried to send, those of them that found full source queues, and those
/// that arrived, since cycle 0; and those that are on their way, at their terminals or in the
/// network.
struct PacketBalance {
  std::uint64_t tried = 0, refused = 0, arrived = 0, underWay = 0;
};

/// Whether more is sent than arrives while a run is measured. Cycles in which terminals have to be
/// silent, until the network has run empty for another routing, tell nothing of it: what had
/// gathered before drains then.
class Stability {
 public:
  void begin(Cycle now, const PacketBalance& at);  ///< the measured interval
  void end(Cycle now, const PacketBalance& at);
  void fallSilent(Cycle now, const PacketBalance& at);
  void sendAgain(Cycle now, const PacketBalance& at);

  /// More than 1 % of the packets tried do not arrive, or are refused whatever arrives from before,
  /// and that is no accident (three standard deviations), in one of the stretches that terminals
  /// could send in. `at`: now, or at the end.
  bool saturated(const PacketBalance& at) const;
  /// Measured cycles in which terminals had to be silent, up to the last change.
  Cycle silentCycles() const { return silentCycles_; }
  /// They had to be when measuring ended.
  bool endedSilent() const { return state_ == State::ended && endedSilent_; }

 private:
  enum class State : std::uint8_t { before, measuring, ended };

  bool gathers(const PacketBalance& to) const;

  State state_ = State::before;
  bool silent_ = false, endedSilent_ = false;
  bool gathered_ = false;     ///< in a stretch that is over
  PacketBalance from_;        ///< where the stretch began
  std::uint64_t filled_ = 0;  ///< packets that were under way when terminals last fell silent
  Cycle silentSince_ = 0;     ///< of the measured cycles
  Cycle silentCycles_ = 0;
};

}  // namespace hopscope
