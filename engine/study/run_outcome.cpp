// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/study/run_outcome.h"

#include <algorithm>
#include <cmath>

namespace hopscope {

namespace {

constexpr std::string_view kRanks = ".ranks", kCompletion = ".completion";

}  // namespace

std::string_view nameOf(ApplicationEnd end) {
  switch (end) {
    case ApplicationEnd::finished:
      return "finished";
    case ApplicationEnd::stalled:
      return "stalled";
    case ApplicationEnd::unfinished:
      break;
  }
  return "unfinished";
}

std::string_view outcomeText(const std::optional<ApplicationEnd>& outcome) {
  return outcome ? nameOf(*outcome) : std::string_view();
}

std::optional<ApplicationEnd> outcomeOf(const Results& results) {
  std::optional<ApplicationEnd> worst;
  for (const ApplicationResult& each : results.applications)
    worst = std::max(worst.value_or(ApplicationEnd::finished), each.end);
  return worst;
}

std::optional<ApplicationEnd> outcomeOf(const NamedValues& values, Verdict verdict) {
  std::vector<std::string> columns;
  std::vector<double> numbers;
  for (const auto& [name, value] : values) {
    if (!name.starts_with(kOfApplications)) continue;
    columns.push_back(name);
    numbers.push_back(value);
  }
  return OutcomeColumns(columns).of(numbers, verdict);
}

OutcomeColumns::OutcomeColumns(const std::vector<std::string>& columns) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::string& name = columns[i];
    if (!name.starts_with(kOfApplications) || !name.ends_with(kRanks)) continue;
    const std::string completion = name.substr(0, name.size() - kRanks.size()).append(kCompletion);
    const auto found = std::find(columns.begin(), columns.end(), completion);
    if (found != columns.end())
      applications_.push_back({i, static_cast<std::size_t>(found - columns.begin())});
  }
}

std::optional<ApplicationEnd> OutcomeColumns::of(const std::vector<double>& values,
                                                 Verdict verdict) const {
  const auto known = [&](std::size_t column) {
    return column < values.size() && !std::isnan(values[column]);
  };
  std::optional<ApplicationEnd> worst;
  for (const Places& each : applications_) {
    if (!known(each.ranks)) continue;  // of another design
    const ApplicationEnd end = known(each.completion)        ? ApplicationEnd::finished
                               : verdict == Verdict::stalled ? ApplicationEnd::stalled
                                                             : ApplicationEnd::unfinished;
    worst = std::max(worst.value_or(ApplicationEnd::finished), end);
  }
  return worst;
}

}  // namespace hopscope
