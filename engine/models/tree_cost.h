// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/topology/facts.h"

/// k-ary n-tree, Clos and MiKANT compared by closed formulas (Li & Chu, IEEE ScalCom 2018).
namespace hopscope::formulas {

/// One of the three; `family` is "k_ary_n_tree", "clos" or "mikant". n and k >= 2, and
/// n log2(k) <= 40.
struct TreeNetwork {
  std::string_view family;
  std::int64_t n = 3, k = 4;
};

/// The facts its generator states, without building.
TopologyFacts factsOf(const TreeNetwork& network);

/// Links, terminal links included, for each terminal.
double linksPerTerminal(const TreeNetwork& network);
double switchesPerTerminal(const TreeNetwork& network);

/// Links per terminal times average distance (excluding self): what a network pays for its
/// terminals. The fewer the better.
double distanceCost(const TreeNetwork& network);

/// The same of a hypercube with as many terminals: log2(N) / 2 + 1 links per terminal.
double hypercubeDistanceCost(double terminals);

enum class TreeRouting : std::uint8_t {
  destinationDigits,  ///< Algorithm 1: an up port installs a digit of the destination
  shift,              ///< up ports by the digit below, so that all down links are used
};

/// Offered load in flits per terminal and cycle at which the busiest channel is full. Clos and
/// MiKANT only; shift in MiKANT needs n >= 3.
double uniformBound(const TreeNetwork& network, TreeRouting routing);
/// Under bit inversion, where every terminal sends to the complement of its address.
double inversionBound(const TreeNetwork& network, TreeRouting routing);

}  // namespace hopscope::formulas
