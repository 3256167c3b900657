// SPDX-License-Identifier: GPL-3.0-or-later
// ACOR: Valiant that begins with the nearest intermediate routers and goes farther while packets
// are blocked.
#include "engine/routing/dragonfly_policy.h"
#include "engine/routing/entries.h"

namespace hopscope::routings {

RoutingEntry acor() {
  RoutingEntry entry = dragonflyEntry(DragonflyMode::acor, "ACOR");
  entry.name = "acor";
  entry.help =
      "Every packet goes by way of an intermediate router, drawn anew at each attempt in vain: "
      "near at "
      "first, farther away the more attempts are in vain.";
  entry.source = "Benito, PhD thesis, 2020, section 5.4";
  return entry;
}

}  // namespace hopscope::routings
