// SPDX-License-Identifier: GPL-3.0-or-later
// LIAN: UGAL-L whose threshold and paths follow from what the router alone knows of its traffic.
#include "engine/routing/dragonfly_policy.h"
#include "engine/routing/entries.h"

namespace hopscope::routings {

RoutingEntry lian() {
  RoutingEntry entry = dragonflyEntry(DragonflyMode::lian, "LIAN");
  entry.name = "lian";
  entry.help =
      "UGAL-L by counters of the traffic that the router's own terminals offer to each group: they "
      "set "
      "the threshold, and whether non-minimal paths begin or end with a local hop.";
  entry.source = "Benito, PhD thesis, 2020, section 6.2";
  return entry;
}

}  // namespace hopscope::routings
