// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/scheduling/tree_path.h"

namespace hopscope {

std::optional<TreeStructure> circuitTree(const Topology& topology) {
  if (topology.routerCount() == 1) return {};
  Structure structure = structureOf(topology);
  if (!structure.tree || structure.tree->sides != TreeSides::one || structure.lag != 1 ||
      structure.tree->m.size() > kMostTreeLevels)
    return {};
  return structure.tree;
}

/// Followed through the network: up by its ports, behind those that lead down, then back down the
/// same cables of the destination's side (theorem 4). Channel 2 l of a terminal's link leads into
/// the network, 2 l + 1 out of it.
std::vector<ChannelId> treePath(const Topology& topology, const TreeStructure& tree,
                                const TreeCircuit& circuit) {
  std::vector<ChannelId> path = {2 * topology.terminals[circuit.source].link};
  std::vector<ChannelId> down = {2 * topology.terminals[circuit.destination].link + 1};
  RouterId up = topology.terminals[circuit.source].router;
  RouterId below = topology.terminals[circuit.destination].router;
  for (std::uint32_t level = 0; level < circuit.hops; ++level) {
    const auto index = static_cast<PortIndex>(tree.m[level] + circuit.ports[level]);
    path.push_back(topology.port(up, index).out);
    down.push_back(topology.port(below, index).in);
    up = topology.port(up, index).peer.node;
    below = topology.port(below, index).peer.node;
  }
  path.insert(path.end(), down.rbegin(), down.rend());
  return path;
}

}  // namespace hopscope
