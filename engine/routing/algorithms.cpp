// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/routing/entries.h"

namespace hopscope {

const Registry<RoutingEntry>& routingAlgorithms() {
  static const Registry<RoutingEntry> registry({
      routings::dimensionOrder(),
      routings::nearestCommonAncestor(),
      routings::mikant(),
      routings::minimal(),
      routings::valiant(),
      routings::ugal(),
      routings::piggyback(),
      routings::shortestPath(),
  });
  return registry;
}

}  // namespace hopscope
