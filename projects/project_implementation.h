// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <SQLiteCpp/Transaction.h>

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "projects/file_handle.h"
#include "projects/project.h"
#include "projects/project_file.h"
#include "projects/working_copy.h"

namespace hopscope {

/// What a check beside the project has found; from any thread.
class FoundDamage {
 public:
  void set(RunsDamage damage) {
    const std::lock_guard lock(mutex_);
    damage_ = std::move(damage);
  }
  RunsDamage get() const {
    const std::lock_guard lock(mutex_);
    return damage_;
  }

 private:
  mutable std::mutex mutex_;
  RunsDamage damage_;
};

/// An open project: its database, where that lives, and the lock on the user's file.
struct Project::Implementation {
  std::string file;                 ///< empty while untitled
  FileHandle fileLock;              ///< keeps other programs from opening or replacing `file`
  std::optional<WorkingCopy> copy;  ///< absent: the database lives in memory
  std::optional<SQLite::Database> database;  ///< after `copy`: closed before the file is deleted
  std::optional<ProjectError> trouble;
  std::optional<ProjectError> damage;
  Sentence missing;  ///< the end of the file that was read, where it was cut off
  LookedAt looked;   ///< its heads are gone once they were asked for, or something changed
  /// By Project::remainingCheck, in the file that was opened.
  std::shared_ptr<FoundDamage> found = std::make_shared<FoundDamage>();

  /// For Project::open and Project::read.
  static std::variant<std::unique_ptr<Project>, ProjectError> open(
      const std::string& file, Hold hold, std::chrono::milliseconds patience, LookAt look);
  /// Copies `name` to a new working copy and opens that; it is the base of what follows.
  /// Returns what is damaged in it; empty where all is well. Throws Failure or SQLite::Exception.
  Sentence load(const std::string& name, Hold hold, LookAt look = LookAt::most);
  /// A project without a file, with what can be read of this one, which `damaged` holds. Throws
  /// Failure where that is nothing, or SQLite::Exception.
  std::unique_ptr<Implementation> rescued(const std::string& damaged, const Sentence& how);

  /// Opens the database in `copy`, in WAL mode.
  void attach();
  void attachInMemory();
  /// Makes the tables of an empty project.
  void makeTables();

  /// The working copy's own table: does it differ from the user's file, and since when; the
  /// checksum of that file as it was read or written, its base, and what it held.
  void createMarks(const std::string& base);
  /// For a working copy of an older Hopscope, which kept nothing of the file.
  void completeMarks();
  void mark(bool modified);
  bool modified();
  /// The project and the file, whose checksum that is, are the same now.
  void markSaved(const std::string& base);

  /// Empty where the file on the disk is the one that was read or written last; else what is new in
  /// it. Throws Failure or SQLite::Exception.
  Sentence newOnDisk();
  /// Adds what the file on the disk holds and its base did not. Throws likewise.
  void takeIn();

  /// What was found damaged and not deleted since; empty where there is no such thing.
  Sentence damageStillThere();
  /// Of runs that were found missing nothing is left to tell of in a file of another name.
  void forgetMissing();

  /// Locks a file that is to be replaced, unless the lock that we have is its. Throws Failure.
  FileHandle lockForSaving(const std::string& target) const;

  /// Where unsaved changes are, as a sentence.
  Sentence kept() const;

  /// Runs `action(database)` in a transaction. Goes on in memory when the working copy's disk is
  /// full or gone, so that no edit is lost.
  template <typename Action>
  auto edit(Action action, bool marksModified = true) {
    looked.heads.reset();
    try {
      return transact(action, marksModified);
    } catch (const SQLite::Exception& error) {
      if (!moveToMemory(error)) throw;
    }
    return transact(action, marksModified);
  }

 private:
  bool moveToMemory(const SQLite::Exception& reason);

  template <typename Action>
  auto transact(Action& action, bool marksModified) {
    SQLite::Transaction transaction(*database);
    const auto result = action(*database);
    if (marksModified) mark(true);
    transaction.commit();
    return result;
  }
};

}  // namespace hopscope
