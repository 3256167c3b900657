// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/statistics/mser5.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace hopscope {
namespace {

constexpr std::size_t kIntervals = 5;
constexpr std::size_t kFewest = 20;

struct BatchMean {
  Cycle start = 0;
  double mean = 0;
};

std::vector<BatchMean> batchesOf(const TimeBatches& times) {
  const std::vector<TimeBatches::Batch>& fine = times.batches();
  std::vector<BatchMean> means;
  for (std::size_t first = 0; first + kIntervals <= fine.size(); first += kIntervals) {
    TimeBatches::Batch whole;
    for (std::size_t i = first; i < first + kIntervals; ++i) {
      whole.count += fine[i].count;
      whole.sum += fine[i].sum;
    }
    if (whole.count > 0)
      means.push_back({static_cast<Cycle>(first) * times.length(),
                       static_cast<double>(whole.sum) / static_cast<double>(whole.count)});
  }
  return means;
}

}  // namespace

std::optional<Cycle> mser5(const TimeBatches& times) {
  const std::vector<BatchMean> batches = batchesOf(times);
  if (batches.size() < kFewest) return std::nullopt;
  // Mean and squared deviations of the last n batches, n growing (Welford 1962).
  double mean = 0, squares = 0, smallest = std::numeric_limits<double>::infinity();
  std::size_t best = batches.size();
  for (std::size_t n = 1; n <= batches.size(); ++n) {
    const std::size_t truncated = batches.size() - n;
    const double value = batches[truncated].mean;
    const double before = value - mean;
    mean += before / static_cast<double>(n);
    squares += before * (value - mean);
    // The last few batches alone are alike by chance (Hoad, Robinson & Davies 2008).
    if (n < kIntervals) continue;
    const double error = squares / static_cast<double>(n * n);
    if (error <= smallest) {
      smallest = error;
      best = truncated;
    }
  }
  if (best > batches.size() / 2) return std::nullopt;
  // What comes before the first value, while everything is still under way, is transient too.
  return batches[best].start;
}

}  // namespace hopscope
