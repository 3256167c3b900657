// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/statistics/batch_means.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/core/not_a_number.h"

namespace hopscope {
namespace {

constexpr std::size_t kBatches = 32;
/// Beyond this correlation the run is too short to say anything; the interval is wide by then.
constexpr double kStrongest = 0.8;

struct Sum {
  double count = 0, sum = 0;
};

Sum sumOf(const std::vector<TimeBatches::Batch>& batches, std::size_t from, std::size_t to) {
  Sum total;
  for (std::size_t i = from; i < to; ++i) {
    total.count += static_cast<double>(batches[i].count);
    total.sum += static_cast<double>(batches[i].sum);
  }
  return total;
}

ConfidenceInterval intervalOf(const std::vector<TimeBatches::Batch>& fine) {
  const Sum whole = sumOf(fine, 0, fine.size());
  if (whole.count == 0) return {kNan, kNan};
  const double mean = whole.sum / whole.count;
  if (fine.size() < kBatches) return {mean, kNan};
  constexpr auto batches = static_cast<double>(kBatches);
  std::array<double, kBatches> off{};  // what each batch adds to the mean's error
  for (std::size_t i = 0; i < kBatches; ++i) {
    const Sum batch = sumOf(fine, i * fine.size() / kBatches, (i + 1) * fine.size() / kBatches);
    if (batch.count == 0) return {mean, kNan};
    off[i] = (batch.sum - mean * batch.count) / (whole.count / batches);
  }
  double squares = 0, neighbours = 0;
  for (std::size_t i = 0; i < kBatches; ++i) {
    squares += off[i] * off[i];
    if (i > 0) neighbours += off[i] * off[i - 1];
  }
  if (squares == 0) return {mean, 0};
  // The estimate of a correlation from few values is low by about 1 / n.
  const double correlation = std::clamp(neighbours / squares + 1 / batches, 0.0, kStrongest);
  const double widening = (1 + correlation) / (1 - correlation);
  const double freedom = (batches - 1) / widening;  // above 3, by the strongest correlation
  return {mean, studentT95(static_cast<std::size_t>(freedom)) *
                    std::sqrt(widening * squares / (batches - 1) / batches)};
}

}  // namespace

ConfidenceInterval batchMeans95(const TimeBatches& times) {
  return intervalOf(times.batches());
}

ConfidenceInterval batchRate95(const TimeBatches& times, Cycle cycles) {
  // What is counted are the cycles themselves, those without a value, too.
  std::vector<TimeBatches::Batch> fine = times.batches();
  const Cycle length = times.length();
  // Behind a silence that is a thousand times as long as all before it, nothing can be told.
  constexpr Cycle kMostSilence = 1024 * static_cast<Cycle>(TimeBatches::kMost);
  if (cycles / length > kMostSilence) return {kNan, kNan};
  fine.resize(static_cast<std::size_t>((cycles + length - 1) / length));
  Cycle left = cycles;
  for (TimeBatches::Batch& batch : fine) {
    batch.count = static_cast<std::uint64_t>(std::min(left, length));
    left -= length;
  }
  return intervalOf(fine);
}

}  // namespace hopscope
