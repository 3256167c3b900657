// SPDX-License-Identifier: GPL-3.0-or-later
#include "projects/project_implementation.h"

#include <SQLiteCpp/Backup.h>
#include <SQLiteCpp/Statement.h>
#include <sqlite3.h>

#include <utility>

#include "projects/failure.h"
#include "projects/project_file.h"
#include "projects/stored_run.h"
#include "projects/tables.h"

namespace hopscope {

namespace {

bool isStorageTrouble(const SQLite::Exception& error) {
  switch (error.getErrorCode() & 0xff) {
    case SQLITE_FULL:
    case SQLITE_IOERR:
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
      return true;
    default:
      return false;
  }
}

}  // namespace

void Project::Implementation::attach() {
  database.emplace(connect(copy->path()));
  database->exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
}

void Project::Implementation::attachInMemory() {
  database.reset();
  copy.reset();
  database.emplace(connect(":memory:"));
}

void Project::Implementation::readAll() {
  Sentence reason;
  try {
    readDesigns(*database);
    readRuns(*database);
    readCurves(*database);
    readNotes(*database);
    return;
  } catch (const Failure& failure) {
    reason = failure.issue().text;
  } catch (const SQLite::Exception& error) {
    reason = sentence("{}", error.what());
  }
  throw damagedFile(file, reason);
}

void Project::Implementation::createMarks() {
  database->exec("DROP TABLE IF EXISTS working; CREATE TABLE working (modified, changed)");
  database->exec("INSERT INTO working (modified, changed) VALUES (0, NULL)");
}

void Project::Implementation::mark(bool modified) {
  SQLite::Statement update(*database, "UPDATE working SET modified = ?, changed = ?");
  update.bind(1, modified ? 1 : 0);
  update.bind(2, utcNow());
  update.exec();
}

bool Project::Implementation::modified() {
  return database->execAndGet("SELECT modified FROM working").getInt() != 0;
}

Sentence Project::Implementation::kept() const {
  return copy ? sentence("Your changes are kept in the recovery copy.")
              : sentence("Your changes are kept while this program runs.");
}

bool Project::Implementation::moveToMemory(const SQLite::Exception& reason) {
  if (!copy || !isStorageTrouble(reason)) return false;
  SQLite::Database memory = connect(":memory:");
  try {
    if (SQLite::Backup(memory, *database).executeStep(-1) != SQLITE_DONE) return false;
  } catch (const SQLite::Exception&) {
    return false;  // the medium is gone altogether: the file that is there stays
  }
  trouble = ProjectError{
      {Severity::warning, copy->path(), sentence("The recovery copy can no longer be written."),
       sentence("Save the project: until then a crash would lose your changes.")}};
  database.emplace(std::move(memory));
  copy.reset();
  return true;
}

}  // namespace hopscope
