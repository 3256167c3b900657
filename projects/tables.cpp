// SPDX-License-Identifier: GPL-3.0-or-later
#include "projects/tables.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>

#include <bit>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

#include "engine/simulation/run_statistics.h"
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
  // A statistic, whatever its kind.
  RowWriter& value(double number) { return real(number); }
  RowWriter& value(std::uint64_t number) { return bits(number); }
  RowWriter& value(Cycle number) { return integer(number); }
  RowWriter& value(const std::optional<std::uint64_t>& number) {
    if (number) return bits(*number);
    statement_.bind(next_++);
    return *this;
  }
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
  void value(double& number) { number = real(); }
  void value(std::uint64_t& number) { number = bits(); }
  void value(Cycle& number) { number = integer(); }
  void value(std::optional<std::uint64_t>& number) {
    number.reset();
    if (!statement_.getColumn(column_).isNull())
      number = bits();
    else
      ++column_;
  }
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

// The columns that statistics have: "latency_mean, hops_mean".
template <typename Record>
std::string columnsOf(const std::vector<Statistic<Record>>& statistics) {
  std::string names;
  for (const Statistic<Record>& each : statistics)
    if (each.keeping == Keeping::column) names += (names.empty() ? "" : ", ") + flatName(each.name);
  return names;
}

template <typename Record>
void writeColumns(RowWriter& row, const std::vector<Statistic<Record>>& statistics,
                  const Record& record) {
  for (const Statistic<Record>& each : statistics)
    if (each.keeping == Keeping::column)
      seeValue(each, record, [&row](const auto& value) { row.value(value); });
}

template <typename Record>
void readColumns(RowReader& row, const std::vector<Statistic<Record>>& statistics, Record& record) {
  for (const Statistic<Record>& each : statistics)
    if (each.keeping == Keeping::column)
      fillValue(each, record, [&row](auto& member) { row.value(member); });
}

// A place for each of the columns: ", ?, ?".
std::string marksOf(std::string_view columns) {
  std::string marks = ", ?";
  for (const char character : columns)
    if (character == ',') marks += ", ?";
  return marks;
}

// Kinds of packets, in tables that have their statistics as columns.
template <typename Class>
void readClasses(SQLite::Database& database, RowId run, const char* table,
                 const std::vector<Statistic<Class>>& statistics, std::vector<Class>& classes) {
  RowReader row(database, fmt::format("SELECT name, {} FROM {} WHERE run = ? ORDER BY position",
                                      columnsOf(statistics), table));
  row.bind(run);
  while (row.next()) {
    Class& each = classes.emplace_back();
    each.name = row.text();
    readColumns(row, statistics, each);
  }
}

template <typename Class>
void writeClasses(SQLite::Database& database, RowId run, const char* table,
                  const std::vector<Statistic<Class>>& statistics,
                  const std::vector<Class>& classes) {
  const std::string columns = columnsOf(statistics);
  std::int64_t position = 0;
  for (const Class& each : classes) {
    RowWriter row(database,
                  fmt::format("INSERT INTO {} (run, position, name, {}) VALUES (?, ?, ?{})", table,
                              columns, marksOf(columns)));
    row.integer(run).integer(position++).text(each.name);
    writeColumns(row, statistics, each);
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

std::string runColumns() {
  return "design, name, started, design_hash, document, draft, seed, engine_version, complete, "
         "verdict, " +
         columnsOf(runStatistics());
}

/// A deadlock has a cycle of buffers. Up to format 7 what has none was called so, too.
Verdict verdictIn(const Results& results) {
  return results.verdict == Verdict::deadlocked && results.deadlock.empty() ? Verdict::stalled
                                                                            : results.verdict;
}

void readSummary(RowReader& row, Results& results) {
  results.seed = row.bits();
  results.engineVersion = row.text();
  results.complete = row.integer() != 0;
  results.verdict = parseVerdict(row.text());
  readColumns(row, runStatistics(), results);
}

void writeSummary(RowWriter& row, const Results& results) {
  row.bits(results.seed)
      .text(results.engineVersion)
      .integer(results.complete ? 1 : 0)
      .text(std::string(nameOf(verdictIn(results))));
  writeColumns(row, runStatistics(), results);
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

}  // namespace

std::vector<StoredDesign> readDesigns(SQLite::Database& database, RowId only) {
  std::vector<StoredDesign> designs;
  RowReader row(database,
                "SELECT id, document, draft FROM designs WHERE ?1 IN (0, id) ORDER BY id");
  row.bind(only);
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

std::vector<RunHead> readRunHeads(SQLite::Database& database) {
  // Up to format 7 "stalled" was no verdict of its own: a deadlock without a cycle of buffers. Up
  // to format 8 the name of a run's design stood in its document alone.
  std::vector<RunHead> heads;
  RowReader row(database,
                fmt::format("SELECT id, design, name, coalesce(design_name, "
                            "iif(json_valid(coalesce(draft, document)), "
                            "json_extract(coalesce(draft, document), '$.name'), ''), ''), started, "
                            "design_hash, seed, engine_version, complete, "
                            "iif(verdict = 'deadlocked' AND NOT EXISTS (SELECT 1 FROM run_series "
                            "WHERE run = runs.id AND name = 'deadlock') AND NOT EXISTS (SELECT 1 "
                            "FROM run_packs WHERE run = runs.id), 'stalled', verdict), {} "
                            "FROM runs ORDER BY id",
                            columnsOf(runStatistics())));
  Results results;
  while (row.next()) {
    RunHead& head = heads.emplace_back();
    head.id = row.integer();
    head.designId = row.integer();
    head.name = row.text();
    head.designName = row.text();
    head.started = row.text();
    head.designHash = row.text();
    readSummary(row, results);
    head.engineVersion = results.engineVersion;
    head.seed = results.seed;
    head.complete = results.complete;
    head.verdict = results.verdict;
    head.cycles = results.cycles;
    head.offeredLoad = results.offeredLoad;
    head.acceptedLoad = results.acceptedLoad;
    head.latencyMean = results.latency.mean;
    head.latencyP99 = results.latency.p99;
    head.latencyCi95 = results.latency.ci95;
    head.hopsMean = results.hopsMean;
  }
  RowReader tag(database, "SELECT run, tag FROM run_tags ORDER BY run, position");
  for (auto head = heads.begin(); tag.next();) {
    const RowId run = tag.integer();
    while (head != heads.end() && head->id < run) ++head;
    if (head != heads.end() && head->id == run) head->tags.push_back(tag.text());
  }
  return heads;
}

std::optional<Design> readDesignOfRun(SQLite::Database& database, RowId id) {
  RowReader row(database, "SELECT document, draft FROM runs WHERE id = ?");
  row.bind(id);
  if (!row.next()) return {};
  return readDesignText(row, sentence("run {}", id));
}

std::vector<StoredRun> readRuns(SQLite::Database& database, RowId only) {
  std::vector<StoredRun> runs;
  // One is found by its key; what would do for both walks over all.
  RowReader row(database, fmt::format("SELECT id, {} FROM runs {} ORDER BY id", runColumns(),
                                      only == 0 ? "" : "WHERE id = ?"));
  if (only != 0) row.bind(only);
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
    run.results.verdict = verdictIn(run.results);
    readClasses(database, run.id, "run_classes", classStatistics(), run.results.classes);
    readClasses(database, run.id, "run_traffic_classes", trafficClassStatistics(),
                run.results.trafficClasses);
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
  const std::string columns = runColumns();
  // NULL where the design does not exist.
  RowWriter row(
      database,
      fmt::format("INSERT INTO runs ({}, design_name) VALUES ((SELECT id FROM designs WHERE id = "
                  "?){}, ?)",
                  columns, marksOf(columns.substr(columns.find(',') + 1))));
  row.integer(run.designId)
      .text(run.name)
      .text(run.started)
      .text(run.designHash)
      .design(run.design);
  writeSummary(row, run.results);
  row.text(run.design.name).execute();
  const RowId id = database.getLastInsertRowid();
  writeSeries(database, id, run);
  writeClasses(database, id, "run_classes", classStatistics(), run.results.classes);
  writeClasses(database, id, "run_traffic_classes", trafficClassStatistics(),
               run.results.trafficClasses);
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

std::vector<StoredCurve> readCurves(SQLite::Database& database, RowId only) {
  std::vector<StoredCurve> curves;
  RowReader row(database,
                "SELECT id, design, name, started, document, draft FROM curves "
                "WHERE ?1 IN (0, id) ORDER BY id");
  row.bind(only);
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

std::vector<StoredNote> readNotes(SQLite::Database& database, RowId only) {
  std::vector<StoredNote> notes;
  RowReader row(database, "SELECT id, title, text FROM notes WHERE ?1 IN (0, id) ORDER BY id");
  row.bind(only);
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
