// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/study/results_csv.h"

#include <algorithm>
#include <concepts>
#include <optional>

#include "engine/simulation/run_statistics.h"
#include "engine/simulation/window_statistics.h"
#include "engine/study/csv_writer.h"
#include "engine/study/verdict_names.h"

namespace hopscope {

namespace {

/// Those with a column, in the order of columns.
template <typename Record>
std::vector<const Statistic<Record>*> columnsOf(const std::vector<Statistic<Record>>& statistics) {
  std::vector<const Statistic<Record>*> columns;
  for (const Statistic<Record>& each : statistics)
    if (each.column > 0) columns.push_back(&each);
  std::sort(columns.begin(), columns.end(),
            [](const auto* a, const auto* b) { return a->column < b->column; });
  return columns;
}

template <typename Record>
std::string headerOf(const Statistic<Record>& statistic) {
  return statistic.header.empty() ? flatName(statistic.name) : statistic.header;
}

void write(CsvWriter& csv, double value) {
  csv.number(value);
}
void write(CsvWriter& csv, std::integral auto value) {
  csv.number(value);
}
void write(CsvWriter& csv, const std::optional<std::uint64_t>& value) {
  if (value)
    csv.number(*value);
  else
    csv.text({});
}

/// The classes of traffic of all runs, in order of appearance.
std::vector<std::string> classesOf(const std::vector<SweepRow>& rows) {
  std::vector<std::string> names;
  for (const SweepRow& row : rows)
    for (const TrafficClassResult& each : row.results.trafficClasses)
      if (std::find(names.begin(), names.end(), each.name) == names.end())
        names.push_back(each.name);
  return names;
}

/// nullptr of a run without it.
const TrafficClassResult* classNamed(const std::string& name, const Results& run) {
  for (const TrafficClassResult& each : run.trafficClasses)
    if (each.name == name) return &each;
  return nullptr;
}

}  // namespace

std::string sweepCsv(const std::vector<SweepAxis>& axes, const std::vector<SweepRow>& rows) {
  std::vector<std::string> header;
  header.reserve(axes.size());
  for (const SweepAxis& axis : axes) header.push_back(axis.path);
  const auto ofRuns = columnsOf(runStatistics());
  for (const Statistic<Results>* each : ofRuns) header.push_back(headerOf(*each));
  header.emplace_back("verdict");
  const std::vector<std::string> classes = classesOf(rows);
  const auto ofClasses = columnsOf(trafficClassStatistics());
  for (const std::string& name : classes)
    for (const Statistic<TrafficClassResult>* each : ofClasses)
      header.push_back(name + '.' + headerOf(*each));
  CsvWriter csv(header);
  for (const SweepRow& row : rows) {
    for (const std::string& value : row.values) csv.text(value);
    const auto number = [&csv](const auto& value) { write(csv, value); };
    for (const Statistic<Results>* each : ofRuns) seeValue(*each, row.results, number);
    csv.text(nameOf(row.results.verdict));
    for (const std::string& name : classes) {
      const TrafficClassResult* ofRun = classNamed(name, row.results);
      for (const Statistic<TrafficClassResult>* each : ofClasses)
        if (ofRun != nullptr)
          seeValue(*each, *ofRun, number);
        else
          csv.text({});
    }
    csv.endRow();
  }
  return csv.take();
}

std::string curveCsv(const std::vector<CurvePoint>& points) {
  CsvWriter csv({"offered_load", "accepted_load", "latency_mean", "latency_p99", "latency_ci95",
                 "cache_hit_rate", "verdict"});
  for (const CurvePoint& point : points) {
    for (const double value : {point.offered, point.accepted, point.latencyMean, point.latencyP99,
                               point.ci95, point.hitRate})
      csv.number(value);
    csv.text(nameOf(point.verdict)).endRow();
  }
  return csv.take();
}

std::string windowsCsv(const Results& results) {
  std::vector<std::string> header{"end_cycle", "length_cycles"};
  for (const Statistic<WindowSample>& each : windowStatistics())
    if (each.json != InJson::no) header.push_back(headerOf(each) + wordsOf(each.measure).suffix);
  CsvWriter csv(header);
  for (const WindowSample& window : results.windows) {
    csv.number(window.end).number(window.length);
    for (const Statistic<WindowSample>& each : windowStatistics())
      if (each.json != InJson::no) csv.number(each.of(window));
    csv.endRow();
  }
  return csv.take();
}

}  // namespace hopscope
