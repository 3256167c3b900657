// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "engine/simulation/setup.h"

/// FOGSim's switches and routings set up here, with all its departures from their descriptions, and
/// the comparison with its tables (tests/data/oracles/fogsim_dragonfly.json).
namespace hopscope::test {

/// One of "minimal", "valiant lg-", "valiant lgl", "piggyback lg-", "piggyback lgl", "olm base",
/// "olm ectn" under "uniform", "adversarial" (ADV+1) or "adversarial 2" traffic.
struct FogsimCase {
  std::string routing, traffic;
  std::int64_t h = 2;
};

Setup fogsimSetup(const FogsimCase& wanted, double load, std::uint64_t seed, Cycle warmup,
                  Cycle measure);

/// What either simulator finds at one load; means over the seeds.
struct FogsimPoint {
  double load = 0, latency = 0, accepted = 0, nonminimal = 0, hops = 0;
};

FogsimPoint simulate(const FogsimCase& wanted, double load, Cycle warmup, Cycle measure,
                     unsigned seeds);

/// A table of the oracle.
struct FogsimTable {
  FogsimCase which;
  double saturation = 0;
  std::vector<FogsimPoint> points;
};
struct FogsimTolerance {
  double latency = 0;      ///< relative
  double latencyUpTo = 0;  ///< times the saturation load
  double saturation = 0, hops = 0, nonminimal = 0;
};
struct FogsimOracle {
  Cycle warmup = 0, measure = 0;
  FogsimTolerance tolerance;
  std::vector<FogsimTable> tables;
};
FogsimOracle fogsimOracle(const std::string& file = "fogsim_dragonfly");

/// The highest load that is accepted to 99 %; 0 where none is.
double saturationOf(const std::vector<FogsimPoint>& points);

/// What differs beyond the tolerances at one load, one sentence each.
std::vector<std::string> differences(const FogsimTable& table, const FogsimPoint& theirs,
                                     const FogsimPoint& ours, const FogsimTolerance& tolerance);

/// The same for the saturation loads.
std::vector<std::string> saturationDifferences(const FogsimTable& table,
                                               const std::vector<FogsimPoint>& ours,
                                               const FogsimTolerance& tolerance);

}  // namespace hopscope::test
