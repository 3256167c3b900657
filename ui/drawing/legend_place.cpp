// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/legend_place.h"

#include <QLineF>
#include <algorithm>
#include <array>
#include <cmath>

#include "ui/drawing/line_clip.h"

namespace hopscope {

namespace {

struct Place {
  Qt::Alignment alignment;
  double across, down;  ///< shares of the room that the box leaves free
};

/// Corners first: what is out of the way is taken where it is as free.
constexpr std::array kPlaces{Place{Qt::AlignTop | Qt::AlignLeft, 0, 0},
                             Place{Qt::AlignTop | Qt::AlignRight, 1, 0},
                             Place{Qt::AlignBottom | Qt::AlignLeft, 0, 1},
                             Place{Qt::AlignBottom | Qt::AlignRight, 1, 1},
                             Place{Qt::AlignTop | Qt::AlignHCenter, 0.5, 0},
                             Place{Qt::AlignBottom | Qt::AlignHCenter, 0.5, 1},
                             Place{Qt::AlignVCenter | Qt::AlignLeft, 0, 0.5},
                             Place{Qt::AlignVCenter | Qt::AlignRight, 1, 0.5},
                             Place{Qt::AlignVCenter | Qt::AlignHCenter, 0.5, 0.5}};

/// What is drawn for a curve: its points, what joins them, and their intervals.
std::vector<QLineF> linesOf(const PlotCurve& curve, const PlotFrame& frame) {
  std::vector<QLineF> lines;
  const std::size_t count = std::min(curve.x.size(), curve.y.size());
  for (std::size_t i = 0; i < count; ++i) {
    if (!std::isfinite(curve.y[i])) continue;
    const QPointF at = frame.onPlot(curve.x[i], curve.y[i]);
    const double error = i < curve.errors.size() ? curve.errors[i] : 0;
    if (error > 0)
      lines.emplace_back(frame.onPlot(curve.x[i], curve.y[i] - error),
                         frame.onPlot(curve.x[i], curve.y[i] + error));
    if (curve.shape == PlotShape::bars) {
      lines.emplace_back(QPointF(at.x(), frame.rect.bottom()), at);
      continue;
    }
    const bool joined = curve.joined && i > 0 && std::isfinite(curve.y[i - 1]);
    const QPointF last = joined ? frame.onPlot(curve.x[i - 1], curve.y[i - 1]) : at;
    if (joined && curve.shape == PlotShape::steps) {
      lines.emplace_back(last, QPointF(at.x(), last.y()));
      lines.emplace_back(QPointF(at.x(), last.y()), at);
    } else {
      lines.emplace_back(last, at);
    }
  }
  return lines;
}

bool meets(const QLineF& line, const QRectF& box) {
  return line.p1() == line.p2() ? box.contains(line.p1())
                                : clipLine(line.p1(), line.p2(), box).has_value();
}

}  // namespace

std::optional<Qt::Alignment> freePlace(const PlotPicture& picture, const PlotFrame& frame,
                                       const QSizeF& box) {
  const double inset = frame.inset, reach = frame.reach;
  const QRectF room = frame.rect.adjusted(inset, inset, -inset, -inset);
  if (box.width() > room.width() || box.height() > room.height()) return {};
  std::vector<QLineF> lines;
  for (const PlotCurve& curve : picture.curves) {
    const std::vector<QLineF> own = linesOf(curve, frame);
    lines.insert(lines.end(), own.begin(), own.end());
  }
  for (const PlotMark& mark : picture.marks) {
    const double x = frame.onPlot(mark.x, 0).x();
    lines.emplace_back(x, frame.rect.top(), x, frame.rect.bottom());
  }
  for (const Place& place : kPlaces) {
    const QRectF at(QPointF(room.left() + place.across * (room.width() - box.width()),
                            room.top() + place.down * (room.height() - box.height())),
                    box);
    const QRectF around = at.adjusted(-reach, -reach, reach, reach);
    if (std::none_of(lines.begin(), lines.end(),
                     [&](const QLineF& line) { return meets(line, around); }) &&
        std::none_of(frame.words.begin(), frame.words.end(),
                     [&](const QRectF& word) { return word.intersects(at); }))
      return place.alignment;
  }
  return {};
}

}  // namespace hopscope
