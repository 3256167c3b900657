// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/core/sentence.h"

namespace hopscope {

/// Values of a setting as text, or what is wrong with what they were to be made of.
using ValueSeries = std::variant<std::vector<std::string>, Sentence>;

/// first, first + step, … up to `last`, which is included where a step meets it; decimals are
/// exact. More than `most` values are refused.
ValueSeries steppedValues(std::string_view first, std::string_view last, std::string_view step,
                          std::uint64_t most);

/// Two ends of an interval. Values within it are whole numbers where both ends are.
struct ValueInterval {
  double first = 0, last = 0;
  bool logarithmic = false;
  bool whole = false;

  /// The value at a place between 0 (first) and 1 (last).
  std::string at(double place) const;
};

/// What is wrong with an interval: empty where nothing is.
Sentence check(const ValueInterval& interval);

/// So many values with equal steps, or equal factors, between them; whole numbers each once.
std::vector<std::string> spacedValues(const ValueInterval& interval, std::uint32_t points);

/// Values drawn uniformly, in the order in which they are drawn. `stream` tells those of one study
/// apart.
std::vector<std::string> randomValues(const ValueInterval& interval, std::uint32_t points,
                                      std::uint64_t seed, std::uint32_t stream);

/// A Latin hypercube (McKay, Beckman & Conover, Technometrics 1979): of each interval, every one of
/// `points` equal parts has one value, at random in it; the parts of different intervals meet at
/// random. Per point the values of all intervals.
std::vector<std::vector<std::string>> latinHypercube(const std::vector<ValueInterval>& intervals,
                                                     std::uint32_t points, std::uint64_t seed,
                                                     std::uint32_t stream);

}  // namespace hopscope
