// SPDX-License-Identifier: GPL-3.0-or-later
#include "projects/run_series.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/core/not_a_number.h"
#include "engine/simulation/run_statistics.h"
#include "engine/simulation/window_statistics.h"
#include "projects/blob.h"
#include "projects/failure.h"

namespace hopscope {

namespace {

/// A series that is not there stays as it is, unless it is needed.
template <typename T>
void readSeries(SQLite::Database& database, RowId run, const char* name, bool needed, T& series) {
  SQLite::Statement query(database, "SELECT data FROM run_series WHERE run = ? AND name = ?");
  query.bind(1, run);
  query.bind(2, name);
  if (!query.executeStep()) {
    if (!needed) return;
    throw Failure("", sentence("run {} has no series \"{}\"", run, name));
  }
  const SQLite::Column data = query.getColumn(0);
  try {
    decode({static_cast<const char*>(data.getBlob()), static_cast<std::size_t>(data.getBytes())},
           series);
  } catch (const BlobError& error) {
    throw Failure("", sentence("run {}, series \"{}\": {}", run, name, error.what()));
  }
}

template <typename T>
void writeSeries(SQLite::Database& database, RowId run, const char* name, const T& series) {
  const std::string blob = encode(series);
  SQLite::Statement row(database, "INSERT INTO run_series (run, name, data) VALUES (?, ?, ?)");
  row.bind(1, run);
  row.bind(2, name);
  row.bind(3, blob.data(), static_cast<int>(blob.size()));
  row.exec();
}

// Every series of format 1 with its name, once for both directions.
template <typename R, typename Visit>
void visitSeries(R& results, Visit visit) {
  visit("histogram", results.histogram);
  visit("cache", results.cache);
  visit("channel_utilization", results.channelUtilization);
  visit("routers", results.routers);
  visit("windows", results.windows);
}

// What format 1 has no place for: a value a window or a router, each in a series of its own; of the
// whole run, a count each.
template <typename Record>
std::string nameOf(const char* kind, const Statistic<Record>& statistic) {
  return statistic.kept.empty() ? kind + flatName(statistic.name) : statistic.kept;
}

template <typename Visit>
void visitLater(Visit visit) {
  const auto of = [&visit](const char* kind, const auto& statistics, auto records) {
    for (const auto& each : statistics)
      if (each.keeping == Keeping::later) visit(nameOf(kind, each), each, records);
  };
  of("window_", windowStatistics(), &Results::windows);
  of("router_", routerStatistics(), &Results::routers);
}

template <typename Visit>
void visitLaterCounts(Visit visit) {
  for (const Statistic<Results>& each : runStatistics())
    if (each.keeping == Keeping::later && each.isCount()) visit(nameOf("", each), each);
}

// Later series that are empty in most runs, and then are not written.
template <typename R, typename Visit>
void visitRareSeries(R& results, Visit visit) {
  visit("deadlock", results.deadlock);
  visit("events", results.events);
  visit("applications", results.applications);
  visit("collectives", results.collectives);
  visit("slots", results.timeSlots);
}

constexpr const char* kRecording = "recording";

void readLater(SQLite::Database& database, RowId run, Results& results) {
  visitLater([&](const std::string& name, const auto& statistic, auto records) {
    std::vector<double> values;
    readSeries(database, run, name.c_str(), false, values);
    for (std::size_t i = 0; i < (results.*records).size(); ++i)
      fillValue(statistic, (results.*records)[i], [&](auto& member) {
        using Member = std::remove_reference_t<decltype(member)>;
        if constexpr (std::is_floating_point_v<Member>)
          member = i < values.size() ? values[i] : std::numeric_limits<Member>::quiet_NaN();
        else if (i < values.size())
          member = static_cast<Cycle>(values[i]);
      });
  });
}

// A series that reads the same where it is not there is not written: what most networks have none
// of, as time slots or levels, would be a third of a run.
void writeLater(SQLite::Database& database, RowId run, const Results& results) {
  visitLater([&](const std::string& name, const auto& statistic, auto records) {
    using Record = typename std::decay_t<decltype(results.*records)>::value_type;
    const double unwritten = statistic.isCount() ? statistic.of(Record{}) : kNan;
    std::vector<double> values;
    values.reserve((results.*records).size());
    bool told = false;
    for (const auto& record : results.*records) {
      values.push_back(statistic.of(record));
      const bool same =
          std::isnan(unwritten) ? std::isnan(values.back()) : values.back() == unwritten;
      told = told || !same;
    }
    if (told) writeSeries(database, run, name.c_str(), values);
  });
}

// What a run has none of is not written, and stays as it is when it is read.
void readLaterCounts(SQLite::Database& database, RowId run, Results& results) {
  visitLaterCounts([&](const std::string& name, const Statistic<Results>& statistic) {
    std::vector<std::uint64_t> values;
    readSeries(database, run, name.c_str(), false, values);
    if (values.empty()) return;
    fillValue(statistic, results, [&](auto& member) {
      using Member = std::remove_reference_t<decltype(member)>;
      if constexpr (!std::is_floating_point_v<Member>) member = static_cast<Member>(values.front());
    });
  });
}

void writeLaterCounts(SQLite::Database& database, RowId run, const Results& results) {
  const auto write = [&](const char* name, const std::optional<std::uint64_t>& value) {
    if (value) writeSeries(database, run, name, std::vector{*value});
  };
  visitLaterCounts([&](const std::string& name, const Statistic<Results>& statistic) {
    seeValue(statistic, results, [&](const auto& value) {
      if constexpr (!std::is_floating_point_v<std::decay_t<decltype(value)>>)
        write(name.c_str(), value);
    });
  });
}

}  // namespace

void readSeries(SQLite::Database& database, StoredRun& run) {
  visitSeries(run.results, [&](const char* name, auto& series) {
    readSeries(database, run.id, name, true, series);
  });
  readLater(database, run.id, run.results);
  readLaterCounts(database, run.id, run.results);
  visitRareSeries(run.results, [&](const char* name, auto& series) {
    readSeries(database, run.id, name, false, series);
  });
  Recording recording;
  readSeries(database, run.id, kRecording, false, recording);
  if (!recording.empty()) run.recording = std::make_shared<const Recording>(std::move(recording));
}

void writeSeries(SQLite::Database& database, RowId id, const StoredRun& run) {
  visitSeries(run.results, [&](const char* name, const auto& series) {
    writeSeries(database, id, name, series);
  });
  writeLater(database, id, run.results);
  writeLaterCounts(database, id, run.results);
  visitRareSeries(run.results, [&](const char* name, const auto& series) {
    if (!series.empty()) writeSeries(database, id, name, series);
  });
  if (run.recording) writeSeries(database, id, kRecording, *run.recording);
}

}  // namespace hopscope
