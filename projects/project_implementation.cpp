// SPDX-License-Identifier: GPL-3.0-or-later
#include "projects/project_implementation.h"

#include <SQLiteCpp/Backup.h>
#include <SQLiteCpp/Statement.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "projects/contents.h"
#include "projects/digest.h"
#include "projects/failure.h"
#include "projects/migrations.h"
#include "projects/project_file.h"
#include "projects/rescue.h"
#include "projects/stored_run.h"

namespace hopscope {

namespace {

/// The checksum of what was copied, which takes less time now than later.
std::string copyToWorkingPlace(const std::string& file, const std::string& place) {
  const FileHandle source = FileHandle::open(file, O_RDONLY);
  if (!source.isOpen()) throw readFailure(file, errno);
  const FileHandle target = FileHandle::open(place, O_RDWR | O_TRUNC);
  FileDigest digest;
  const auto see = [&digest](std::string_view bytes) { digest.add(bytes); };
  if (target.isOpen() && copyContents(source, target, see)) return digest.text();
  const int reason = errno;
  const Sentence leftAsItIs = sentence("The file was left as it is.");
  if (isDiskFull(reason))
    throw Failure(file,
                  sentence("No space left on the disk for a working copy of {} in {}.",
                           shortName(file), folderOf(place)),
                  leftAsItIs)
        .ofStorage();
  throw Failure(file,
                sentence("No working copy of {} could be made in {}: {}.", shortName(file),
                         folderOf(place), std::generic_category().message(reason)),
                leftAsItIs)
      .ofStorage();
}

}  // namespace

Sentence Project::Implementation::load(const std::string& name, Hold hold, LookAt look) {
  MissingEnd end;
  MissingEnd* const cut = look == LookAt::evenCutOff ? &end : nullptr;
  inspectFile(name, cut);
  copy = WorkingCopy::reserve(name, hold);
  const std::string base = copyToWorkingPlace(name, copy->path());
  end = {};
  inspectFile(name, cut);  // a program that saved before we had the lock has replaced it
  missing = end.what;
  if (end.bytes > 0) {
    // Pages of zeros hold nothing, and those before them can be read.
    std::error_code error;
    std::filesystem::resize_file(copy->path(), end.bytes, error);
    if (error) throw writeFailure(copy->path(), error.value(), {});
  }
  const bool repaired = repairDefinitions(copy->path());
  attach();
  Sentence how = damageIn(*database, name, look, looked);
  if (!missing.empty()) return missing;
  if (how.empty() && repaired) how = sentence("the definitions of its tables were not as saved");
  if (!how.empty()) return how;
  createMarks(base);
  if (hold != Hold::notAtAll) copy->opened();
  return {};
}

std::unique_ptr<Project::Implementation> Project::Implementation::rescued(
    const std::string& damaged, const Sentence& how) {
  auto made = std::make_unique<Implementation>();
  made->copy = WorkingCopy::reserve("");
  made->attach();
  made->makeTables();
  Rescued result;
  try {
    result = rescue(*database, *made->database);
  } catch (const SQLite::Exception& error) {
    throw storageFailure(error, &*made->database, damaged);
  }
  if (!result.anything) throw damagedFile(damaged, how);
  made->mark(true);
  made->copy->opened();
  if (!missing.empty()) result.damages.insert(result.damages.begin(), missing);
  const Sentence damages = result.damages.empty() ? how : listed(result.damages);
  made->damage = ProjectError{
      {Severity::warning, damaged, damagedText(damaged, damages),
       sentence(
           "What can be read of it is open as a new project: save that under another name. The "
           "file was left as it is.")}};
  return made;
}

void Project::Implementation::attach() {
  database.emplace(connect(copy->path()));
  database->exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
}

void Project::Implementation::attachInMemory() {
  database.reset();
  copy.reset();
  database.emplace(connect(":memory:"));
}

void Project::Implementation::makeTables() {
  migrate(*database, migrationSteps());
  sealAll(*database);
  createMarks("");
}

void Project::Implementation::createMarks(const std::string& base) {
  database->exec(
      "DROP TABLE IF EXISTS working; CREATE TABLE working (modified, changed, base, known)");
  database->exec("INSERT INTO working VALUES (0, NULL, NULL, NULL)");
  markSaved(base);
}

void Project::Implementation::completeMarks() {
  for (const char* column : {"base", "known"})
    if (!database
             ->execAndGet(fmt::format("SELECT count(*) FROM pragma_table_info('working') "
                                      "WHERE name = '{}'",
                                      column))
             .getInt())
      database->exec(fmt::format("ALTER TABLE working ADD COLUMN {}", column));
}

void Project::Implementation::markSaved(const std::string& base) {
  SQLite::Statement update(*database,
                           "UPDATE working SET modified = 0, changed = ?, base = ?, known = ?");
  update.bind(1, utcNow());
  update.bind(2, base);
  update.bind(3, writeContents(contentsOf(*database)));
  update.exec();
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

Sentence Project::Implementation::newOnDisk() {
  const std::string now = digestOfFile(file);
  SQLite::Statement marks(*database, "SELECT base, known FROM working");
  if (now.empty() || (marks.executeStep() && marks.getColumn(0).getString() == now)) return {};
  Sentence news;
  try {
    Implementation theirs;
    if (theirs.load(file, Hold::notAtAll).empty())
      news = counted(newIn(contentsOf(*theirs.database), contentsOf(*database),
                           readContents(marks.getColumn(1).getString())));
  } catch (const std::exception&) {
    news = {};  // no project any more, or no room to look at it: changed it is all the same
  }
  if (news.empty())
    return sentence("{} was changed by another program since it was opened (last written {}).",
                    shortName(file), utcOfFile(file));
  return sentence(
      "{} was changed by another program since it was opened; new in it: {} (last written {}).",
      shortName(file), news, utcOfFile(file));
}

void Project::Implementation::takeIn() {
  Implementation theirs;
  theirs.file = file;
  const Sentence how = theirs.load(file, Hold::notAtAll);
  if (!how.empty()) throw damagedFile(file, how);
  SQLite::Statement marks(*database, "SELECT known FROM working");
  marks.executeStep();
  const Contents known = readContents(marks.getColumn(0).getString());
  marks.reset();
  const Contents there = contentsOf(*theirs.database);
  const Contents added = newIn(there, contentsOf(*database), known);
  // Sealed anew, what is damaged there would pass for whole here.
  if (theirs.looked.unchecked)
    for (const Seal& seal : keptSeals(*theirs.database))
      if (seal.kind == ItemKind::run && added.contains({seal.kind, seal.content}))
        if (const Sentence broken = damageInRun(*theirs.database, seal.id); !broken.empty())
          throw damagedFile(file, broken);
  const std::string base = theirs.database->execAndGet("SELECT base FROM working").getString();
  edit([&](SQLite::Database& own) {
    addItems(*theirs.database, own, added);
    SQLite::Statement update(own, "UPDATE working SET base = ?, known = ?");
    update.bind(1, base);
    update.bind(2, writeContents(there));
    return update.exec();
  });
}

Sentence Project::Implementation::damageStillThere() {
  const RunsDamage known = found->get();
  if (known.structure) return listed(known.what);
  std::vector<Sentence> there;
  for (const RowId run : known.runs)
    if (Sentence broken = damageInRun(*database, run); !broken.empty())
      there.push_back(std::move(broken));
  return listed(std::move(there));
}

void Project::Implementation::forgetMissing() {
  const std::set<RowId> known = found->get().runs;
  if (known.empty()) return;
  edit(
      [&known](SQLite::Database& own) {
        for (const RowId run : known)
          if (!itemExists(own, ItemKind::run, run)) seal(own, ItemKind::run, run);
        return true;
      },
      false);
}

FileHandle Project::Implementation::lockForSaving(const std::string& target) const {
  // Somebody may have put another file in the place of the one whose lock we have.
  if (target == file && fileLock.isFile(target)) return {};
  return lockProject(target);
}

Sentence Project::Implementation::kept() const {
  return copy && copy->isThere() ? sentence("Your changes are kept in the recovery copy.")
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
