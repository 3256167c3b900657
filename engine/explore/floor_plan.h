// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "engine/topology/prospect.h"

namespace hopscope {

/// How racks are filled and stand.
struct FloorSettings {
  std::uint64_t rackTerminals = 128;  ///< 0: no limit
  std::uint64_t rackRouters = 64;
  double rackWidth = 0.6, rowDepth = 2.4;  ///< m
  double inRack = 1, overhead = 2;         ///< m
  double electricalUpTo = 5;               ///< m
};

/// Cables by how long they are.
struct CableLengths {
  double cables = 0, metres = 0;
  double optical = 0, opticalMetres = 0;  ///< of these

  double electrical() const { return cables - optical; }
  double electricalMetres() const { return metres - opticalMetres; }
  void add(double count, double length, bool isOptical);
};

/// A network's racks, filled with routers in the order of their numbers, each with its terminals.
/// Racks stand side by side in rows, as many rows as make the room about square; a cable goes up,
/// along the aisles at right angles, and down.
class FloorPlan {
 public:
  /// `perRouter` terminals are at most at a router. Racks hold whole units of so many routers, or
  /// parts of one.
  FloorPlan(const FloorSettings& settings, std::uint64_t routers, std::uint64_t perRouter,
            std::uint64_t unit);

  std::uint64_t racks() const { return racks_; }
  std::uint64_t rackOf(std::uint64_t router) const;
  double length(std::uint64_t fromRouter, std::uint64_t toRouter) const;
  bool isOptical(double length) const { return length > settings_.electricalUpTo; }

  /// Where the cables of a run end: the same few hundred places, evenly spread over all it may be,
  /// stand for all of them, so lengths are good to about one per cent.
  CableLengths lengths(const CableRun& run) const;

 private:
  FloorSettings settings_;
  std::uint64_t unit_, perUnit_;  ///< racks of a unit, or units of a rack where perUnit_ is 0
  std::uint64_t unitsInRack_ = 1, routersInRack_ = 1;
  std::uint64_t racks_ = 1, rowLength_ = 1;
};

}  // namespace hopscope
