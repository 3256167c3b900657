// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/routing/routing_algorithm.h"
#include "engine/topology/generator.h"

namespace hopscope::test {

/// A generated network: defaults of the family, except what `values` says.
Topology network(const std::string& kind, const Values& values);

/// Small networks of every family, with odd and even sizes, parallel links and trunks.
struct NamedNetwork {
  std::string name;
  Topology topology;
};
std::vector<NamedNetwork> smallNetworks();

/// An algorithm of the registry built for a network with these virtual channels.
std::unique_ptr<RoutingAlgorithm> routingOf(const std::string& name, const Topology& topology,
                                            const VcCounts& vcs, const Values& values = {});
/// With the fewest virtual channels it needs.
std::unique_ptr<RoutingAlgorithm> routingOf(const std::string& name, const Topology& topology);

/// The routers a packet visits and the channels it takes between them.
struct Path {
  std::vector<RouterId> routers;
  std::vector<ChannelId> channels;
  bool delivered = false;
};
/// Follows `route` from terminal to terminal; gives up after twice as many hops as there are
/// routers.
Path follow(const Topology& topology, const RoutingAlgorithm& routing, TerminalId source,
            TerminalId destination);

}  // namespace hopscope::test
