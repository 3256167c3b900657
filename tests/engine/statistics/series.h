// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <random>

#include "engine/statistics/time_batches.h"

/// Series of known mean, as simulations make them: correlated and random.
namespace hopscope::test {

/// One value a cycle of an autoregressive process of order 1, stationary, with mean 100,000.
inline TimeBatches autoregressive(double correlation, Cycle cycles, std::uint64_t seed) {
  constexpr double kMean = 100'000, kStep = 1000;
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  double value = normal(random) / std::sqrt(1 - correlation * correlation);
  TimeBatches times;
  for (Cycle t = 0; t < cycles; ++t) {
    value = correlation * value + normal(random);
    times.add(t, static_cast<std::uint64_t>(std::llround(kMean + kStep * value)));
  }
  return times;
}

/// Times in an M/M/1 queue of rate 1, in thousandths, by time of arrival in tenths; from the
/// stationary state, where the mean is 1 / (1 - load).
inline TimeBatches queueTimes(double load, int customers, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::exponential_distribution<double> exponential;
  std::uniform_real_distribution<double> uniform;
  double wait = uniform(random) < 1 - load ? 0 : exponential(random) / (1 - load);
  double now = 0;
  TimeBatches times;
  for (int i = 0; i < customers; ++i) {
    const double service = exponential(random);
    times.add(static_cast<Cycle>(now * 10),
              static_cast<std::uint64_t>(std::llround(1000 * (wait + service))));
    const double gap = exponential(random) / load;
    now += gap;
    wait = std::max(0.0, wait + service - gap);
  }
  return times;
}

}  // namespace hopscope::test
