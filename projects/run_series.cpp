// SPDX-License-Identifier: GPL-3.0-or-later
#include "projects/run_series.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/core/not_a_number.h"
#include "engine/simulation/run_statistics.h"
#include "engine/simulation/window_statistics.h"
#include "projects/blob.h"
#include "projects/failure.h"
#include "projects/run_pack.h"

namespace hopscope {

namespace {

constexpr const char* kInsertSeries = "INSERT INTO run_series (run, name, data) VALUES (?, ?, ?)";

std::string_view blobOf(const SQLite::Column& column) {
  return {static_cast<const char*>(column.getBlob()), static_cast<std::size_t>(column.getBytes())};
}

/// What is kept of a run, packed or in rows. Rows are read one by one as they are asked for: all of
/// them may be more than there is memory.
class KeptNumbers {
 public:
  KeptNumbers(SQLite::Database& database, RowId run)
      : run_(run),
        series_(database, "SELECT data FROM run_series WHERE run = ? AND name = ?"),
        values_(database, "SELECT value FROM run_values WHERE run = ? AND name = ?") {
    SQLite::Statement pack(database, "SELECT data FROM run_packs WHERE run = ?");
    pack.bind(1, run);
    if (pack.executeStep()) try {
        packed_ = unpack(blobOf(pack.getColumn(0)));
      } catch (const BlobError& error) {
        throw Failure("", sentence("run {}: {}", run, error.what()));
      }
  }

  /// A series that is not there stays as it is, unless it is needed.
  template <typename T>
  void read(const std::string& name, bool needed, T& series) {
    try {
      if (packed_) {
        const auto found = packed_->series.find(name);
        if (found != packed_->series.end()) return decode(found->second, series);
      } else if (find(series_, name)) {
        return decode(blobOf(series_.getColumn(0)), series);
      }
    } catch (const BlobError& error) {
      throw Failure("", sentence("run {}, series \"{}\": {}", run_, name, error.what()));
    }
    if (needed) throw Failure("", sentence("run {} has no series \"{}\"", run_, name));
  }

  /// NaN where there is none.
  double value(const std::string& name) {
    if (packed_) {
      const auto found = packed_->values.find(name);
      return found == packed_->values.end() ? kNan : found->second;
    }
    if (!find(values_, name)) return kNan;
    const SQLite::Column value = values_.getColumn(0);
    return value.isNull() ? kNan : value.getDouble();
  }

 private:
  bool find(SQLite::Statement& rows, const std::string& name) const {
    rows.reset();
    rows.bind(1, run_);
    rows.bind(2, name);
    return rows.executeStep();
  }

  RowId run_;
  SQLite::Statement series_, values_;
  std::optional<RunNumbers> packed_;
};

void insertSeries(SQLite::Statement& series, RowId run, const std::string& name,
                  const std::string& blob) {
  series.reset();
  series.bind(1, run);
  series.bind(2, name);
  series.bindNoCopy(3, blob.data(), static_cast<int>(blob.size()));
  series.exec();
}

void writeRows(SQLite::Database& database, RowId run, const RunNumbers& numbers) {
  SQLite::Statement series(database, kInsertSeries);
  for (const auto& [name, blob] : numbers.series) insertSeries(series, run, name, blob);
  SQLite::Statement values(database, "INSERT INTO run_values (run, name, value) VALUES (?, ?, ?)");
  for (const auto& [name, value] : numbers.values) {
    values.reset();
    values.bind(1, run);
    values.bind(2, name);
    values.bind(3, value);  // SQLite makes NULL of NaN
    values.exec();
  }
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

// What format 1 has no place for: a value a window, a router or an application, each in a series of
// its own; of the whole run, a count each.
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
  of("application_", applicationStatistics(), &Results::applications);
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

void readLater(KeptNumbers& kept, Results& results) {
  visitLater([&](const std::string& name, const auto& statistic, auto records) {
    std::vector<double> values;
    kept.read(name, false, values);
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
void addLater(RunNumbers& numbers, const Results& results) {
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
    if (told) numbers.series.emplace(name, encode(values));
  });
}

// What a run has none of is not written, and stays as it is when it is read.
void readLaterCounts(KeptNumbers& kept, Results& results) {
  visitLaterCounts([&](const std::string& name, const Statistic<Results>& statistic) {
    std::vector<std::uint64_t> values;
    kept.read(name, false, values);
    if (values.empty()) return;
    fillValue(statistic, results, [&](auto& member) {
      using Member = std::remove_reference_t<decltype(member)>;
      if constexpr (!std::is_floating_point_v<Member>) member = static_cast<Member>(values.front());
    });
  });
}

void addLaterCounts(RunNumbers& numbers, const Results& results) {
  const auto add = [&](const std::string& name, const std::optional<std::uint64_t>& value) {
    if (value) numbers.series.emplace(name, encode(std::vector{*value}));
  };
  visitLaterCounts([&](const std::string& name, const Statistic<Results>& statistic) {
    seeValue(statistic, results, [&](const auto& value) {
      if constexpr (!std::is_floating_point_v<std::decay_t<decltype(value)>>) add(name, value);
    });
  });
}

// Real numbers of a run that have no column; its counts are series.
template <typename Visit>
void visitValues(Visit visit) {
  for (const Statistic<Results>& each : runStatistics())
    if (each.keeping == Keeping::later && !each.isCount()) visit(each);
}

void readValues(KeptNumbers& kept, Results& results) {
  visitValues([&](const Statistic<Results>& each) {
    const double value = kept.value(each.name);
    fillValue(each, results, [&](auto& member) {
      using Member = std::remove_reference_t<decltype(member)>;
      if constexpr (std::is_floating_point_v<Member>)
        member = value;
      else
        member = std::isnan(value) ? 0 : static_cast<Cycle>(value);
    });
  });
}

}  // namespace

void readSeries(SQLite::Database& database, StoredRun& run) {
  KeptNumbers kept(database, run.id);
  visitSeries(run.results, [&](const char* name, auto& series) { kept.read(name, true, series); });
  visitRareSeries(run.results,
                  [&](const char* name, auto& series) { kept.read(name, false, series); });
  readLater(kept, run.results);
  readLaterCounts(kept, run.results);
  readValues(kept, run.results);
  Recording recording;
  kept.read(kRecording, false, recording);
  if (!recording.empty()) run.recording = std::make_shared<const Recording>(std::move(recording));
}

void writeSeries(SQLite::Database& database, RowId id, const StoredRun& run) {
  RunNumbers numbers;
  visitSeries(run.results, [&](const char* name, const auto& series) {
    numbers.series.emplace(name, encode(series));
  });
  addLater(numbers, run.results);
  addLaterCounts(numbers, run.results);
  visitRareSeries(run.results, [&](const char* name, const auto& series) {
    if (!series.empty()) numbers.series.emplace(name, encode(series));
  });
  // One that is too large for a pack goes to its row at once, never beside all the rest.
  const bool large = run.recording && run.recording->bytes.size() > kMostPackedBytes;
  if (run.recording && !large) numbers.series.emplace(kRecording, encode(*run.recording));
  visitValues([&](const Statistic<Results>& each) {
    numbers.values.emplace(each.name, each.of(run.results));
  });
  const auto packed = large ? std::nullopt : pack(numbers);
  if (!packed) {
    writeRows(database, id, numbers);
    numbers = {};
    if (!large) return;
    SQLite::Statement series(database, kInsertSeries);
    return insertSeries(series, id, kRecording, encode(*run.recording));
  }
  SQLite::Statement row(database, "INSERT INTO run_packs (run, data) VALUES (?, ?)");
  row.bind(1, id);
  row.bind(2, packed->data(), static_cast<int>(packed->size()));
  row.exec();
}

}  // namespace hopscope
