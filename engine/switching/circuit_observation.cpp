// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/circuit_observation.h"

#include <algorithm>

namespace hopscope {

namespace {

std::vector<std::uint32_t> slotsWith(const CircuitRegisters& registers, std::uint32_t input,
                                     std::uint32_t output) {
  std::vector<std::uint32_t> slots;
  for (std::uint32_t slot = 0; slot < registers.slotCount(); ++slot)
    if (registers.outputOf(slot, input) == output) slots.push_back(slot);
  return slots;
}

}  // namespace

PairState stateOf(const CircuitDetail& detail, std::uint32_t input, std::uint32_t output) {
  PairState state;
  using Waits = PairState::Waits;
  state.inSlots = slotsWith(detail.known, input, output);
  if (!state.inSlots.empty()) {
    const bool now = std::count(state.inSlots.begin(), state.inSlots.end(), detail.slot) > 0;
    state.waits = now ? Waits::sending : Waits::slot;
    return state;
  }
  state.inSlots = slotsWith(detail.scheduled, input, output);
  if (!state.inSlots.empty()) {
    state.waits = Waits::grant;
    return state;
  }
  if (!detail.requests.at(input, output)) {
    if (detail.asked.at(input, output)) state.waits = Waits::request;
    return state;
  }
  bool always = true;  // it is its input that is busy
  for (std::uint32_t slot = 0; slot < detail.circuitSlots; ++slot) {
    if (detail.scheduled.isPreloaded(slot)) continue;
    const PairState::Holder holder{slot, detail.scheduled.inputOf(slot, output),
                                   detail.scheduled.outputOf(slot, input)};
    if (holder.input == kNone && holder.output == kNone) state.inSlots.push_back(slot);
    always = always && holder.output != kNone;
    state.holders.push_back(holder);
  }
  if (!state.inSlots.empty()) {
    state.waits = Waits::pass;
    state.holders.clear();
  } else {
    state.waits = always ? Waits::input : Waits::ports;
  }
  return state;
}

}  // namespace hopscope
