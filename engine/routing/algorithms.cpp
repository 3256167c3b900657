// SPDX-License-Identifier: GPL-3.0-or-later
#include <utility>

#include "engine/routing/entries.h"

namespace hopscope {
namespace {

Registry<RoutingEntry>& knownRoutings() {
  static Registry<RoutingEntry> registry({
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

}  // namespace

const Registry<RoutingEntry>& routingAlgorithms() {
  return knownRoutings();
}

AddedRouting::AddedRouting(RoutingEntry entry) {
  knownRoutings().add(std::move(entry));
}

AddedRouting::~AddedRouting() {
  knownRoutings().removeLast();
}

}  // namespace hopscope
