// SPDX-License-Identifier: GPL-3.0-or-later
#include "projects/run_series.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

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

// What format 1 has no place for: a value a window, each in a series of its own.
template <typename Visit>
void visitLaterFields(WindowSample& window, Visit visit) {
  visit("window_nonminimal", window.nonminimal);
  visit("window_under_way", window.underWay);
  visit("window_latency_p50", window.latencyP50);
  visit("window_latency_p95", window.latencyP95);
  visit("window_split_source", window.split.source);
  visit("window_split_lookup", window.split.lookup);
  visit("window_split_vc_allocation", window.split.vcAllocation);
  visit("window_split_switch_allocation", window.split.switchAllocation);
  visit("window_split_traversal", window.split.traversal);
  visit("window_split_serialization", window.split.serialization);
  visit("window_split_channel", window.split.channel);
  visit("window_power_buffers", window.power.buffers);
  visit("window_power_links", window.power.links);
  visit("window_power_lookup", window.power.lookup);
  visit("window_power_fixed", window.power.fixed);
  visit("window_energy_per_packet", window.energyPerPacket);
}

template <typename Visit>
void visitLaterFields(RouterResult& router, Visit visit) {
  visit("router_delivered", router.deliveredLoad);
  visit("router_energy_buffers", router.energy.buffers);
  visit("router_energy_links", router.energy.links);
  visit("router_energy_lookup", router.energy.lookup);
  visit("router_energy_fixed", router.energy.fixed);
}

// Likewise of the whole run, exactly: each a series of one value. What a run has none of is not
// written, and stays as it is when it is read.
template <typename R, typename Visit>
void visitLaterCounts(R& results, Visit visit) {
  visit("cache_shared_hits", results.cache.sharedHits);
  visit("cache_prefetches", results.cache.prefetches);
  visit("cache_refills", results.cache.refills);
  visit("packets_reordered", results.packetsReordered);
}

// Later series that are empty in most runs, and then are not written.
template <typename R, typename Visit>
void visitRareSeries(R& results, Visit visit) {
  visit("deadlock", results.deadlock);
  visit("events", results.events);
}

constexpr const char* kRecording = "recording";

using LaterSeries = std::map<std::string, std::vector<double>>;

LaterSeries laterSeriesOf(const Results& results) {
  LaterSeries series;
  WindowSample none;
  visitLaterFields(none, [&](const char* name, double&) { series[name]; });
  const auto take = [&](const char* name, double value) { series[name].push_back(value); };
  for (WindowSample window : results.windows) visitLaterFields(window, take);
  for (RouterResult router : results.routers) visitLaterFields(router, take);
  return series;
}

LaterSeries readLaterSeries(SQLite::Database& database, RowId run) {
  LaterSeries series;
  const auto read = [&](const char* name, double&) {
    readSeries(database, run, name, false, series[name]);
  };
  WindowSample window;
  visitLaterFields(window, read);
  RouterResult router;
  visitLaterFields(router, read);
  return series;
}

void takeLaterSeries(LaterSeries series, Results& results) {
  const auto at = [&](const char* name, std::size_t i) {
    const std::vector<double>& values = series[name];
    return i < values.size() ? values[i] : std::numeric_limits<double>::quiet_NaN();
  };
  for (std::size_t i = 0; i < results.windows.size(); ++i)
    visitLaterFields(results.windows[i],
                     [&](const char* name, double& value) { value = at(name, i); });
  for (std::size_t i = 0; i < results.routers.size(); ++i)
    visitLaterFields(results.routers[i],
                     [&](const char* name, double& value) { value = at(name, i); });
}

void readLaterCounts(SQLite::Database& database, RowId run, Results& results) {
  visitLaterCounts(results, [&](const char* name, auto& value) {
    std::vector<std::uint64_t> values;
    readSeries(database, run, name, false, values);
    if (!values.empty()) value = values.front();
  });
}

void writeLaterCounts(SQLite::Database& database, RowId run, const Results& results) {
  const auto write = [&](const char* name, const std::optional<std::uint64_t>& value) {
    if (value) writeSeries(database, run, name, std::vector{*value});
  };
  visitLaterCounts(results, write);
}

}  // namespace

void readSeries(SQLite::Database& database, StoredRun& run) {
  visitSeries(run.results, [&](const char* name, auto& series) {
    readSeries(database, run.id, name, true, series);
  });
  takeLaterSeries(readLaterSeries(database, run.id), run.results);
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
  for (const auto& [name, series] : laterSeriesOf(run.results))
    writeSeries(database, id, name.c_str(), series);
  writeLaterCounts(database, id, run.results);
  visitRareSeries(run.results, [&](const char* name, const auto& series) {
    if (!series.empty()) writeSeries(database, id, name, series);
  });
  if (run.recording) writeSeries(database, id, kRecording, *run.recording);
}

}  // namespace hopscope
