// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/circuit_tubes.h"

namespace hopscope {

CircuitsShown circuitsShown(const CircuitDetail& detail) {
  CircuitsShown shown;
  shown.router = 0;
  shown.slot = detail.slot;
  shown.circuitSlots = detail.circuitSlots;
  double round = 0;
  for (std::uint32_t slot = 0; slot < detail.slotCount(); ++slot)
    round += static_cast<double>(detail.lengthOf(slot));
  for (std::uint32_t slot = 0; slot < detail.circuitSlots; ++slot)
    for (std::uint32_t input = 0; input < detail.ports; ++input) {
      const std::uint32_t output = detail.known.outputOf(slot, input);
      if (output == kNone) continue;
      const auto share = static_cast<float>(static_cast<double>(detail.lengthOf(slot)) / round);
      shown.tubes.push_back({input, output, slot, share});
    }
  return shown;
}

CircuitsShown circuitsShown(const ShiftedDetail& detail) {
  CircuitsShown shown;
  shown.router = 0;
  shown.slot = detail.slot();
  shown.circuitSlots = detail.slotCount;
  shown.tubes.reserve(detail.planned->size());
  for (const PlannedCircuit& each : *detail.planned)
    shown.tubes.push_back(
        {each.source, each.destination, each.slot, 1 / static_cast<float>(detail.slotCount)});
  return shown;
}

}  // namespace hopscope
