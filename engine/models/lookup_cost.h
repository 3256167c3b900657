// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

/// What lookup costs: power, area, latency of the memories (Hirasawa 2022, sections 4.3 to 4.5 and
/// chapter 6).
namespace hopscope::formulas {

/// Energy of one lookup in nJ and what the memories take without any, in mW.
struct LookupEnergy {
  double cacheNj = 0.039;
  double cacheMw = 13;  ///< the cache of one port
  double camNj = 42;
  double camMw = 36;
};

/// Power in W of a switch's lookups at `packetsPerNs` (equation 4.5): every packet asks a cache,
/// the share `missRatio` the CAM too. `ports` caches stand by.
double cachedLookupWatts(const LookupEnergy& energy, double packetsPerNs, double missRatio,
                         double ports);

/// The same with the CAM alone.
double conventionalLookupWatts(const LookupEnergy& energy, double packetsPerNs);

/// A cache of `entries` lines: area in mm² and access time in ns.
struct CacheSize {
  double entries = 0, area = 0, latency = 0;
};

/// The sizes that are known for 45 nm, in ascending order: 2,048 lines of 12 bytes from CACTI 6.5
/// (section 4.3); the source's curves for others are lost, so that the two ends are ours.
const std::vector<CacheSize>& knownCacheSizes();

/// A size in between, and beyond the ends, along straight lines in logarithms. `table` holds at
/// least two sizes in ascending order, all numbers above 0.
CacheSize interpolated(const std::vector<CacheSize>& table, double entries);

}  // namespace hopscope::formulas
