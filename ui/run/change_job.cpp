// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/change_job.h"

#include <variant>

#include "engine/simulation/packet_lengths.h"

namespace hopscope {

MadeFor MadeFor::of(const Setup& setup) {
  MadeFor made{setup.reroutes, setup.virtualChannels, packetLengths(setup), nullptr, 0, 0};
  if (const auto* slotted = std::get_if<SlottedSwitches>(&setup.switches)) {
    made.circuits = slotted->circuits;
    made.roundSlots = slotted->settings.slotCount;
    made.circuitClasses = slotted->settings.circuitClasses;
  }
  return made;
}

bool MadeFor::fits(const Setup& setup) const {
  if (setup.reroutes != reroutes || setup.virtualChannels != channels || !carries(lengths, setup))
    return false;
  const auto* const slotted = std::get_if<SlottedSwitches>(&setup.switches);
  if (slotted == nullptr || !circuits) return slotted == nullptr && !circuits;
  return slotted->settings.slotCount == roundSlots &&
         slotted->settings.circuitClasses == circuitClasses &&
         (slotted->circuits == circuits || *slotted->circuits == *circuits);
}

}  // namespace hopscope
