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

/// Of the nodes without a rank: all cycles are among them.
std::vector<std::uint32_t> cycleAmong(const Extended& graph,
                                      const std::vector<std::uint32_t>& rank) {
  std::vector<std::uint32_t> nodes, number(graph.nodes(), kNone);
  for (std::uint32_t node = 0; node < graph.nodes(); ++node)
    if (rank[node] == kNone) {
      number[node] = static_cast<std::uint32_t>(nodes.size());
      nodes.push_back(node);
    }
  std::vector<std::vector<std::uint32_t>> successors(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    graph.forEachSuccessor(nodes[i], [&](std::uint32_t to) {
      if (number[to] != kNone) successors[i].push_back(number[to]);
    });
    std::sort(successors[i].begin(), successors[i].end());
  }
  std::vector<std::uint32_t> cycle = shortestCycle(successors);
  for (std::uint32_t& node : cycle) node = nodes[node];
  return cycle;
}

}  // namespace

DependencyOrder orderOf(const WaitGraph& graph, const std::vector<Wait>& more) {
  const Extended extended(graph, more);
  const std::uint32_t nodes = extended.nodes();
  std::vector<std::uint32_t> before(nodes, 0);
  for (std::uint32_t node = 0; node < nodes; ++node)
    extended.forEachSuccessor(node, [&](std::uint32_t to) { ++before[to]; });
  std::vector<std::uint32_t> ready;
  ready.reserve(nodes);
  for (std::uint32_t node = 0; node < nodes; ++node)
    if (before[node] == 0) ready.push_back(node);
  DependencyOrder order;
  order.rank.assign(nodes, kNone);
  for (std::size_t next = 0; next < ready.size(); ++next) {
    order.rank[ready[next]] = static_cast<std::uint32_t>(next);
    extended.forEachSuccessor(ready[next], [&](std::uint32_t to) {
      if (--before[to] == 0) ready.push_back(to);
    });
  }
  if (ready.size() < nodes) {
    order.cycle = cycleAmong(extended, order.rank);
    order.rank.clear();
  }
  return order;
}

}  // namespace hopscope
