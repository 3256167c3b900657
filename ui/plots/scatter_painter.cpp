// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/scatter_painter.h"

#include <QFontMetricsF>
#include <QPixmap>
#include <QPolygonF>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "ui/drawing/fonts.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

constexpr double kAxisLeft = 66, kAxisBelow = 42, kAxisRight = 14, kAbove = 8;
constexpr double kLegendRow = 18, kLegendSign = 14, kLegendGap = 16;
constexpr double kRadius = 3.2, kFrontRadius = 4.2, kMarkRadius = 7;
constexpr double kTickWide = 84, kTickHigh = 44;
/// Values further apart than this are told apart on a logarithmic axis only.
constexpr double kFarApart = 30;
/// More points than this are drawn from ready-made signs.
constexpr std::size_t kMany = 500;
constexpr int kShapes = 4;

/// The smallest of 1, 2 and 5 of a decade that is not below.
double roundedUp(double step) {
  const double decade = std::pow(10.0, std::floor(std::log10(step)));
  for (const double part : {1.0, 2.0, 5.0})
    if (part * decade >= step * (1 - 1e-9)) return part * decade;
  return 10 * decade;
}

QString tickText(double value, double step) {
  if (std::abs(value) >= 9'995) {
    // One more digit where neighbours would read alike.
    const double unit = value >= 0.9995e9 ? 1e9 : value >= 0.9995e6 ? 1e6 : 1e3;
    const char* const word = unit == 1e9 ? "G" : unit == 1e6 ? "M" : "k";
    const int decimals =
        std::clamp(static_cast<int>(std::ceil(-std::log10(step / unit) - 1e-9)), 0, 3);
    return withUnit(realText(value / unit, decimals), word);
  }
  const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 6);
  return realText(value, decimals);
}

}  // namespace

ScatterAxis ScatterAxis::of(const std::vector<double>& values, bool linear) {
  double least = 0, most = 0;
  bool any = false;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    least = any ? std::min(least, value) : value;
    most = any ? std::max(most, value) : value;
    any = true;
  }
  ScatterAxis axis;
  if (!any) return axis;
  axis.log = !linear && least > 0 && most / least > kFarApart;
  if (axis.log) {
    axis.least = least / 1.15;
    axis.most = most * 1.15;
    return axis;
  }
  const double span = most > least ? most - least : std::max(1.0, std::abs(most));
  axis.least = least - 0.06 * span;
  // Nothing of it is below zero.
  if (least >= 0 && axis.least < 0) axis.least = 0;
  axis.most = most + 0.06 * span;
  return axis;
}

double ScatterAxis::share(double value) const {
  if (log) return std::log(value / least) / std::log(most / least);
  return (value - least) / (most - least);
}

double ScatterAxis::value(double share) const {
  return log ? least * std::pow(most / least, share) : least + share * (most - least);
}

std::vector<ScatterAxis::Tick> ScatterAxis::ticks(double room) const {
  std::vector<Tick> ticks;
  const double fits = std::max(2.0, room);
  if (log) {
    const double decades = std::log10(most / least);
    const bool parts = decades / fits <= std::log10(2.0);
    const int each = std::max(1, static_cast<int>(std::ceil(decades / fits)));
    for (int decade = static_cast<int>(std::floor(std::log10(least)));
         decade <= static_cast<int>(std::ceil(std::log10(most))); ++decade)
      for (const double part : {1.0, 2.0, 5.0}) {
        if (part != 1 && !parts) continue;
        if (part == 1 && !parts && decade % each != 0) continue;
        const double at = part * std::pow(10.0, decade);
        if (at >= least && at <= most) ticks.push_back({at, tickText(at, at)});
      }
    return ticks;
  }
  const double step = roundedUp((most - least) / fits);
  for (double at = std::ceil(least / step - 1e-9) * step; at <= most * (1 + 1e-12) + 1e-12 * step;
       at += step)
    ticks.push_back({at, tickText(std::abs(at) < 1e-9 * step ? 0 : at, step)});
  return ticks;
}

void drawKind(QPainter& painter, const QPointF& place, double radius, std::uint8_t kind,
              const Theme& theme, int alpha) {
  QColor fill = theme.curve(kind % Theme::kCurves + 1);
  fill.setAlpha(alpha);
  painter.setBrush(fill);
  painter.setPen(QPen(theme.color(Tone::base), 0.8));
  // Kinds of one colour differ in shape.
  const int shape = (kind + kind / Theme::kCurves) % kShapes;
  const double r = radius;
  switch (shape) {
    case 1:
      painter.drawRect(QRectF(place.x() - 0.88 * r, place.y() - 0.88 * r, 1.76 * r, 1.76 * r));
      break;
    case 2:
      painter.drawPolygon(
          QPolygonF({place + QPointF(0, -1.2 * r), place + QPointF(1.1 * r, 0.8 * r),
                     place + QPointF(-1.1 * r, 0.8 * r)}));
      break;
    case 3:
      painter.drawPolygon(QPolygonF({place + QPointF(0, -1.25 * r), place + QPointF(1.25 * r, 0),
                                     place + QPointF(0, 1.25 * r), place + QPointF(-1.25 * r, 0)}));
      break;
    default:
      painter.drawEllipse(place, r, r);
  }
}

ScatterPainter::ScatterPainter(const ScatterPicture& picture, const QSizeF& size) : size_(size) {
  std::vector<double> xs, ys;
  xs.reserve(picture.points.size());
  ys.reserve(picture.points.size());
  for (const ScatterPicture::Point& point : picture.points) {
    if (!isDrawn(point)) continue;
    xs.push_back(point.x);
    ys.push_back(point.y);
  }
  x_ = ScatterAxis::of(xs, picture.xLinear);
  y_ = ScatterAxis::of(ys, picture.yLinear);
  placeLegend(picture);
  const double top = legend_.empty() ? kAbove : legend_.back().place.y() + kLegendRow / 2 + kAbove;
  area_ = QRectF(kAxisLeft, top, std::max(20.0, size.width() - kAxisLeft - kAxisRight),
                 std::max(20.0, size.height() - top - kAxisBelow));
}

bool ScatterPainter::isDrawn(const ScatterPicture::Point& point) const {
  return std::isfinite(point.x) && std::isfinite(point.y);
}

QPointF ScatterPainter::place(const ScatterPicture::Point& point) const {
  return {area_.left() + x_.share(point.x) * area_.width(),
          area_.bottom() - y_.share(point.y) * area_.height()};
}

void ScatterPainter::placeLegend(const ScatterPicture& picture) {
  std::array<bool, 256> present{};
  for (const ScatterPicture::Point& point : picture.points)
    if (isDrawn(point)) present[point.kind] = true;
  const QFontMetricsF metrics(uiFont(11));
  double x = kAxisLeft, y = kLegendRow / 2;
  for (int kind = 0; kind < picture.kinds.size(); ++kind) {
    if (!present[static_cast<std::size_t>(kind)]) continue;
    const double wide = kLegendSign + metrics.horizontalAdvance(picture.kinds[kind]) + kLegendGap;
    if (x > kAxisLeft && x + wide - kLegendGap > size_.width() - kAxisRight) {
      x = kAxisLeft;
      y += kLegendRow;
    }
    legend_.push_back({static_cast<std::uint8_t>(kind), QPointF(x, y)});
    x += wide;
  }
}

void ScatterPainter::paint(QPainter& painter, const ScatterPicture& picture,
                           const Theme& theme) const {
  painter.fillRect(QRectF({}, size_), theme.color(Tone::base));
  painter.setRenderHint(QPainter::Antialiasing);
  paintAxes(painter, picture, theme);
  paintLegend(painter, picture, theme);
  paintPoints(painter, picture, theme);
}

void ScatterPainter::paintLegend(QPainter& painter, const ScatterPicture& picture,
                                 const Theme& theme) const {
  painter.setFont(uiFont(11));
  for (const LegendEntry& entry : legend_) {
    drawKind(painter, entry.place + QPointF(5, 0), 4, entry.kind, theme);
    painter.setPen(theme.color(Tone::t2));
    const QRectF room(entry.place.x() + kLegendSign, entry.place.y() - kLegendRow / 2,
                      size_.width(), kLegendRow);
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, picture.kinds[entry.kind]);
  }
}

void ScatterPainter::paintAxes(QPainter& painter, const ScatterPicture& picture,
                               const Theme& theme) const {
  painter.setFont(uiFont(11));
  const QPen edge(theme.color(Tone::edge), 1), line(theme.color(Tone::line), 1);
  for (const ScatterAxis::Tick& tick : y_.ticks(area_.height() / kTickHigh)) {
    const double y = std::round(area_.bottom() - y_.share(tick.value) * area_.height()) + 0.5;
    painter.setPen(line);
    painter.drawLine(QPointF(area_.left(), y), QPointF(area_.right(), y));
    painter.setPen(edge);
    painter.drawLine(QPointF(area_.left() - 4, y), QPointF(area_.left(), y));
    painter.setPen(theme.color(Tone::t2));
    painter.drawText(QRectF(20, y - 9, kAxisLeft - 27, 18), Qt::AlignRight | Qt::AlignVCenter,
                     tick.text);
  }
  double taken = -1;
  for (const ScatterAxis::Tick& tick : x_.ticks(area_.width() / kTickWide)) {
    const double x = std::round(area_.left() + x_.share(tick.value) * area_.width()) + 0.5;
    painter.setPen(edge);
    painter.drawLine(QPointF(x, area_.bottom()), QPointF(x, area_.bottom() + 4));
    const double wide = painter.fontMetrics().horizontalAdvance(tick.text) + 2;
    const double left = std::min(x - wide / 2, size_.width() - wide);
    if (left < taken) continue;
    taken = left + wide + 6;
    painter.setPen(theme.color(Tone::t2));
    painter.drawText(QRectF(left, area_.bottom() + 5, wide, 16), Qt::AlignCenter, tick.text);
  }
  painter.setPen(edge);
  const double foot = std::round(area_.bottom()) + 0.5, side = std::round(area_.left()) + 0.5;
  painter.drawLine(QPointF(side, area_.top()), QPointF(side, foot));
  painter.drawLine(QPointF(side, foot), QPointF(area_.right(), foot));
  painter.setPen(theme.color(Tone::t2));
  const QFontMetricsF metrics(painter.font());
  painter.drawText(QRectF(area_.left(), area_.bottom() + 23, area_.width(), 18), Qt::AlignCenter,
                   metrics.elidedText(picture.xTitle, Qt::ElideRight, area_.width()));
  painter.save();
  painter.translate(10, area_.center().y());
  painter.rotate(-90);
  painter.drawText(QRectF(-area_.height() / 2, -9, area_.height(), 18), Qt::AlignCenter,
                   metrics.elidedText(picture.yTitle, Qt::ElideRight, area_.height()));
  painter.restore();
}

void ScatterPainter::paintPoints(QPainter& painter, const ScatterPicture& picture,
                                 const Theme& theme) const {
  painter.save();
  painter.setClipRect(area_.adjusted(-6, -6, 6, 6));
  const bool vector = painter.device()->devType() != QInternal::Pixmap &&
                      painter.device()->devType() != QInternal::Image;
  const int alpha = picture.points.size() > kMany ? 150 : 210;
  if (vector || picture.points.size() <= kMany) {
    for (const ScatterPicture::Point& point : picture.points)
      if (isDrawn(point)) drawKind(painter, place(point), kRadius, point.kind, theme, alpha);
  } else {
    const double scale = painter.device()->devicePixelRatioF();
    const int side = static_cast<int>(std::ceil((2 * kRadius + 6) * scale));
    std::map<std::uint8_t, QPixmap> signs;
    for (const ScatterPicture::Point& point : picture.points) {
      if (!isDrawn(point)) continue;
      QPixmap& sign = signs[point.kind];
      if (sign.isNull()) {
        sign = QPixmap(side, side);
        sign.setDevicePixelRatio(scale);
        sign.fill(Qt::transparent);
        QPainter onto(&sign);
        onto.setRenderHint(QPainter::Antialiasing);
        drawKind(onto, QPointF(side, side) / (2 * scale), kRadius, point.kind, theme, alpha);
      }
      painter.drawPixmap(place(point) - QPointF(side, side) / (2 * scale), sign);
    }
  }
  if (!picture.front.empty()) {
    QPolygonF line;
    for (const std::uint32_t index : picture.front) line << place(picture.points[index]);
    painter.setPen(QPen(theme.color(Tone::t1), 1.4));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(line);
    for (const std::uint32_t index : picture.front) {
      const ScatterPicture::Point& point = picture.points[index];
      painter.setPen(Qt::NoPen);
      painter.setBrush(theme.color(Tone::t1));
      painter.drawEllipse(place(point), kFrontRadius + 1.2, kFrontRadius + 1.2);
      drawKind(painter, place(point), kFrontRadius - 0.4, point.kind, theme);
    }
  }
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme.color(Tone::accent), 2));
  for (const ScatterPicture::Point& point : picture.points)
    if (point.marked && isDrawn(point)) painter.drawEllipse(place(point), kMarkRadius, kMarkRadius);
  painter.restore();
}

}  // namespace hopscope
