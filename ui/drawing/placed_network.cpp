// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/placed_network.h"

#include <algorithm>
#include <utility>

namespace hopscope {

PlacedNetwork::PlacedNetwork(std::shared_ptr<const Topology> whole,
                             std::shared_ptr<const Placement> places)
    : collapse(whole, places),
      topology(collapse.any() ? collapse.topology() : std::move(whole)),
      placement(collapse.any() ? collapse.placement() : std::move(places)),
      geometry(topology, placement),
      cards(collapse, geometry) {
  if (!topology) return;
  links = GatheredLinks(*topology, geometry);
  for (const TerminalPlace& place : topology->terminals)
    ++groupTerminals[topology->group[place.router]];
  for (RouterId r = 0; r < topology->routerCount(); ++r) {
    const auto group = static_cast<std::size_t>(std::max(topology->group[r], 0));
    if (groupRouters.size() <= group) groupRouters.resize(group + 1);
    groupRouters[group].push_back(r);
  }
}

}  // namespace hopscope
