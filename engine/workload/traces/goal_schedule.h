// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "engine/workload/traces/goal_order.h"

/// Schedules as a whole: whether what ranks do one after the other comes to an end, and the orders
/// in which it does. No receive may take from any rank or with any tag: who comes first would
/// matter.
namespace hopscope::trace {

/// When a send that was begun is over.
enum class SendEnds : std::uint8_t {
  withReceive,  ///< as in rendezvous: when its receive has begun
  atOnce,       ///< as of an eager message
};

/// Whether ranks that begin messages (sendLater, receiveLater) and wait for them come to their
/// ends.
bool comesToAnEnd(const std::vector<Operations>& ranks, SendEnds sends);

/// An operation that waits for ever.
struct StuckNode {
  std::uint32_t rank = 0, node = 0;
};

/// An order for each rank in which all of them come to their ends, if there is one: what waits
/// comes when all that it waits for can have been done. Else one of those that wait for each other
/// however the ranks go on. Nodes wait for each other in no circle (GoalOrder::circle).
std::variant<std::vector<GoalOrder>, StuckNode> orderedByWhatCanGoOn(
    const std::vector<std::vector<GoalNode>>& ranks, SendEnds sends);

}  // namespace hopscope::trace
