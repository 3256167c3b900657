// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/circuit_rules.h"

#include <algorithm>

namespace hopscope {

void refuseBesideCircuits(const Setup& setup, const SettingsReader& read) {
  if (std::any_of(setup.lookups.begin(), setup.lookups.end(),
                  [](const LookupSettings& each) { return each.kind != LookupKind::algorithm; }))
    read.refuse("forwarding.lookup",
                sentence("Where circuits have time slots, packets are not looked up in tables."),
                sentence("Leave the lookup to the algorithm."));
  if (setup.reroutes)
    read.refuse("phases",
                sentence("Where circuits have time slots, neither routes nor parts change during a "
                         "run."),
                sentence("Let phases change the traffic only."));
}

}  // namespace hopscope
