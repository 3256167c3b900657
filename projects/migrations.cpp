// SPDX-License-Identifier: GPL-3.0-or-later
#include "projects/migrations.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

namespace hopscope {

namespace {

// A design stands as its document, with a draft where that is not enough (projects/design_text.h).
// Blobs: projects/blob.h. A real column that is
// NULL holds "no such value" (NaN), which SQLite cannot store. 64-bit unsigned numbers stand as
// the signed number with the same bits.
constexpr const char* kFormat1 = R"sql(
CREATE TABLE designs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  document TEXT NOT NULL,
  draft TEXT
) STRICT;

CREATE TABLE runs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  design INTEGER REFERENCES designs(id) ON DELETE SET NULL,
  name TEXT NOT NULL,
  started TEXT NOT NULL,
  design_hash TEXT NOT NULL,
  document TEXT NOT NULL,
  draft TEXT,
  seed INTEGER NOT NULL,
  engine_version TEXT NOT NULL,
  complete INTEGER NOT NULL CHECK (complete IN (0, 1)),
  verdict TEXT NOT NULL CHECK (verdict IN ('stable', 'saturated', 'deadlocked')),
  cycles INTEGER NOT NULL,
  wall_seconds REAL,
  flit_hops INTEGER NOT NULL,
  offered_load REAL,
  accepted_load REAL,
  packets_measured INTEGER NOT NULL,
  packets_lost INTEGER NOT NULL,
  packets_refused INTEGER NOT NULL,
  latency_mean REAL,
  latency_min REAL,
  latency_p50 REAL,
  latency_p95 REAL,
  latency_p99 REAL,
  latency_max REAL,
  latency_ci95 REAL,
  network_latency_mean REAL,
  hops_mean REAL
) STRICT;
CREATE INDEX runs_of_design ON runs(design);

CREATE TABLE run_series (
  run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  data BLOB NOT NULL,
  PRIMARY KEY (run, name)
) STRICT;

CREATE TABLE run_warnings (
  run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (run, position)
) STRICT;

CREATE TABLE curves (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  design INTEGER REFERENCES designs(id) ON DELETE SET NULL,
  name TEXT NOT NULL,
  started TEXT NOT NULL,
  document TEXT NOT NULL,
  draft TEXT
) STRICT;
CREATE INDEX curves_of_design ON curves(design);

CREATE TABLE curve_points (
  curve INTEGER NOT NULL REFERENCES curves(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  offered REAL,
  accepted REAL,
  latency_mean REAL,
  latency_p99 REAL,
  ci95 REAL,
  hit_rate REAL,
  verdict TEXT NOT NULL CHECK (verdict IN ('stable', 'saturated', 'deadlocked')),
  PRIMARY KEY (curve, position)
) STRICT;

CREATE TABLE view_values (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;
)sql";

// Values are named as in the results' JSON; what an older Hopscope did not measure is absent.
constexpr const char* kFormat2 = R"sql(
CREATE TABLE run_values (
  run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  value REAL,
  PRIMARY KEY (run, name)
) STRICT;

CREATE TABLE run_classes (
  run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  packets INTEGER NOT NULL,
  latency_mean REAL,
  hops_mean REAL,
  PRIMARY KEY (run, position)
) STRICT;

CREATE TABLE run_replications (
  run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  seed INTEGER NOT NULL,
  cycles INTEGER NOT NULL,
  warmup_used INTEGER NOT NULL,
  accepted_load REAL,
  latency_mean REAL,
  latency_p99 REAL,
  latency_ci95 REAL,
  packets_measured INTEGER NOT NULL,
  verdict TEXT NOT NULL CHECK (verdict IN ('stable', 'saturated', 'deadlocked')),
  PRIMARY KEY (run, position)
) STRICT;
)sql";

// Words the user sorts runs by.
constexpr const char* kFormat3 = R"sql(
CREATE TABLE run_tags (
  run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  tag TEXT NOT NULL,
  PRIMARY KEY (run, position)
) STRICT;
)sql";

// The author's own words.
constexpr const char* kFormat4 = R"sql(
CREATE TABLE notes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  title TEXT NOT NULL,
  text TEXT NOT NULL
) STRICT;
)sql";

// The classes of mixed traffic.
constexpr const char* kFormat5 = R"sql(
CREATE TABLE run_traffic_classes (
  run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  offered_load REAL,
  accepted_load REAL,
  packets INTEGER NOT NULL,
  latency_mean REAL,
  latency_p50 REAL,
  latency_p95 REAL,
  latency_p99 REAL,
  hops_mean REAL,
  PRIMARY KEY (run, position)
) STRICT;
)sql";

// Checksums (projects/items.h); none at all in a file whose items are yet to be summed up.
constexpr const char* kFormat6 = R"sql(
CREATE TABLE seals (
  kind TEXT NOT NULL,
  id INTEGER NOT NULL,
  whole INTEGER NOT NULL,
  content INTEGER NOT NULL,
  PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;
)sql";

// Studies: their document with all designs in it, and of each run the numbers in the order of
// `columns`, names that each end with a line.
constexpr const char* kFormat7 = R"sql(
CREATE TABLE studies (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  started TEXT NOT NULL,
  document TEXT NOT NULL,
  hash TEXT NOT NULL,
  engine_version TEXT NOT NULL,
  columns TEXT NOT NULL
) STRICT;

CREATE TABLE study_runs (
  study INTEGER NOT NULL REFERENCES studies(id) ON DELETE CASCADE,
  point INTEGER NOT NULL,
  run INTEGER NOT NULL,
  failure TEXT NOT NULL,
  verdict TEXT NOT NULL CHECK (verdict IN ('stable', 'saturated', 'deadlocked')),
  data BLOB NOT NULL,
  PRIMARY KEY (study, point, run)
) STRICT, WITHOUT ROWID;
)sql";

// Runs may have stalled, too. The words in the definitions are changed and no row is written anew:
// a damaged project stays as readable as it was.
constexpr const char* kFormat8 = R"sql(
PRAGMA writable_schema = ON;
UPDATE sqlite_schema
  SET sql = replace(sql, '''saturated'', ''deadlocked''', '''saturated'', ''stalled'', ''deadlocked''')
  WHERE type = 'table' AND name IN ('runs', 'curve_points', 'run_replications', 'study_runs');
PRAGMA writable_schema = RESET;
)sql";

// A run's series and values in one blob (projects/run_pack.h), and its design's name, which lists
// show, beside the document. Runs that are there stay as they are, in rows.
constexpr const char* kFormat9 = R"sql(
CREATE TABLE run_packs (
  run INTEGER PRIMARY KEY REFERENCES runs(id) ON DELETE CASCADE,
  data BLOB NOT NULL
) STRICT;
ALTER TABLE runs ADD COLUMN design_name TEXT;
)sql";

// Packs may be made up of words (projects/run_pack.h), which no Hopscope before can read. No row is
// changed: those that are there stay as they are.
constexpr const char* kFormat10 = "";

// Of a run nothing may be known. As in format 8 no row is written anew.
constexpr const char* kFormat11 = R"sql(
PRAGMA writable_schema = ON;
UPDATE sqlite_schema
  SET sql = replace(sql, '''stable'', ''saturated''', '''stable'', ''unknown'', ''saturated''')
  WHERE type = 'table' AND name IN ('runs', 'curve_points', 'run_replications', 'study_runs');
PRAGMA writable_schema = RESET;
)sql";

/// While it lives, the connection may change definitions.
class DefinitionsOpen {
 public:
  explicit DefinitionsOpen(SQLite::Database& database) : handle_(database.getHandle()) {
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_DEFENSIVE, -1, &before_);
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_DEFENSIVE, 0, nullptr);
  }
  DefinitionsOpen(const DefinitionsOpen&) = delete;
  DefinitionsOpen& operator=(const DefinitionsOpen&) = delete;
  ~DefinitionsOpen() {
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0, nullptr);
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_DEFENSIVE, before_, nullptr);
  }

 private:
  sqlite3* handle_;
  int before_ = 0;
};

using SchemaEntry = std::tuple<std::string, std::string, std::string>;

std::set<SchemaEntry> schemaOf(SQLite::Database& database) {
  // The working copy's own table, and what ANALYZE leaves, do not count.
  std::set<SchemaEntry> entries;
  SQLite::Statement query(database,
                          "SELECT type, name, coalesce(sql, '') FROM sqlite_schema "
                          "WHERE name <> 'working' AND name NOT LIKE 'sqlite_stat%'");
  while (query.executeStep())
    entries.emplace(query.getColumn(0).getString(), query.getColumn(1).getString(),
                    query.getColumn(2).getString());
  return entries;
}

}  // namespace

const MigrationSteps& migrationSteps() {
  static const MigrationSteps steps = {kFormat1, kFormat2, kFormat3, kFormat4,  kFormat5, kFormat6,
                                       kFormat7, kFormat8, kFormat9, kFormat10, kFormat11};
  return steps;
}

int formatVersion() {
  return static_cast<int>(migrationSteps().size());
}

MigrationSteps migrationStepsTo(int format) {
  const MigrationSteps& all = migrationSteps();
  return {all.begin(), all.begin() + std::clamp(format, 0, formatVersion())};
}

void migrate(SQLite::Database& database, const MigrationSteps& steps) {
  const int present = database.execAndGet("PRAGMA user_version").getInt();
  if (static_cast<std::size_t>(present) >= steps.size()) return;
  const DefinitionsOpen open(database);
  for (std::size_t step = static_cast<std::size_t>(present); step < steps.size(); ++step) {
    SQLite::Transaction transaction(database);
    database.exec(steps[step]);
    database.exec(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {};",
                              kApplicationId, step + 1));
    transaction.commit();
  }
}

void lendTables(SQLite::Database& database, const MigrationSteps& steps) {
  SQLite::Database reference(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  migrate(reference, steps);
  const std::set<SchemaEntry> there = schemaOf(database);
  for (const auto& [type, name, sql] : schemaOf(reference)) {
    const auto isIt = [&name = name](const SchemaEntry& each) { return std::get<1>(each) == name; };
    if (type != "table" || std::any_of(there.begin(), there.end(), isIt)) continue;
    constexpr std::string_view kCreate = "CREATE";
    database.exec(fmt::format("CREATE TEMP{}", sql.substr(kCreate.size())));
  }
}

bool schemaMatches(SQLite::Database& database, const MigrationSteps& steps) {
  SQLite::Database reference(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  migrate(reference, steps);
  return schemaOf(database) == schemaOf(reference);
}

}  // namespace hopscope
