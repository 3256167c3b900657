// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/core/ids.h"
#include "engine/forwarding/learning_table.h"
#include "engine/simulation/setup.h"

namespace hopscope {

struct LearningSettings {
  std::size_t tableEntries = 0;  ///< addresses that a switch can learn; 0: any number
  TableOverflow overflow = TableOverflow::evict;
  bool floods = true;  ///< frames to unknown addresses; otherwise they are dropped
};

/// What happened in one stretch of the time in which terminals send.
struct LearningWindow {
  Cycle end = 0;
  std::uint64_t frames = 0;     ///< sent by terminals
  std::uint64_t floods = 0;     ///< by switches
  std::uint64_t discarded = 0;  ///< copies at terminals that they were not for

  bool operator==(const LearningWindow&) const = default;
};

/// frames + copies = delivered + discarded + filtered + dropped + underWay.
struct LearningOutcome {
  std::uint64_t frames = 0;         ///< sent by terminals
  std::uint64_t floods = 0;         ///< a switch that did not know a frame's destination, each time
  std::uint64_t floodedFrames = 0;  ///< of `frames`, by one switch at least
  std::uint64_t copies = 0;         ///< that floods added
  std::uint64_t delivered = 0;      ///< at the terminals they were for
  std::uint64_t discarded = 0;      ///< at others
  std::uint64_t filtered = 0;       ///< at switches that know no other port than the one they came
  std::uint64_t dropped = 0;        ///< to unknown addresses, where these are not flooded
  std::uint64_t underWay = 0;       ///< at the end
  double latencyMean = 0;  ///< cycles from generation to the tail's arrival, after the warm-up; NaN
                           ///< without any
  std::uint64_t hops = 0;  ///< frames over channels between switches, or to terminals
  std::uint64_t wastedHops = 0;  ///< of them, of no use to the copy that was delivered
  std::uint64_t learned = 0, evicted = 0, refused = 0;  ///< LearningTable, of all switches
  std::uint64_t entriesMax = 0;                         ///< of the fullest table at the end
  std::uint32_t fullTables = 0;                         ///< switches
  bool cutShort = false;                                ///< it was too much to play to the end
  Cycle finished = 0;
  std::vector<LearningWindow> windows;

  bool operator==(const LearningOutcome&) const = default;
};

/// Plays a network of bridges that learn (IEEE 802.1D; Benito, Vallejo & Beivide 2015, section II)
/// from empty tables on: terminals send the setup's traffic for its warm-up and measured interval,
/// then all that is under way arrives. Frames keep to a spanning tree (spanningTree): a switch that
/// knows behind which port a frame's destination is sends it there, else to all ports of the tree
/// but the one it came by.
///
/// It has a network of its own in which switches can copy frames: cut-through, with the setup's
/// channels and switch latencies, a frame at a time on a channel, and queues of any length at the
/// outputs, so that nothing is lost and nothing held back. One seed gives one outcome.
LearningOutcome playLearning(const Setup& setup, const LearningSettings& settings);

}  // namespace hopscope
