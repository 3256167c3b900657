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

HeadTimes::Pair HeadTimes::pair(TerminalId source, TerminalId destination) const {
  std::vector<RouteState> starts;
  plan_.routing->starts(source, destination, starts);
  Pair least;
  std::vector<PathHop> hops, shortest;
  for (const RouteState& state : starts) {
    hops.clear();
    const Cycle time = along(state, source, destination, hops);
    if (least.head >= 0 && time >= least.head) continue;
    least.head = time;
    shortest = hops;
  }
  if (plan_.lone == nullptr) return least;
  // Where packets of a message may part, none is held up by the virtual channels of another.
  if (starts.size() > 1 || plan_.routing->decides() != Decides::never)
    for (PathHop& hop : shortest) hop.vcs = ~VcMask{0};
  least.shape = plan_.lone->shapeOf(plan_.topology->terminals[source].link, destination, shortest);
  return least;
}

Cycle HeadTimes::along(RouteState state, TerminalId source, TerminalId destination,
                       std::vector<PathHop>& hops) const {
  const Topology& t = *plan_.topology;
  const TerminalPlace& place = t.terminals[source];
  RouterId router = place.router;
  PortIndex input = place.port;
  Cycle time = plan_.once + plan_.linkLatency[place.link];
  for (unsigned count = 0; count < kMostRouters; ++count) {
    const RouteChoice next = plan_.routing->route(router, input, state);
    const Port& port = t.port(router, next.port);
    time += plan_.router[router] + readsTable(router, destination) + plan_.linkLatency[port.link];
    if (plan_.lone != nullptr) hops.push_back({router, port.link, next.vcs});
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
