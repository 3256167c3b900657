// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// How fast a switch can look up routes (Hirasawa 2022, sections 1.1, 4.4 and 5.1).
namespace hopscope::formulas {

/// Smallest Ethernet packet on the wire: 64 bytes and 20 of gap and preamble.
inline constexpr double kSmallestPacketBytes = 84;

/// The link rate in Gb/s that a table sustains which starts one lookup every `lookupNs` (> 0), with
/// packets of `packetBytes` on the wire (section 1.1).
double lineRateGbps(double packetBytes, double lookupNs);

/// The same from packets per ns (Gpps).
double rateOfPacketsGbps(double packetBytes, double gigaPacketsPerSecond);

/// Lookups per second, in millions.
struct LookupThroughput {
  double conventional = 0;  ///< 1 / L_cam (equation 4.6)
  double cached = 0;        ///< min(1 / L_cache, 1 / (L_cam r_miss ports)) (equation 4.7)
};

/// Equation 4.7 compares a cache at each port with the one CAM of a switch. `busyPorts` >= 1 ports
/// share the CAM's misses; the source has 1. Times in ns > 0, `missRatio` in [0, 1].
LookupThroughput lookupThroughput(double camNs, double cacheNs, double missRatio, double busyPorts);

/// Two levels of cache and a TCAM (Table 5.1).
struct LookupHierarchy {
  double l1Entries = 512, l1Ns = 0.4;
  double l2Entries = 8192, l2Ns = 4;
  double camNs = 25;
};

/// Random destinations among `destinations` >= 1: each level holds entries / destinations of them.
/// Lookups per ns where the slowest level limits (pipelined), and where each lookup waits for the
/// one before it (serial).
double pipelinedLookupsPerNs(const LookupHierarchy& hierarchy, double destinations);
double serialLookupsPerNs(const LookupHierarchy& hierarchy, double destinations);

}  // namespace hopscope::formulas
