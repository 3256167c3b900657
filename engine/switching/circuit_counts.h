// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "engine/core/ids.h"

namespace hopscope {

/// Packets that have arrived since cycle 0, of one kind.
struct KindCounts {
  std::uint64_t packets = 0, flits = 0;
  std::uint64_t measured = 0;  ///< packets
  std::uint64_t latency = 0;   ///< cycles, summed over those measured
};

/// What became of circuits since cycle 0.
struct CircuitCounts {
  std::uint64_t hits = 0;                       ///< packets whose NIC knew a circuit for them
  std::uint64_t misses = 0;                     ///< packets whose NIC did not
  std::uint64_t established = 0, released = 0;  ///< by the scheduler
  std::uint64_t evicted = 0;                    ///< by a predictor or a flush
  std::uint64_t flushes = 0;                    ///< commands of processors
  /// Where packets without a circuit travel in slots that circuits leave free: of either kind.
  KindCounts overCircuits, bestEffort;
};

/// What channels carried since cycle 0 where circuits are planned: flits, each counted once for
/// each channel that it takes.
struct ChannelUse {
  std::uint64_t circuits = 0, bestEffort = 0;
  double owned = 0;  ///< channels in whose slots circuits are, on average over a round
};

/// A time slot and what became of it since cycle 0.
struct SlotUse {
  bool worms = false;                        ///< the one of worms
  std::uint64_t turns = 0;                   ///< times that it had its turn
  std::uint64_t skipped = 0, preempted = 0;  ///< times that it was passed over
  Cycle time = 0;                            ///< cycles of its turns
  Cycle busy = 0;                            ///< of those, with at least one flit
  std::uint64_t flits = 0;
};

}  // namespace hopscope
