// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <QRectF>
#include <QSizeF>
#include <QString>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "ui/drawing/theme.h"
#include "ui/plots/scatter_painter.h"
#include "ui/plots/study_dimensions.h"

namespace hopscope {

/// More axes than this stand too close to be read.
inline constexpr std::size_t kMostParallelAxes = 12;

/// Points of a study as lines over parallel axes (Inselberg, The Visual Computer 1985); a value.
struct ParallelPicture {
  struct Axis {
    StudyDimension dimension;
    ScatterAxis scale;
    std::vector<double> levels;  ///< its values, where they are few
    bool gaps = false;           ///< some point has no value here
  };
  QString title;
  std::vector<Axis> axes;
  StudyDimension colour;  ///< of the lines
  ScatterAxis colourScale;
  StudyPoints points;            ///< all of them
  std::vector<std::uint8_t> in;  ///< whether each lies within the ranges
  StudyFilter ranges;
  std::size_t within = 0;  ///< so many do
  bool isEmpty() const { return axes.size() < 2 || points.empty(); }
};

/// Of the dimensions of these names, the first kMostParallelAxes that any point has a value of.
ParallelPicture studyParallel(const Study& study, const StudyTable& table,
                              const std::vector<std::string>& names, const std::string& colour,
                              const StudyFilter& ranges);
/// Other ranges in the same picture.
void setRanges(ParallelPicture& picture, const Study& study, const StudyTable& table,
               const StudyFilter& ranges);

/// Draws such a picture into a size of its own. Lines that lie on each other are drawn once, the
/// stronger the more they are, so that tens of thousands take no longer than a few.
class ParallelPainter {
 public:
  /// A piece between two axes, and how many points have it.
  struct Segment {
    float fromX = 0, fromY = 0, toX = 0, toY = 0;
    float colour = 0;  ///< mean share of the scale; NaN where it is not known
    std::uint32_t count = 0;
    bool in = false;
  };

  ParallelPainter() = default;
  ParallelPainter(const ParallelPicture& picture, const QSizeF& size);

  const QRectF& area() const { return area_; }  ///< of the axes, without what has no value
  double xOf(std::size_t axis) const;
  double yOf(const ParallelPicture::Axis& axis, double value) const;
  /// The axis next to x; nothing where none is near.
  std::optional<std::size_t> axisAt(double x) const;
  /// The range on an axis between two heights, ends on values where those are few.
  std::pair<double, double> rangeAt(const ParallelPicture::Axis& axis, double y1, double y2) const;

  /// All pieces, those outside the ranges first.
  std::vector<Segment> segments(const ParallelPicture& picture) const;
  void paintSegments(QPainter& painter, const std::vector<Segment>& segments, std::size_t from,
                     std::size_t to, const Theme& theme) const;
  void paintAxes(QPainter& painter, const ParallelPicture& picture, const Theme& theme,
                 std::optional<std::size_t> current = {}) const;
  void paintRanges(QPainter& painter, const ParallelPicture& picture, const Theme& theme) const;
  /// One point's line above all others.
  void paintLine(QPainter& painter, const ParallelPicture& picture, const StudyTableRow& row,
                 const Theme& theme) const;

 private:
  void paintRange(QPainter& painter, const ParallelPicture::Axis& axis, std::size_t place,
                  const std::pair<double, double>& range, const Theme& theme) const;
  void paintScale(QPainter& painter, const ParallelPicture& picture, const Theme& theme) const;

  QSizeF size_;
  QRectF area_;
  std::size_t axes_ = 0;
  std::size_t lines_ = 0;
};

/// Writes it on white; the format follows the name's ending: png, svg or pdf. False and a message
/// where that cannot be done.
bool exportParallel(const ParallelPicture& picture, const QString& file, QString* error);

/// A line for each point within the ranges, a column for each axis.
QString parallelCsv(const ParallelPicture& picture);

}  // namespace hopscope
