// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/head_times.h"

#include <algorithm>
#include <cmath>

namespace hopscope {
namespace {

/// A way that has not arrived after so many routers is none.
constexpr unsigned kMostRouters = 100'000;
/// Whole cycles that come out a little longer are whole cycles.
constexpr double kSlack = 1e-6;

}  // namespace

Cycle HeadTimes::operator()(TerminalId source, TerminalId destination) const {
  std::vector<RouteState> starts;
  plan_.routing->starts(source, destination, starts);
  Cycle least = 0;
  bool first = true;
  for (const RouteState& state : starts) {
    const Cycle time = along(state, source, destination);
    least = first ? time : std::min(least, time);
    first = false;
  }
  return least;
}

Cycle HeadTimes::along(RouteState state, TerminalId source, TerminalId destination) const {
  const Topology& t = *plan_.topology;
  const TerminalPlace& place = t.terminals[source];
  RouterId router = place.router;
  PortIndex input = place.port;
  Cycle time = plan_.once + plan_.linkLatency[place.link];
  for (unsigned hops = 0; hops < kMostRouters; ++hops) {
    const RouteChoice next = plan_.routing->route(router, input, state);
    const Port& port = t.port(router, next.port);
    time += plan_.router[router] + readsTable(router, destination) + plan_.linkLatency[port.link];
    if (port.peer.isTerminal) break;
    state.detail = next.nextDetail;
    router = port.peer.node;
    input = port.peer.port;
  }
  return time;
}

Cycle HeadTimes::readsTable(RouterId router, TerminalId destination) const {
  if (plan_.perRow.empty()) return 0;
  const double rows = 1.0 + destination;
  return static_cast<Cycle>(std::ceil(rows * plan_.perRow[router] - kSlack));
}

}  // namespace hopscope
