// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/design/design.h"
#include "engine/simulation/setup.h"

namespace hopscope {

/// A number as the mean over runs that differ in their seed, each counting once.
struct SeedMean {
  double mean = std::numeric_limits<double>::quiet_NaN();  ///< NaN where no run has it
  double error = 0;        ///< standard error; 0 of a single run, which tells nothing of it
  std::uint64_t runs = 0;  ///< that have it

  bool operator==(const SeedMean&) const = default;
};

/// The standard error as it stands in files: nothing of a single run.
std::string errorText(const SeedMean& mean);

/// Of what the runs have; NaN is of one that has none.
SeedMean seedMean(std::span<const double> values);

/// Compiles the runs that a design without errors asks for (`run.replications`, from `run.seed` on)
/// and hands each to `run`, on a pool of threads (0: one per core), in any order. False where a
/// stop was requested; runs that had not begun then never do. Throws what `run` throws.
bool overSeeds(const Design& design, unsigned jobs, const std::stop_token& stop,
               const std::function<void(std::size_t seed, Setup setup)>& run);

}  // namespace hopscope
