// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "projects/project.h"

namespace SQLite {
class Database;
}

namespace hopscope {

/// Reading and writing the studies of a project, as projects/tables.h does the rest. All throw
/// SQLite::Exception; the reader throws Failure (without a file) where a study is none, or where a
/// row does not belong to it.

enum class StudyReading { heads, whole };  ///< without their rows, or with them

std::vector<StoredStudy> readStudies(SQLite::Database& database, StudyReading reading,
                                     RowId only = 0);
/// The first of that hash and engine version; 0 where there is none.
RowId findStudy(SQLite::Database& database, const std::string& hash,
                const std::string& engineVersion);
RowId insertStudy(SQLite::Database& database, const StoredStudy& study);
/// Adds the rows that the study of that id does not have, or has as failed.
void insertStudyRows(SQLite::Database& database, RowId id, const StudyRows& rows);

}  // namespace hopscope
