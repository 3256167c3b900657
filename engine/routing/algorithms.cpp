// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/routing/entries.h"

namespace hopscope {

const Registry<RoutingEntry>& routingAlgorithms() {
  static const Registry<RoutingEntry> registry({
      routings::dimensionOrder(),
      routings::o1turn(),
      routings::minimalAdaptive(),
      routings::nearestCommonAncestor(),
      routings::mikant(),
      routings::mikantShift(),
      routings::minimal(),
      routings::valiant(),
      routings::ugal(),
      routings::ugalGlobal(),
      routings::piggyback(),
      routings::acor(),
      routings::pbAcor(),
      routings::tpr(),
      routings::lian(),
      routings::progressiveAdaptive(),
      routings::olm(),
      routings::dimwar(),
      routings::omniwar(),
      routings::conditional(),
      routings::qcnSwitch(),
      routings::upDown(),
      routings::shortestPath(),
  });
  return registry;
}

}  // namespace hopscope
