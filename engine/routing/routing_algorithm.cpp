// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/routing/routing_algorithm.h"

namespace hopscope {

void RoutingAlgorithm::starts(TerminalId source, TerminalId destination,
                              std::vector<RouteState>& out) const {
  out.push_back(start(source, destination));
}

void RoutingAlgorithm::candidates(RouterId router, PortIndex input, RouteState state,
                                  std::vector<RouteChoice>& out) const {
  out.push_back(route(router, input, state));
}

RouteState RoutingAlgorithm::start(TerminalId /*source*/, TerminalId destination) const {
  return {destination, 0};
}

}  // namespace hopscope
