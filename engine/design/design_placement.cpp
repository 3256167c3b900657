// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/design_placement.h"

namespace hopscope {

Placement placementOf(const Topology& topology, const DesignLayout& layout) {
  return placementOf(topology, layout, place(topology));
}

Placement placementOf(const Topology& topology, const DesignLayout& layout,
                      const Placement& family) {
  Placement placement = family;
  for (RouterId router = 0; router < topology.routerCount(); ++router)
    if (const auto it = layout.routers.find(topology.routerIds[router]); it != layout.routers.end())
      placement.routers[router] = it->second;

  const bool aroundRouters = topology.isDrawn() && !layout.routers.empty();
  for (TerminalId terminal = 0; terminal < topology.terminalCount(); ++terminal) {
    if (const auto it = layout.terminals.find(topology.terminalIds[terminal]);
        it != layout.terminals.end())
      placement.terminals[terminal] = it->second;
    else if (aroundRouters)
      placement.terminals[terminal] = terminalPlace(topology, placement.routers, terminal);
  }
  if (!layout.bends.empty())
    for (LinkId link = 0; link < topology.linkCount(); ++link) {
      if (topology.links[link].a.isTerminal) continue;
      if (const auto it = layout.bends.find(topology.linkIds[link]); it != layout.bends.end())
        placement.bends.insert({link, it->second});
    }
  placement.notes = layout.notes;
  placement.collapsed = layout.collapsed;
  return placement;
}

}  // namespace hopscope
