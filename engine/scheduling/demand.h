// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/core/issue.h"

namespace hopscope {

/// How much each input has for each output of a crossbar, in whole units.
struct Demand {
  std::uint32_t ports = 0;
  std::vector<std::int64_t> cells;  ///< row by row, none below 0
  int decimals = 0;                 ///< a unit is 10^-decimals of what the file has

  std::int64_t at(std::uint32_t input, std::uint32_t output) const {
    return cells[std::size_t{input} * ports + output];
  }
  std::int64_t& at(std::uint32_t input, std::uint32_t output) {
    return cells[std::size_t{input} * ports + output];
  }
  std::int64_t total() const;
  /// The largest sum of a row or a column: no schedule is shorter.
  std::int64_t largestSum() const;
  std::uint64_t pairs() const;  ///< cells that are not 0

  bool operator==(const Demand&) const = default;
};

/// Most ports of a demand that is read.
inline constexpr std::uint32_t kMostDemandPorts = 1024;

/// Reads a square table of numbers, rows as lines, with commas, semicolons, tabs or spaces between
/// them; empty lines and what follows a "#" count for nothing. `file` stands in what is found
/// wrong.
std::variant<Demand, Issue> readDemand(std::string_view text, const std::string& file);

/// The same with as much added as makes all rows and columns add up to the largest sum: first where
/// there is demand, then anywhere (QuickStuff of Solstice, CoNEXT 2015, section 5.1).
Demand stuffed(const Demand& demand);

}  // namespace hopscope
