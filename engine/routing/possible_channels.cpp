// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/routing/possible_channels.h"

#include <algorithm>

#include "engine/routing/dependency_walk.h"

namespace hopscope {

std::vector<ChannelId> possibleChannels(const Topology& topology, const RoutingAlgorithm& routing,
                                        TerminalId source, TerminalId destination) {
  if (source == destination) return {};
  const TerminalPlace& home = topology.terminals[source];
  std::vector<ChannelId> channels{topology.port(home.router, home.port).in};
  DependencyWalk walk(topology, routing);
  walk.restart(destination);
  walk.follow(source);
  for (std::size_t node = 0; node < walk.nodes().size(); ++node)
    for (std::uint32_t step = walk.nodes()[node].firstStep; step < walk.stepsEnd(node); ++step)
      channels.push_back(topology.port(walk.nodes()[node].router, walk.steps()[step].output).out);
  std::sort(channels.begin(), channels.end());
  channels.erase(std::unique(channels.begin(), channels.end()), channels.end());
  return channels;
}

}  // namespace hopscope
