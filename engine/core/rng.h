// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace hopscope {

/// What a stream of random numbers is for; part of its key.
enum class RandomPurpose : std::uint32_t {
  injection = 1,
  destination,
  pattern,
  routing,
  cache,
  packetSize,
  topology,
  arbitration,
  choice,
  congestion
};

/// A counter-based stream (Philox 4x32-7; Salmon et al., SC 2011: seven rounds pass BigCrush) keyed
/// by seed, component and purpose, so that no stream depends on evaluation order or threads. 16
/// bytes, by value.
class Rng {
 public:
  Rng() = default;
  Rng(std::uint64_t seed, std::uint32_t component, RandomPurpose purpose);

  std::uint64_t next();  ///< 64 random bits
  /// Uniform in [0, bound), bound >= 1 (multiply-shift; bias below bound / 2^32).
  std::uint32_t below(std::uint32_t bound);
  double unit();  ///< uniform in [0, 1)
  /// The `unit` that comes of `next`.
  static double unitOf(std::uint64_t draw) { return static_cast<double>(draw >> 11) * 0x1.0p-53; }

 private:
  std::uint32_t key_ = 0;
  std::uint32_t stream_ = 0;
  std::uint64_t counter_ = 0;
};

}  // namespace hopscope
