// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstdint>
#include <vector>

#include "engine/topology/placement.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// A topology as a matrix of routers: one row a router that sends, one column a router that
/// receives, in the order of groups. Terminals have no place in it.
class NetworkMatrix {
 public:
  /// The channels from one router to another, as a range of channels().
  struct Cell {
    std::uint32_t column = 0;
    std::uint32_t first = 0, count = 0;
  };
  /// Neighbouring rows of one group or tier.
  struct Group {
    std::uint32_t begin = 0, end = 0;  ///< rows
    QString label;                     ///< as on the canvas: "G5", "level 1"
  };

  NetworkMatrix() = default;
  NetworkMatrix(const Topology& topology, const Placement& placement);

  std::uint32_t size() const { return static_cast<std::uint32_t>(routers_.size()); }
  RouterId router(std::uint32_t row) const { return routers_[row]; }
  std::uint32_t rowOf(RouterId router) const { return rows_[router]; }
  /// Empty where the network has no groups.
  const std::vector<Group>& groups() const { return groups_; }

  /// The cells of rows [begin, end), each row's by growing column.
  const Cell* rowBegin(std::uint32_t row) const { return cells_.data() + firstCell_[row]; }
  const Cell* rowEnd(std::uint32_t row) const { return cells_.data() + firstCell_[row + 1]; }
  ChannelId channel(std::uint32_t index) const { return channels_[index]; }
  /// The cell of a row and a column; null where no channel leads that way.
  const Cell* cell(std::uint32_t row, std::uint32_t column) const;

 private:
  std::vector<RouterId> routers_;         ///< by row
  std::vector<std::uint32_t> rows_;       ///< by router
  std::vector<std::uint32_t> firstCell_;  ///< by row, and one more
  std::vector<Cell> cells_;
  std::vector<ChannelId> channels_;
  std::vector<Group> groups_;
};

}  // namespace hopscope
