// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "engine/core/sentence.h"
#include "projects/file_handle.h"

namespace SQLite {
class Database;
}

namespace hopscope {

/// An SQLite connection as a project uses it: extended error codes, foreign keys, defensive mode,
/// untrusted schema. Throws SQLite::Exception.
SQLite::Database connect(const std::string& database);

/// The whole path of a file that may not exist yet, links resolved.
std::string wholePath(const std::string& file);

/// Locks the user's file for this program; while it is locked no other Hopscope opens or replaces
/// it. Throws Failure where another has it open. Not open where there is no such file yet.
FileHandle lockProject(const std::string& file);

class Failure;

/// "NAME is damaged: how."
Failure damagedFile(const std::string& file, const Sentence& how);

/// Checks what can be seen without opening the file as a database: a regular file, SQLite, ours,
/// not newer, whole. Throws Failure. The file is only read.
void inspectFile(const std::string& file);

/// Checks a copy of `file` that is open in `database`: integrity, references, and after migration
/// that it holds exactly a project's tables. Throws Failure naming `file`.
void inspectDatabase(SQLite::Database& database, const std::string& file);

/// Writes the database to `file`: to a temporary file beside it first, flushed to the disk, then
/// renamed into place. On failure nothing has changed; `kept` says where the changes still are.
/// Returns the lock of the new file. Throws Failure.
FileHandle publish(SQLite::Database& database, const std::string& file, const Sentence& kept);

}  // namespace hopscope
