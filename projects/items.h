// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "projects/project.h"

namespace SQLite {
class Database;
}

namespace hopscope {

/// What a project consists of. An item is all the rows, of whatever tables, that stand for one
/// thing; all values of the view together are one, of id 0.
enum class ItemKind { design, run, curve, note, study, view };

inline constexpr std::array kItemKinds = {ItemKind::design, ItemKind::run,   ItemKind::curve,
                                          ItemKind::note,   ItemKind::study, ItemKind::view};

/// An item's checksums, as kept in the table `seals`.
struct Seal {
  ItemKind kind = ItemKind::design;
  RowId id = 0;
  std::uint64_t whole = 0;  ///< of every value of every row
  /// A hash of what makes it what it is: without ids, and of a run without name and tags, packed or
  /// not. The same in any project that holds the same.
  std::uint64_t content = 0;
};

/// All throw SQLite::Exception.

/// Ids in the item's own table, ascending; {0} for the view.
std::vector<RowId> idsOf(SQLite::Database& database, ItemKind kind);
bool itemExists(SQLite::Database& database, ItemKind kind, RowId id);
/// The checksums of what stands there now.
Seal sealOf(SQLite::Database& database, ItemKind kind, RowId id);

/// Keeps the checksum of an item that was written just now, or forgets that of one that is gone.
/// Belongs into the same transaction.
void seal(SQLite::Database& database, ItemKind kind, RowId id);
/// Keeps the checksums of everything, in a transaction of its own: after a migration.
void sealAll(SQLite::Database& database);
/// False where the file is of a format that had no checksums: nothing can be said about it.
bool hasSeals(SQLite::Database& database);
/// That of one item; nothing where none is kept.
std::optional<Seal> keptSeal(SQLite::Database& database, ItemKind kind, RowId id);
/// All that are kept.
std::vector<Seal> keptSeals(SQLite::Database& database);

/// Copies all rows of an item, as they are, into another project of the same format. Throws where
/// a row cannot be read, or does not fit.
void copyItem(SQLite::Database& from, SQLite::Database& to, ItemKind kind, RowId id);

}  // namespace hopscope
