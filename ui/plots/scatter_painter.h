// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <QStringList>
#include <cstdint>
#include <vector>

#include "ui/drawing/theme.h"

namespace hopscope {

/// Points of several kinds on two axes, some of which matter more than others; a value.
struct ScatterPicture {
  struct Point {
    double x = 0, y = 0;  ///< NaN: it is not drawn
    std::uint8_t kind = 0;
    bool marked = false;
  };
  QString title;
  QString xTitle, yTitle;                 ///< "cost (W)"
  bool xLinear = false, yLinear = false;  ///< whatever the values are
  QStringList kinds;                      ///< of points, by which they are coloured
  std::vector<Point> points;
  std::vector<std::uint32_t> front;  ///< points that are joined, in the order of x
};

/// Where an axis begins and ends; logarithmic where its values are far apart.
struct ScatterAxis {
  double least = 0, most = 1;
  bool log = false;

  /// For these values; what is not finite is passed over.
  static ScatterAxis of(const std::vector<double>& values, bool linear = false);
  double share(double value) const;  ///< 0 at `least`, 1 at `most`
  double value(double share) const;
  struct Tick {
    double value = 0;
    QString text;
  };
  /// At most about `room` of them, at round numbers.
  std::vector<Tick> ticks(double room) const;
};

/// Draws a picture of points into a size of its own: legend, axes, points, front.
class ScatterPainter {
 public:
  ScatterPainter() = default;
  ScatterPainter(const ScatterPicture& picture, const QSizeF& size);

  const QRectF& area() const { return area_; }  ///< between the axes
  QPointF place(const ScatterPicture::Point& point) const;
  bool isDrawn(const ScatterPicture::Point& point) const;
  double xAt(double pixel) const { return x_.value((pixel - area_.left()) / area_.width()); }
  double yAt(double pixel) const { return y_.value((area_.bottom() - pixel) / area_.height()); }
  void paint(QPainter& painter, const ScatterPicture& picture, const Theme& theme) const;

 private:
  struct LegendEntry {
    std::uint8_t kind;
    QPointF place;
  };
  void placeLegend(const ScatterPicture& picture);
  void paintLegend(QPainter& painter, const ScatterPicture& picture, const Theme& theme) const;
  void paintAxes(QPainter& painter, const ScatterPicture& picture, const Theme& theme) const;
  void paintPoints(QPainter& painter, const ScatterPicture& picture, const Theme& theme) const;

  QSizeF size_;
  QRectF area_;
  ScatterAxis x_, y_;
  std::vector<LegendEntry> legend_;
};

/// The sign of a kind of points around `place`.
void drawKind(QPainter& painter, const QPointF& place, double radius, std::uint8_t kind,
              const Theme& theme, int alpha = 255);

}  // namespace hopscope
