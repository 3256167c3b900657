// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/circle_layout.hpp>
#include <boost/graph/fruchterman_reingold.hpp>
#include <boost/graph/kamada_kawai_spring_layout.hpp>
#include <boost/graph/topology.hpp>
#include <cmath>

#include "engine/topology/graph_algorithms.h"

namespace hopscope {
namespace {

using Graph =
    boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS, boost::no_property,
                          boost::property<boost::edge_weight_t, double>>;
using DrawingArea = boost::rectangle_topology<>;

constexpr std::uint32_t kSpringNodes = 150;  // above, Kamada & Kawai takes too long
// Fruchterman & Reingold: steps times nodes, so that large networks take seconds, not minutes.
constexpr unsigned kWork = 60'000;
constexpr unsigned kFewestSteps = 20;
constexpr unsigned kMostSteps = 200;

/// Ends Kamada & Kawai. Boost's own tolerance compares each force with the last: where a start is
/// in balance already, as a ring on a circle, only rounding is left to compare and it never ends.
class Settled {
 public:
  explicit Settled(std::uint32_t nodes) : steps_(kMostStepsPerNode * nodes) {}

  bool operator()(double force, std::size_t node, const Graph& graph, bool global) {
    if (force < kStill || steps_ == 0) return true;
    --steps_;
    return tolerance_(force, node, graph, global);
  }

 private:
  static constexpr double kStill = 1e-6;
  static constexpr std::uint32_t kMostStepsPerNode = 1000;

  boost::layout_tolerance<double> tolerance_;
  std::uint32_t steps_;
};

}  // namespace

std::vector<Point> forceLayout(std::uint32_t nodes,
                               const std::vector<std::pair<std::uint32_t, std::uint32_t>>& edges,
                               double edgeLength) {
  if (nodes < 2) return std::vector<Point>(nodes);
  auto simple = edges;
  for (auto& [a, b] : simple)
    if (a > b) std::swap(a, b);
  std::sort(simple.begin(), simple.end());
  simple.erase(std::unique(simple.begin(), simple.end()), simple.end());
  Graph graph(nodes);
  for (const auto& [a, b] : simple)
    if (a != b) boost::add_edge(a, b, 1.0, graph);

  boost::minstd_rand random;
  const double side = edgeLength * std::sqrt(static_cast<double>(nodes));
  const DrawingArea box(random, -side / 2, side / 2, side / 2, -side / 2);
  std::vector<DrawingArea::point_type> places(nodes);
  const auto map =
      boost::make_iterator_property_map(places.begin(), boost::get(boost::vertex_index, graph));
  boost::circle_graph_layout(graph, map, side / 2);
  if (nodes < kSpringNodes)
    boost::kamada_kawai_spring_layout(graph, map, boost::get(boost::edge_weight, graph), box,
                                      boost::edge_length(edgeLength), Settled(nodes));
  else
    boost::fruchterman_reingold_force_directed_layout(
        graph, map, box,
        boost::cooling(boost::linear_cooling<double>(
            std::clamp(kWork / nodes, kFewestSteps, kMostSteps), side / 10)));
  std::vector<Point> points(nodes);
  std::transform(places.begin(), places.end(), points.begin(),
                 [](const DrawingArea::point_type& place) {
                   return Point{place[0], place[1]};
                 });
  return points;
}

}  // namespace hopscope
