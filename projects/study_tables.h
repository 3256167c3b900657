// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "projects/project.h"

namespace SQLite {
class Database;
}

namespace hopscope {

/// Reading and writing the studies of a project, as projects/tables.h does the rest. All throw
/// SQLite::Exception; the reader throws Failure (without a file) where a study is none, or where a
/// row does not belong to it.

std::vector<StoredStudy> readStudies(SQLite::Database& database, RowId only = 0);
RowId insertStudy(SQLite::Database& database, const StoredStudy& study);
/// Adds the rows that the study of that id does not have, or has as failed.
void insertStudyRows(SQLite::Database& database, RowId id, const StudyRows& rows);

}  // namespace hopscope
