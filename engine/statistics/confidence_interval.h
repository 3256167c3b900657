// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>

namespace hopscope {

/// An estimate with its 95 % confidence interval, mean - halfWidth to mean + halfWidth.
struct ConfidenceInterval {
  double mean = 0;
  double halfWidth = 0;  ///< NaN below two values
};

/// The quantile t(0.975) of Student's distribution: 12.71 for one degree of freedom, falling to
/// 1.96. NaN for none.
double studentT95(std::size_t degreesOfFreedom);

/// Mean of independent values (replications, batch means) with its interval by Student's t. The
/// mean is NaN without values.
ConfidenceInterval confidence95(std::span<const double> values);

}  // namespace hopscope
