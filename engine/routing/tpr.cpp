// SPDX-License-Identifier: GPL-3.0-or-later
// TPR: UGAL-L whose threshold follows from the traffic that the router sends to each group.
#include "engine/routing/dragonfly_policy.h"
#include "engine/routing/entries.h"

namespace hopscope::routings {

RoutingEntry tpr() {
  RoutingEntry entry = dragonflyEntry(DragonflyMode::tpr, "TPR");
  entry.name = "tpr";
  entry.help =
      "UGAL-L with a threshold that depends on how much traffic the router has lately sent to the "
      "destination's group; drawn anew at each attempt in vain.";
  entry.source = "Benito, PhD thesis, 2020, sections 2.4 and 6.1";
  return entry;
}

}  // namespace hopscope::routings
