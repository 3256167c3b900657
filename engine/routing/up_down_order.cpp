// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/routing/up_down_order.h"

#include <algorithm>

namespace hopscope::routings {
namespace {

/// Routers in the order of a breadth-first search.
std::vector<RouterId> search(const Neighbours& neighbours, RouterId from) {
  std::vector<RouterId> order{from};
  std::vector<bool> seen(neighbours.of.size(), false);
  seen[from] = true;
  for (std::size_t next = 0; next < order.size(); ++next)
    for (const auto& neighbour : neighbours.of[order[next]])
      if (!seen[neighbour.router]) {
        seen[neighbour.router] = true;
        order.push_back(neighbour.router);
      }
  return order;
}

}  // namespace

Neighbours::Neighbours(const Topology& topology, const std::vector<bool>& absent)
    : of(topology.routerCount()) {
  for (RouterId router = 0; router < topology.routerCount(); ++router) {
    auto& all = of[router];
    for (PortIndex p = 0; p < topology.radix(router); ++p) {
      const Port& port = topology.port(router, p);
      if (!absent.empty() && absent[port.link]) continue;
      if (!port.peer.isTerminal && port.peer.node != router)
        all.push_back({port.peer.node, topology.kindOf(port.link), {p}});
    }
    std::stable_sort(all.begin(), all.end(), [](const Neighbour& a, const Neighbour& b) {
      return a.router != b.router ? a.router < b.router : a.kind < b.kind;
    });
    std::size_t kept = 0;
    for (std::size_t i = 1; i < all.size(); ++i) {
      if (all[i].router == all[kept].router && all[i].kind == all[kept].kind)
        all[kept].ports.push_back(all[i].ports.front());
      else
        std::swap(all[++kept], all[i]);
    }
    if (!all.empty()) all.resize(kept + 1);
  }
}

UpDownOrder::UpDownOrder(const Topology& topology) : UpDownOrder(topology, Neighbours(topology)) {}

UpDownOrder::UpDownOrder(const Topology& topology, const Neighbours& neighbours)
    : rank_(topology.routerCount(), kNone) {
  if (topology.routerCount() == 0) return;
  RouterId start = topology.terminals.empty() ? 0 : topology.terminals[0].router;
  for (const TerminalPlace& terminal : topology.terminals) {
    if (neighbours.of[terminal.router].empty()) continue;
    start = terminal.router;
    break;
  }
  const std::vector<RouterId> component = search(neighbours, start);
  root_ = *std::min_element(component.begin(), component.end(), [&](RouterId a, RouterId b) {
    const std::size_t degreeA = neighbours.of[a].size(), degreeB = neighbours.of[b].size();
    return degreeA != degreeB ? degreeA > degreeB : a < b;
  });
  std::uint32_t rank = 0;
  for (const RouterId router : search(neighbours, root_)) rank_[router] = rank++;
}

bool UpDownOrder::carries(const Neighbours& neighbours) const {
  for (RouterId router = 0; router < rank_.size(); ++router) {
    const auto& of = neighbours.of[router];
    const auto up = [&](const Neighbours::Neighbour& n) { return goesUp(router, n.router); };
    if (router != root_ && !of.empty() && std::none_of(of.begin(), of.end(), up)) return false;
  }
  return true;
}

}  // namespace hopscope::routings
