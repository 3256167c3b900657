// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/core/sentence.h"
#include "projects/file_handle.h"
#include "projects/project.h"

namespace SQLite {
class Database;
class Exception;
}  // namespace SQLite

namespace hopscope {

/// An SQLite connection as a project uses it: extended error codes, foreign keys, defensive mode,
/// untrusted schema. Throws SQLite::Exception.
SQLite::Database connect(const std::string& database);

/// The whole path of a file that may not exist yet, links resolved.
std::string wholePath(const std::string& file);

/// Locks the user's file for this program; while it is locked no other Hopscope opens or replaces
/// it. Waits `patience` for one that is known to need it but briefly (a moment anyway), or is not
/// known at all. Throws Failure where another has it open. Not open where there is no such file
/// yet.
FileHandle lockProject(const std::string& file, std::chrono::milliseconds patience = {});

class Failure;

/// "NAME is damaged: how."
Sentence damagedText(const std::string& file, const Sentence& how);
Failure damagedFile(const std::string& file, const Sentence& how);

/// The end of a file that was cut off.
struct MissingEnd {
  std::uint64_t bytes = 0;  ///< that the whole file had; 0: nothing is missing
  Sentence what;
};

/// Checks what can be seen without opening the file as a database: a regular file, SQLite, ours,
/// not newer, whole. Throws Failure. The file is only read. Where `end` is given, a file whose end
/// is missing is none of these failures.
void inspectFile(const std::string& file, MissingEnd* end = nullptr);

/// What damageIn() has seen of the runs.
struct LookedAt {
  bool unchecked = false;  ///< not each of them: there are very many
  /// Their heads, where these had to be read: they are not read again for who asks first.
  std::optional<std::vector<RunHead>> heads;
};

/// Checks a copy of `file` that is open in `database` and brings it to the present format. Empty
/// where everything in it can be read and is as it was saved; else what is damaged (there is more,
/// perhaps: projects/rescue.h). Throws Failure naming `file` where it is no project, and where it
/// is so damaged that nothing can be got out of it. Where there are very many runs and not
/// everything is to be looked at, they are left out, as are the indices: damageInRuns() looks at
/// these.
Sentence damageIn(SQLite::Database& database, const std::string& file, LookAt look,
                  LookedAt& looked);
/// What is wrong with a run; empty where nothing is, or where there is none.
Sentence damageInRun(SQLite::Database& database, RowId id);

/// What damageInRuns() found.
struct RunsDamage {
  std::vector<Sentence> what;
  std::set<RowId> runs;    ///< those that are damaged, or missing
  bool structure = false;  ///< it is not only these
};
/// The damage in what damageIn() left out of a working copy that somebody has open; none when asked
/// to stop, and where the copy is gone.
RunsDamage damageInRuns(const std::string& copy, const std::stop_token& stop);
/// "run 3 is missing; run 4 is not as it was saved; 2 more"
Sentence listed(std::vector<Sentence> damages);

/// True where an exception of SQLite tells of the disk (full, gone, read-only), not of the data.
bool isStorageTrouble(const SQLite::Exception& error);
/// The failure to say so, for the work with `file`, by the connection to its working copy that met
/// it (nullptr: there is none yet).
Failure storageFailure(const SQLite::Exception& error, SQLite::Database* copy,
                       const std::string& file);

}  // namespace hopscope
