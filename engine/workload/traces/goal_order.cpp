// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/traces/goal_order.h"

#include <array>
#include <cstddef>
#include <functional>
#include <queue>

namespace hopscope::trace {
namespace {

constexpr std::uint32_t kNotYet = 0xffffffff;

class Ordering {
 public:
  explicit Ordering(const std::vector<GoalNode>& nodes)
      : nodes_(nodes),
        missing_(nodes.size(), 0),
        place_(nodes.size(), kNotYet),
        waitedFor_(nodes.size(), false),
        written_(nodes.size(), 0),
        next_(nodes.size()) {
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
      for (const auto* list : {&nodes[i].after, &nodes[i].with})
        for (const std::uint32_t before : *list) {
          next_[before].push_back(i);
          ++missing_[i];
        }
      if (missing_[i] == 0) offer(i);
    }
  }

  GoalOrder order() && {
    std::uint32_t placed = 0;
    for (std::uint32_t node = take(); node != kNotYet; node = take()) {
      place(node, placed++);
      for (const std::uint32_t next : next_[node])
        if (--missing_[next] == 0) offer(next);
    }
    out_.cut = placed < nodes_.size();
    if (begun_ > 0) out_.operations.push_back(Operation::waitAll());
    return std::move(out_);
  }

 private:
  /// Messages that may begin, computations that may, and what has to wait for a message.
  enum Kind : std::uint8_t { message, computation, waiting };

  bool isMessage(std::uint32_t node) const {
    const OperationKind kind = nodes_[node].operation.kind;
    return kind == OperationKind::sendLater || kind == OperationKind::receiveLater;
  }
  bool mustWait(std::uint32_t node) const {
    for (const std::uint32_t before : nodes_[node].after)
      if (isMessage(before) && !waitedFor_[before]) return true;
    return false;
  }
  void offer(std::uint32_t node) {
    ready_[mustWait(node) ? waiting : isMessage(node) ? message : computation].push(node);
  }
  std::uint32_t take() {
    for (auto& queue : ready_) {
      if (queue.empty()) continue;
      const std::uint32_t node = queue.top();
      queue.pop();
      return node;
    }
    return kNotYet;
  }

  void place(std::uint32_t node, std::uint32_t at) {
    const GoalNode& own = nodes_[node];
    place_[node] = at;
    bool follows = !held_;
    for (const auto* list : {&own.after, &own.with})
      for (const std::uint32_t before : *list) follows = follows || place_[before] >= heldAt_;
    out_.loose = out_.loose || !follows;
    bool holds =
        !isMessage(node) && (own.operation.kind != OperationKind::pass || own.operation.amount > 0);
    // All that it waits for is taken in together, so it goes by one number.
    std::uint32_t number = kNotYet;
    for (const std::uint32_t before : own.after) {
      if (!isMessage(before) || waitedFor_[before]) continue;
      waitedFor_[before] = true;
      --begun_;
      if (number == kNotYet) number = before;
      out_.operations[written_[before]].request = number;
    }
    if (number != kNotYet) {
      out_.operations.push_back(Operation::wait(number));
      holds = true;
    }
    written_[node] = out_.operations.size();
    out_.operations.push_back(own.operation);
    out_.operations.back().request = node;
    if (isMessage(node)) ++begun_;
    if (!holds) return;
    held_ = true;
    heldAt_ = at;
  }

  const std::vector<GoalNode>& nodes_;
  std::vector<std::uint32_t> missing_;  ///< of those before it, how many have no place yet
  std::vector<std::uint32_t> place_;
  std::vector<bool> waitedFor_;
  std::vector<std::size_t> written_;  ///< where in the operations
  std::vector<std::vector<std::uint32_t>> next_;
  using Queue = std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>>;
  std::array<Queue, 3> ready_;
  GoalOrder out_;
  std::uint32_t begun_ = 0;
  /// The last one that kept the rank for some time: what comes behind should have it before it.
  std::uint32_t heldAt_ = 0;
  bool held_ = false;
};

}  // namespace

GoalOrder inOrder(const std::vector<GoalNode>& nodes) {
  return Ordering(nodes).order();
}

}  // namespace hopscope::trace
