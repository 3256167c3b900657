// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <cstdint>
#include <vector>

namespace hopscope {

/// A number over two others as coloured cells; a value.
struct HeatMapPicture {
  /// Why a cell has no number, or that it has one; of several reasons the last one.
  enum class Content : std::uint8_t {
    nothing,   ///< no point lies there
    open,      ///< not run yet
    leftOut,   ///< beyond the first saturated step
    noSteady,  ///< there is no steady state
    failed,    ///< it could not be run
    value,
  };
  struct Cell {
    Content content = Content::nothing;
    double mean = 0;           ///< of the points that have a value
    std::uint32_t points = 0;  ///< that lie there
    std::uint32_t valued = 0;  ///< of which so many have a value
    /// The mean of some of its points: it is not to be compared with that of all.
    bool isPartial() const { return valued > 0 && valued < points; }
  };

  QString title, xTitle, yTitle, valueTitle;
  QString note;                ///< what is averaged, what has no value; may be empty
  QString whyEmpty;            ///< where there are no cells though there could be
  QStringList columns, rows;   ///< names from left to right, from bottom to top
  std::vector<Cell> cells;     ///< row by row, from the bottom
  double least = 0, most = 0;  ///< of the values
  /// Of each point given the number of its cell.
  std::vector<std::uint32_t> cellOf;

  const Cell& at(std::size_t column, std::size_t row) const {
    return cells[row * static_cast<std::size_t>(columns.size()) + column];
  }
  bool isEmpty() const { return cells.empty(); }
};

/// What is said of a cell: its name first, then a line each.
QString cellWords(const HeatMapPicture& picture, std::size_t column, std::size_t row);

/// The sign of a cell without a value, also in the note; empty where it has none.
QString cellSign(HeatMapPicture::Content content);
/// What follows the number of a partial cell, likewise.
inline constexpr const char* kPartialSign = "*";
/// Why such a cell has no value, in words.
QString contentWords(HeatMapPicture::Content content);

}  // namespace hopscope
