// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/study/seed_runs.h"

#include <fmt/format.h>

#include <atomic>
#include <cmath>
#include <utility>

#include "engine/core/thread_team.h"
#include "engine/design/compile.h"
#include "engine/study/replications.h"

namespace hopscope {

std::string errorText(const SeedMean& mean) {
  return mean.runs > 1 ? fmt::format("{}", mean.error) : std::string();
}

SeedMean seedMean(std::span<const double> values) {
  double sum = 0, count = 0;
  for (const double value : values)
    if (std::isfinite(value)) sum += value, ++count;
  if (count == 0) return {};
  const double mean = sum / count;
  double squares = 0;
  for (const double value : values)
    if (std::isfinite(value)) squares += (value - mean) * (value - mean);
  return {mean, count > 1 ? std::sqrt(squares / (count * (count - 1))) : 0,
          static_cast<std::uint64_t>(count)};
}

bool overSeeds(const Design& design, unsigned jobs, const std::stop_token& stop,
               const std::function<void(std::size_t seed, Setup setup)>& run) {
  const std::vector<Design> seeds = replicationsOf(design);
  std::atomic<std::size_t> next = 0;
  workTogether(
      jobs > 0 ? jobs : coresHere(),
      [&] {
        for (std::size_t i = next++; i < seeds.size() && !stop.stop_requested(); i = next++) {
          Compiled compiled = compile(seeds[i], stop);
          if (stop.stop_requested()) return;
          Setup setup = std::move(*compiled.setup);
          setup.execution = {};
          run(i, std::move(setup));
        }
      },
      [&] { next = seeds.size(); });
  return !stop.stop_requested();
}

}  // namespace hopscope
