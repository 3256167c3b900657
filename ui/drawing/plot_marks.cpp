// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/plot_marks.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "ui/drawing/fonts.h"
#include "ui/drawing/line_clip.h"
#include "ui/drawing/mark_rows.h"

namespace hopscope {

std::vector<PlacedMark> placeMarks(const PlotPicture& picture, const QCPAxis& x, const QCPAxis& y,
                                   const PlotStyle& style, const QSizeF& plotSize, bool avoids) {
  const QFontMetricsF metrics(uiFont(style.text));
  const double line = metrics.height() + 3, height = std::max(plotSize.height(), 1.0);
  const auto topOf = [&](std::size_t row) { return 2 + line * static_cast<double>(row); };
  const auto onPlot = [&](double across, double up) {
    return QPointF(shareOf(x, across) * plotSize.width(), (1 - shareOf(y, up)) * height);
  };
  const double reach = style.marker / 2 + style.curve;
  const auto covers = [&](std::size_t row, double from, double to) {
    const QRectF box(from - reach, topOf(row) - reach, to - from + 2 * reach, line + 2 * reach);
    return std::any_of(picture.curves.begin(), picture.curves.end(), [&](const PlotCurve& curve) {
      return !curve.reference && crosses(curve, box, onPlot);
    });
  };
  // The upper half at most: the rest belongs to the curves.
  MarkRows rows(plotSize.width(),
                std::max<std::size_t>(1, static_cast<std::size_t>(height / 2 / line)));
  std::vector<PlacedMark> placed;
  for (const PlotMark& mark : picture.marks) {
    const double at = shareOf(x, mark.x) * plotSize.width();
    if (mark.text.isEmpty() || !(at >= 0 && at <= plotSize.width())) continue;
    constexpr double kAround = 8;
    const double whole = std::ceil(metrics.horizontalAdvance(mark.text)) + kAround;
    const std::optional<MarkPlace> place =
        avoids ? rows.place(at, whole, covers) : rows.place(at, whole);
    if (!place) continue;
    const QString shown = place->length >= whole ? mark.text
                                                 : metrics.elidedText(mark.text, Qt::ElideRight,
                                                                      place->length - kAround);
    const double left = place->leftOfLine ? at - place->length : at;
    const double top = topOf(place->row);
    placed.push_back({mark.x, shown, place->leftOfLine, place->covers, left, left + place->length,
                      top, top + line});
  }
  return placed;
}

double endAbove(const PlotPicture& picture, const std::vector<PlacedMark>& words,
                const PlotStyle& style, const QCPRange& x, const QCPRange& y,
                const QSizeF& plotSize) {
  double end = y.upper;
  for (const PlacedMark& word : words) {
    const double reach = style.marker / 2 + style.curve;
    const double from = x.lower + (word.left - reach) / plotSize.width() * x.size();
    const double to = x.lower + (word.right + reach) / plotSize.width() * x.size();
    const double free = 1 - (word.bottom + reach) / plotSize.height();
    if (free <= 0.2) continue;  // a plot this low has no room for both
    const auto clear = [&](double value) {
      if (std::isfinite(value)) end = std::max(end, y.lower + (value - y.lower) / free);
    };
    for (const PlotCurve& curve : picture.curves) {
      const std::size_t count = std::min(curve.x.size(), curve.y.size());
      for (std::size_t i = 0; i < count; ++i) {
        const double error =
            i < curve.errors.size() && std::isfinite(curve.errors[i]) ? curve.errors[i] : 0;
        if (curve.x[i] >= from && curve.x[i] <= to) clear(curve.y[i] + error);
        if (i == 0 || !curve.joined) continue;
        // Where a line enters and leaves what is below the word.
        for (const double edge : {from, to})
          if (curve.x[i - 1] < edge && edge < curve.x[i])
            clear(curve.y[i - 1] + (curve.y[i] - curve.y[i - 1]) * (edge - curve.x[i - 1]) /
                                       (curve.x[i] - curve.x[i - 1]));
      }
    }
  }
  return end;
}

bool crosses(const PlotCurve& curve, const QRectF& box,
             const std::function<QPointF(double, double)>& onPlot) {
  const std::size_t count = std::min(curve.x.size(), curve.y.size());
  for (std::size_t i = 0; i < count; ++i) {
    if (!std::isfinite(curve.y[i])) continue;
    const QPointF to = onPlot(curve.x[i], curve.y[i]);
    const bool joined = curve.joined && i > 0 && std::isfinite(curve.y[i - 1]);
    const QPointF from = joined ? onPlot(curve.x[i - 1], curve.y[i - 1]) : to;
    if (from == to ? box.contains(to) : clipLine(from, to, box).has_value()) return true;
  }
  return false;
}

double shareOf(const QCPAxis& axis, double value) {
  const QCPRange range = axis.range();
  if (axis.scaleType() == QCPAxis::stLogarithmic)
    return std::log(value / range.lower) / std::log(range.upper / range.lower);
  return (value - range.lower) / range.size();
}
double atShare(const QCPAxis& axis, double share) {
  const QCPRange range = axis.range();
  if (axis.scaleType() == QCPAxis::stLogarithmic)
    return range.lower * std::pow(range.upper / range.lower, share);
  return range.lower + share * range.size();
}

}  // namespace hopscope
