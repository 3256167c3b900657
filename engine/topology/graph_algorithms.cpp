// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/topology/graph_algorithms.h"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/connected_components.hpp>
#include <boost/graph/strong_components.hpp>

namespace hopscope {
namespace {

using Undirected = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;
using Directed = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;

Undirected routerGraph(const Topology& topology) {
  Undirected graph(topology.routerCount());
  for (const Link& link : topology.links)
    if (!link.a.isTerminal) boost::add_edge(link.a.node, link.b.node, graph);
  return graph;
}

/// Strongly connected component of every node, and the size of each component.
struct StrongComponents {
  std::vector<std::uint32_t> of, size;
};

StrongComponents findStrongComponents(const std::vector<std::vector<std::uint32_t>>& successors) {
  Directed graph(successors.size());
  for (std::size_t from = 0; from < successors.size(); ++from)
    for (const std::uint32_t to : successors[from]) boost::add_edge(from, to, graph);
  StrongComponents result;
  result.of.resize(successors.size());
  const auto index = boost::get(boost::vertex_index, graph);
  const std::uint32_t count =
      boost::strong_components(graph, boost::make_iterator_property_map(result.of.begin(), index));
  result.size.assign(count, 0);
  for (const std::uint32_t component : result.of) ++result.size[component];
  return result;
}

/// Looks for ever shorter cycles, one starting node after the other.
class CycleSearch {
 public:
  explicit CycleSearch(const std::vector<std::vector<std::uint32_t>>& successors)
      : successors_(successors),
        components_(findStrongComponents(successors)),
        seenFrom_(successors.size(), kNone),
        parent_(successors.size(), kNone) {}

  std::vector<std::uint32_t> run() {
    for (std::uint32_t node = 0; node < successors_.size(); ++node) {
      const auto& next = successors_[node];
      if (std::find(next.begin(), next.end(), node) != next.end()) return {node};
    }
    for (std::uint32_t node = 0; node < successors_.size() && best_.size() != 2; ++node)
      if (components_.size[components_.of[node]] > 1) searchFrom(node);
    return best_;
  }

 private:
  /// Breadth first within the component, no deeper than what would beat the best.
  void searchFrom(std::uint32_t start) {
    frontier_.assign(1, start);
    seenFrom_[start] = start;
    for (std::size_t length = 1; !frontier_.empty(); ++length) {
      if (!best_.empty() && length >= best_.size()) return;
      next_.clear();
      for (const std::uint32_t node : frontier_)
        for (const std::uint32_t to : successors_[node]) {
          if (to == start) return keep(start, node);
          if (seenFrom_[to] == start || components_.of[to] != components_.of[start]) continue;
          seenFrom_[to] = start;
          parent_[to] = node;
          next_.push_back(to);
        }
      frontier_.swap(next_);
    }
  }

  void keep(std::uint32_t start, std::uint32_t last) {
    best_.clear();
    for (std::uint32_t node = last; node != start; node = parent_[node]) best_.push_back(node);
    best_.push_back(start);
    std::reverse(best_.begin(), best_.end());
  }

  const std::vector<std::vector<std::uint32_t>>& successors_;
  StrongComponents components_;
  std::vector<std::uint32_t> seenFrom_, parent_, frontier_, next_, best_;
};

}  // namespace

std::vector<std::uint32_t> routerComponents(const Topology& topology) {
  const Undirected graph = routerGraph(topology);
  std::vector<std::uint32_t> components(topology.routerCount());
  if (!components.empty())
    boost::connected_components(
        graph, boost::make_iterator_property_map(components.begin(),
                                                 boost::get(boost::vertex_index, graph)));
  return components;
}

std::vector<std::uint32_t> routerDistances(const Topology& topology, RouterId from) {
  const Undirected graph = routerGraph(topology);
  std::vector<std::uint32_t> distances(topology.routerCount(), kNone);
  distances[from] = 0;
  std::vector<boost::default_color_type> colours(topology.routerCount());
  const auto index = boost::get(boost::vertex_index, graph);
  const auto lengths = boost::make_iterator_property_map(distances.begin(), index);
  boost::breadth_first_search(
      graph, from,
      boost::visitor(
          boost::make_bfs_visitor(boost::record_distances(lengths, boost::on_tree_edge())))
          .color_map(boost::make_iterator_property_map(colours.begin(), index)));
  return distances;
}

std::vector<std::uint32_t> shortestCycle(
    const std::vector<std::vector<std::uint32_t>>& successors) {
  if (successors.empty()) return {};
  return CycleSearch(successors).run();
}

}  // namespace hopscope
