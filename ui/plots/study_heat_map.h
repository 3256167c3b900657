// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ui/plots/study_dimensions.h"

namespace hopscope {

/// A number over two dimensions of a study as coloured cells; a value.
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
  };

  QString title, xTitle, yTitle, valueTitle;
  QString note;                ///< what is averaged, what has no value; may be empty
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

/// `column` over two dimensions, the mean of all points of a cell (each already the mean over its
/// seeds). Numbers of more values than can be told apart, or of which hardly two points share one,
/// as of a random sample, are joined into ranges. Empty where both are the same or not there.
HeatMapPicture studyHeatMap(const Study& study, const StudyTable& table, const StudyPoints& points,
                            const std::string& across, const std::string& up,
                            const std::string& column);

/// What is said of a cell: its name first, then a line each.
QString cellWords(const HeatMapPicture& picture, std::size_t column, std::size_t row);

/// The sign of a cell without a value, also in the note; empty where it has none.
QString cellSign(HeatMapPicture::Content content);

/// A line for each cell: both values, the mean, points, points with a value.
QString heatMapCsv(const HeatMapPicture& picture);

}  // namespace hopscope
