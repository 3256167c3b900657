// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/design/design.h"
#include "engine/explore/floor_plan.h"
#include "engine/models/network_power.h"
#include "engine/topology/generator.h"

namespace hopscope {

/// What parts cost and take.
struct PartPrices {
  double routerFixed = 0, routerPerPort = 0;       ///< $
  double electricalFixed = 0, electricalPerM = 0;  ///< $ per Gb/s
  double opticalFixed = 0, opticalPerM = 0;        ///< $ per Gb/s
  bool terminalCables = true;
};

/// What every candidate is built of.
struct ExploreSettings {
  double linkGbps = 40;
  std::vector<std::uint64_t> routerPorts;  ///< for sale, ascending; empty: any number
  FloorSettings floor;
  PartPrices prices;
  PowerParts power;
};

/// Cables of one class.
struct ClassCables {
  std::string linkClass;
  std::uint64_t count = 0;
  CableLengths lengths;
};

/// A network that fits a request, with all that is asked of it, by closed formulas.
struct Candidate {
  const Generator* family = nullptr;
  Values parameters;
  TopologyFacts facts;
  std::uint64_t ports = 0;  ///< of each router, used or not
  std::uint64_t racks = 0;
  std::vector<ClassCables> cables;  ///< "terminal" first
  CableLengths lengths;             ///< of all together
  /// Loads per terminal at which the first channel is full (flits per cycle, at most 1), by the
  /// family's first routing: under uniform traffic, and of the worst permutation.
  double throughput = 1;
  bool evenly = false;   ///< `throughput` is an upper bound (Prospect::evenly)
  bool nearest = false;  ///< the mean distance is a lower bound (Prospect::nearest)
  std::optional<double> worstThroughput;
  double routerCost = 0, cableCost = 0;  ///< $
  double power = 0;                      ///< W, with every port busy (SwitchPower)

  double cost() const { return routerCost + cableCost; }
};

/// Nothing where no router for sale has enough ports. `parameters` are without errors.
std::optional<Candidate> evaluate(const Generator& family, const Values& parameters,
                                  const ExploreSettings& settings);

/// "Dragonfly (p 8, a 16, h 8)": parameters that are not as by default.
std::string nameOf(const Candidate& candidate);

/// The candidate as a design: what is not its topology is by default.
Design designOf(const Candidate& candidate);

}  // namespace hopscope
