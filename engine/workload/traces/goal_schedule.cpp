// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/traces/goal_schedule.h"

#include <unordered_map>
#include <utility>

#include "engine/workload/traces/awake_ranks.h"
#include "engine/workload/traces/trace_matching.h"

namespace hopscope::trace {
namespace {

/// A rank on its way through its operations.
struct Walk {
  std::size_t at = 0;
  std::unordered_map<std::uint32_t, std::uint32_t> missing;  ///< by the number waited for
  std::uint64_t all = 0;

  void begin(std::uint32_t number) { ++missing[number], ++all; }
  void end(std::uint32_t number) {
    const auto found = missing.find(number);
    if (--found->second == 0) missing.erase(found);
    --all;
  }
  bool isHeldBy(const Operation& operation) const {
    return operation.kind == OperationKind::waitAll
               ? all > 0
               : operation.kind == OperationKind::wait && missing.count(operation.request) > 0;
  }
};

bool isMessage(const Operation& operation) {
  return operation.kind == OperationKind::sendLater ||
         operation.kind == OperationKind::receiveLater;
}

/// A send that is over as it begins.
bool isAtOnce(const Operation& operation, SendEnds sends) {
  return operation.kind == OperationKind::sendLater && sends == SendEnds::atOnce;
}

}  // namespace

bool comesToAnEnd(const std::vector<Operations>& ranks, SendEnds sends) {
  std::vector<Walk> walks(ranks.size());
  TraceMatching matching;
  AwakeRanks awake(ranks.size());
  std::size_t ended = 0;
  while (const auto rank = awake.take()) {
    Walk& walk = walks[*rank];
    const Operations& operations = ranks[*rank];
    const bool wasOver = walk.at == operations.size() && walk.at > 0;
    while (walk.at < operations.size() && !walk.isHeldBy(operations[walk.at])) {
      const Operation& operation = operations[walk.at++];
      if (!isMessage(operation)) continue;
      const bool atOnce = isAtOnce(operation, sends);
      if (!atOnce) walk.begin(operation.request);
      const auto other = matching.begin(operation, {*rank, operation.request});
      if (!other) continue;
      if (!atOnce) walk.end(operation.request);
      // Where sends end at once, only the receive of the two was begun.
      if (sends == SendEnds::withReceive || operation.kind == OperationKind::sendLater) {
        walks[other->rank].end(other->number);
        awake.add(other->rank);
      }
    }
    ended += walk.at == operations.size() && !wasOver ? 1 : 0;
  }
  return ended == ranks.size();
}

std::variant<std::vector<GoalOrder>, StuckNode> orderedByWhatCanGoOn(
    const std::vector<std::vector<GoalNode>>& ranks, SendEnds sends) {
  std::vector<GoalOrdering> orderings;
  orderings.reserve(ranks.size());
  for (const std::vector<GoalNode>& nodes : ranks) orderings.emplace_back(nodes, true);
  TraceMatching matching;
  AwakeRanks awake(ranks.size());
  while (const auto rank = awake.take()) {
    GoalOrdering& own = orderings[*rank];
    while (const auto node = own.next()) {
      const Operation& operation = ranks[*rank][*node].operation;
      if (!isMessage(operation)) continue;
      const bool atOnce = isAtOnce(operation, sends);
      if (atOnce) own.complete(*node);
      const auto other = matching.begin(operation, {*rank, *node});
      if (!other) continue;
      if (!atOnce) own.complete(*node);
      if (sends == SendEnds::withReceive || operation.kind == OperationKind::sendLater) {
        orderings[other->rank].complete(other->number);
        awake.add(other->rank);
      }
    }
  }
  std::vector<GoalOrder> orders;
  orders.reserve(ranks.size());
  for (std::uint32_t rank = 0; rank < orderings.size(); ++rank) {
    if (const auto node = orderings[rank].stuck()) return StuckNode{rank, *node};
    orders.push_back(std::move(orderings[rank]).order());
  }
  return orders;
}

}  // namespace hopscope::trace
