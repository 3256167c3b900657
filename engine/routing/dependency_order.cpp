// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/routing/dependency_order.h"

#include <algorithm>

#include "engine/core/ids.h"
#include "engine/topology/graph_algorithms.h"

namespace hopscope {
namespace {

/// The graph with the further edges in the order of their nodes.
class Extended {
 public:
  Extended(const WaitGraph& graph, std::vector<Wait> more) : graph_(graph), more_(std::move(more)) {
    std::sort(more_.begin(), more_.end());
  }

  std::uint32_t nodes() const { return graph_.nodes(); }

  template <typename Act>
  void forEachSuccessor(std::uint32_t node, Act&& act) const {
    graph_.forEachSuccessor(node, act);
    if (more_.empty()) return;
    for (auto at = std::lower_bound(more_.begin(), more_.end(), Wait{node, 0});
         at != more_.end() && at->first == node; ++at)
      act(at->second);
  }

 private:
  const WaitGraph& graph_;
  std::vector<Wait> more_;
};

/// The nodes that could not be ordered, numbered anew: all cycles are among them.
struct Unordered {
  std::vector<std::uint32_t> nodes;
  std::vector<std::vector<std::uint32_t>> successors;

  Unordered(const Extended& graph, const std::vector<std::uint32_t>& rank) {
    std::vector<std::uint32_t> number(graph.nodes(), kNone);
    for (std::uint32_t node = 0; node < graph.nodes(); ++node)
      if (rank[node] == kNone) {
        number[node] = static_cast<std::uint32_t>(nodes.size());
        nodes.push_back(node);
      }
    successors.resize(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      graph.forEachSuccessor(nodes[i], [&](std::uint32_t to) {
        if (number[to] != kNone) successors[i].push_back(number[to]);
      });
      std::sort(successors[i].begin(), successors[i].end());
    }
  }

  std::vector<std::uint32_t> inGraph(std::vector<std::uint32_t> cycle) const {
    for (std::uint32_t& node : cycle) node = nodes[node];
    return cycle;
  }
};

/// A cycle from `start` back to it, shorter than `limit` where one is asked for (0: of any length).
class WayBack {
 public:
  explicit WayBack(const Unordered& graph) : graph_(graph), before_(graph.nodes.size(), kNone) {}

  std::vector<std::uint32_t> find(std::uint32_t start, std::size_t limit) {
    for (const std::uint32_t node : seen_) before_[node] = kNone;
    seen_.clear();
    std::size_t next = 0, endOfLevel = 0;
    for (std::size_t length = 1; limit == 0 || length < limit; ++length) {
      // Those that `length` - 1 steps lead to.
      const std::size_t first = next;
      endOfLevel = seen_.size();
      const bool begins = length == 1;
      if (!begins && first == endOfLevel) return {};
      for (std::size_t i = first; begins || i < endOfLevel; ++i) {
        const std::uint32_t from = begins ? start : seen_[i];
        for (const std::uint32_t to : graph_.successors[from]) {
          if (to == start) return cycleFrom(start, from);
          if (before_[to] != kNone) continue;
          before_[to] = from;
          seen_.push_back(to);
        }
        if (begins) break;
      }
      next = endOfLevel;
    }
    return {};
  }

 private:
  std::vector<std::uint32_t> cycleFrom(std::uint32_t start, std::uint32_t last) const {
    std::vector<std::uint32_t> cycle;
    for (std::uint32_t node = last; node != start; node = before_[node]) cycle.push_back(node);
    cycle.push_back(start);
    std::reverse(cycle.begin(), cycle.end());
    return cycle;
  }

  const Unordered& graph_;
  std::vector<std::uint32_t> before_;  ///< on the way from the start
  std::vector<std::uint32_t> seen_;    ///< in the order of their distance
};

/// Ranks of all nodes that no cycle leads to (Kahn 1962); kNone for the others.
std::vector<std::uint32_t> ranksOf(const Extended& extended) {
  const std::uint32_t nodes = extended.nodes();
  std::vector<std::uint32_t> before(nodes, 0);
  for (std::uint32_t node = 0; node < nodes; ++node)
    extended.forEachSuccessor(node, [&](std::uint32_t to) { ++before[to]; });
  std::vector<std::uint32_t> ready;
  ready.reserve(nodes);
  for (std::uint32_t node = 0; node < nodes; ++node)
    if (before[node] == 0) ready.push_back(node);
  std::vector<std::uint32_t> rank(nodes, kNone);
  for (std::size_t next = 0; next < ready.size(); ++next) {
    rank[ready[next]] = static_cast<std::uint32_t>(next);
    extended.forEachSuccessor(ready[next], [&](std::uint32_t to) {
      if (--before[to] == 0) ready.push_back(to);
    });
  }
  return rank;
}

}  // namespace

DependencyOrder orderOf(const WaitGraph& graph, const std::vector<Wait>& more) {
  const Extended extended(graph, more);
  DependencyOrder order;
  order.rank = ranksOf(extended);
  const Unordered left(extended, order.rank);
  if (left.nodes.empty()) return order;
  order.cycle = left.inGraph(shortestCycle(left.successors));
  order.rank.clear();
  return order;
}

std::vector<std::uint32_t> cycleThrough(const WaitGraph& graph, const std::vector<bool>& through) {
  const Extended extended(graph, {});
  const Unordered left(extended, ranksOf(extended));
  WayBack search(left);
  std::vector<std::uint32_t> shortest;
  for (std::uint32_t start = 0; start < left.nodes.size(); ++start) {
    if (!through[left.nodes[start]]) continue;
    std::vector<std::uint32_t> cycle = search.find(start, shortest.size());
    if (!cycle.empty()) shortest = std::move(cycle);
  }
  return left.inGraph(std::move(shortest));
}

}  // namespace hopscope
