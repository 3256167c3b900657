// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/routing/routing_algorithm.h"

namespace hopscope {

void RoutingAlgorithm::starts(TerminalId source, TerminalId destination,
                              std::vector<RouteState>& out) const {
  Rng unused;
  out.push_back(start(source, destination, unused));
}

double RoutingAlgorithm::likelihood(TerminalId /*source*/, TerminalId /*destination*/,
                                    RouteState /*state*/) const {
  return 1;
}

void RoutingAlgorithm::candidates(RouterId router, PortIndex input, RouteState state,
                                  std::vector<RouteChoice>& out) const {
  out.push_back(route(router, input, state));
}

void RoutingAlgorithm::outputs(RouterId router, PortIndex input, RouteState state,
                               std::vector<PortIndex>& out) const {
  thread_local std::vector<RouteChoice> choices;  // keeps its memory
  choices.clear();
  candidates(router, input, state, choices);
  for (const RouteChoice& choice : choices) out.push_back(choice.port);
}

RouteState RoutingAlgorithm::start(TerminalId /*source*/, TerminalId destination,
                                   Rng& /*rng*/) const {
  return {destination, 0};
}

RouteChoice RoutingAlgorithm::choose(const RouterView& /*view*/, RouterId router, PortIndex input,
                                     RouteState state, Rng& /*rng*/) const {
  return route(router, input, state);
}

RouteState RoutingAlgorithm::redraw(const RouterView& /*view*/, const SourceAttempt& attempt,
                                    Rng& /*rng*/) const {
  return attempt.state;
}

std::unique_ptr<RouterMemory> RoutingAlgorithm::makeMemory(const MemoryPlan& /*plan*/) const {
  return nullptr;
}

RouteState RoutingAlgorithm::noticeState(TerminalId destination, std::uint32_t /*feedback*/) const {
  return {destination, 0};
}

VcMask RoutingAlgorithm::noticeVcs(LinkKind /*kind*/) const {
  return 0;
}

PathKind RoutingAlgorithm::pathKind(RouteState /*state*/) const {
  return PathKind::minimal;
}

}  // namespace hopscope
