// SPDX-License-Identifier: GPL-3.0-or-later
#include <bit>
#include <cmath>

#include "engine/workload/applications/entries.h"

namespace hopscope::application {

using declare::number;

Parameter ranksParameter(std::int64_t fallback, double least) {
  return number(ParameterType::integer, "ranks", "Ranks", fallback, least, kMostRanks, "",
                "Processes, each with messages of its own.");
}

Parameter bytesParameter(const char* label, std::int64_t fallback, const char* help) {
  return number(ParameterType::integer, "bytes", label, fallback, 0,
                static_cast<double>(kMostBytes), "bytes", help);
}

Parameter countParameter(const char* name, const char* label, std::int64_t fallback, double least,
                         double most, const char* help) {
  return number(ParameterType::integer, name, label, fallback, least, most, "", help);
}

Parameter classParameter(const char* fallback) {
  return declare::choice("class", "Class", fallback,
                         {{"S", "S (small)"}, {"W", "W (workstation)"}, {"A", "A"}, {"B", "B"}},
                         "The size of the problem.");
}

std::uint32_t ranksOf(const Values& values) {
  return static_cast<std::uint32_t>(integerAt(values, "ranks"));
}

std::uint64_t countOf(const Values& values, const char* name) {
  return static_cast<std::uint64_t>(integerAt(values, name));
}

Issue wrongRanks(Sentence text, Sentence remedy) {
  return {Severity::error, "ranks", std::move(text), std::move(remedy)};
}

Issues checkSquare(const Values& values) {
  const std::uint32_t ranks = ranksOf(values);
  const auto side = static_cast<std::uint32_t>(std::sqrt(static_cast<double>(ranks)));
  if (side * side == ranks) return {};
  return {wrongRanks(sentence("This code runs on a square number of ranks, not on {}.", ranks),
                     sentence("Take {} or {}.", side * side, (side + 1) * (side + 1)))};
}

Issues checkPower(const Values& values) {
  const std::uint32_t ranks = ranksOf(values);
  if (std::has_single_bit(ranks)) return {};
  return {wrongRanks(sentence("This code runs on a power of two of ranks, not on {}.", ranks),
                     sentence("Take {} or {}.", std::bit_floor(ranks), std::bit_ceil(ranks)))};
}

std::pair<std::uint32_t, std::uint32_t> twoFactors(std::uint32_t ranks) {
  const auto bits = static_cast<unsigned>(std::bit_width(ranks) - 1);
  return {std::uint32_t{1} << (bits + 1) / 2, std::uint32_t{1} << bits / 2};
}

}  // namespace hopscope::application
