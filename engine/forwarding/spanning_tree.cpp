// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forwarding/spanning_tree.h"

#include <deque>

namespace hopscope {

std::vector<LinkId> spanningTree(const Topology& topology) {
  std::vector<LinkId> parent(topology.routerCount(), kNone);
  std::vector<bool> seen(topology.routerCount(), false);
  for (RouterId root = 0; root < topology.routerCount(); ++root) {
    if (seen[root]) continue;
    seen[root] = true;
    std::deque<RouterId> open{root};
    for (; !open.empty(); open.pop_front()) {
      const RouterId here = open.front();
      for (PortIndex p = 0; p < topology.radix(here); ++p) {
        const Port& port = topology.port(here, p);
        if (port.peer.isTerminal || seen[port.peer.node]) continue;
        seen[port.peer.node] = true;
        parent[port.peer.node] = port.link;
        open.push_back(port.peer.node);
      }
    }
  }
  return parent;
}

}  // namespace hopscope
