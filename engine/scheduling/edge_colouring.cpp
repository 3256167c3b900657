// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/scheduling/edge_colouring.h"

#include <algorithm>
#include <array>

namespace hopscope {
namespace {

/// Pairs by port and slot, on both sides.
class Colours {
 public:
  Colours(std::uint32_t ports, std::uint32_t slotCount)
      : slots_(slotCount),
        at_{std::vector<std::uint32_t>(std::size_t{ports} * slotCount, kNone),
            std::vector<std::uint32_t>(std::size_t{ports} * slotCount, kNone)} {}

  std::uint32_t& at(bool output, std::uint32_t port, std::uint32_t slot) {
    return at_[output ? 1 : 0][std::size_t{port} * slots_ + slot];
  }
  std::uint32_t firstFree(bool output, std::uint32_t port) {
    std::uint32_t slot = 0;
    while (at(output, port, slot) != kNone) ++slot;
    return slot;
  }

 private:
  std::uint32_t slots_;
  std::array<std::vector<std::uint32_t>, 2> at_;
};

}  // namespace

SlotAssignment colourEdges(const std::vector<PortPair>& pairs, std::uint32_t ports,
                           const std::stop_token& stop) {
  SlotAssignment result;
  std::vector<std::uint32_t> inputs(ports, 0), outputs(ports, 0);
  for (const PortPair& pair : pairs)
    result.slotCount = std::max({result.slotCount, ++inputs[pair.input], ++outputs[pair.output]});
  result.slot.assign(pairs.size(), kNone);
  Colours colours(ports, result.slotCount);
  std::vector<std::uint32_t> path;
  for (std::uint32_t i = 0; i < pairs.size() && !stop.stop_requested(); ++i) {
    const std::uint32_t here = colours.firstFree(false, pairs[i].input);
    const std::uint32_t there = colours.firstFree(true, pairs[i].output);
    if (here != there) {
      // Along the path from the output by `here`, `there`, `here`, … both slots change places. It
      // never ends at the input, which has no pair in `here`.
      path.clear();
      bool atOutput = true;
      std::uint32_t port = pairs[i].output, slot = here;
      for (std::uint32_t edge = colours.at(true, port, slot); edge != kNone;
           edge = colours.at(atOutput, port, slot)) {
        path.push_back(edge);
        port = atOutput ? pairs[edge].input : pairs[edge].output;
        atOutput = !atOutput;
        slot = slot == here ? there : here;
      }
      for (const std::uint32_t edge : path) {
        colours.at(false, pairs[edge].input, result.slot[edge]) = kNone;
        colours.at(true, pairs[edge].output, result.slot[edge]) = kNone;
      }
      for (const std::uint32_t edge : path) {
        result.slot[edge] = result.slot[edge] == here ? there : here;
        colours.at(false, pairs[edge].input, result.slot[edge]) = edge;
        colours.at(true, pairs[edge].output, result.slot[edge]) = edge;
      }
    }
    result.slot[i] = here;
    colours.at(false, pairs[i].input, here) = i;
    colours.at(true, pairs[i].output, here) = i;
  }
  return result;
}

}  // namespace hopscope
