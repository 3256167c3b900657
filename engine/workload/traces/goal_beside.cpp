// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/traces/goal_beside.h"

#include <algorithm>
#include <utility>

namespace hopscope::trace {
namespace {

bool isSend(const GoalNode& node) {
  return node.operation.kind == OperationKind::sendLater;
}
bool isMessage(const GoalNode& node) {
  return isSend(node) || node.operation.kind == OperationKind::receiveLater;
}

/// A chain of operations on one processor, read one after the other. Messages that are begun
/// together are waited for together.
class Chain {
 public:
  explicit Chain(std::uint32_t first) : first_(first), last_(first) {}

  std::uint32_t first() const { return first_; }
  std::uint32_t last() const { return last_; }
  std::int32_t tag() const { return tag_; }
  std::vector<CollectiveStep>& steps() { return steps_; }

  /// Takes in a node that waits for these of the chain; false where that is no step of a
  /// collective. `rounds`: of all nodes, after how many waits of their chain they are done.
  bool add(std::uint32_t at, const GoalNode& node, const std::vector<std::uint32_t>& waitsFor,
           const std::vector<GoalNode>& nodes, std::vector<std::uint32_t>& rounds) {
    last_ = at;
    std::uint32_t after = 0, messages = 0;
    for (const std::uint32_t before : waitsFor) after = std::max(after, rounds[before]);
    for (const std::uint32_t before : waitsFor)
      messages += isMessage(nodes[before]) && rounds[before] == after ? 1 : 0;
    if (after < round_ || after > round_ + 1) return false;
    if (after == round_ + 1) {
      if (messages != begun_) return false;
      endRound();
    }
    if (!isMessage(node)) {
      rounds[at] = after;
      return pass(node.operation);
    }
    rounds[at] = round_ + 1;
    return begin(node);
  }

  void end() {
    if (begun_ > 0) endRound();
  }

 private:
  void endRound() {
    if (!steps_.empty()) steps_.back().waits = true;
    ++round_;
    begun_ = 0;
  }

  bool pass(const Operation& operation) {
    if (operation.kind != OperationKind::pass || begun_ > 0) return false;
    if (operation.amount == 0) return true;
    if (steps_.empty() || !steps_.back().waits || steps_.back().picoseconds > 0)
      steps_.emplace_back();
    steps_.back().picoseconds = operation.amount;
    return true;
  }

  bool begin(const GoalNode& node) {
    const Operation& operation = node.operation;
    if (!operation.ofCollective || operation.peer == kAnyRank) return false;
    if (!tagged_) tag_ = operation.tag;
    if (std::exchange(tagged_, true) && tag_ != operation.tag) return false;
    const bool sends = isSend(node);
    // A step receives, then sends.
    if (begun_ == 0 || steps_.back().to != kNone || !sends) {
      steps_.emplace_back();
      steps_.back().waits = false;
    }
    CollectiveStep& step = steps_.back();
    (sends ? step.to : step.from) = operation.peer;
    (sends ? step.sendBytes : step.receiveBytes) = operation.bytes;
    ++begun_;
    return true;
  }

  std::uint32_t first_, last_;
  std::vector<CollectiveStep> steps_;
  std::uint32_t round_ = 0;  ///< waits so far
  std::uint32_t begun_ = 0;  ///< messages since then
  std::int32_t tag_ = 0;
  bool tagged_ = false;
};

constexpr std::uint32_t kMain = 0xffffffff;

/// What the first of a chain waits for, in order.
struct WaitedFor {
  explicit WaitedFor(const GoalNode& first)
      : after(first.after.begin(), first.after.end()), with(first.with.begin(), first.with.end()) {
    std::sort(after.begin(), after.end());
    std::sort(with.begin(), with.end());
  }
  std::vector<std::uint32_t> after, with;
};

/// All of the rank's own operations that a node waits for are waited for by the first of its chain.
bool isPartOf(const GoalNode& node, const WaitedFor& first,
              const std::vector<std::uint32_t>& chainOf) {
  const auto waits = [&](const FewNumbers& own, const std::vector<std::uint32_t>& all) {
    return std::all_of(own.begin(), own.end(), [&](std::uint32_t before) {
      return chainOf[before] != kMain || std::binary_search(all.begin(), all.end(), before);
    });
  };
  return waits(node.after, first.after) && waits(node.with, first.with);
}

}  // namespace

bool joinBeside(std::vector<GoalNode>& nodes, const std::vector<std::int32_t>& processors,
                std::uint32_t ranks, TracedSteps& into) {
  std::vector<Chain> chains;
  std::vector<WaitedFor> waitedFor;  // by chain
  std::vector<std::uint32_t> chainOf(nodes.size(), kMain), rounds(nodes.size(), 0);
  std::vector<std::uint32_t> own;
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    if (processors[i] == 0) continue;
    own.clear();
    std::uint32_t chain = kMain;
    bool others = false;
    for (const auto* list : {&nodes[i].after, &nodes[i].with})
      for (const std::uint32_t before : *list) {
        if (before >= i || (chain != kMain && chainOf[before] != chain)) return false;
        if (chainOf[before] == kMain) {
          others = true;
          continue;
        }
        chain = chainOf[before];
        if (list == &nodes[i].after) own.push_back(before);
      }
    if (chain == kMain) {
      chain = static_cast<std::uint32_t>(chains.size());
      chains.emplace_back(i);
      waitedFor.emplace_back(nodes[i]);
    } else if (others && !isPartOf(nodes[i], waitedFor[chain], chainOf)) {
      return false;
    }
    chainOf[i] = chain;
    if (!chains[chain].add(i, nodes[i], own, nodes, rounds)) return false;
  }
  // In the place of a chain's first operation stands all of it; who waits for its end waits for
  // that.
  std::vector<std::uint32_t> placeOf(nodes.size(), kNone);
  std::vector<GoalNode> joined;
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    const bool main = chainOf[i] == kMain;
    if (!main && chains[chainOf[i]].first() != i) continue;
    placeOf[main ? i : chains[chainOf[i]].last()] = static_cast<std::uint32_t>(joined.size());
    joined.push_back(nodes[i]);
  }
  for (GoalNode& node : joined)
    for (auto* list : {&node.after, &node.with})
      for (std::uint32_t& before : *list) {
        const bool whole = chainOf[before] == kMain || list == &node.after;
        if (!whole || placeOf[before] == kNone) return false;
        before = placeOf[before];
      }
  std::size_t at = 0;
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    if (chainOf[i] == kMain) {
      ++at;
    } else if (Chain& chain = chains[chainOf[i]]; chain.first() == i) {
      chain.end();
      joined[at++].operation =
          Operation::allLater(into, {0, ranks, 1}, 0, chain.tag(), 0, into.add(chain.steps()));
    }
  }
  nodes = std::move(joined);
  return true;
}

}  // namespace hopscope::trace
