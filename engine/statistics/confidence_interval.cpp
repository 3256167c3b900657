// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/statistics/confidence_interval.h"

#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include "engine/core/not_a_number.h"

namespace hopscope {
double studentT95(std::size_t degreesOfFreedom) {
  if (degreesOfFreedom == 0) return kNan;
  const boost::math::students_t distribution(static_cast<double>(degreesOfFreedom));
  return boost::math::quantile(distribution, 0.975);
}

ConfidenceInterval confidence95(std::span<const double> values) {
  if (values.empty()) return {kNan, kNan};
  const auto count = static_cast<double>(values.size());
  double sum = 0;
  for (const double value : values) sum += value;
  const double mean = sum / count;
  if (values.size() < 2) return {mean, kNan};
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return {mean, studentT95(values.size() - 1) * std::sqrt(squares / (count - 1) / count)};
}

}  // namespace hopscope
