// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/core/issue.h"
#include "engine/design/design.h"
#include "engine/simulation/results.h"
#include "engine/study/seed_runs.h"

namespace hopscope {

struct GroupSharesRequest {
  Design design;             ///< `run.replications` runs
  std::int32_t group = 0;    ///< of the topology's groups; a network without any is group 0
  bool ofTerminals = false;  ///< one member is a terminal, not a router with its terminals
  unsigned jobs = 0;         ///< threads; 0: one per core
};

/// What became of the packets that one router's terminals, or one terminal, sent.
struct GroupMember {
  std::uint32_t id = 0;  ///< of the router or terminal, as the design has it
  /// Delivered of what it sent, in flits per terminal that could send and cycle: a router that has
  /// failed for a while accepts no less than others. NaN where nobody could.
  SeedMean accepted;
  SeedMean latency;  ///< of these packets, in cycles
  PathShares paths;  ///< shares of them, mean over the runs that have any; NaN without

  bool operator==(const GroupMember&) const = default;
};

/// How evenly the members of one group get their packets through.
struct GroupShares {
  Issues issues;  ///< with an error there is nothing else
  std::vector<GroupMember> members;
  bool stopped = false;  ///< there are no members
};

/// Simulates the design up to the end of the measured interval and counts what is delivered in it,
/// by who sent it: source queues that fill up meanwhile make nobody look better served. A warm-up
/// that would be found is as long as it may be at the most. `progress` is told the share that is
/// done, from one thread at a time.
GroupShares studyGroupShares(const GroupSharesRequest& request, const std::stop_token& stop = {},
                             const std::function<void(double)>& progress = {});

/// A row for each member, plain C numbers: id, accepted load, latency, and the share of each kind
/// of path.
std::string csvOf(const GroupShares& shares);

}  // namespace hopscope
