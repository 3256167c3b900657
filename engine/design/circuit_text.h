// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/core/issue.h"
#include "engine/switching/hybrid_settings.h"

namespace hopscope {

/// Reads configurations of a crossbar, with ";" between. Each is made of "0>3" (input 0 drives
/// output 3), "self+1" or "self-1" (each input drives the one so much further, modulo the ports),
/// or is one of "torus": four of them, to the neighbours of each port on a torus as square as can
/// be, east, west, south and north; or of "rotation": self+1, self+2 and so on to all others. "*
/// 16" behind one says how many flits each of its pairs carries until the next configuration takes
/// its slot; of more configurations than slots each needs it.
std::variant<std::vector<LoadedConfiguration>, Issue> parseConfigurations(std::string_view text,
                                                                          std::uint32_t ports,
                                                                          std::uint32_t slotCount,
                                                                          const std::string& path);

/// Pairs that a text of parsePairs may name, each as often as it stands there.
inline constexpr std::uint64_t kMostNamedPairs = 1 << 22;

/// Reads the pairs of terminals that such a text names, sorted, each once; whatever they have in
/// common, for they need not be there at a time. Without a number of flits. "10>13" names terminals
/// by `ids` (Topology::terminalIds); what it returns, and "self+1", "torus" and "rotation", count
/// them in their order there. Refuses more than kMostNamedPairs.
std::variant<std::vector<PortPair>, Issue> parsePairs(std::string_view text,
                                                      const std::vector<std::uint32_t>& ids,
                                                      const std::string& path);

/// The configuration that leads each port to its neighbours on a torus as square as can be: east,
/// west, south, north.
std::vector<std::vector<PortPair>> torusConfigurations(std::uint32_t ports);

}  // namespace hopscope
