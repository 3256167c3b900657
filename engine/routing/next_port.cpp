// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/routing/next_port.h"

#include <algorithm>

#include "engine/routing/family_routings.h"
#include "engine/topology/generator.h"

namespace hopscope {
namespace {

/// Whether packets of one pair all take one path.
bool hasOnePath(const Topology& topology, const RoutingAlgorithm& algorithm) {
  if (algorithm.decides() != Decides::never) return false;
  std::vector<RouteState> starts;
  algorithm.starts(0, topology.terminalCount() - 1, starts);
  return std::adjacent_find(starts.begin(), starts.end(), std::not_equal_to<>()) == starts.end();
}

}  // namespace

std::variant<FixedRouting, Issues> fixedRouting(const Topology& topology,
                                                const std::string& wanted) {
  std::vector<std::string> names{wanted};
  if (familyOf(topology) != nullptr)
    for (std::string& name : routingsOf(topology.kind)) names.push_back(std::move(name));
  names.emplace_back("shortest_path");
  Issues issues;
  for (const std::string& name : names) {
    const RoutingEntry* entry = routingAlgorithms().find(name);
    if (entry == nullptr) continue;
    const Values values = defaultsOf(entry->parameters);
    const VcCounts channels = entry->virtualChannels(topology, values);
    Issues found = entry->check(topology, channels, values);
    if (hasErrors(found)) {
      if (issues.empty()) issues = std::move(found);
      continue;
    }
    std::shared_ptr<const RoutingAlgorithm> algorithm = entry->make(topology, channels, values);
    if (hasOnePath(topology, *algorithm)) return FixedRouting{name, std::move(algorithm)};
  }
  issues.push_back({Severity::error, "routing.algorithm",
                    sentence("No routing algorithm with fixed paths suits this network.")});
  return issues;
}

NextPort nextPortOf(const Topology& topology, std::shared_ptr<const RoutingAlgorithm> algorithm) {
  return [&topology, algorithm = std::move(algorithm)](RouterId router, TerminalId terminal) {
    if (topology.terminals[terminal].router == router) return topology.terminals[terminal].port;
    return algorithm->route(router, 0, {terminal, 0}).port;
  };
}

}  // namespace hopscope
