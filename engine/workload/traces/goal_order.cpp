// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/traces/goal_order.h"

#include <numeric>
#include <utility>

namespace hopscope::trace {
namespace {

constexpr std::uint32_t kNotYet = 0xffffffff;

}  // namespace

GoalOrdering::GoalOrdering(const std::vector<GoalNode>& nodes, bool asTheyCan)
    : nodes_(&nodes),
      missing_(nodes.size(), 0),
      place_(nodes.size(), kNotYet),
      waitedFor_(nodes.size(), false),
      written_(nodes.size(), 0),
      firstNext_(nodes.size() + 1, 0),
      asTheyCan_(asTheyCan) {
  if (asTheyCan) {
    undone_.resize(nodes.size());
    awaitedBy_.resize(nodes.size());
    for (std::uint32_t i = 0; i < nodes.size(); ++i)
      for (const std::uint32_t before : nodes[i].after)
        if (isMessage(before)) {
          awaitedBy_[before].push_back(i);
          ++undone_[i];
        }
  }
  // Each list is filled from its end, and in the end begins where the one before it ends.
  for (const GoalNode& node : nodes)
    for (const auto* list : {&node.after, &node.with})
      for (const std::uint32_t before : *list) ++firstNext_[before];
  std::partial_sum(firstNext_.begin(), firstNext_.end(), firstNext_.begin());
  next_.resize(firstNext_.back());
  for (auto i = static_cast<std::uint32_t>(nodes.size()); i-- > 0;)
    for (const auto* list : {&nodes[i].with, &nodes[i].after})
      for (const std::uint32_t before : *list) {
        next_[--firstNext_[before]] = i;
        ++missing_[i];
      }
  for (std::uint32_t i = 0; i < nodes.size(); ++i)
    if (missing_[i] == 0) offer(i);
}

std::optional<std::uint32_t> GoalOrdering::next() {
  const std::uint32_t node = take();
  if (node == kNotYet) return {};
  place(node, placed_++);
  for (std::uint32_t i = firstNext_[node]; i < firstNext_[node + 1]; ++i)
    if (--missing_[next_[i]] == 0) offer(next_[i]);
  return node;
}

void GoalOrdering::complete(std::uint32_t node) {
  for (const std::uint32_t later : awaitedBy_[node])
    if (--undone_[later] == 0 && missing_[later] == 0) offer(later);
}

std::optional<std::uint32_t> GoalOrdering::stuck() const {
  if (placed_ == nodes_->size()) return {};
  for (std::uint32_t node = 0; node < nodes_->size(); ++node)
    if (place_[node] == kNotYet && missing_[node] == 0) return node;
  return {};
}

GoalOrder GoalOrdering::order() && {
  if (placed_ < nodes_->size()) out_.circle = inCircle();
  if (begun_ > 0) out_.operations.push_back(Operation::waitAll());
  return std::move(out_);
}

/// What has no place waits for another one that has none: so many of them from any one on, a circle
/// has begun.
std::uint32_t GoalOrdering::inCircle() const {
  const auto isOut = [this](std::uint32_t node) { return place_[node] == kNotYet; };
  std::uint32_t node = 0;
  while (!isOut(node)) ++node;
  for (std::size_t step = placed_; step < nodes_->size(); ++step)
    for (const auto* list : {&(*nodes_)[node].after, &(*nodes_)[node].with})
      if (const auto before = std::find_if(list->begin(), list->end(), isOut);
          before != list->end()) {
        node = *before;
        break;
      }
  return node;
}

/// Or a collective: something that is begun, and waited for.
bool GoalOrdering::isMessage(std::uint32_t node) const {
  const OperationKind kind = (*nodes_)[node].operation.kind;
  return kind == OperationKind::sendLater || kind == OperationKind::receiveLater ||
         kind == OperationKind::collectiveLater;
}

bool GoalOrdering::mustWait(std::uint32_t node) const {
  for (const std::uint32_t before : (*nodes_)[node].after)
    if (isMessage(before) && !waitedFor_[before]) return true;
  return false;
}

void GoalOrdering::offer(std::uint32_t node) {
  if (asTheyCan_ && undone_[node] > 0) return;  // complete() will
  ready_[mustWait(node) ? waiting : isMessage(node) ? message : computation].push(node);
}

std::uint32_t GoalOrdering::take() {
  for (auto& queue : ready_) {
    if (queue.empty()) continue;
    const std::uint32_t node = queue.top();
    queue.pop();
    return node;
  }
  return kNotYet;
}

void GoalOrdering::place(std::uint32_t node, std::uint32_t at) {
  const GoalNode& own = (*nodes_)[node];
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

GoalOrder inOrder(const std::vector<GoalNode>& nodes) {
  GoalOrdering ordering(nodes, false);
  while (ordering.next()) {
  }
  return std::move(ordering).order();
}

}  // namespace hopscope::trace
