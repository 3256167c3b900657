// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace SQLite {
class Database;
}

namespace hopscope {

/// "HopS": marks an SQLite database as a Hopscope project (PRAGMA application_id).
inline constexpr std::uint32_t kApplicationId = 0x486F7053;

/// SQL that takes a project from format n - 1 to format n; the first entry makes format 1 of an
/// empty database. Steps are only ever added: files of every older format stay readable.
using MigrationSteps = std::vector<const char*>;

const MigrationSteps& migrationSteps();

/// The format this program writes.
int formatVersion();

/// Those that make a format, up to this program's.
MigrationSteps migrationStepsTo(int format);

/// Brings a database to the format of the last step, each step in a transaction of its own
/// (PRAGMA user_version says which steps were done). Throws SQLite::Exception.
void migrate(SQLite::Database& database, const MigrationSteps& steps);

/// Instead, for a damaged database of an older format, which is read and never written: in what is
/// broken, the room for a new table may be another's. Tables that the steps make and it has not
/// stand beside it, empty, for this connection. Throws SQLite::Exception.
void lendTables(SQLite::Database& database, const MigrationSteps& steps);

/// True where tables, indices, triggers and views are exactly those the steps make.
bool schemaMatches(SQLite::Database& database, const MigrationSteps& steps);

}  // namespace hopscope
