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
  for (RouterId router = 0; router < topology.routerCount(); ++router)
    owners_.resize(firstPort_[router + 1], router);
}

double PathQueues::at(const RouterView& view, RouterId router, PortIndex port) const {
  return queuedFlits(view, router, port, lead(router, port).vcs);
}

bool PathQueues::follow(const RoutingAlgorithm& routing, RouterId router, RouteChoice step,
                        TerminalId destination, Outputs& into) const {
  while (lead(router, step.port).router != kNone) {
    if (into.count == into.ids.size()) return false;
    into.ids[into.count++] = firstPort_[router] + step.port;
    const Lead& next = lead(router, step.port);
    router = next.router;
    step = routing.route(router, next.input, {destination, step.nextDetail});
  }
  return true;
}

double PathQueues::along(const RoutingAlgorithm& routing, const RouterView& view, RouterId router,
                         RouteChoice step, TerminalId destination, double enough) const {
  double flits = 0;
  while (flits < enough && lead(router, step.port).router != kNone) {
    flits += at(view, router, step.port);
    const Lead& next = lead(router, step.port);
    router = next.router;
    step = routing.route(router, next.input, {destination, step.nextDetail});
  }
  return flits;
}

}  // namespace hopscope::routings
