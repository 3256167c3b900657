// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/routing/detour_chart.h"

#include <algorithm>
#include <utility>

#include "engine/routing/up_down_tables.h"

namespace hopscope {

using routings::Neighbours;
using routings::UpDownOrder;
using routings::UpDownTables;

static_assert(kMostDetourRouters == routings::kMostUpDownRouters);

std::vector<bool> NetworkFaults::deadLinks(const Topology& topology) const {
  std::vector<bool> dead = links;
  for (LinkId l = 0; l < topology.linkCount(); ++l)
    for (const LinkEnd& end : {topology.links[l].a, topology.links[l].b})
      if (!end.isTerminal && topology.kindOf(l) != LinkKind::terminal && routers[end.node])
        dead[l] = true;
  return dead;
}

LostParts::LostParts(const Topology& topology, const NetworkFaults& faults)
    : routers(topology.routerCount(), true), links(faults.deadLinks(topology)) {
  std::vector<RouterId> reached;
  const auto reach = [&](RouterId router) {
    if (!routers[router]) return;
    routers[router] = false;
    reached.push_back(router);
  };
  for (const TerminalPlace& terminal : topology.terminals)
    if (!faults.routers[terminal.router]) reach(terminal.router);
  for (std::size_t next = 0; next < reached.size(); ++next)
    for (PortIndex p = 0; p < topology.radix(reached[next]); ++p) {
      const Port& port = topology.port(reached[next], p);
      if (!port.peer.isTerminal && !links[port.link]) reach(port.peer.node);
    }
  for (LinkId l = 0; l < topology.linkCount(); ++l)
    if (topology.kindOf(l) != LinkKind::terminal && routers[topology.links[l].b.node])
      links[l] = true;
}

std::optional<DetourChart> chartDetours(const Topology& topology, std::vector<bool> deadLinks,
                                        const UpDownOrder* until) {
  const bool any = std::find(deadLinks.begin(), deadLinks.end(), true) != deadLinks.end();
  if (!any && until == nullptr) return {};
  const Neighbours neighbours(topology, deadLinks);
  UpDownOrder order = until != nullptr ? *until : UpDownOrder(topology);
  if (!order.carries(neighbours)) order = UpDownOrder(topology, neighbours);
  return DetourChart{std::move(deadLinks), std::move(order)};
}

std::shared_ptr<const UpDownTables> DetourTables::of(const Topology& topology,
                                                     const DetourChart& chart) {
  for (const auto& [made, tables] : made_)
    if (made == chart) return tables;
  auto tables = std::make_shared<const UpDownTables>(
      topology, Neighbours(topology, chart.deadLinks), chart.order);
  made_.emplace_back(chart, tables);
  return tables;
}

}  // namespace hopscope
