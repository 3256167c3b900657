// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "projects/project.h"

namespace SQLite {
class Database;
}

namespace hopscope {

/// Reading and writing the tables of a project; no transactions here. All throw SQLite::Exception;
/// the readers throw Failure (without a file) where a row does not hold what its column promises.

std::vector<StoredDesign> readDesigns(SQLite::Database& database);
RowId insertDesign(SQLite::Database& database, const Design& design);

std::vector<StoredRun> readRuns(SQLite::Database& database);
RowId insertRun(SQLite::Database& database, const StoredRun& run);

std::vector<StoredCurve> readCurves(SQLite::Database& database);
RowId insertCurve(SQLite::Database& database, const StoredCurve& curve);

}  // namespace hopscope
