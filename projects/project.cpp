// SPDX-License-Identifier: GPL-3.0-or-later
#include "projects/project.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <utility>
#include <vector>

#include "projects/design_text.h"
#include "projects/failure.h"
#include "projects/items.h"
#include "projects/project_file.h"
#include "projects/project_implementation.h"
#include "projects/publish.h"
#include "projects/rescue.h"
#include "projects/study_tables.h"
#include "projects/tables.h"
#include "projects/working_copy.h"

namespace hopscope {

namespace {

int removeItem(SQLite::Database& database, const char* sql, ItemKind kind, RowId id) {
  SQLite::Statement statement(database, sql);
  statement.bind(1, id);
  const int removed = statement.exec();
  seal(database, kind, id);
  return removed;
}

// Runs and curves that belong to a design.
std::vector<RowId> idsWithDesign(SQLite::Database& database, const char* sql, RowId design) {
  std::vector<RowId> ids;
  SQLite::Statement query(database, sql);
  query.bind(1, design);
  while (query.executeStep()) ids.push_back(query.getColumn(0).getInt64());
  return ids;
}

}  // namespace

Project::Project(std::unique_ptr<Implementation> implementation)
    : implementation_(std::move(implementation)) {}

Project::~Project() = default;

std::variant<std::unique_ptr<Project>, ProjectError> Project::create() {
  auto made = std::make_unique<Implementation>();
  try {
    made->copy = WorkingCopy::reserve("");
    made->attach();
    made->makeTables();
    made->copy->opened();
  } catch (const std::exception& error) {
    made->attachInMemory();
    made->makeTables();
    made->trouble =
        ProjectError{{Severity::warning, stateFolder(),
                      sentence("There is no recovery copy, because its folder cannot be "
                               "written."),
                      sentence("Save the project: until then a crash would lose your changes.")}};
  }
  return std::unique_ptr<Project>(new Project(std::move(made)));
}

std::variant<std::unique_ptr<Project>, ProjectError> Project::open(
    const std::string& file, std::chrono::milliseconds patience, LookAt look) {
  const Hold hold = patience.count() > 0 ? Hold::briefly : Hold::untilClosed;
  return Implementation::open(file, hold, patience, look);
}

std::variant<std::unique_ptr<Project>, ProjectError> Project::read(const std::string& file,
                                                                   LookAt look) {
  return Implementation::open(file, Hold::notAtAll, {}, look);
}

std::variant<std::unique_ptr<Project>, ProjectError> Project::Implementation::open(
    const std::string& file, Hold hold, std::chrono::milliseconds patience, LookAt look) {
  auto made = std::make_unique<Implementation>();
  try {
    made->file = wholePath(file);
    MissingEnd end;
    inspectFile(made->file, look == LookAt::evenCutOff ? &end : nullptr);
    if (hold != Hold::notAtAll) made->fileLock = lockProject(made->file, patience);
    const Sentence damage = made->load(made->file, hold, look);
    if (!damage.empty()) made = made->rescued(made->file, damage);
    return std::unique_ptr<Project>(new Project(std::move(made)));
  } catch (const Failure& failure) {
    return ProjectError{failure.issue(), false, failure.isOfStorage()};
  } catch (const SQLite::Exception& error) {
    if (!isStorageTrouble(error))
      return ProjectError{
          damagedFile(file, made->missing.empty() ? sentence("{}", error.what()) : made->missing)
              .issue()};
    SQLite::Database* const copy = made->database ? &*made->database : nullptr;
    return ProjectError{storageFailure(error, copy, file).issue(), false, true};
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

std::optional<ProjectError> Project::damage() const {
  return implementation_->damage;
}

std::optional<ProjectError> Project::save(Replace replace) {
  if (file().empty())
    return ProjectError{{Severity::error, "", sentence("This project has no file yet."),
                         sentence("Save it under a name first.")}};
  return saveAs(file(), replace);
}

std::optional<ProjectError> Project::saveAs(const std::string& name, Replace replace) {
  Implementation& own = *implementation_;
  const std::string target = wholePath(name);
  try {
    const FileHandle lock = own.lockForSaving(target);
    if (target == own.file && replace == Replace::known)
      if (const Sentence news = own.newOnDisk(); !news.empty())
        throw ChangedOnDisk(target, news,
                            sentence("Save under another name to keep both. {}", own.kept()));
    if (target != own.file) {
      own.forgetMissing();
    } else if (replace == Replace::known) {
      if (const Sentence damage = own.damageStillThere(); !damage.empty())
        throw Failure(target, damagedText(target, damage),
                      sentence("It was not replaced: save under another name, or delete what is "
                               "damaged first. {}",
                               own.kept()));
    }
    Published written = publish(*own.database, target, own.kept(), replace != Replace::nothing);
    own.fileLock = std::move(written.lock);
    // Only commands begin a file so, and have it open but for a moment; others of them wait.
    if (target != own.file && own.copy) own.copy->setFile(target, replace == Replace::nothing);
    // The damaged file stays as it is, beside the one that goes on.
    if (target != own.file) own.found = std::make_shared<FoundDamage>();
    own.file = target;
    own.damage.reset();
    own.edit(
        [&](SQLite::Database&) {
          own.markSaved(written.digest);
          return true;
        },
        false);
    if (own.copy) own.trouble.reset();
    return {};
  } catch (const ChangedOnDisk& changed) {
    return ProjectError{changed.issue(), true};
  } catch (const Failure& failure) {
    return ProjectError{failure.issue()};
  } catch (const SQLite::Exception& error) {
    return ProjectError{{Severity::error, target,
                         sentence("{} could not be saved: {}.", shortName(target), error.what()),
                         own.kept()}};
  }
}

std::optional<ProjectError> Project::newOnDisk() const {
  if (file().empty()) return {};
  try {
    const Sentence news = implementation_->newOnDisk();
    if (news.empty()) return {};
    return ProjectError{{Severity::warning, file(), news}, true};
  } catch (const std::exception&) {
    return {};  // it is said when it matters, at the next save
  }
}

std::optional<ProjectError> Project::takeIn() {
  try {
    implementation_->takeIn();
    return {};
  } catch (const Failure& failure) {
    return ProjectError{failure.issue()};
  } catch (const SQLite::Exception& error) {
    return ProjectError{{Severity::error, file(),
                         sentence("{} could not be taken in: {}.", shortName(file()), error.what()),
                         implementation_->kept()}};
  }
}

std::function<std::optional<ProjectError>(const std::stop_token&)> Project::remainingCheck() const {
  if (!implementation_->looked.unchecked || !implementation_->copy) return {};
  return [copy = implementation_->copy->path(), name = file(),
          found = implementation_->found](const std::stop_token& stop) {
    RunsDamage damage = damageInRuns(copy, stop);
    if (damage.what.empty()) return std::optional<ProjectError>();
    const ProjectError told{{Severity::warning, name, damagedText(name, listed(damage.what)),
                             sentence("The rest of it can be used; what is damaged is told when it "
                                      "is looked at.")}};
    found->set(std::move(damage));
    return std::optional(told);
  };
}

bool Project::leaveForRecovery() {
  Implementation& own = *implementation_;
  own.database.reset();
  const bool kept = own.copy && own.copy->isThere();
  if (own.copy) own.copy->abandon();
  own.fileLock = FileHandle();
  return kept;
}

std::vector<StoredDesign> Project::designs() const {
  return readDesigns(*implementation_->database);
}

RowId Project::addDesign(const Design& design) {
  return implementation_->edit([&design](SQLite::Database& database) {
    const RowId id = insertDesign(database, design);
    seal(database, ItemKind::design, id);
    return id;
  });
}

void Project::updateDesign(RowId id, const Design& design) {
  updateDesign(id, design.name, toText(design));
}

void Project::updateDesign(RowId id, const std::string& name, const DesignText& text) {
  if (designTextOf(*implementation_->database, id) == text) return;
  implementation_->edit([&](SQLite::Database& database) {
    replaceDesign(database, id, name, text);
    seal(database, ItemKind::design, id);
    return id;
  });
}

void Project::removeDesign(RowId id) {
  implementation_->edit([this, id](SQLite::Database& database) {
    auto runs = idsWithDesign(database, "SELECT id FROM runs WHERE design = ?", id);
    // One that is not as it was saved is not to pass for whole.
    if (implementation_->looked.unchecked)
      std::erase_if(runs,
                    [&](RowId run) { return !brokenSeal(database, ItemKind::run, run).empty(); });
    const auto curves = idsWithDesign(database, "SELECT id FROM curves WHERE design = ?", id);
    removeItem(database, "DELETE FROM designs WHERE id = ?", ItemKind::design, id);
    for (const RowId run : runs) seal(database, ItemKind::run, run);
    for (const RowId curve : curves) seal(database, ItemKind::curve, curve);
    return id;
  });
}

std::vector<StoredRun> Project::runs() const {
  return readRuns(*implementation_->database);
}

std::vector<RunHead> Project::runHeads() const {
  if (auto& known = implementation_->looked.heads; known) {
    std::vector<RunHead> heads = std::move(*known);
    known.reset();
    return heads;
  }
  return readRunHeads(*implementation_->database);
}

std::optional<StoredRun> Project::run(RowId id, std::optional<ProjectError>* why) const {
  if (id <= 0) return {};
  SQLite::Database& database = *implementation_->database;
  const auto told = [&](const Sentence& text) {
    if (why != nullptr)
      *why = ProjectError{
          {Severity::error, file(), text, sentence("It may be whole in a backup of the project.")}};
    return std::optional<StoredRun>();
  };
  try {
    if (implementation_->looked.unchecked)
      if (const Sentence broken = brokenSeal(database, ItemKind::run, id); !broken.empty())
        return told(broken);
    auto found = readRuns(database, id);
    return found.empty() ? std::optional<StoredRun>() : std::move(found.front());
  } catch (const Failure& failure) {
    return told(failure.issue().text);
  } catch (const SQLite::Exception& error) {
    return told(sentence("run {} cannot be read: {}", id, error.getErrorStr()));
  }
}

std::optional<Design> Project::designOfRun(RowId id) const {
  try {
    return readDesignOfRun(*implementation_->database, id);
  } catch (const Failure&) {
    return {};  // `run` says why
  } catch (const SQLite::Exception&) {
    return {};
  }
}

RowId Project::addRun(const StoredRun& run) {
  return implementation_->edit([&run](SQLite::Database& database) {
    const RowId id = insertRun(database, run);
    seal(database, ItemKind::run, id);
    return id;
  });
}

void Project::labelRun(RowId id, const std::string& name, const std::vector<std::string>& tags) {
  implementation_->edit([&](SQLite::Database& database) {
    // One that is not as it was saved is not to pass for whole.
    const bool whole =
        !implementation_->looked.unchecked || brokenSeal(database, ItemKind::run, id).empty();
    hopscope::labelRun(database, id, name, tags);
    if (whole) seal(database, ItemKind::run, id);
    return id;
  });
}

void Project::removeRun(RowId id) {
  implementation_->edit([id](SQLite::Database& database) {
    return removeItem(database, "DELETE FROM runs WHERE id = ?", ItemKind::run, id);
  });
}

void Project::removeRuns(const std::vector<RowId>& ids) {
  implementation_->edit([&ids](SQLite::Database& database) {
    int removed = 0;
    for (const RowId id : ids)
      removed += removeItem(database, "DELETE FROM runs WHERE id = ?", ItemKind::run, id);
    return removed;
  });
}

std::vector<StoredCurve> Project::curves() const {
  return readCurves(*implementation_->database);
}

RowId Project::addCurve(const StoredCurve& curve) {
  return implementation_->edit([&curve](SQLite::Database& database) {
    const RowId id = insertCurve(database, curve);
    seal(database, ItemKind::curve, id);
    return id;
  });
}

void Project::removeCurve(RowId id) {
  implementation_->edit([id](SQLite::Database& database) {
    return removeItem(database, "DELETE FROM curves WHERE id = ?", ItemKind::curve, id);
  });
}

std::vector<StoredStudy> Project::studies() const {
  return readStudies(*implementation_->database, StudyReading::heads);
}

StudyRows Project::studyRows(RowId id) const {
  auto found = readStudies(*implementation_->database, StudyReading::whole, id);
  return found.empty() ? StudyRows() : std::move(found.front().rows);
}

RowId Project::findStudy(const std::string& hash, const std::string& engineVersion) const {
  return hopscope::findStudy(*implementation_->database, hash, engineVersion);
}

RowId Project::addStudy(const StoredStudy& study) {
  return implementation_->edit([&study](SQLite::Database& database) {
    const RowId id = insertStudy(database, study);
    seal(database, ItemKind::study, id);
    return id;
  });
}

void Project::addStudyRows(RowId id, const StudyRows& rows) {
  implementation_->edit([&](SQLite::Database& database) {
    insertStudyRows(database, id, rows);
    seal(database, ItemKind::study, id);
    return id;
  });
}

void Project::removeStudy(RowId id) {
  implementation_->edit([id](SQLite::Database& database) {
    return removeItem(database, "DELETE FROM studies WHERE id = ?", ItemKind::study, id);
  });
}

std::vector<StoredNote> Project::notes() const {
  return readNotes(*implementation_->database);
}

RowId Project::addNote(const StoredNote& note) {
  return implementation_->edit([&note](SQLite::Database& database) {
    const RowId id = insertNote(database, note);
    seal(database, ItemKind::note, id);
    return id;
  });
}

void Project::updateNote(const StoredNote& note) {
  implementation_->edit([&note](SQLite::Database& database) {
    replaceNote(database, note);
    seal(database, ItemKind::note, note.id);
    return note.id;
  });
}

void Project::removeNote(RowId id) {
  implementation_->edit([id](SQLite::Database& database) {
    return removeItem(database, "DELETE FROM notes WHERE id = ?", ItemKind::note, id);
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
        insert.exec();
        seal(database, ItemKind::view, 0);
        return true;
      },
      false);
}

void Project::checkpoint() {
  // Best effort: what is not checkpointed still stands in the write-ahead log. Waits for nobody who
  // reads, such as remainingCheck().
  if (implementation_->copy) implementation_->database->tryExec("PRAGMA wal_checkpoint(PASSIVE)");
}

}  // namespace hopscope
