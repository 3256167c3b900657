// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <SQLiteCpp/Transaction.h>

#include <optional>
#include <string>

#include "projects/file_handle.h"
#include "projects/project.h"
#include "projects/working_copy.h"

namespace hopscope {

/// An open project: its database, where that lives, and the lock on the user's file.
struct Project::Implementation {
  std::string file;                 ///< empty while untitled
  FileHandle fileLock;              ///< keeps other programs from opening or replacing `file`
  std::optional<WorkingCopy> copy;  ///< absent: the database lives in memory
  std::optional<SQLite::Database> database;  ///< after `copy`: closed before the file is deleted
  std::optional<ProjectError> trouble;

  /// Opens the database in `copy`, in WAL mode.
  void attach();
  void attachInMemory();
  /// Reads everything once, so that later reads find what they expect. Throws Failure.
  void readAll();

  /// The working copy's own table: does it differ from the user's file, and since when.
  void createMarks();
  void mark(bool modified);
  bool modified();

  /// Where unsaved changes are, as a sentence.
  Sentence kept() const;

  /// Runs `action(database)` in a transaction. Goes on in memory when the working copy's disk is
  /// full or gone, so that no edit is lost.
  template <typename Action>
  auto edit(Action action, bool marksModified = true) {
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
