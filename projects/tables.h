// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "projects/design_text.h"
#include "projects/project.h"

namespace SQLite {
class Database;
}

namespace hopscope {

/// Reading and writing the tables of a project; no transactions here. All throw SQLite::Exception;
/// the readers throw Failure (without a file) where a row does not hold what its column promises;
/// they read the one of id `only`, or all where that is 0.

std::vector<StoredDesign> readDesigns(SQLite::Database& database, RowId only = 0);
RowId insertDesign(SQLite::Database& database, const Design& design);
/// The text of one design; nothing where there is none of that id.
std::optional<DesignText> designTextOf(SQLite::Database& database, RowId id);
/// The number of rows replaced: 1, or 0 where there is none of that id.
int replaceDesign(SQLite::Database& database, RowId id, const std::string& name,
                  const DesignText& text);

std::vector<StoredRun> readRuns(SQLite::Database& database, RowId only = 0);
std::vector<RunHead> readRunHeads(SQLite::Database& database);
std::optional<Design> readDesignOfRun(SQLite::Database& database, RowId id);
RowId insertRun(SQLite::Database& database, const StoredRun& run);
/// Replaces name and tags. The number of runs of that id: 1 or 0.
int labelRun(SQLite::Database& database, RowId id, const std::string& name,
             const std::vector<std::string>& tags);

std::vector<StoredCurve> readCurves(SQLite::Database& database, RowId only = 0);
RowId insertCurve(SQLite::Database& database, const StoredCurve& curve);

std::vector<StoredNote> readNotes(SQLite::Database& database, RowId only = 0);
/// Under its own id, or the next where that is 0.
RowId insertNote(SQLite::Database& database, const StoredNote& note);
/// The number of rows replaced: 1, or 0 where there is none of that id.
int replaceNote(SQLite::Database& database, const StoredNote& note);

}  // namespace hopscope
