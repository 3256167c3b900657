// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "engine/topology/generator.h"
#include "engine/topology/layouts/layouts.h"

namespace hopscope {
namespace layouts {

Placement blank(const Topology& topology) {
  Placement placement;
  placement.routers.resize(topology.routerCount());
  placement.terminals.resize(topology.terminalCount());
  placement.bulge.assign(topology.linkCount(), 0);
  return placement;
}

std::vector<std::vector<TerminalId>> terminalsByRouter(const Topology& topology) {
  std::vector<std::vector<TerminalId>> terminals(topology.routerCount());
  for (TerminalId t = 0; t < topology.terminalCount(); ++t)
    terminals[topology.terminals[t].router].push_back(t);
  return terminals;
}

std::size_t mostTerminals(const Topology& topology) {
  std::size_t most = 0;
  for (const auto& terminals : terminalsByRouter(topology)) most = std::max(most, terminals.size());
  return most;
}

void spreadParallelLinks(const Topology& topology, Placement& placement) {
  constexpr float kGap = 6;
  std::vector<std::tuple<RouterId, RouterId, LinkId>> links;
  for (LinkId l = 0; l < topology.linkCount(); ++l) {
    const Link& link = topology.links[l];
    if (link.a.isTerminal) continue;
    const auto [first, second] = std::minmax(link.a.node, link.b.node);
    links.emplace_back(first, second, l);
  }
  std::sort(links.begin(), links.end());
  for (std::size_t begin = 0, end = 0; begin < links.size(); begin = end) {
    const auto samePair = [&](std::size_t i) {
      return std::get<0>(links[i]) == std::get<0>(links[begin]) &&
             std::get<1>(links[i]) == std::get<1>(links[begin]);
    };
    while (end < links.size() && samePair(end)) ++end;
    if (end - begin < 2) continue;
    float offset = -kGap * static_cast<float>(end - begin - 1) / 2;
    for (std::size_t i = begin; i < end; ++i, offset += kGap) {
      const LinkId l = std::get<2>(links[i]);
      const bool forwards = topology.links[l].a.node == std::get<0>(links[i]);
      placement.bulge[l] += forwards ? offset : -offset;
    }
  }
}

Block terminalBlock(std::size_t terminals, bool wide) {
  if (terminals == 0) return {1, 0};
  const double root = std::sqrt(static_cast<double>(terminals));
  const std::size_t least = wide ? 8 : 2;
  const auto columns =
      std::min(terminals, std::max(least, static_cast<std::size_t>(std::ceil(root))));
  return {columns, (terminals + columns - 1) / columns};
}

Cell cellOf(const Block& block, std::size_t index) {
  const std::size_t row = index / block.columns;
  const std::size_t column = index % block.columns;
  return {static_cast<double>(column), static_cast<double>(row)};
}

}  // namespace layouts

Placement place(const Topology& topology) {
  const Generator* family = familyOf(topology);
  Placement placement =
      family != nullptr && family->layout ? family->layout(topology) : layouts::ring(topology);
  layouts::spreadParallelLinks(topology, placement);
  return placement;
}

}  // namespace hopscope
