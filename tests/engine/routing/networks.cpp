// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/routing/networks.h"

#include <stdexcept>

namespace hopscope::test {
namespace {

using Dimensions = std::vector<std::int64_t>;

Value count(std::int64_t value) {
  return value;
}

}  // namespace

Topology network(const std::string& kind, const Values& values) {
  const Generator* generator = generators().find(kind);
  if (generator == nullptr) throw std::invalid_argument("no family " + kind);
  Values complete;
  for (const Parameter& parameter : generator->parameters)
    complete[parameter.name] = parameter.fallback;
  for (const auto& [name, value] : values) complete.at(name) = value;
  if (hasErrors(generator->check(complete))) throw std::invalid_argument("bad network " + kind);
  return generator->build(complete);
}

std::vector<NamedNetwork> smallNetworks() {
  std::vector<NamedNetwork> all;
  const auto add = [&](const std::string& kind, const Values& values) {
    std::string name = kind;
    for (const auto& [parameter, value] : values) name += " " + parameter + "=" + toText(value);
    all.push_back({name, network(kind, values)});
  };
  for (const Dimensions& sizes :
       {Dimensions{2}, Dimensions{7}, Dimensions{4, 3}, Dimensions{5, 5}, Dimensions{2, 3, 4}})
    for (const char* kind : {"mesh", "torus"}) add(kind, {{"dimensions", sizes}});
  for (const char* kind : {"mesh", "torus"})
    add(kind,
        {{"dimensions", Dimensions{4, 5}}, {"terminals_per_router", count(3)}, {"lag", count(2)}});
  // Large enough that the steps of dimension order are not tabulated.
  for (const char* kind : {"mesh", "torus"}) add(kind, {{"dimensions", Dimensions{19, 20}}});
  for (const char* kind : {"k_ary_n_tree", "clos", "mikant"}) {
    for (const Dimensions& shape :
         {Dimensions{2, 2}, Dimensions{2, 4}, Dimensions{3, 2}, Dimensions{3, 3}, Dimensions{4, 2}})
      add(kind, {{"n", shape[0]}, {"k", shape[1]}});
    add(kind, {{"n", count(3)}, {"k", count(3)}, {"lag", count(2)}});
  }
  const auto dragonfly = [](std::int64_t p, std::int64_t a, std::int64_t h, std::int64_t groups,
                            std::int64_t lag) {
    return Values{{"p", p}, {"a", a}, {"h", h}, {"groups", groups}, {"lag", lag}};
  };
  add("dragonfly", dragonfly(1, 2, 1, 0, 1));
  add("dragonfly", dragonfly(2, 4, 2, 0, 1));
  add("dragonfly", dragonfly(1, 1, 4, 0, 1));
  add("dragonfly", dragonfly(2, 3, 2, 4, 1));  // two links between groups
  add("dragonfly", dragonfly(1, 4, 2, 4, 2));  // the same, and two cables each
  for (const std::int64_t routers : {2, 3, 7, 8}) add("ring", {{"routers", routers}});
  add("ring", {{"routers", count(6)}, {"terminals_per_router", count(2)}, {"lag", count(2)}});
  for (const std::int64_t n : {1, 3, 4}) add("hypercube", {{"n", n}});
  add("hypercube", {{"n", count(3)}, {"terminals_per_router", count(2)}, {"lag", count(2)}});
  for (const Dimensions& sizes : {Dimensions{5}, Dimensions{3, 4}, Dimensions{2, 3, 4}})
    add("hyperx", {{"dimensions", sizes}, {"terminals_per_router", count(1)}});
  add("hyperx",
      {{"dimensions", Dimensions{4, 3}}, {"terminals_per_router", count(3)}, {"lag", count(2)}});
  add("xgft", {{"m", Dimensions{3, 2}}, {"w", Dimensions{1, 4}}});
  add("xgft", {{"m", Dimensions{2, 3, 4}}, {"w", Dimensions{1, 2, 3}}});
  add("xgft", {{"m", Dimensions{2, 2, 2}}, {"w", Dimensions{1, 1, 3}}, {"lag", count(2)}});
  add("folded_clos", {{"k", count(4)}});
  add("folded_clos", {{"k", count(6)}, {"lag", count(2)}});
  add("random_regular", {{"routers", count(16)}, {"degree", count(3)}});
  add("slimfly", {{"q", count(3)}, {"terminals_per_router", count(2)}});
  add("slimfly", {{"q", count(4)}, {"terminals_per_router", count(1)}});
  add("complete", {{"routers", count(7)}, {"terminals_per_router", count(2)}});
  add("complete", {{"routers", count(4)}, {"lag", count(3)}});
  add("crossbar", {{"terminals", count(9)}});
  return all;
}

std::unique_ptr<RoutingAlgorithm> routingOf(const std::string& name, const Topology& topology,
                                            const VcCounts& vcs, const Values& values) {
  const RoutingEntry& entry = *routingAlgorithms().find(name);
  Values complete = defaultsOf(entry.parameters);
  for (const auto& [parameter, value] : values) complete.at(parameter) = value;
  return entry.make(topology, vcs, complete);
}

std::unique_ptr<RoutingAlgorithm> routingOf(const std::string& name, const Topology& topology) {
  return routingOf(name, topology, routingAlgorithms().find(name)->fewestVirtualChannels(topology));
}

Path follow(const Topology& topology, const RoutingAlgorithm& routing, TerminalId source,
            TerminalId destination) {
  Path path;
  Rng rng(1, source, RandomPurpose::routing);
  RouteState state = routing.start(source, destination, rng);
  RouterId router = topology.terminals[source].router;
  PortIndex input = topology.terminals[source].port;
  for (std::uint32_t hops = 0; hops <= 2 * topology.routerCount(); ++hops) {
    path.routers.push_back(router);
    const RouteChoice choice = routing.route(router, input, state);
    if (choice.port >= topology.radix(router)) return path;
    const Port& port = topology.port(router, choice.port);
    if (port.peer.isTerminal) {
      path.delivered = port.peer.node == destination;
      return path;
    }
    path.channels.push_back(port.out);
    state.detail = choice.nextDetail;
    router = port.peer.node;
    input = port.peer.port;
  }
  return path;
}

}  // namespace hopscope::test
