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

PathQueues::Path PathQueues::path(const RoutingAlgorithm& routing, RouterId router,
                                  RouteChoice step, TerminalId destination) const {
  Path path;
  while (lead(router, step.port).router != kNone) {
    const Lead& next = lead(router, step.port);
    if (path.count == Path::kMost) {
      path.whole = false;
      break;
    }
    path.outputs[path.count++] = {router, step.port, next.vcs};
    router = next.router;
    step = routing.route(router, next.input, {destination, step.nextDetail});
  }
  return path;
}

double PathQueues::along(const Path& path, const RouterView& view, double enough) {
  double flits = 0;
  for (std::size_t i = 0; i < path.count && flits < enough; ++i) {
    const Path::Output& output = path.outputs[i];
    flits += queuedFlits(view, output.router, output.port, output.vcs);
  }
  return flits;
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
