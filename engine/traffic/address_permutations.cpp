// SPDX-License-Identifier: GPL-3.0-or-later
// Permutations of the terminal's number: its digits complemented, its two halves exchanged, its
// bits turned round or reversed.
#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <utility>

#include "engine/traffic/entries.h"

namespace hopscope::patterns {
namespace {

/// The root of a square number, or 0.
std::uint32_t exactRoot(std::uint32_t count) {
  const auto root = static_cast<std::uint32_t>(std::lround(std::sqrt(count)));
  return root * root == count ? root : 0;
}

/// A permutation of the bits of a terminal's number, for a power of two of terminals.
TrafficEntry bitPermutation(std::string name, std::string label, std::string help,
                            TerminalId (*destination)(TerminalId terminal, unsigned bits)) {
  TrafficEntry entry;
  entry.name = std::move(name);
  entry.label = label;
  entry.help = std::move(help);
  entry.source = "Dally & Towles, Principles and Practices of Interconnection Networks, 3.2";
  entry.check = [label](const Topology& topology, const Values&) -> Issues {
    if (std::has_single_bit(topology.terminalCount())) return {};
    return {wrongNetwork(sentence("{} needs a power of two of terminals; this network has {}.",
                                  registryWords(label), topology.terminalCount()),
                         sentence("Change the network's size, or choose another pattern."))};
  };
  entry.make = [destination](const Topology& topology, const Values& values, std::uint64_t) {
    const auto bits = static_cast<unsigned>(std::bit_width(topology.terminalCount() - 1));
    std::vector<TerminalId> destinations(topology.terminalCount());
    for (TerminalId t = 0; t < destinations.size(); ++t)
      destinations[t] = bits == 0 ? 0 : destination(t, bits);
    return std::make_unique<FixedDestinations>(std::move(destinations), includesSelf(values));
  };
  return entry;
}

}  // namespace

TrafficEntry bitComplement() {
  TrafficEntry entry;
  entry.name = "bit_complement";
  entry.label = "Bit complement";
  entry.help =
      "Terminal i of N sends to N - 1 - i: all bits inverted where N is a power of two, and every "
      "coordinate or address digit mirrored in other networks.";
  entry.source = "Dally & Towles, Principles and Practices of Interconnection Networks, 3.2";
  entry.check = [](const Topology&, const Values&) { return Issues{}; };
  entry.make = [](const Topology& topology, const Values& values, std::uint64_t) {
    std::vector<TerminalId> destinations(topology.terminalCount());
    for (TerminalId t = 0; t < destinations.size(); ++t)
      destinations[t] = topology.terminalCount() - 1 - t;
    return std::make_unique<FixedDestinations>(std::move(destinations), includesSelf(values));
  };
  return entry;
}

TrafficEntry transpose() {
  TrafficEntry entry;
  entry.name = "transpose";
  entry.label = "Transpose";
  entry.help =
      "As in transposing a matrix: with N = s x s terminals, terminal (x, y) sends to (y, x). N is "
      "a "
      "square number; for powers of two the halves of the address change places.";
  entry.source = "Dally & Towles, Principles and Practices of Interconnection Networks, 3.2";
  entry.check = [](const Topology& topology, const Values&) -> Issues {
    if (exactRoot(topology.terminalCount()) != 0) return {};
    return {wrongNetwork(sentence("Transpose needs a square number of terminals; this network "
                                  "has {}.",
                                  topology.terminalCount()),
                         sentence("Change the network's size, or choose another pattern."))};
  };
  entry.make = [](const Topology& topology, const Values& values, std::uint64_t) {
    const std::uint32_t side = std::max(1u, exactRoot(topology.terminalCount()));
    std::vector<TerminalId> destinations(topology.terminalCount());
    for (TerminalId t = 0; t < destinations.size(); ++t)
      destinations[t] = t % side * side + t / side;
    return std::make_unique<FixedDestinations>(std::move(destinations), includesSelf(values));
  };
  return entry;
}

TrafficEntry shuffle() {
  return bitPermutation("shuffle", "Shuffle",
                        "The bits of the terminal's number turned round by one to the left, as "
                        "cards are shuffled.",
                        [](TerminalId terminal, unsigned bits) {
                          return (terminal << 1 & ((1u << bits) - 1)) | terminal >> (bits - 1);
                        });
}

TrafficEntry bitReverse() {
  return bitPermutation("bit_reverse", "Bit reverse",
                        "The bits of the terminal's number in reverse order, as in a fast Fourier "
                        "transform.",
                        [](TerminalId terminal, unsigned bits) {
                          TerminalId reversed = 0;
                          for (unsigned bit = 0; bit < bits; ++bit)
                            reversed = reversed << 1 | (terminal >> bit & 1u);
                          return reversed;
                        });
}

}  // namespace hopscope::patterns
