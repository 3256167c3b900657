// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/traces/rank_order.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <numeric>
#include <string_view>

#include "engine/workload/text_lines.h"

namespace hopscope {
namespace {

using Order = std::vector<std::size_t>;
using Numbers = std::vector<std::uint64_t>;

/// Of a file's own name, one after the other.
Numbers numbersIn(const std::string& file) {
  const std::string name = std::filesystem::path(file).filename().string();
  const char* const kDigits = "0123456789";
  Numbers numbers;
  for (std::size_t at = name.find_first_of(kDigits); at != std::string::npos;) {
    const std::size_t end = std::min(name.size(), name.find_first_not_of(kDigits, at));
    numbers.push_back(numberIn<std::uint64_t>(std::string_view(name).substr(at, end - at))
                          .value_or(std::numeric_limits<std::uint64_t>::max()));
    at = name.find_first_of(kDigits, end);
  }
  return numbers;
}

Order sorted(const Numbers& numbers) {
  Order order(numbers.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return numbers[a] < numbers[b]; });
  return order;
}

/// Whether the files have the numbers from 0 on, each of them one.
bool countsFromZero(const Numbers& numbers) {
  const Order order = sorted(numbers);
  for (std::size_t i = 0; i < order.size(); ++i)
    if (numbers[order[i]] != i) return false;
  return true;
}

Sentence remedy() {
  return sentence("Number the files by rank, as in \"rank.0.et\".");
}

/// By the only number in which they differ, which does not count them from 0.
std::optional<Order> orderByGaps(const std::vector<std::string>& files, const Numbers& numbers,
                                 Issues& issues) {
  Order order = sorted(numbers);
  for (std::size_t i = 1; i < order.size(); ++i) {
    const std::uint64_t before = numbers[order[i - 1]], number = numbers[order[i]];
    if (before == number) {
      issues.push_back(
          {Severity::error, files[order[i]],
           sentence("Its name has the number {}, as that of {} has.", number, files[order[i - 1]]),
           remedy()});
      return std::nullopt;
    }
    if (number != before + 1)
      issues.push_back(
          {Severity::warning,
           files[order[i]],
           sentence("It is rank {}, though its name has the number {}: the one before is {}. Ranks "
                    "are counted without those that are missing.",
                    i, number, before),
           {}});
  }
  return order;
}

}  // namespace

std::optional<Order> rankOrder(const std::vector<std::string>& files, Issues& issues) {
  std::vector<Numbers> ofFile;
  ofFile.reserve(files.size());
  for (const std::string& each : files) ofFile.push_back(numbersIn(each));
  Order asGiven(files.size());
  std::iota(asGiven.begin(), asGiven.end(), std::size_t{0});
  const std::size_t places = ofFile.front().size();
  for (const Numbers& each : ofFile)
    if (each.size() != places) return asGiven;

  std::vector<Numbers> differing, counting;
  for (std::size_t place = 0; place < places; ++place) {
    Numbers numbers;
    numbers.reserve(ofFile.size());
    for (const Numbers& each : ofFile) numbers.push_back(each[place]);
    if (std::all_of(numbers.begin(), numbers.end(),
                    [&](std::uint64_t each) { return each == numbers.front(); }))
      continue;
    differing.push_back(numbers);
    if (countsFromZero(numbers)) counting.push_back(std::move(numbers));
  }
  if (differing.empty()) return asGiven;
  const bool agree = std::all_of(counting.begin(), counting.end(),
                                 [&](const Numbers& each) { return each == counting.front(); });
  if (!counting.empty() && agree) return sorted(counting.front());
  if (!counting.empty()) {
    issues.push_back({Severity::error, files.front(),
                      sentence("The names of the files have several numbers that count {} ranks "
                               "from 0, in different orders.",
                               files.size()),
                      remedy()});
    return std::nullopt;
  }
  if (differing.size() == 1) return orderByGaps(files, differing.front(), issues);
  issues.push_back({Severity::error, files.front(),
                    sentence("The names of the files have several numbers, and none of them "
                             "counts {} ranks from 0.",
                             files.size()),
                    remedy()});
  return std::nullopt;
}

}  // namespace hopscope
