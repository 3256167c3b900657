// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/scheduling/heaviest_matching.h"

#include <limits>

#include "engine/core/ids.h"

namespace hopscope {

std::int64_t heaviestMatching(const std::vector<std::int64_t>& weights, std::uint32_t ports,
                              std::vector<std::uint32_t>& outputOf) {
  // Inputs and outputs count from 1; output 0 stands for the input that looks for a partner.
  constexpr std::int64_t kFar = std::numeric_limits<std::int64_t>::max();
  std::vector<std::int64_t> ofInput(ports + 1, 0), ofOutput(ports + 1, 0), nearest(ports + 1);
  std::vector<std::uint32_t> inputOf(ports + 1, 0), before(ports + 1, 0);
  std::vector<std::uint8_t> done(ports + 1);
  for (std::uint32_t input = 1; input <= ports; ++input) {
    inputOf[0] = input;
    nearest.assign(ports + 1, kFar);
    done.assign(ports + 1, 0);
    std::uint32_t at = 0;
    do {
      done[at] = 1;
      const std::uint32_t from = inputOf[at];
      std::int64_t shortest = kFar;
      std::uint32_t next = 0;
      for (std::uint32_t output = 1; output <= ports; ++output) {
        if (done[output] != 0) continue;
        const std::int64_t cost =
            -weights[std::size_t{from - 1} * ports + output - 1] - ofInput[from] - ofOutput[output];
        if (cost < nearest[output]) nearest[output] = cost, before[output] = at;
        if (nearest[output] < shortest) shortest = nearest[output], next = output;
      }
      for (std::uint32_t output = 0; output <= ports; ++output)
        if (done[output] != 0) {
          ofInput[inputOf[output]] += shortest;
          ofOutput[output] -= shortest;
        } else if (output > 0) {
          nearest[output] -= shortest;
        }
      at = next;
    } while (inputOf[at] != 0);
    for (; at != 0; at = before[at]) inputOf[at] = inputOf[before[at]];
  }
  outputOf.assign(ports, kNone);
  std::int64_t total = 0;
  for (std::uint32_t output = 1; output <= ports; ++output) {
    outputOf[inputOf[output] - 1] = output - 1;
    total += weights[std::size_t{inputOf[output] - 1} * ports + output - 1];
  }
  return total;
}

}  // namespace hopscope
