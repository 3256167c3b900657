// SPDX-License-Identifier: GPL-3.0-or-later
// One packet through a MiKANT, step by step, with the addresses of the slides.
#include <cmath>

#include "engine/core/declare.h"
#include "engine/figures/entries.h"
#include "engine/routing/routing_algorithm.h"
#include "engine/topology/generator.h"
#include "engine/topology/graph_algorithms.h"

namespace hopscope::figures {
namespace {

using declare::number;

struct Shape {
  std::uint32_t n = 0, k = 0;

  std::uint32_t width() const {  ///< switches of one level
    std::uint32_t product = 1;
    for (std::uint32_t i = 1; i < n; ++i) product *= k;
    return product;
  }
};

Shape readShape(const Values& values) {
  return {static_cast<std::uint32_t>(integerAt(values, "n")),
          static_cast<std::uint32_t>(integerAt(values, "k"))};
}

/// <G, C[n-1], C[n-2], …, C[0]>: G names the group, C[n-1] the port on the leaf, the rest the leaf.
std::optional<TerminalId> terminalOf(const std::string& address, const Shape& shape) {
  if (address.size() != shape.n + 1) return std::nullopt;
  for (const char c : address)
    if (c < '0' || c >= static_cast<char>('0' + shape.k)) return std::nullopt;
  if (address[0] > '1') return std::nullopt;
  std::uint32_t leaf = 0;
  for (std::size_t i = 2; i < address.size(); ++i)
    leaf = leaf * shape.k + static_cast<std::uint32_t>(address[i] - '0');
  const auto group = static_cast<std::uint32_t>(address[0] - '0');
  return (group * shape.width() + leaf) * shape.k + static_cast<std::uint32_t>(address[1] - '0');
}

/// <G, L, D[n-2], …, D[0]> read as a decimal number: 01002 is 1002.
double labelOf(RouterId router, const Shape& shape) {
  const std::uint32_t levels = shape.n - 1;
  std::uint32_t digits = router % shape.width();
  double label = 0;
  double place = 1;
  for (std::uint32_t i = 0; i + 1 < shape.n; ++i, digits /= shape.k, place *= 10)
    label += place * (digits % shape.k);
  const std::uint32_t stage = router / shape.width();
  return label + place * (stage % levels) + 10 * place * (stage / levels);
}

/// Routers on the path, from the source's to the destination's.
std::vector<RouterId> pathOf(const Topology& topology, const RoutingAlgorithm& routing,
                             TerminalId source, TerminalId destination) {
  Rng rng(1, source, RandomPurpose::routing);
  RouteState state = routing.start(source, destination, rng);
  RouterId router = topology.terminals[source].router;
  PortIndex input = topology.terminals[source].port;
  std::vector<RouterId> path = {router};
  while (path.size() <= topology.routerCount()) {
    const RouteChoice choice = routing.route(router, input, state);
    const Port& port = topology.port(router, choice.port);
    if (port.peer.isTerminal) break;
    state.detail = choice.nextDetail;
    router = port.peer.node;
    input = port.peer.port;
    path.push_back(router);
  }
  return path;
}

Numbers walkPath(const Values& values, const std::stop_token&) {
  const Shape shape = readShape(values);
  const Generator& family = *generators().find("mikant");
  Values parameters = defaultsOf(family.parameters);
  parameters["n"] = integerAt(values, "n");
  parameters["k"] = integerAt(values, "k");
  const Topology topology = family.build(parameters);
  const RoutingEntry& entry = *routingAlgorithms().find("mikant");
  const auto routing = entry.make(topology, {1, 1}, defaultsOf(entry.parameters));
  const TerminalId source = *terminalOf(textAt(values, "from"), shape);
  const TerminalId destination = *terminalOf(textAt(values, "to"), shape);
  const std::vector<RouterId> path = pathOf(topology, *routing, source, destination);
  const auto step = static_cast<std::size_t>(integerAt(values, "step"));
  const auto shortest =
      routerDistances(topology, path.front())[topology.terminals[destination].router];
  return {{static_cast<double>(path.size() + 1), 0},
          {shortest + 2.0, 0},
          {step < path.size() ? labelOf(path[step], shape) : std::nan(""), 0}};
}

Parameter address(const char* name, const char* label, const char* fallback) {
  Parameter parameter;
  parameter.name = name;
  parameter.label = label;
  parameter.type = ParameterType::text;
  parameter.fallback = std::string(fallback);
  parameter.help = "Group, port on the leaf, then the digits of the leaf, highest first.";
  return parameter;
}

}  // namespace

Computation mikantPath() {
  Entry entry;
  entry.name = "mikant.path";
  entry.label = "A packet's path through a MiKANT";
  entry.help = "Routed by Algorithm 1.";
  entry.source = "Li & Chu, IEEE ScalCom 2018";
  entry.parameters = {
      number(ParameterType::integer, "n", "Tree height", std::int64_t{4}, 2, 8, "", ""),
      number(ParameterType::integer, "k", "Ports up and down", std::int64_t{3}, 2, 8, "", ""),
      address("from", "Source", "02000"), address("to", "Destination", "12222"),
      number(ParameterType::integer, "step", "Step", std::int64_t{0}, 0, 16, "",
             "0 is the source's switch.")};
  return overParameters(
      std::move(entry),
      {{"distance", "Distance", "links"},
       {"shortest", "Shortest distance", "links"},
       {"switch", "Switch at that step", ""}},
      walkPath, [](const Values& values) -> Issues {
        const Shape shape = readShape(values);
        if (std::pow(shape.k, shape.n) > 1e5)
          return {{Severity::error, "n", sentence("The network is too large."),
                   sentence("Choose a smaller n or k.")}};
        for (const char* name : {"from", "to"})
          if (!terminalOf(textAt(values, name), shape))
            return {{Severity::error, name, sentence("This is no address of a terminal."),
                     sentence("It has n + 1 digits below k; the first is 0 or 1.")}};
        return {};
      });
}

}  // namespace hopscope::figures
