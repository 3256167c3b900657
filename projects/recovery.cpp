// SPDX-License-Identifier: GPL-3.0-or-later
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <filesystem>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "projects/failure.h"
#include "projects/items.h"
#include "projects/project.h"
#include "projects/project_file.h"
#include "projects/project_implementation.h"
#include "projects/working_copy.h"

namespace hopscope {

namespace {

// What an abandoned working copy holds.
struct Remains {
  enum class Kind { nothing, unsaved, unreadable } kind = Kind::nothing;
  std::string changed;  // when, where unsaved
};

// The same designs, runs, curves and notes: a program that was killed just after it had saved.
bool holdsTheSame(SQLite::Database& copy, const std::string& file) {
  try {
    SQLite::Database saved(file, SQLite::OPEN_READONLY);
    const auto itemsOf = [](SQLite::Database& database) {
      std::set<std::tuple<ItemKind, RowId, std::uint64_t>> items;
      for (const Seal& seal : keptSeals(database))
        if (seal.kind != ItemKind::view) items.emplace(seal.kind, seal.id, seal.whole);
      return items;
    };
    return itemsOf(copy) == itemsOf(saved);
  } catch (const SQLite::Exception&) {
    return false;
  }
}

Remains remainsOf(const SessionRecord& record) {
  // The program ended before there was anything in it.
  if (record.opening) return {};
  std::error_code trouble;
  const auto size = std::filesystem::file_size(record.workingCopy, trouble);
  // Not there at the moment: perhaps its drive is not mounted.
  if (trouble) return {Remains::Kind::unreadable, {}};
  if (size == 0) return {};
  try {
    SQLite::Database database = connect(record.workingCopy);
    SQLite::Statement query(database, "SELECT changed FROM working WHERE modified");
    if (!query.executeStep()) return {};
    std::string changed = query.getColumn(0).getString();
    query.reset();
    if (!record.file.empty() && holdsTheSame(database, record.file)) return {};
    return {Remains::Kind::unsaved, std::move(changed)};
  } catch (const SQLite::Exception&) {
    return {Remains::Kind::unreadable, {}};
  }
}

}  // namespace

std::vector<Recovery> findRecoveries() {
  std::vector<Recovery> found;
  for (const SessionRecord& record : abandonedRecords()) {
    Remains remains = remainsOf(record);
    // What can't be read now is neither offered nor removed: it may be the only copy of the work.
    if (remains.kind == Remains::Kind::unsaved)
      found.push_back({record.workingCopy, record.file, std::move(remains.changed)});
    else if (remains.kind == Remains::Kind::nothing)
      removeAbandoned(record.workingCopy);
  }
  return found;
}

std::variant<std::unique_ptr<Project>, ProjectError> recover(const Recovery& recovery) {
  auto made = std::make_unique<Project::Implementation>();
  // The copy of a failed attempt stays for another: only the record's lock is given back.
  const auto fail = [&made](Issue issue) {
    made->database.reset();
    if (made->copy) made->copy->abandon();
    return ProjectError{std::move(issue)};
  };
  try {
    made->copy.emplace(WorkingCopy::adopt(recovery.workingCopy));
    made->file = made->copy->file();
    if (!made->file.empty()) made->fileLock = lockProject(made->file);
    made->attach();
    const std::string& place = made->copy->path();
    if (const Sentence how = damageIn(*made->database, place, LookAt::most, made->looked);
        !how.empty()) {
      auto rest = made->rescued(place, how);
      made->database.reset();
      made->copy->abandon();
      return std::unique_ptr<Project>(new Project(std::move(rest)));
    }
    made->completeMarks();
    return std::unique_ptr<Project>(new Project(std::move(made)));
  } catch (const Failure& failure) {
    return fail(failure.issue());
  } catch (const SQLite::Exception& error) {
    return fail({Severity::error, recovery.workingCopy,
                 sentence("The recovery copy could not be opened: {}.", error.what()),
                 sentence("It was left as it is.")});
  }
}

void discardRecovery(const Recovery& recovery) {
  removeAbandoned(recovery.workingCopy);
}

}  // namespace hopscope
