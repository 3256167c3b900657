// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "engine/core/rng.h"

namespace hopscope::formulas {

/// How many processors jobs take: log-normal, whole numbers, clipped. The defaults meet what is
/// told of RICC in the Parallel Workloads Archive (Hirasawa 2022, section 2.4): 98 % of its jobs
/// take fewer than 128.
struct JobSizes {
  double median = 8;
  double sigma = 1.35;  ///< of the natural logarithm, > 0
  std::int64_t smallest = 1, largest = 8192;

  /// Share of the jobs that take fewer than `processors`.
  double below(double processors) const;
  /// One job; takes two numbers of the stream.
  std::int64_t draw(Rng& rng) const;
};

}  // namespace hopscope::formulas
