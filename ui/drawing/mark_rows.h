// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace hopscope {

/// Where the word of a mark stands: in which row from the top, on which side of its line.
struct MarkPlace {
  std::size_t row = 0;
  bool leftOfLine = false;
  double length = 0;    ///< as much of the word as has room, pixels
  bool covers = false;  ///< something that it should not hide
};

/// Finds room for the words of vertical marks in a plot, one after the other. One that would lie on
/// another stands in the next row; where no row has room for all of it, it is cut, or left out.
class MarkRows {
 public:
  /// `width`: of the plot, pixels.
  MarkRows(double width, std::size_t rows) : width_(width), taken_(rows) {}

  /// Takes room for a word of that length beside a line `at` pixels from the left; nothing where so
  /// little is left that it would say nothing.
  std::optional<MarkPlace> place(double at, double length);
  /// The same where `covers` says of a row, from and to, whether a word there would hide something:
  /// only where nothing else has room for all of it.
  using Covers = std::function<bool(std::size_t row, double from, double to)>;
  std::optional<MarkPlace> place(double at, double length, const Covers& covers);

 private:
  double roomBeside(std::size_t row, double at, bool leftOfLine) const;

  double width_;
  std::vector<std::vector<std::pair<double, double>>> taken_;  ///< per row: from, to
};

}  // namespace hopscope
