// SPDX-License-Identifier: GPL-3.0-or-later
#include "projects/project.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <filesystem>
#include <utility>

#include "projects/design_text.h"
#include "projects/failure.h"
#include "projects/migrations.h"
#include "projects/project_file.h"
#include "projects/project_implementation.h"
#include "projects/tables.h"
#include "projects/working_copy.h"

namespace hopscope {

namespace {

int removeRow(SQLite::Database& database, const char* sql, RowId id) {
  SQLite::Statement statement(database, sql);
  statement.bind(1, id);
  return statement.exec();
}

void copyToWorkingPlace(const std::string& file, const std::string& place) {
  std::error_code error;
  std::filesystem::copy_file(file, place, std::filesystem::copy_options::overwrite_existing, error);
  if (!error)
    std::filesystem::permissions(
        place, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write, error);
  if (error)
    throw Failure(file,
                  sentence("No working copy of {} could be made in {}: {}.", shortName(file),
                           std::filesystem::path(place).parent_path().string(), error.message()),
                  sentence("The file was left as it is."));
}

}  // namespace

Project::Project(std::unique_ptr<Implementation> implementation)
    : implementation_(std::move(implementation)) {}

Project::~Project() = default;

std::variant<std::unique_ptr<Project>, ProjectError> Project::create() {
  auto made = std::make_unique<Implementation>();
  const auto fill = [&made] {
    migrate(*made->database, migrationSteps());
    made->createMarks();
  };
  try {
    made->copy = WorkingCopy::reserve("");
    made->attach();
    fill();
  } catch (const std::exception& error) {
    made->attachInMemory();
    fill();
    made->trouble =
        ProjectError{{Severity::warning, stateFolder(),
                      sentence("There is no recovery copy, because its folder cannot be "
                               "written."),
                      sentence("Save the project: until then a crash would lose your changes.")}};
  }
  return std::unique_ptr<Project>(new Project(std::move(made)));
}

std::variant<std::unique_ptr<Project>, ProjectError> Project::open(const std::string& file) {
  try {
    auto made = std::make_unique<Implementation>();
    made->file = wholePath(file);
    inspectFile(made->file);
    made->fileLock = lockProject(made->file);
    made->copy = WorkingCopy::reserve(made->file);
    copyToWorkingPlace(made->file, made->copy->path());
    inspectFile(made->file);  // a program that saved before we had the lock has replaced it
    made->attach();
    inspectDatabase(*made->database, made->file);
    made->createMarks();
    made->readAll();
    return std::unique_ptr<Project>(new Project(std::move(made)));
  } catch (const Failure& failure) {
    return ProjectError{failure.issue()};
  } catch (const SQLite::Exception& error) {
    return ProjectError{damagedFile(file, sentence("{}", error.what())).issue()};
  }
}

const std::string& Project::file() const {
  return implementation_->file;
}

bool Project::modified() const {
  return implementation_->modified();
}

std::optional<ProjectError> Project::trouble() const {
  return implementation_->trouble;
}

std::optional<ProjectError> Project::save() {
  if (file().empty())
    return ProjectError{{Severity::error, "", sentence("This project has no file yet."),
                         sentence("Save it under a name first.")}};
  return saveAs(file());
}

std::optional<ProjectError> Project::saveAs(const std::string& name) {
  Implementation& own = *implementation_;
  const std::string target = wholePath(name);
  try {
    // The lock on our own file is ours; any other file may be somebody else's.
    FileHandle lock;
    if (target != own.file) lock = lockProject(target);
    own.fileLock = publish(*own.database, target, own.kept());
    if (target != own.file && own.copy) own.copy->setFile(target);
    own.file = target;
    own.edit(
        [&own](SQLite::Database&) {
          own.mark(false);
          return true;
        },
        false);
    if (own.copy) own.trouble.reset();
    return {};
  } catch (const Failure& failure) {
    return ProjectError{failure.issue()};
  } catch (const SQLite::Exception& error) {
    return ProjectError{{Severity::error, target,
                         sentence("{} could not be saved: {}.", shortName(target), error.what()),
                         own.kept()}};
  }
}

std::vector<StoredDesign> Project::designs() const {
  return readDesigns(*implementation_->database);
}

RowId Project::addDesign(const Design& design) {
  return implementation_->edit(
      [&design](SQLite::Database& database) { return insertDesign(database, design); });
}

void Project::updateDesign(RowId id, const Design& design) {
  const DesignText text = toText(design);
  if (designTextOf(*implementation_->database, id) == text) return;
  implementation_->edit(
      [&](SQLite::Database& database) { return replaceDesign(database, id, design.name, text); });
}

void Project::removeDesign(RowId id) {
  implementation_->edit([id](SQLite::Database& database) {
    return removeRow(database, "DELETE FROM designs WHERE id = ?", id);
  });
}

std::vector<StoredRun> Project::runs() const {
  return readRuns(*implementation_->database);
}

RowId Project::addRun(const StoredRun& run) {
  return implementation_->edit(
      [&run](SQLite::Database& database) { return insertRun(database, run); });
}

void Project::labelRun(RowId id, const std::string& name, const std::vector<std::string>& tags) {
  implementation_->edit(
      [&](SQLite::Database& database) { return hopscope::labelRun(database, id, name, tags); });
}

void Project::removeRun(RowId id) {
  implementation_->edit([id](SQLite::Database& database) {
    return removeRow(database, "DELETE FROM runs WHERE id = ?", id);
  });
}

std::vector<StoredCurve> Project::curves() const {
  return readCurves(*implementation_->database);
}

RowId Project::addCurve(const StoredCurve& curve) {
  return implementation_->edit(
      [&curve](SQLite::Database& database) { return insertCurve(database, curve); });
}

void Project::removeCurve(RowId id) {
  implementation_->edit([id](SQLite::Database& database) {
    return removeRow(database, "DELETE FROM curves WHERE id = ?", id);
  });
}

std::vector<StoredNote> Project::notes() const {
  return readNotes(*implementation_->database);
}

RowId Project::addNote(const StoredNote& note) {
  return implementation_->edit(
      [&note](SQLite::Database& database) { return insertNote(database, note); });
}

void Project::updateNote(const StoredNote& note) {
  implementation_->edit(
      [&note](SQLite::Database& database) { return replaceNote(database, note); });
}

void Project::removeNote(RowId id) {
  implementation_->edit([id](SQLite::Database& database) {
    return removeRow(database, "DELETE FROM notes WHERE id = ?", id);
  });
}

std::optional<std::string> Project::viewValue(const std::string& key) const {
  SQLite::Statement query(*implementation_->database,
                          "SELECT value FROM view_values WHERE key = ?");
  query.bind(1, key);
  if (!query.executeStep()) return {};
  return query.getColumn(0).getString();
}

void Project::setViewValue(const std::string& key, const std::string& value) {
  implementation_->edit(
      [&](SQLite::Database& database) {
        SQLite::Statement insert(database,
                                 "INSERT INTO view_values (key, value) VALUES (?, ?) "
                                 "ON CONFLICT (key) DO UPDATE SET value = excluded.value");
        insert.bind(1, key);
        insert.bind(2, value);
        return insert.exec();
      },
      false);
}

void Project::checkpoint() {
  // Best effort: what is not checkpointed still stands in the write-ahead log.
  if (implementation_->copy) implementation_->database->tryExec("PRAGMA wal_checkpoint(TRUNCATE)");
}

}  // namespace hopscope
