// SPDX-License-Identifier: GPL-3.0-or-later
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>

#include <filesystem>

#include "projects/failure.h"
#include "projects/project.h"
#include "projects/project_file.h"
#include "projects/project_implementation.h"
#include "projects/working_copy.h"

namespace hopscope {

namespace {

// When the copy was changed last, or nothing where it has no change worth keeping.
std::optional<std::string> unsavedSince(const std::string& workingCopy) {
  if (!std::filesystem::exists(workingCopy)) return {};
  try {
    SQLite::Database database = connect(workingCopy);
    SQLite::Statement query(database, "SELECT changed FROM working WHERE modified");
    if (!query.executeStep()) return {};
    return query.getColumn(0).getString();
  } catch (const SQLite::Exception&) {
    return {};  // the program ended before there was anything in it
  }
}

}  // namespace

std::vector<Recovery> findRecoveries() {
  std::vector<Recovery> found;
  for (const SessionRecord& record : abandonedRecords()) {
    if (auto changed = unsavedSince(record.workingCopy))
      found.push_back({record.workingCopy, record.file, std::move(*changed)});
    else
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
    inspectDatabase(*made->database, made->copy->path());
    made->readAll();
    return std::unique_ptr<Project>(new Project(std::move(made)));
  } catch (const Failure& failure) {
    return fail(failure.issue());
  } catch (const SQLite::Exception& error) {
    return fail({Severity::error, recovery.workingCopy,
                 fmt::format("The recovery copy could not be opened: {}.", error.what()),
                 "It was left as it is."});
  }
}

void discardRecovery(const Recovery& recovery) {
  removeAbandoned(recovery.workingCopy);
}

}  // namespace hopscope
