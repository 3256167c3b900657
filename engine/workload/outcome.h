// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/ids.h"
#include "engine/core/sentence.h"
#include "engine/workload/application_end.h"
#include "engine/workload/matrix_entry.h"
#include "engine/workload/rank_state.h"

namespace hopscope {

/// A rank that waits for ever, and for whom.
struct StalledRank {
  std::uint32_t rank = 0;  ///< of the job
  std::uint32_t peer = 0;  ///< that it waits for; kAnyRank: any
  Sentence operation;      ///< "receives from rank 3"
  /// Of the largest message that it waits to send only because it is above EndpointSettings::eager,
  /// bytes; 0: it waits for something else.
  std::uint64_t eagerEnough = 0;
  bool operator==(const StalledRank&) const = default;
};

/// Of more ranks that wait nobody reads.
inline constexpr std::size_t kMostStalledRanks = 16;

/// What came of one application.
struct ApplicationOutcome {
  std::string name;
  ApplicationEnd end = ApplicationEnd::unfinished;
  Cycle start = 0;
  Cycle completion = 0;  ///< cycles from its start until its last rank had finished
  std::uint64_t messages = 0, bytes = 0;  ///< that were sent; without those of the protocol
  PathParts path;                         ///< the critical one, up to the completion
  std::vector<RankTimes> ranks;
  /// Of all ranks together: cycles with collectives under way beside their programs, and those of
  /// them in which the rank waited for one.
  Cycle background = 0, exposed = 0;
  /// Of a stalled one: ranks each of which waits for the next, and the last for the first, or for
  /// one that has finished, which stands behind it; then others that wait, up to
  /// kMostStalledRanks.
  std::vector<StalledRank> stalled;
  std::uint32_t waiting = 0;  ///< ranks of a stalled one that wait, told or not
  /// Of a stalled one whose ranks wait in a circle: bytes of the largest message that any of them
  /// waits to send, which it would not were `eager` as large; 0 where none does.
  std::uint64_t eagerEnough = 0;
};

/// A message that is larger than the receive that took it: an error in MPI (4.0, 3.2.4).
struct Misfit {
  Cycle at = 0;
  std::uint32_t destination = 0, source = 0;  ///< ranks of all jobs
  std::uint64_t bytes = 0, room = 0;

  /// Which of two came first, the same for any division into parts.
  auto operator<=>(const Misfit&) const = default;
};

/// What applications have sent over the network, up to some moment.
struct NetworkUse {
  std::uint64_t messages = 0, bytes = 0;  ///< without those of protocols
  std::uint32_t senders = 0;              ///< terminals that have sent any
  Cycle first = -1, last = -1;            ///< first packet sent, last tail arrived; -1: none

  NetworkUse& operator+=(const NetworkUse& other);
};

}  // namespace hopscope
