// SPDX-License-Identifier: GPL-3.0-or-later
#include "projects/rescue.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "projects/failure.h"
#include "projects/items.h"
#include "projects/migrations.h"
#include "projects/project_file.h"
#include "projects/study_tables.h"
#include "projects/tables.h"

namespace hopscope {

namespace {

using Key = std::pair<ItemKind, RowId>;
using Seals = std::map<Key, Seal>;

/// Numbers that no list names, but that may be in a gap of one, are tried one by one up to so many.
constexpr RowId kMostTried = 10'000;

struct Table {
  const char* name;
  const char* title;  ///< the column with the item's name
};

Table tableOf(ItemKind kind) {
  switch (kind) {
    case ItemKind::design:
      return {"designs", "name"};
    case ItemKind::run:
      return {"runs", "name"};
    case ItemKind::curve:
      return {"curves", "name"};
    case ItemKind::note:
      return {"notes", "title"};
    case ItemKind::study:
      return {"studies", "name"};
    default:
      return {"view_values", "key"};
  }
}

// "run 3 “Uniform, 0.30”", as far as that can be read.
Sentence nameOf(SQLite::Database& database, const Key& key) {
  const auto [kind, id] = key;
  std::string title;
  if (kind != ItemKind::view) try {
      const Table table = tableOf(kind);
      SQLite::Statement query(
          database, fmt::format("SELECT {} FROM {} WHERE id = ?", table.title, table.name));
      query.bind(1, id);
      if (query.executeStep()) title = fmt::format(" “{}”", query.getColumn(0).getString());
    } catch (const SQLite::Exception&) {
      title.clear();
    }
  switch (kind) {
    case ItemKind::design:
      return sentence("design {}{}", id, title);
    case ItemKind::run:
      return sentence("run {}{}", id, title);
    case ItemKind::curve:
      return sentence("curve {}{}", id, title);
    case ItemKind::note:
      return sentence("note {}{}", id, title);
    case ItemKind::study:
      return sentence("study {}{}", id, title);
    default:
      return sentence("what the window showed");
  }
}

Sentence notAsSaved(const Sentence& item) {
  return sentence("{} is not as it was saved", item);
}

Seals sealsOf(SQLite::Database& database) {
  Seals seals;
  for (const Seal& seal : keptSeals(database)) seals[{seal.kind, seal.id}] = seal;
  return seals;
}

// Whatever of the ids can be read from that end of the table.
void listIds(SQLite::Database& database, ItemKind kind, const char* direction,
             std::set<RowId>& ids) {
  try {
    SQLite::Statement query(
        database, fmt::format("SELECT id FROM {} ORDER BY id {}", tableOf(kind).name, direction));
    while (query.executeStep()) ids.insert(query.getColumn(0).getInt64());
  } catch (const SQLite::Exception& error) {
    if (isStorageTrouble(error)) throw;
  }
}

/// Copies the items of a damaged database one by one.
class Rescue {
 public:
  Rescue(SQLite::Database& damaged, SQLite::Database& fresh) : from_(damaged), to_(fresh) {
    try {
      if (hasSeals(from_)) seals_ = sealsOf(from_);
    } catch (const SQLite::Exception& error) {
      if (isStorageTrouble(error)) throw;
      result_.damages.push_back(sentence("its checksums cannot be read"));
    }
  }

  Rescued all() {
    // References are put right at the end.
    to_.exec("PRAGMA foreign_keys = OFF");
    for (const ItemKind kind : kItemKinds)
      for (const RowId id : candidates(kind)) take({kind, id});
    for (const char* table : {"runs", "curves"})
      to_.exec(fmt::format(
          "UPDATE {} SET design = NULL WHERE design NOT IN (SELECT id FROM designs)", table));
    sealAll(to_);
    to_.exec("PRAGMA foreign_keys = ON");
    return std::move(result_);
  }

 private:
  std::set<RowId> candidates(ItemKind kind) {
    if (kind == ItemKind::view) return {0};
    std::set<RowId> ids;
    listIds(from_, kind, "ASC", ids);
    listIds(from_, kind, "DESC", ids);
    if (seals_) {
      for (const auto& [key, seal] : *seals_)
        if (key.first == kind) ids.insert(key.second);
    } else if (!ids.empty() && *ids.rbegin() <= kMostTried) {
      for (RowId id = 1; id < *ids.rbegin(); ++id) ids.insert(id);
    }
    return ids;
  }

  void take(const Key& key) {
    const auto [kind, id] = key;
    const Seal* expected = nullptr;
    if (seals_)
      if (const auto found = seals_->find(key); found != seals_->end()) expected = &found->second;
    try {
      SQLite::Transaction transaction(to_);
      copyItem(from_, to_, kind, id);
      if (!itemExists(to_, kind, id)) {
        if (expected) result_.damages.push_back(sentence("{} is missing", nameOf(from_, key)));
        return;
      }
      const bool asSaved = !seals_ || (expected && expected->whole == sealOf(to_, kind, id).whole);
      if (!asSaved) {
        result_.damages.push_back(notAsSaved(nameOf(from_, key)));
        if (kind != ItemKind::design && kind != ItemKind::note) return;
      }
      read(key);
      if (!asSaved) markInName(key);
      transaction.commit();
      if (kind != ItemKind::view) result_.anything = true;
    } catch (const Failure& failure) {
      result_.damages.push_back(failure.issue().text);
    } catch (const SQLite::Exception& error) {
      if (isStorageTrouble(error)) throw;
      result_.damages.push_back(
          sentence("{} cannot be read: {}", nameOf(from_, key), error.getErrorStr()));
    }
  }

  void read(const Key& key) {
    switch (key.first) {
      case ItemKind::design:
        readDesigns(to_, key.second);
        break;
      case ItemKind::run:
        readRuns(to_, key.second);
        break;
      case ItemKind::curve:
        readCurves(to_, key.second);
        break;
      case ItemKind::note:
        readNotes(to_, key.second);
        break;
      case ItemKind::study:
        readStudies(to_, StudyReading::whole, key.second);
        break;
      case ItemKind::view:
        break;
    }
  }

  // The name of a design stands in its document, too.
  void markInName(const Key& key) {
    const auto marked = [](const std::string& name) { return name + " (damaged)"; };
    if (key.first == ItemKind::note) {
      StoredNote note = readNotes(to_, key.second).at(0);
      note.title = marked(note.title);
      replaceNote(to_, note);
    } else if (key.first == ItemKind::design) {
      Design design = readDesigns(to_, key.second).at(0).design;
      design.name = marked(design.name);
      replaceDesign(to_, key.second, design.name, toText(design));
    }
  }

  SQLite::Database& from_;
  SQLite::Database& to_;
  std::optional<Seals> seals_;  ///< absent where the file has none
  Rescued result_;
};

/// A row of the table of tables: type, name, table and SQL.
struct Definition {
  std::int64_t row = 0;
  std::array<std::string, 4> words;
};
using Definitions = std::vector<Definition>;

/// An accident changes one, or two that stand side by side.
constexpr std::size_t kMostWrong = 2;

// In the order in which they were made.
Definitions definitionsOf(SQLite::Database& database) {
  Definitions definitions;
  SQLite::Statement query(database,
                          "SELECT rowid, type, name, tbl_name, coalesce(sql, '') FROM "
                          "sqlite_schema WHERE name NOT LIKE 'sqlite_stat%' AND name <> 'working' "
                          "ORDER BY rowid");
  while (query.executeStep()) {
    Definition& each = definitions.emplace_back();
    each.row = query.getColumn(0).getInt64();
    for (int word = 0; word < 4; ++word)
      each.words[static_cast<std::size_t>(word)] = query.getColumn(word + 1).getString();
  }
  return definitions;
}

Definitions definitionsOfFormat(int format) {
  SQLite::Database reference(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  migrate(reference, migrationStepsTo(format));
  return definitionsOf(reference);
}

}  // namespace

Sentence brokenSeal(SQLite::Database& database, ItemKind kind, RowId id) {
  const bool there = itemExists(database, kind, id);
  const std::optional<Seal> kept = keptSeal(database, kind, id);
  if (!there && !kept) return {};
  const Sentence name = nameOf(database, {kind, id});
  if (!there) return sentence("{} is missing", name);
  return kept && kept->whole == sealOf(database, kind, id).whole ? Sentence() : notAsSaved(name);
}

namespace {

Sentence firstBroken(SQLite::Database& database, bool withRuns) {
  Seals seals = sealsOf(database);
  if (!withRuns)
    std::erase_if(seals, [](const auto& each) { return each.first.first == ItemKind::run; });
  for (const ItemKind kind : kItemKinds) {
    if (kind == ItemKind::run && !withRuns) continue;
    for (const RowId id : idsOf(database, kind)) {
      const auto found = seals.find({kind, id});
      if (found == seals.end() || found->second.whole != sealOf(database, kind, id).whole)
        return notAsSaved(nameOf(database, {kind, id}));
      seals.erase(found);
    }
  }
  if (seals.empty()) return {};
  return sentence("{} is missing", nameOf(database, seals.begin()->first));
}

}  // namespace

Sentence firstBrokenSeal(SQLite::Database& database) {
  return firstBroken(database, true);
}

Sentence firstBrokenSealBesideRuns(SQLite::Database& database) {
  return firstBroken(database, false);
}

bool repairDefinitions(const std::string& workingCopy) {
  try {
    SQLite::Database database(workingCopy, SQLite::OPEN_READWRITE, 2000);
    // The definitions are read as they stand, those that are no SQL any more as well.
    database.exec("PRAGMA writable_schema = ON");
    const auto format = database.execAndGet("PRAGMA user_version").getInt();
    if (format < 1 || format > formatVersion()) return false;
    const Definitions found = definitionsOf(database);
    const Definitions wanted = definitionsOfFormat(format);
    if (found.size() < wanted.size()) return false;
    std::vector<std::size_t> wrong;
    for (std::size_t i = 0; i < wanted.size(); ++i)
      if (found[i].words != wanted[i].words) wrong.push_back(i);
    if (wrong.empty() || wrong.size() > kMostWrong) return false;
    for (const std::size_t i : wrong) {
      SQLite::Statement update(database,
                               "UPDATE sqlite_schema SET type = ?, name = ?, tbl_name = ?, "
                               "sql = nullif(?, '') WHERE rowid = ?");
      for (int word = 0; word < 4; ++word)
        update.bind(word + 1, wanted[i].words[static_cast<std::size_t>(word)]);
      update.bind(5, found[i].row);
      update.exec();
    }
    return true;
  } catch (const SQLite::Exception&) {
    return false;
  }
}

Rescued rescue(SQLite::Database& damaged, SQLite::Database& fresh) {
  return Rescue(damaged, fresh).all();
}

}  // namespace hopscope
