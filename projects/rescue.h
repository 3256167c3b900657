// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "engine/core/sentence.h"
#include "projects/items.h"

namespace SQLite {
class Database;
}

namespace hopscope {

/// The first item that is not as it was sealed, or that has no seal, or whose seal has no item.
/// Empty where there is none. Throws SQLite::Exception.
Sentence firstBrokenSeal(SQLite::Database& database);

/// What is wrong with one item beside its seal; empty where nothing is, or where there is neither.
/// Throws SQLite::Exception.
Sentence brokenSeal(SQLite::Database& database, ItemKind kind, RowId id);
/// The same as firstBrokenSeal() without the runs.
Sentence firstBrokenSealBesideRuns(SQLite::Database& database);

/// Puts the definitions of the tables right in a working copy where an accident has changed a few
/// of them, so that their rows can be read at all. True where it did; a database that is made of
/// other tables stays as it is. Nothing is thrown: what is wrong beyond that shows later.
bool repairDefinitions(const std::string& workingCopy);

/// What a rescue brought.
struct Rescued {
  std::vector<Sentence> damages;  ///< what could not be read, or may be wrong in places
  bool anything = false;          ///< a design, run, curve or note was read
};

/// Copies what can be read of a damaged project into one of the present format that is empty. Runs
/// and curves come whole or not at all: numbers that may be wrong are worse than none. Designs and
/// notes come wherever they can be read at all, marked in their names where they are not as they
/// were saved. Throws SQLite::Exception where the disk of `fresh` is full or gone.
Rescued rescue(SQLite::Database& damaged, SQLite::Database& fresh);

}  // namespace hopscope
