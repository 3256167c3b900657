// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <vector>

#include "engine/workload/rank_rows.h"
#include "engine/workload/timeline.h"

namespace hopscope {

/// A piece of the critical path: a rank, or its interface, that is busy, or a message under way.
struct ChainStep {
  std::uint32_t rank = 0;  ///< of a message its sender
  std::uint32_t to = 0;    ///< the receiver; of a rank itself
  bool isMessage = false;
  std::uint32_t bytes = 0;  ///< of a message; 0 of one of the protocol
  Cycle from = 0, until = 0;
  /// Of a message: as many of the same ranks and size were sent in the same cycle and arrived
  /// before it, where countTwins() has looked.
  std::uint32_t twins = 0;

  Cycle cycles() const { return until - from; }
  bool operator==(const ChainStep&) const = default;
};

/// What an application's completion waited for, piece by piece.
struct CriticalChain {
  static constexpr std::size_t kMostSteps = 20'000;

  std::vector<ChainStep> steps;  ///< in order of time, each from where the one before ended
  bool whole = false;            ///< it begins with the application; else as far as is known
};

/// The chain that led to the end of the rank of `job` that ended last (of as many, the first).
/// Found backwards in what was recorded: a rank that waited goes on from the message that ended
/// that. At most so many steps, the last ones. A step may look at all messages, so this may take
/// long: once `stop` is requested it ends, and the chain is none.
CriticalChain criticalChain(const RankRows& rows, std::uint32_t job,
                            std::size_t most = CriticalChain::kMostSteps,
                            const std::stop_token& stop = {});

/// Finds out how the messages of a chain can be told from others when they are sent; it was found
/// in what `seen` has. On any thread.
void countTwins(const RankObservation& seen, CriticalChain& chain);

}  // namespace hopscope
