// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/scheduling/cell_array.h"

namespace hopscope {

std::vector<std::uint32_t> slotsOf(const GreedyStep& step) {
  if (step.slot != kNone) return {step.slot};
  std::vector<std::uint32_t> slots;
  for (std::uint32_t slot = 0; slot < step.before.slotCount(); ++slot)
    if (!step.before.isPreloaded(slot)) slots.push_back(slot);
  return slots;
}

CellArray::CellArray(const GreedyStep& step, std::uint32_t slot)
    : ports_(step.before.ports()), slot_(slot), corner_(step.corner) {
  CircuitRegisters registers = step.before;
  // What earlier slots took is established for this one.
  for (const std::uint32_t each : slotsOf(step)) {
    slot_ = each;
    pass(registers, step.requests);
    if (each == slot) return;
  }
}

/// Over one slot; forgets the one before.
void CellArray::pass(CircuitRegisters& registers, const BitMatrix& requests) {
  cells_.assign(std::size_t{ports_} * ports_, {});
  asking_.clear();
  std::vector<std::uint8_t> outputBusy(ports_), inputBusy(ports_);
  for (std::uint32_t port = 0; port < ports_; ++port) {
    outputBusy[port] = registers.inputOf(slot_, port) != kNone ? 1 : 0;
    inputBusy[port] = registers.outputOf(slot_, port) != kNone ? 1 : 0;
  }
  const BitMatrix established = registers.established();
  const auto wrapped = [this](std::uint32_t port) { return port < ports_ ? port : port - ports_; };
  for (std::uint32_t i = 0; i < ports_; ++i)
    for (std::uint32_t j = 0; j < ports_; ++j) {
      const std::uint32_t input = wrapped(corner_.input + i), output = wrapped(corner_.output + j);
      ArrayCell& cell = cells_[std::size_t{input} * ports_ + output];
      cell.requested = requests.at(input, output);
      cell.established = established.at(input, output);
      cell.here = registers.outputOf(slot_, input) == output;
      cell.asks = cell.requested ? !cell.established : cell.here;
      cell.outputBusy = outputBusy[output] != 0;
      cell.inputBusy = inputBusy[input] != 0;
      if (!cell.asks) continue;
      asking_.push_back({input, output});
      // Table 5.2 takes two busy ports for a release; B(s) tells which it is.
      if (cell.here) {
        cell.action = CellAction::release;
        registers.release(slot_, input);
      } else if (!cell.outputBusy && !cell.inputBusy) {
        cell.action = CellAction::establish;
        registers.establish(slot_, input, output);
      } else {
        cell.action = CellAction::blocked;
        continue;
      }
      cell.toggles = true;
      outputBusy[output] = inputBusy[input] = cell.here ? 0 : 1;
    }
}

}  // namespace hopscope
