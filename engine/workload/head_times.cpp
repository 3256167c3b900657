// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/head_times.h"

#include <algorithm>

namespace hopscope {
namespace {

/// A way that has not arrived after so many routers is none.
constexpr unsigned kMostRouters = 100'000;

}  // namespace

Cycle HeadTimes::operator()(TerminalId source, TerminalId destination) const {
  std::vector<RouteState> starts;
  plan_.routing->starts(source, destination, starts);
  Cycle least = 0;
  bool first = true;
  for (const RouteState& state : starts) {
    const Cycle time = along(state, source);
    least = first ? time : std::min(least, time);
    first = false;
  }
  return least;
}

Cycle HeadTimes::along(RouteState state, TerminalId source) const {
  const Topology& t = *plan_.topology;
  const TerminalPlace& place = t.terminals[source];
  RouterId router = place.router;
  PortIndex input = place.port;
  Cycle time = plan_.once + plan_.linkLatency[place.link];
  for (unsigned hops = 0; hops < kMostRouters; ++hops) {
    const RouteChoice next = plan_.routing->route(router, input, state);
    const Port& port = t.port(router, next.port);
    time += plan_.router[router] + plan_.linkLatency[port.link];
    if (port.peer.isTerminal) break;
    state.detail = next.nextDetail;
    router = port.peer.node;
    input = port.peer.port;
  }
  return time;
}

}  // namespace hopscope
