// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/core/ids.h"

namespace hopscope {

/// A row of a lookup table. Bits that `mask` leaves out don't matter.
struct TableRow {
  std::uint64_t value = 0;
  std::uint64_t mask = ~std::uint64_t{0};
  PortIndex port = kNoPort;

  bool matches(std::uint64_t key) const { return ((key ^ value) & mask) == 0; }
  bool operator==(const TableRow&) const = default;
};

/// Reads "1000X": digits 0 and 1, X where a bit does not matter, most significant first; at most 64
/// of them. Bits further up have to be 0. Nothing for any other text.
std::optional<TableRow> parseRow(std::string_view bits, PortIndex port);

/// How a table compares (Hirasawa 2022, section 2.4).
enum class TableKind : std::uint8_t {
  dram,  ///< row after row, until one matches; exact
  bcam,  ///< all rows at once; exact
  tcam,  ///< all rows at once, with bits that don't matter
};

/// A table of rows in the order of their priority: of several that match, the first one wins.
class LookupTable {
 public:
  struct Match {
    std::size_t row = 0;
    PortIndex port = kNoPort;

    bool operator==(const Match&) const = default;
  };
  struct Answer {
    std::optional<Match> match;
    std::size_t reads = 0;  ///< accesses to memory: rows compared one by one, or 1

    bool operator==(const Answer&) const = default;
  };

  LookupTable(TableKind kind, std::vector<TableRow> rows) : kind_(kind), rows_(std::move(rows)) {}

  Answer lookup(std::uint64_t key) const;

  TableKind kind() const { return kind_; }
  const std::vector<TableRow>& rows() const { return rows_; }

 private:
  TableKind kind_;
  std::vector<TableRow> rows_;
};

}  // namespace hopscope
