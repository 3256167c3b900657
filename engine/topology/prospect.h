// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/topology/facts.h"

/// What a family says of networks that nobody has built yet, for who compares thousands of them.
namespace hopscope {

/// What is wanted of a network's size.
struct SizeRequest {
  std::uint64_t least = 0, most = 0;  ///< terminals
  std::uint64_t radix = 0;            ///< ports that a router has at most
};

/// Routers by number in blocks of `size`; block i begins at first + i * step.
struct RouterBlocks {
  std::uint64_t first = 0, size = 1, step = 0;
};

/// Which router of a block has a cable to which one of the block at its other end.
enum class Pairing : std::uint8_t {
  any,         ///< any to any, equally likely
  alike,       ///< those at the same place of their blocks
  otherUnits,  ///< any to any, but those of the same stretch of `unit` routers
};

/// Cables of a class between routers, as they lie in the order of router numbers: block i of `from`
/// to block i of `to`. Their number is exact; where they end is so up to what `pairing` says.
struct CableRun {
  std::string linkClass = "local";  ///< LinkClass::name
  std::uint64_t count = 0;          ///< cables
  RouterBlocks from, to;
  std::uint64_t blocks = 1;
  Pairing pairing = Pairing::any;
  std::uint64_t unit = 1;
};

/// A network by closed formulas. Loads are of the busiest channel between routers, in flits per
/// cycle where every terminal sends one, by the family's first routing with its defaults; 0 where
/// there are no such channels.
struct Prospect {
  TopologyFacts facts;
  std::vector<CableRun> cables;  ///< those of terminals are not among them
  double uniformLoad = 0;        ///< everyone to all others alike
  bool evenly = false;   ///< `uniformLoad` takes the routing to spread evenly: it may be too low
  bool nearest = false;  ///< the mean distance is the least that it can be: it may be more
  /// Of all permutations of terminals, the worst (Towles & Dally, SPAA 2002); absent where no
  /// formula is known.
  std::optional<double> worstLoad;
  std::uint64_t hostRouters = 0;  ///< that have terminals, all equally many; 0: all of them
  /// Routers that belong together: racks hold whole units, or parts of one alone.
  std::uint64_t rackUnit = 1;
};

}  // namespace hopscope
