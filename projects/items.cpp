// SPDX-License-Identifier: GPL-3.0-or-later
#include "projects/items.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>
#include <string>
#include <string_view>

#include "projects/blob.h"
#include "projects/digest.h"
#include "projects/run_pack.h"

namespace hopscope {

namespace {

/// Rows of one table that belong to an item: those whose `key` is its id.
struct Part {
  const char* table;
  const char* key;  ///< nullptr: all rows
  const char* order;
  bool content;  ///< belongs to what makes the item what it is
};

constexpr const char* kPacks = "run_packs";

constexpr std::array kDesignParts = {Part{"designs", "id", "id", true}};
constexpr std::array kRunParts = {Part{"runs", "id", "id", true},
                                  Part{kPacks, "run", "run", true},
                                  Part{"run_series", "run", "name", true},
                                  Part{"run_values", "run", "name", true},
                                  Part{"run_classes", "run", "position", true},
                                  Part{"run_traffic_classes", "run", "position", true},
                                  Part{"run_replications", "run", "position", true},
                                  Part{"run_warnings", "run", "position", true},
                                  Part{"run_tags", "run", "position", false}};
constexpr std::array kCurveParts = {Part{"curves", "id", "id", true},
                                    Part{"curve_points", "curve", "position", true}};
constexpr std::array kNoteParts = {Part{"notes", "id", "id", true}};
constexpr std::array kStudyParts = {Part{"studies", "id", "id", true},
                                    Part{"study_runs", "study", "point, run", true}};
constexpr std::array kViewParts = {Part{"view_values", nullptr, "key", true}};

// In the order of ItemKind.
struct Kind {
  const char* name;
  std::span<const Part> parts;  ///< the first: its own table
};
const std::array<Kind, kItemKinds.size()> kKinds = {
    Kind{"design", kDesignParts}, {"run", kRunParts},     {"curve", kCurveParts},
    {"note", kNoteParts},         {"study", kStudyParts}, {"view", kViewParts}};

const Kind& of(ItemKind kind) {
  return kKinds[static_cast<std::size_t>(kind)];
}

SQLite::Statement rowsOf(SQLite::Database& database, const Part& part, RowId id) {
  SQLite::Statement rows(
      database, part.key == nullptr
                    ? fmt::format("SELECT * FROM {} ORDER BY {}", part.table, part.order)
                    : fmt::format("SELECT * FROM {} WHERE {} = ? ORDER BY {}", part.table, part.key,
                                  part.order));
  if (part.key != nullptr) rows.bind(1, id);
  return rows;
}

// What differs between two projects that hold the same.
bool namesOnly(ItemKind kind, std::string_view column) {
  if (kind == ItemKind::view) return false;
  return column == "id" || column == "curve" || (column == "run" && kind != ItemKind::study) ||
         column == "study" || (column == "design" && kind != ItemKind::design) ||
         ((column == "name" || column == "design_name") && kind == ItemKind::run);
}

std::string_view bytesOf(const SQLite::Column& column) {
  const void* data = column.getBlob();
  const auto size = static_cast<std::size_t>(column.getBytes());
  return data == nullptr ? std::string_view("")
                         : std::string_view(static_cast<const char*>(data), size);
}

void addValue(Digest& digest, std::string_view name, const SQLite::Column& column) {
  digest.add(name);
  digest.add(static_cast<std::uint64_t>(column.getType()));
  switch (column.getType()) {
    case SQLITE_INTEGER:
      digest.add(std::bit_cast<std::uint64_t>(std::int64_t{column.getInt64()}));
      break;
    case SQLITE_FLOAT:
      digest.add(std::bit_cast<std::uint64_t>(column.getDouble()));
      break;
    default:
      digest.add(bytesOf(column));
  }
}

/// Content is the same packed and in rows, of which it has no names.
void addUnpacked(Digest& content, std::string_view pack) {
  RunNumbers numbers;
  try {
    numbers = unpack(pack);
  } catch (const BlobError&) {
    return content.add(pack);  // it is damaged
  }
  for (const auto& [name, blob] : numbers.series) {
    content.add(std::string_view("run_series"));
    content.add(std::string_view("data"));
    content.add(std::uint64_t{SQLITE_BLOB});
    content.add(blob);
  }
  for (const auto& [name, value] : numbers.values) {
    content.add(std::string_view("run_values"));
    if (std::isnan(value)) continue;
    content.add(std::string_view("value"));
    content.add(std::uint64_t{SQLITE_FLOAT});
    content.add(std::bit_cast<std::uint64_t>(value));
  }
}

void bindValue(SQLite::Statement& statement, int place, const SQLite::Column& column) {
  switch (column.getType()) {
    case SQLITE_INTEGER:
      return statement.bind(place, std::int64_t{column.getInt64()});
    case SQLITE_FLOAT:
      return statement.bind(place, column.getDouble());
    case SQLITE_TEXT:
      return statement.bind(place, std::string(bytesOf(column)));
    case SQLITE_BLOB:
      return statement.bind(place, bytesOf(column).data(), column.getBytes());
    default:
      return statement.bind(place);
  }
}

void keep(SQLite::Database& database, const Seal& seal) {
  SQLite::Statement row(database,
                        "INSERT INTO seals (kind, id, whole, content) VALUES (?, ?, ?, ?) "
                        "ON CONFLICT (kind, id) DO UPDATE SET whole = excluded.whole, "
                        "content = excluded.content");
  row.bind(1, of(seal.kind).name);
  row.bind(2, seal.id);
  row.bind(3, std::bit_cast<std::int64_t>(seal.whole));
  row.bind(4, std::bit_cast<std::int64_t>(seal.content));
  row.exec();
}

}  // namespace

std::vector<RowId> idsOf(SQLite::Database& database, ItemKind kind) {
  if (kind == ItemKind::view) return {0};
  std::vector<RowId> ids;
  SQLite::Statement query(database,
                          fmt::format("SELECT id FROM {} ORDER BY id", of(kind).parts[0].table));
  while (query.executeStep()) ids.push_back(query.getColumn(0).getInt64());
  return ids;
}

bool itemExists(SQLite::Database& database, ItemKind kind, RowId id) {
  return kind == ItemKind::view || rowsOf(database, of(kind).parts[0], id).executeStep();
}

Seal sealOf(SQLite::Database& database, ItemKind kind, RowId id) {
  Digest whole;
  Digest content;
  for (const Part& part : of(kind).parts) {
    SQLite::Statement rows = rowsOf(database, part, id);
    while (rows.executeStep()) {
      whole.add(std::string_view(part.table));
      const bool packed = std::string_view(part.table) == kPacks;
      if (packed)
        addUnpacked(content, bytesOf(rows.getColumn("data")));
      else if (part.content)
        content.add(std::string_view(part.table));
      // Columns and tables that a later format adds, and that hold nothing, change no checksum.
      for (int column = 0; column < rows.getColumnCount(); ++column) {
        const SQLite::Column value = rows.getColumn(column);
        if (value.isNull()) continue;
        const std::string_view name = value.getName();
        addValue(whole, name, value);
        if (part.content && !packed && !namesOnly(kind, name)) addValue(content, name, value);
      }
    }
  }
  return {kind, id, whole.value(), content.value()};
}

void seal(SQLite::Database& database, ItemKind kind, RowId id) {
  if (itemExists(database, kind, id)) return keep(database, sealOf(database, kind, id));
  SQLite::Statement gone(database, "DELETE FROM seals WHERE kind = ? AND id = ?");
  gone.bind(1, of(kind).name);
  gone.bind(2, id);
  gone.exec();
}

void sealAll(SQLite::Database& database) {
  SQLite::Transaction transaction(database);
  database.exec("DELETE FROM seals");
  for (const ItemKind kind : kItemKinds)
    for (const RowId id : idsOf(database, kind)) keep(database, sealOf(database, kind, id));
  transaction.commit();
}

// The view has one in every file that has any.
bool hasSeals(SQLite::Database& database) {
  return database.execAndGet("SELECT count(*) FROM seals").getInt64() > 0;
}

std::optional<Seal> keptSeal(SQLite::Database& database, ItemKind kind, RowId id) {
  SQLite::Statement query(database, "SELECT whole, content FROM seals WHERE kind = ? AND id = ?");
  query.bind(1, of(kind).name);
  query.bind(2, id);
  if (!query.executeStep()) return {};
  return Seal{kind, id, std::bit_cast<std::uint64_t>(std::int64_t{query.getColumn(0).getInt64()}),
              std::bit_cast<std::uint64_t>(std::int64_t{query.getColumn(1).getInt64()})};
}

std::vector<Seal> keptSeals(SQLite::Database& database) {
  std::vector<Seal> seals;
  SQLite::Statement query(database, "SELECT kind, id, whole, content FROM seals");
  while (query.executeStep()) {
    const std::string name = query.getColumn(0).getString();
    for (const ItemKind kind : kItemKinds)
      if (name == of(kind).name)
        seals.push_back(
            {kind, query.getColumn(1).getInt64(),
             std::bit_cast<std::uint64_t>(std::int64_t{query.getColumn(2).getInt64()}),
             std::bit_cast<std::uint64_t>(std::int64_t{query.getColumn(3).getInt64()})});
  }
  return seals;
}

void copyItem(SQLite::Database& from, SQLite::Database& to, ItemKind kind, RowId id) {
  for (const Part& part : of(kind).parts) {
    SQLite::Statement rows = rowsOf(from, part, id);
    std::string names;
    std::string places;
    for (int column = 0; column < rows.getColumnCount(); ++column) {
      names += fmt::format("{}{}", column == 0 ? "" : ", ", rows.getColumnName(column));
      places += column == 0 ? "?" : ", ?";
    }
    SQLite::Statement insert(
        to, fmt::format("INSERT INTO {} ({}) VALUES ({})", part.table, names, places));
    while (rows.executeStep()) {
      insert.reset();
      for (int column = 0; column < rows.getColumnCount(); ++column)
        bindValue(insert, column + 1, rows.getColumn(column));
      insert.exec();
    }
  }
}

}  // namespace hopscope
