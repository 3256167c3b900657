// SPDX-License-Identifier: GPL-3.0-or-later
#include "projects/tables.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>

#include <array>
#include <bit>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

#include "engine/study/verdict_names.h"
#include "projects/design_text.h"
#include "projects/failure.h"
#include "projects/run_series.h"

namespace hopscope {

namespace {

/// Binds the values of a row one after the other.
class RowWriter {
 public:
  RowWriter(SQLite::Database& database, const std::string& sql) : statement_(database, sql) {}

  RowWriter& text(const std::string& value) {
    statement_.bind(next_++, value);
    return *this;
  }
  RowWriter& design(const Design& value) { return design(toText(value)); }
  RowWriter& design(const DesignText& value) {
    text(value.document);
    if (value.draft) return text(*value.draft);
    statement_.bind(next_++);
    return *this;
  }
  RowWriter& integer(std::int64_t value) {
    statement_.bind(next_++, value);
    return *this;
  }
  RowWriter& bits(std::uint64_t value) { return integer(std::bit_cast<std::int64_t>(value)); }
  RowWriter& real(double value) {
    statement_.bind(next_++, value);  // SQLite makes NULL of NaN
    return *this;
  }
  int execute() { return statement_.exec(); }

 private:
  SQLite::Statement statement_;
  int next_ = 1;
};

/// Reads the columns of a row one after the other.
class RowReader {
 public:
  RowReader(SQLite::Database& database, const std::string& sql) : statement_(database, sql) {}

  void bind(RowId id) { statement_.bind(1, id); }
  bool next() {
    column_ = 0;
    return statement_.executeStep();
  }
  std::string text() { return statement_.getColumn(column_++).getString(); }
  std::optional<std::string> optionalText() {
    const SQLite::Column column = statement_.getColumn(column_++);
    return column.isNull() ? std::nullopt : std::optional(column.getString());
  }
  std::int64_t integer() { return statement_.getColumn(column_++).getInt64(); }
  std::uint64_t bits() { return std::bit_cast<std::uint64_t>(integer()); }
  double real() {
    const SQLite::Column column = statement_.getColumn(column_++);
    return column.isNull() ? std::numeric_limits<double>::quiet_NaN() : column.getDouble();
  }

 private:
  SQLite::Statement statement_;
  int column_ = 0;
};

Design readDesignText(RowReader& row, const Sentence& what) {
  DesignText text{row.text(), {}};
  text.draft = row.optionalText();
  try {
    return fromText(text);
  } catch (const Failure& failure) {
    throw Failure("", sentence("{} cannot be read: {}", what, failure.issue().text));
  }
}

Verdict parseVerdict(const std::string& name) {
  if (const auto verdict = verdictOf(name)) return *verdict;
  throw Failure("", sentence("there is no verdict \"{}\"", name));
}

// Every value of run_values with its name, once for both directions.
template <typename R, typename Visit>
void visitValues(R& results, Visit visit) {
  visit("accepted_load_ci95", results.acceptedCi95);
  visit("queue_growth", results.queueGrowth);
  visit("nonminimal_fraction", results.nonminimalFraction);
  visit("warmup_used", results.warmupUsed);
  visit("measured_cycles", results.measuredCycles);
  visit("latency.split.source", results.split.source);
  visit("latency.split.lookup", results.split.lookup);
  visit("latency.split.vc_allocation", results.split.vcAllocation);
  visit("latency.split.switch_allocation", results.split.switchAllocation);
  visit("latency.split.traversal", results.split.traversal);
  visit("latency.split.serialization", results.split.serialization);
  visit("latency.split.channel", results.split.channel);
  visit("energy.buffers", results.energy.buffers);
  visit("energy.links", results.energy.links);
  visit("energy.lookup", results.energy.lookup);
  visit("energy.fixed", results.energy.fixed);
  visit("energy.per_packet", results.energyPerPacket);
}

void readValues(SQLite::Database& database, RowId run, Results& results) {
  SQLite::Statement query(database, "SELECT value FROM run_values WHERE run = ? AND name = ?");
  visitValues(results, [&](const char* name, auto& value) {
    using Number = std::remove_reference_t<decltype(value)>;
    query.reset();
    query.bind(1, run);
    query.bind(2, name);
    const bool present = query.executeStep() && !query.getColumn(0).isNull();
    if constexpr (std::is_floating_point_v<Number>)
      value = present ? query.getColumn(0).getDouble() : std::numeric_limits<Number>::quiet_NaN();
    else
      value = present ? static_cast<Number>(query.getColumn(0).getDouble()) : 0;
  });
}

void writeValues(SQLite::Database& database, RowId run, const Results& results) {
  visitValues(results, [&](const char* name, const auto& value) {
    RowWriter(database, "INSERT INTO run_values (run, name, value) VALUES (?, ?, ?)")
        .integer(run)
        .text(name)
        .real(static_cast<double>(value))
        .execute();
  });
}

void readClasses(SQLite::Database& database, RowId run, std::vector<ClassResult>& classes) {
  RowReader row(database,
                "SELECT name, packets, latency_mean, hops_mean FROM run_classes WHERE run = ? "
                "ORDER BY position");
  row.bind(run);
  while (row.next()) {
    ClassResult& each = classes.emplace_back();
    each.name = row.text();
    each.packets = row.bits();
    each.latencyMean = row.real();
    each.hopsMean = row.real();
  }
}

void writeClasses(SQLite::Database& database, RowId run, const std::vector<ClassResult>& classes) {
  std::int64_t position = 0;
  for (const ClassResult& each : classes)
    RowWriter(database,
              "INSERT INTO run_classes (run, position, name, packets, latency_mean, hops_mean) "
              "VALUES (?, ?, ?, ?, ?, ?)")
        .integer(run)
        .integer(position++)
        .text(each.name)
        .bits(each.packets)
        .real(each.latencyMean)
        .real(each.hopsMean)
        .execute();
}

template <typename Class>
auto measuresOf(Class& each) {
  return std::array{&each.offeredLoad, &each.acceptedLoad, &each.latencyMean, &each.latencyP50,
                    &each.latencyP95,  &each.latencyP99,   &each.hopsMean};
}

void readTraffic(SQLite::Database& database, RowId run, std::vector<TrafficClassResult>& classes) {
  RowReader row(database,
                "SELECT name, packets, offered_load, accepted_load, latency_mean, latency_p50, "
                "latency_p95, latency_p99, hops_mean FROM run_traffic_classes WHERE run = ? "
                "ORDER BY position");
  row.bind(run);
  while (row.next()) {
    TrafficClassResult& each = classes.emplace_back();
    each.name = row.text();
    each.packets = row.bits();
    for (double* value : measuresOf(each)) *value = row.real();
  }
}

void writeTraffic(SQLite::Database& database, RowId run,
                  const std::vector<TrafficClassResult>& classes) {
  std::int64_t position = 0;
  for (const TrafficClassResult& each : classes) {
    RowWriter row(database,
                  "INSERT INTO run_traffic_classes (run, position, name, packets, offered_load, "
                  "accepted_load, latency_mean, latency_p50, latency_p95, latency_p99, hops_mean) "
                  "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    row.integer(run).integer(position++).text(each.name).bits(each.packets);
    for (const double* value : measuresOf(each)) row.real(*value);
    row.execute();
  }
}

void readReplications(SQLite::Database& database, RowId run,
                      std::vector<ReplicationResult>& replications) {
  RowReader row(database,
                "SELECT seed, cycles, warmup_used, accepted_load, latency_mean, latency_p99, "
                "latency_ci95, packets_measured, verdict FROM run_replications WHERE run = ? "
                "ORDER BY position");
  row.bind(run);
  while (row.next()) {
    ReplicationResult& each = replications.emplace_back();
    each.seed = row.bits();
    each.cycles = row.integer();
    each.warmupUsed = row.integer();
    for (double* value :
         {&each.acceptedLoad, &each.latencyMean, &each.latencyP99, &each.latencyCi95})
      *value = row.real();
    each.packetsMeasured = row.bits();
    each.verdict = parseVerdict(row.text());
  }
}

void writeReplications(SQLite::Database& database, RowId run,
                       const std::vector<ReplicationResult>& replications) {
  std::int64_t position = 0;
  for (const ReplicationResult& each : replications)
    RowWriter(database,
              "INSERT INTO run_replications (run, position, seed, cycles, warmup_used, "
              "accepted_load, latency_mean, latency_p99, latency_ci95, packets_measured, verdict) "
              "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        .integer(run)
        .integer(position++)
        .bits(each.seed)
        .integer(each.cycles)
        .integer(each.warmupUsed)
        .real(each.acceptedLoad)
        .real(each.latencyMean)
        .real(each.latencyP99)
        .real(each.latencyCi95)
        .bits(each.packetsMeasured)
        .text(std::string(nameOf(each.verdict)))
        .execute();
}

constexpr const char* kRunColumns =
    "design, name, started, design_hash, document, draft, seed, engine_version, complete, verdict, "
    "cycles, wall_seconds, flit_hops, offered_load, accepted_load, packets_measured, packets_lost, "
    "packets_refused, latency_mean, latency_min, latency_p50, latency_p95, latency_p99, "
    "latency_max, latency_ci95, network_latency_mean, hops_mean";

void readSummary(RowReader& row, Results& results) {
  results.seed = row.bits();
  results.engineVersion = row.text();
  results.complete = row.integer() != 0;
  results.verdict = parseVerdict(row.text());
  results.cycles = row.integer();
  results.wallSeconds = row.real();
  results.flitHops = row.bits();
  results.offeredLoad = row.real();
  results.acceptedLoad = row.real();
  results.packetsMeasured = row.bits();
  results.packetsLost = row.bits();
  results.packetsRefused = row.bits();
  LatencySummary& latency = results.latency;
  for (double* value : {&latency.mean, &latency.minimum, &latency.p50, &latency.p95, &latency.p99,
                        &latency.maximum, &latency.ci95})
    *value = row.real();
  results.networkLatencyMean = row.real();
  results.hopsMean = row.real();
}

void writeSummary(RowWriter& row, const Results& results) {
  row.bits(results.seed)
      .text(results.engineVersion)
      .integer(results.complete ? 1 : 0)
      .text(std::string(nameOf(results.verdict)))
      .integer(results.cycles)
      .real(results.wallSeconds)
      .bits(results.flitHops)
      .real(results.offeredLoad)
      .real(results.acceptedLoad)
      .bits(results.packetsMeasured)
      .bits(results.packetsLost)
      .bits(results.packetsRefused);
  const LatencySummary& latency = results.latency;
  for (const double value : {latency.mean, latency.minimum, latency.p50, latency.p95, latency.p99,
                             latency.maximum, latency.ci95})
    row.real(value);
  row.real(results.networkLatencyMean).real(results.hopsMean);
}

void writeTags(SQLite::Database& database, RowId run, const std::vector<std::string>& tags) {
  std::int64_t position = 0;
  for (const std::string& tag : tags)
    RowWriter(database, "INSERT INTO run_tags (run, position, tag) VALUES (?, ?, ?)")
        .integer(run)
        .integer(position++)
        .text(tag)
        .execute();
}

// One place for a value per column. The first is the design, NULL where that does not exist.
std::string places(std::string_view columns) {
  std::string marks = "(SELECT id FROM designs WHERE id = ?)";
  for (const char character : columns)
    if (character == ',') marks += ", ?";
  return marks;
}

}  // namespace

std::vector<StoredDesign> readDesigns(SQLite::Database& database) {
  std::vector<StoredDesign> designs;
  RowReader row(database, "SELECT id, document, draft FROM designs ORDER BY id");
  while (row.next()) {
    const RowId id = row.integer();
    designs.push_back({id, readDesignText(row, sentence("design {}", id))});
  }
  return designs;
}

RowId insertDesign(SQLite::Database& database, const Design& design) {
  RowWriter(database, "INSERT INTO designs (name, document, draft) VALUES (?, ?, ?)")
      .text(design.name)
      .design(design)
      .execute();
  return database.getLastInsertRowid();
}

std::optional<DesignText> designTextOf(SQLite::Database& database, RowId id) {
  RowReader row(database, "SELECT document, draft FROM designs WHERE id = ?");
  row.bind(id);
  if (!row.next()) return {};
  DesignText text{row.text(), {}};
  text.draft = row.optionalText();
  return text;
}

int replaceDesign(SQLite::Database& database, RowId id, const std::string& name,
                  const DesignText& text) {
  return RowWriter(database, "UPDATE designs SET name = ?, document = ?, draft = ? WHERE id = ?")
      .text(name)
      .design(text)
      .integer(id)
      .execute();
}

std::vector<StoredRun> readRuns(SQLite::Database& database) {
  std::vector<StoredRun> runs;
  RowReader row(database, fmt::format("SELECT id, {} FROM runs ORDER BY id", kRunColumns));
  while (row.next()) {
    StoredRun run;
    run.id = row.integer();
    run.designId = row.integer();
    run.name = row.text();
    run.started = row.text();
    run.designHash = row.text();
    run.design = readDesignText(row, sentence("run {}", run.id));
    readSummary(row, run.results);
    readSeries(database, run);
    readValues(database, run.id, run.results);
    readClasses(database, run.id, run.results.classes);
    readTraffic(database, run.id, run.results.trafficClasses);
    readReplications(database, run.id, run.results.replications);
    RowReader warning(database, "SELECT text FROM run_warnings WHERE run = ? ORDER BY position");
    warning.bind(run.id);
    while (warning.next()) run.results.warnings.push_back(sentence("{}", warning.text()));
    RowReader tag(database, "SELECT tag FROM run_tags WHERE run = ? ORDER BY position");
    tag.bind(run.id);
    while (tag.next()) run.tags.push_back(tag.text());
    runs.push_back(std::move(run));
  }
  return runs;
}

RowId insertRun(SQLite::Database& database, const StoredRun& run) {
  RowWriter row(database,
                fmt::format("INSERT INTO runs ({}) VALUES ({})", kRunColumns, places(kRunColumns)));
  row.integer(run.designId)
      .text(run.name)
      .text(run.started)
      .text(run.designHash)
      .design(run.design);
  writeSummary(row, run.results);
  row.execute();
  const RowId id = database.getLastInsertRowid();
  writeSeries(database, id, run);
  writeValues(database, id, run.results);
  writeClasses(database, id, run.results.classes);
  writeTraffic(database, id, run.results.trafficClasses);
  writeReplications(database, id, run.results.replications);
  std::int64_t position = 0;
  for (const Sentence& warning : run.results.warnings)
    RowWriter(database, "INSERT INTO run_warnings (run, position, text) VALUES (?, ?, ?)")
        .integer(id)
        .integer(position++)
        .text(warning)
        .execute();
  writeTags(database, id, run.tags);
  return id;
}

int labelRun(SQLite::Database& database, RowId id, const std::string& name,
             const std::vector<std::string>& tags) {
  const int changed =
      RowWriter(database, "UPDATE runs SET name = ? WHERE id = ?").text(name).integer(id).execute();
  if (changed == 0) return 0;
  RowWriter(database, "DELETE FROM run_tags WHERE run = ?").integer(id).execute();
  writeTags(database, id, tags);
  return changed;
}

std::vector<StoredCurve> readCurves(SQLite::Database& database) {
  std::vector<StoredCurve> curves;
  RowReader row(database,
                "SELECT id, design, name, started, document, draft FROM curves ORDER BY id");
  while (row.next()) {
    StoredCurve curve;
    curve.id = row.integer();
    curve.designId = row.integer();
    curve.name = row.text();
    curve.started = row.text();
    curve.design = readDesignText(row, sentence("curve {}", curve.id));
    RowReader points(database,
                     "SELECT offered, accepted, latency_mean, latency_p99, ci95, hit_rate, verdict "
                     "FROM curve_points WHERE curve = ? ORDER BY position");
    points.bind(curve.id);
    while (points.next()) {
      CurvePoint point;
      for (double* value : {&point.offered, &point.accepted, &point.latencyMean, &point.latencyP99,
                            &point.ci95, &point.hitRate})
        *value = points.real();
      point.verdict = parseVerdict(points.text());
      curve.points.push_back(std::move(point));
    }
    curves.push_back(std::move(curve));
  }
  return curves;
}

RowId insertCurve(SQLite::Database& database, const StoredCurve& curve) {
  RowWriter(database,
            "INSERT INTO curves (design, name, started, document, draft) VALUES "
            "((SELECT id FROM designs WHERE id = ?), ?, ?, ?, ?)")
      .integer(curve.designId)
      .text(curve.name)
      .text(curve.started)
      .design(curve.design)
      .execute();
  const RowId id = database.getLastInsertRowid();
  std::int64_t position = 0;
  for (const CurvePoint& point : curve.points)
    RowWriter(database,
              "INSERT INTO curve_points (curve, position, offered, accepted, latency_mean, "
              "latency_p99, ci95, hit_rate, verdict) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
        .integer(id)
        .integer(position++)
        .real(point.offered)
        .real(point.accepted)
        .real(point.latencyMean)
        .real(point.latencyP99)
        .real(point.ci95)
        .real(point.hitRate)
        .text(std::string(nameOf(point.verdict)))
        .execute();
  return id;
}

std::vector<StoredNote> readNotes(SQLite::Database& database) {
  std::vector<StoredNote> notes;
  RowReader row(database, "SELECT id, title, text FROM notes ORDER BY id");
  while (row.next()) {
    StoredNote& note = notes.emplace_back();
    note.id = row.integer();
    note.title = row.text();
    note.text = row.text();
  }
  return notes;
}

RowId insertNote(SQLite::Database& database, const StoredNote& note) {
  RowWriter(database, "INSERT INTO notes (id, title, text) VALUES (nullif(?, 0), ?, ?)")
      .integer(note.id)
      .text(note.title)
      .text(note.text)
      .execute();
  return database.getLastInsertRowid();
}

int replaceNote(SQLite::Database& database, const StoredNote& note) {
  return RowWriter(database, "UPDATE notes SET title = ?, text = ? WHERE id = ?")
      .text(note.title)
      .text(note.text)
      .integer(note.id)
      .execute();
}

}  // namespace hopscope
