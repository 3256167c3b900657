// SPDX-License-Identifier: GPL-3.0-or-later
#include "projects/study_tables.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <string_view>
#include <utility>

#include "engine/core/not_a_number.h"
#include "engine/study/study.h"
#include "engine/study/verdict_names.h"
#include "projects/blob.h"
#include "projects/failure.h"

namespace hopscope {

namespace {

// Names of columns have no line ends.
constexpr char kBetweenNames = '\n';

std::string joinedNames(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += name + kBetweenNames;
  return text;
}

Failure unreadable(RowId id, const Sentence& why) {
  return Failure("", sentence("study {} cannot be read: {}", id, why));
}

void addColumns(StudyRows& rows, std::string_view names, RowId id) {
  while (!names.empty()) {
    const std::size_t end = names.find(kBetweenNames);
    if (end == std::string_view::npos || end == 0)
      throw unreadable(id, sentence("its columns have no names"));
    const std::size_t before = rows.columns().size();
    if (rows.column(std::string(names.substr(0, end))) != before)
      throw unreadable(id, sentence("two of its columns have one name"));
    names.remove_prefix(end + 1);
  }
}

void readRows(SQLite::Database& database, StoredStudy& study, std::uint64_t points) {
  SQLite::Statement query(database,
                          "SELECT point, run, failure, verdict, data FROM study_runs WHERE study = "
                          "? ORDER BY point, run");
  query.bind(1, study.id);
  while (query.executeStep()) {
    const std::int64_t point = query.getColumn(0).getInt64(), run = query.getColumn(1).getInt64();
    const auto verdict = verdictOf(query.getColumn(3).getString());
    if (point < 0 || static_cast<std::uint64_t>(point) >= points || run < 0 || run >= kMostSeeds ||
        !verdict)
      throw unreadable(study.id, sentence("one of its runs is of no point"));
    StudyRows::Row row{static_cast<PointId>(point),
                       static_cast<std::uint32_t>(run),
                       query.getColumn(2).getString(),
                       *verdict,
                       {}};
    const SQLite::Column data = query.getColumn(4);
    try {
      decode({static_cast<const char*>(data.getBlob()), static_cast<std::size_t>(data.getBytes())},
             row.values);
    } catch (const BlobError& error) {
      throw unreadable(study.id, sentence("{}", error.what()));
    }
    if (row.values.size() > study.rows.columns().size())
      throw unreadable(study.id,
                       sentence("one of its runs has more values than there are columns"));
    study.rows.add(std::move(row));
  }
}

/// Checks the study, and fills in its rows.
void readWhole(SQLite::Database& database, StoredStudy& study, const std::string& columns) {
  const ParsedStudy parsed = parseStudy(study.document);
  if (hasErrors(parsed.issues)) {
    for (const Issue& issue : parsed.issues)
      if (issue.severity == Severity::error)
        throw unreadable(study.id, sentence("{}: {}", issue.path, issue.text));
  }
  if (studyHash(parsed.document) != study.hash)
    throw unreadable(study.id, sentence("its document is not the one that it was made of"));
  addColumns(study.rows, columns, study.id);
  readRows(database, study, pointCount(parsed.study));
}

}  // namespace

std::vector<StoredStudy> readStudies(SQLite::Database& database, StudyReading reading, RowId only) {
  std::vector<StoredStudy> studies;
  SQLite::Statement query(database,
                          "SELECT id, name, started, document, hash, engine_version, columns FROM "
                          "studies WHERE ?1 IN (0, id) ORDER BY id");
  query.bind(1, only);
  while (query.executeStep()) {
    StoredStudy study;
    study.id = query.getColumn(0).getInt64();
    study.name = query.getColumn(1).getString();
    study.started = query.getColumn(2).getString();
    study.document = query.getColumn(3).getString();
    study.hash = query.getColumn(4).getString();
    study.engineVersion = query.getColumn(5).getString();
    if (reading == StudyReading::whole) readWhole(database, study, query.getColumn(6).getString());
    studies.push_back(std::move(study));
  }
  return studies;
}

RowId findStudy(SQLite::Database& database, const std::string& hash,
                const std::string& engineVersion) {
  SQLite::Statement query(
      database, "SELECT id FROM studies WHERE hash = ? AND engine_version = ? ORDER BY id LIMIT 1");
  query.bind(1, hash);
  query.bind(2, engineVersion);
  return query.executeStep() ? query.getColumn(0).getInt64() : 0;
}

RowId insertStudy(SQLite::Database& database, const StoredStudy& study) {
  SQLite::Statement insert(database,
                           "INSERT INTO studies (name, started, document, hash, engine_version, "
                           "columns) VALUES (?, ?, ?, ?, ?, '')");
  insert.bind(1, study.name);
  insert.bind(2, study.started);
  insert.bind(3, study.document);
  insert.bind(4, study.hash);
  insert.bind(5, study.engineVersion);
  insert.exec();
  const RowId id = database.getLastInsertRowid();
  insertStudyRows(database, id, study.rows);
  return id;
}

void insertStudyRows(SQLite::Database& database, RowId id, const StudyRows& rows) {
  SQLite::Statement names(database, "SELECT columns FROM studies WHERE id = ?");
  names.bind(1, id);
  if (!names.executeStep()) return;
  StudyRows known;
  addColumns(known, names.getColumn(0).getString(), id);
  // Where each of the rows' columns stands in the table.
  std::vector<std::size_t> places;
  for (const std::string& name : rows.columns()) places.push_back(known.column(name));
  SQLite::Statement rename(database, "UPDATE studies SET columns = ? WHERE id = ?");
  rename.bind(1, joinedNames(known.columns()));
  rename.bind(2, id);
  rename.exec();
  SQLite::Statement insert(
      database,
      "INSERT INTO study_runs (study, point, run, failure, verdict, data) VALUES (?, ?, ?, ?, ?, "
      "?) ON CONFLICT (study, point, run) DO UPDATE SET failure = excluded.failure, verdict = "
      "excluded.verdict, data = excluded.data WHERE failure <> '' AND excluded.failure = ''");
  std::vector<double> values;
  // In the order of the table, whose pages are full then.
  for (const StudyRows::Row* each : rows.sorted()) {
    const StudyRows::Row& row = *each;
    values.assign(row.values.empty() ? 0 : known.columns().size(), kNan);
    for (std::size_t i = 0; i < row.values.size(); ++i) values[places[i]] = row.values[i];
    const std::string data = encode(values);
    insert.reset();
    insert.bind(1, id);
    insert.bind(2, static_cast<std::int64_t>(row.point));
    insert.bind(3, static_cast<std::int64_t>(row.run));
    insert.bind(4, row.failure);
    insert.bind(5, std::string(nameOf(row.verdict)));
    insert.bind(6, data.data(), static_cast<int>(data.size()));
    insert.exec();
  }
}

}  // namespace hopscope
