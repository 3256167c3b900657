// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/study/study_columns.h"

#include <algorithm>
#include <cmath>

#include "engine/core/not_a_number.h"
#include "engine/simulation/run_statistics.h"

namespace hopscope {

namespace {

Pooling poolingOf(std::string_view column) {
  for (const Statistic<Results>& each : runStatistics())
    if (each.name == column) return each.pooling;
  // "applications.NAME.completion"; names may have points in them.
  if (column.starts_with(kOfApplications))
    for (const Statistic<ApplicationResult>& each : applicationStatistics())
      if (column.ends_with('.' + each.name)) return each.pooling;
  return Pooling::mean;
}

}  // namespace

NamedValues summaryOf(const Results& results, const Topology& topology) {
  NamedValues values{{"network.routers", static_cast<double>(topology.routerCount())},
                     {"network.terminals", static_cast<double>(topology.terminalCount())},
                     {"network.links", static_cast<double>(topology.linkCount())}};
  for (const Statistic<Results>& each : runStatistics())
    if (each.measure != Measure::seconds) values.emplace_back(each.name, each.of(results));
  for (const ApplicationResult& application : results.applications)
    for (const Statistic<ApplicationResult>& each : applicationStatistics())
      values.emplace_back(std::string(kOfApplications) + application.name + '.' + each.name,
                          each.of(application));
  return values;
}

const std::vector<std::string>& summaryNames() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const auto& [name, value] : summaryOf(Results{}, Topology{})) all.push_back(name);
    return all;
  }();
  return names;
}

std::string intervalOf(std::string_view column) {
  return std::string(column) + ".half_width";
}

double pooled(std::string_view column, const std::vector<double>& values) {
  std::vector<double> known;
  for (const double value : values)
    if (!std::isnan(value)) known.push_back(value);
  if (known.empty()) return kNan;
  const Pooling pooling = poolingOf(column);
  if (pooling == Pooling::wholeMean && known.size() < values.size()) return kNan;
  if (pooling == Pooling::halfWidth && values.size() > 1) return kNan;
  // It names a run, and none of several.
  if (column == "seed" && values.size() > 1) return kNan;
  if (pooling == Pooling::least) return *std::min_element(known.begin(), known.end());
  if (pooling == Pooling::most) return *std::max_element(known.begin(), known.end());
  double sum = 0;
  for (const double value : known) sum += value;
  return sum / static_cast<double>(known.size());
}

}  // namespace hopscope
