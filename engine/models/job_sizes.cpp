// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/models/job_sizes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/core/declare.h"
#include "engine/models/entries.h"

namespace hopscope::formulas {

double JobSizes::below(double processors) const {
  const double whole = std::ceil(processors);
  if (whole <= static_cast<double>(smallest)) return 0;
  if (whole > static_cast<double>(largest)) return 1;
  return 0.5 * std::erfc(-std::log(whole / median) / (sigma * std::numbers::sqrt2));
}

std::int64_t JobSizes::draw(Rng& rng) const {
  // Box & Muller 1958; 1 - u keeps the logarithm finite.
  const double radius = std::sqrt(-2 * std::log(1 - rng.unit()));
  const double normal = radius * std::cos(2 * std::numbers::pi * rng.unit());
  const double size = std::floor(median * std::exp(sigma * normal));
  return static_cast<std::int64_t>(
      std::clamp(size, static_cast<double>(smallest), static_cast<double>(largest)));
}

Model jobSizes() {
  using declare::number;
  const JobSizes usual;
  Model model;
  model.name = "job_sizes";
  model.label = "Sizes of jobs";
  model.help = "A log-normal distribution of processors per job.";
  model.source = "Hirasawa 2022, section 2.4; the distribution is ours";
  model.parameters = {
      number(ParameterType::integer, "processors", "Processors", std::int64_t{128}, 1, 1e9, "", ""),
      number(ParameterType::real, "median", "Median", usual.median, 1, 1e9, "", ""),
      number(ParameterType::real, "sigma", "Spread of the logarithm", usual.sigma, 0.01, 20, "",
             ""),
      number(ParameterType::integer, "largest", "Largest job", usual.largest, 1, 1e9, "", "")};
  model.outputs = {{"below", "Jobs with fewer processors", "%"}};
  model.evaluate = [](const Values& values) -> std::vector<double> {
    const JobSizes sizes{realAt(values, "median"), realAt(values, "sigma"), 1,
                         integerAt(values, "largest")};
    return {100 * sizes.below(realAt(values, "processors"))};
  };
  return model;
}

}  // namespace hopscope::formulas
