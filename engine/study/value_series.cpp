// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/study/value_series.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "engine/core/decimal.h"
#include "engine/core/rng.h"

namespace hopscope {

ValueSeries steppedValues(std::string_view first, std::string_view last, std::string_view step,
                          std::uint64_t most) {
  const auto begin = readDecimal(first);
  const auto end = readDecimal(last);
  const auto each = readDecimal(step);
  if (!begin || !end || !each) return sentence("The three parts of a range are numbers.");
  const auto range = commonScale({*begin, *end, *each});
  if (!range) return sentence("The three parts of a range differ too much in size.");
  const auto [from, to, by] = range->digits;
  std::int64_t span = 0;
  if (by <= 0 || to < from)
    return sentence(
        "A range goes upwards: the last number is not below the first and the step is above 0.");
  const bool fits = !__builtin_sub_overflow(to, from, &span);
  if (!fits || static_cast<std::uint64_t>(span / by) >= most)
    return sentence("The range has more than {} values.", most);
  // A step that was rounded, 0.333333 to 1, still meets the last value.
  const std::int64_t beyond = span % by == 0 ? 0 : by - span % by;
  const bool meets = range->exponent < 0 && beyond > 0 && beyond <= by / 1'000'000 &&
                     to <= std::numeric_limits<std::int64_t>::max() - beyond;
  std::vector<std::string> values;
  for (std::int64_t index = 0; index <= span / by + (meets ? 1 : 0); ++index)
    values.push_back(toText(Decimal{from + index * by, range->exponent}));
  return values;
}

std::string ValueInterval::at(double place) const {
  const double value =
      logarithmic ? first * std::pow(last / first, place) : first + (last - first) * place;
  if (whole) return fmt::format("{}", std::llround(value));
  return fmt::format("{:.6g}", value);
}

Sentence check(const ValueInterval& interval) {
  if (!std::isfinite(interval.first) || !std::isfinite(interval.last))
    return sentence("An end of the interval is no number.");
  if (!(interval.first < interval.last))
    return sentence("The interval goes upwards: its second number is above its first.");
  if (interval.logarithmic && interval.first <= 0)
    return sentence("A logarithmic interval begins above 0.");
  // Beyond it, not every whole number is a double.
  constexpr double kLargestWhole = 9e15;
  if (interval.whole && std::max(std::abs(interval.first), std::abs(interval.last)) > kLargestWhole)
    return sentence("The ends of the interval are too large.");
  return {};
}

std::vector<std::string> spacedValues(const ValueInterval& interval, std::uint32_t points) {
  std::vector<std::string> values;
  for (std::uint32_t point = 0; point < points; ++point) {
    std::string value = interval.at(points == 1 ? 0 : static_cast<double>(point) / (points - 1));
    if (values.empty() || values.back() != value) values.push_back(std::move(value));
  }
  return values;
}

std::vector<std::string> randomValues(const ValueInterval& interval, std::uint32_t points,
                                      std::uint64_t seed, std::uint32_t stream) {
  Rng rng(seed, stream, RandomPurpose::choice);
  std::vector<std::string> values;
  for (std::uint32_t point = 0; point < points; ++point) values.push_back(interval.at(rng.unit()));
  return values;
}

std::vector<std::vector<std::string>> latinHypercube(const std::vector<ValueInterval>& intervals,
                                                     std::uint32_t points, std::uint64_t seed,
                                                     std::uint32_t stream) {
  Rng rng(seed, stream, RandomPurpose::choice);
  std::vector<std::vector<std::string>> values(points);
  std::vector<std::uint32_t> parts(points);
  for (const ValueInterval& interval : intervals) {
    std::iota(parts.begin(), parts.end(), 0u);
    for (std::uint32_t left = points; left > 1; --left)
      std::swap(parts[left - 1], parts[rng.below(left)]);
    for (std::uint32_t point = 0; point < points; ++point)
      values[point].push_back(interval.at((parts[point] + rng.unit()) / points));
  }
  return values;
}

}  // namespace hopscope
