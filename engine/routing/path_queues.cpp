// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/routing/path_queues.h"

#include "engine/routing/port_queue.h"

namespace hopscope::routings {

PathQueues::PathQueues(const Topology& topology, const VcCounts& vcs)
    : firstPort_(topology.firstPort) {
  leads_.reserve(topology.ports.size());
  for (const Port& port : topology.ports)
    leads_.push_back(port.peer.isTerminal
                         ? Lead{}
                         : Lead{port.peer.node, port.peer.port,
                                static_cast<std::uint8_t>(vcs.of(topology.kindOf(port.link)))});
}

double PathQueues::at(const RouterView& view, RouterId router, PortIndex port) const {
  return queuedFlits(view, router, port, lead(router, port).vcs);
}

double PathQueues::along(const RoutingAlgorithm& routing, const RouterView& view, RouterId router,
                         RouteChoice step, TerminalId destination) const {
  double flits = 0;
  while (lead(router, step.port).router != kNone) {
    flits += at(view, router, step.port);
    const Lead& next = lead(router, step.port);
    router = next.router;
    step = routing.route(router, next.input, {destination, step.nextDetail});
  }
  return flits;
}

}  // namespace hopscope::routings
