// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forwarding/lookup_table.h"

namespace hopscope {

std::optional<TableRow> parseRow(std::string_view bits, PortIndex port) {
  if (bits.empty() || bits.size() > 64) return {};
  TableRow row;
  row.port = port;
  for (const char bit : bits) {
    if (bit != '0' && bit != '1' && bit != 'X' && bit != 'x') return {};
    row.value = row.value << 1 | static_cast<std::uint64_t>(bit == '1');
    row.mask = row.mask << 1 | static_cast<std::uint64_t>(bit == '0' || bit == '1');
  }
  return row;
}

LookupTable::Answer LookupTable::lookup(std::uint64_t key) const {
  Answer answer;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const bool matches = kind_ == TableKind::tcam ? rows_[i].matches(key) : rows_[i].value == key;
    if (!matches) continue;
    answer.match = Match{i, rows_[i].port};
    break;
  }
  const std::size_t compared = answer.match ? answer.match->row + 1 : rows_.size();
  answer.reads = kind_ == TableKind::dram ? compared : 1;
  return answer;
}

}  // namespace hopscope
