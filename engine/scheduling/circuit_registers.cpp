// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/scheduling/circuit_registers.h"

namespace hopscope {

CircuitRegisters::CircuitRegisters(std::uint32_t ports, std::uint32_t slotCount)
    : ports_(ports),
      channels_(slotCount, {ports, ports}),
      outputOf_(std::size_t{slotCount} * ports, kNone),
      inputOf_(std::size_t{slotCount} * ports, kNone),
      circuits_(slotCount, 0),
      preloaded_(slotCount, 0),
      established_(ports, ports) {}

bool CircuitRegisters::hasAnother(std::uint32_t input, std::uint32_t output) const {
  for (std::uint32_t slot = 0; slot < slotCount(); ++slot)
    if (outputOf(slot, input) == output) return true;
  return false;
}

void CircuitRegisters::clear(std::uint32_t slot) {
  if (circuits_[slot] == 0) return;
  for (std::uint32_t input = 0; input < ports_; ++input)
    if (outputOf(slot, input) != kNone) release(slot, input);
}

void CircuitRegisters::preload(std::uint32_t slot, const std::vector<PortPair>& pairs) {
  clear(slot);
  for (const PortPair& pair : pairs) establish(slot, pair.input, pair.output);
  preloaded_[slot] = 1;
}

void CircuitRegisters::unload(std::uint32_t slot) {
  clear(slot);
  preloaded_[slot] = 0;
}

Issues checkConfiguration(const std::vector<PortPair>& pairs, std::uint32_t ports,
                          const std::string& path) {
  std::vector<std::uint32_t> outputOf(ports, kNone), inputOf(ports, kNone);
  for (const auto& [input, output] : pairs) {
    if (input >= ports || output >= ports)
      return {{Severity::error, path,
               sentence("A circuit from {} to {} leaves the crossbar.", input, output),
               sentence("Its ports are 0 to {}.", ports - 1)}};
    if (inputOf[output] != kNone)
      return {{Severity::error, path,
               sentence("Inputs {} and {} are both connected to output {}.", inputOf[output], input,
                        output),
               sentence("In a slot an output takes one input.")}};
    if (outputOf[input] != kNone)
      return {
          {Severity::error, path,
           sentence("Input {} is connected to outputs {} and {}.", input, outputOf[input], output),
           sentence("In a slot an input drives one output.")}};
    inputOf[output] = input;
    outputOf[input] = output;
  }
  return {};
}

}  // namespace hopscope
