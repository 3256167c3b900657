// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <set>
#include <stop_token>
#include <vector>

#include "engine/findings/remedy.h"
#include "engine/simulation/results.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// What is asked of remedies to try.
enum class RemedyKind {
  spread,        ///< traffic finds other ways: routings that leave the shortest paths
  shortBuffers,  ///< those that are too small for their channels, as large as they must be
  room,          ///< one more virtual channel, where packets take it, and larger buffers
  mappings,      ///< the ranks of applications at other terminals
};

/// Why a load that is advised may still be too much.
enum class AtMost {
  no,
  unequal,  ///< it follows from what terminals shared unequally
  decides,  ///< the routing decides by what it sees: under less load it may spread less
  notRun,   ///< from the saturation bound alone: no run has shown what comes of it
};

/// What a design is known to accept, in flits per terminal and cycle, as the setting counts them.
struct KnownLoad {
  double bearable = 0;   ///< 0: nothing is known
  bool isBound = false;  ///< that is its saturation bound, which needs not be counted again
  double lower = 0;      ///< load that it is to bear without queues that grow; 0: nothing is known
  AtMost atMost = AtMost::no;
};

/// Of a saturation bound, or of what gets through beyond it, the share that is advised: queues of
/// finite length are full before a channel is busy all the time.
inline constexpr double kAdvisedShare = 0.9;
/// The same where some get half of what the mean gets, or less: they are to get what all do.
inline constexpr double kAdvisedIfUnfair = 0.7;

/// What is offered is expected to bring so much, by what channels carry: no network comes to its
/// bound, and some stay far below.
inline constexpr double kWorthIt = 1.25;

/// What may let a network accept more, best first: of each kind that is wanted, in that order. A
/// routing is offered only where its saturation bound, if that can be counted, is well above what
/// the design is known to bear; of applications that have the network to themselves, also a
/// mapping, and only where it relieves the busiest channels (ApplicationJudge). None of them makes
/// the design wrong: each was compiled, and where that is quick proved free of deadlock (mayRun).
/// What they bring is seen by running them. A setting that a phase of the design changes is left
/// alone. Their verbs are names: "UGAL", "one more virtual channel".
std::vector<Remedy> remediesToTry(const Design& design, const std::vector<RemedyKind>& wanted,
                                  const KnownLoad& known = {}, const std::stop_token& stop = {});

/// The class of `links`, which are full, with as much bandwidth as there is: empty where it has
/// that already, where they have a bandwidth of their own, or where the network is known to accept
/// hardly more then.
Remedy fasterLinksToTry(const Design& design, const Topology& topology,
                        const std::set<LinkId>& links, const KnownLoad& known = {},
                        const std::stop_token& stop = {});

/// What got through in a saturated run, and what follows from that.
KnownLoad gotThrough(const Results& results);

/// The load rounded down to what a network accepts that bears no more than `known.lower` (flits per
/// terminal and cycle); empty where the design offers no more than that.
Remedy remedyForLoad(const Design& design, const KnownLoad& known);

/// The same as one to try; empty also where a phase changes the load.
Remedy lowerLoadToTry(const Design& design, const KnownLoad& known);

}  // namespace hopscope
