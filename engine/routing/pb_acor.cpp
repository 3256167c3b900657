// SPDX-License-Identifier: GPL-3.0-or-later
// PB-ACOR: Piggyback says whether a packet goes by an intermediate router, ACOR how far away.
#include "engine/routing/dragonfly_policy.h"
#include "engine/routing/entries.h"

namespace hopscope::routings {

RoutingEntry pbAcor() {
  RoutingEntry entry = dragonflyEntry(DragonflyMode::pbAcor, "PB-ACOR");
  entry.name = "pb_acor";
  entry.help =
      "Piggyback decides at each attempt whether a packet takes its minimal path; the others go by "
      "way of an intermediate router that ACOR draws.";
  entry.source = "Benito, PhD thesis, 2020, section 5.4.3";
  return entry;
}

}  // namespace hopscope::routings
