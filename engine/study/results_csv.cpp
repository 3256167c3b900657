// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/study/results_csv.h"

#include <algorithm>
#include <concepts>
#include <optional>

#include "engine/simulation/run_statistics.h"
#include "engine/simulation/window_statistics.h"
#include "engine/study/csv_writer.h"
#include "engine/study/run_outcome.h"
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

/// The names of some records of all runs, in order of appearance.
template <typename Record>
std::vector<std::string> namesOf(const std::vector<SweepRow>& rows,
                                 std::vector<Record> Results::*records) {
  std::vector<std::string> names;
  for (const SweepRow& row : rows)
    for (const Record& each : row.results.*records)
      if (std::find(names.begin(), names.end(), each.name) == names.end())
        names.push_back(each.name);
  return names;
}

/// Columns for each name of records that a run may have several of.
template <typename Record>
class NamedColumns {
 public:
  NamedColumns(const std::vector<SweepRow>& rows, std::vector<Record> Results::*records,
               const std::vector<Statistic<Record>>& statistics)
      : records_(records), names_(namesOf(rows, records)), columns_(columnsOf(statistics)) {}

  void addTo(std::vector<std::string>& header) const {
    for (const std::string& name : names_)
      for (const Statistic<Record>* each : columns_) header.push_back(name + '.' + headerOf(*each));
  }
  void write(CsvWriter& csv, const Results& run) const {
    for (const std::string& name : names_) {
      const Record* ofRun = nullptr;  // of a run without it
      for (const Record& each : run.*records_)
        if (each.name == name) ofRun = &each;
      for (const Statistic<Record>* each : columns_)
        if (ofRun != nullptr)
          seeValue(*each, *ofRun, [&csv](const auto& value) { hopscope::write(csv, value); });
        else
          csv.text({});
    }
  }

 private:
  std::vector<Record> Results::*records_;
  std::vector<std::string> names_;
  std::vector<const Statistic<Record>*> columns_;
};

}  // namespace

std::string sweepCsv(const std::vector<SweepAxis>& axes, const std::vector<SweepRow>& rows) {
  std::vector<std::string> header;
  header.reserve(axes.size());
  for (const SweepAxis& axis : axes) header.push_back(axis.path);
  const auto ofRuns = columnsOf(runStatistics());
  for (const Statistic<Results>* each : ofRuns) header.push_back(headerOf(*each));
  header.emplace_back("verdict");
  const bool outcomes = std::any_of(rows.begin(), rows.end(), [](const SweepRow& row) {
    return !row.results.applications.empty();
  });
  if (outcomes) header.emplace_back("outcome");
  const NamedColumns classes(rows, &Results::trafficClasses, trafficClassStatistics());
  const NamedColumns applications(rows, &Results::applications, applicationStatistics());
  classes.addTo(header);
  applications.addTo(header);
  CsvWriter csv(header);
  for (const SweepRow& row : rows) {
    for (const std::string& value : row.values) csv.text(value);
    const auto number = [&csv](const auto& value) { write(csv, value); };
    for (const Statistic<Results>* each : ofRuns) seeValue(*each, row.results, number);
    csv.text(nameOf(row.results.verdict));
    if (outcomes) csv.text(outcomeText(outcomeOf(row.results)));
    classes.write(csv, row.results);
    applications.write(csv, row.results);
    csv.endRow();
  }
  return csv.take();
}

std::string matrixCsv(const Topology& topology, const std::vector<MessagePair>& pairs) {
  CsvWriter csv({"application", "source_rank", "destination_rank", "source_terminal",
                 "destination_terminal", "messages", "bytes"});
  for (const MessagePair& each : pairs) {
    csv.text(each.application).number(each.source).number(each.destination);
    csv.number(topology.terminalIds[each.sourceTerminal]);
    csv.number(topology.terminalIds[each.destinationTerminal]);
    csv.number(each.messages).number(each.bytes).endRow();
  }
  return csv.take();
}

std::string arrivalsCsv(const std::vector<MessageArrival>& arrivals) {
  CsvWriter csv({"application", "source_rank", "destination_rank", "bytes", "created", "arrived"});
  for (const MessageArrival& each : arrivals) {
    csv.text(each.application).number(each.source).number(each.destination).number(each.bytes);
    csv.number(each.created).number(each.arrived).endRow();
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
