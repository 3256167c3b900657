// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/timeline_strip.h"

#include <QPainter>
#include <QPolygonF>
#include <algorithm>
#include <cmath>

#include "ui/drawing/fonts.h"
#include "ui/drawing/heat_scale.h"
#include "ui/shell/numbers.h"

namespace hopscope {

namespace {

constexpr double kLeft = 112, kRight = 144, kBandTop = 20, kBandHeight = 14, kHeatHeight = 14;

double placeOf(Cycle cycle, const QRectF& chart, Cycle end) {
  return chart.left() + chart.width() * static_cast<double>(cycle) / static_cast<double>(end);
}

/// A round step that leaves at most ten ticks.
double tickStep(double range) {
  const double raw = std::max(1.0, range / 8);
  const double decade = std::pow(10.0, std::floor(std::log10(raw)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * decade >= raw) return factor * decade;
  return 10 * decade;
}

}  // namespace

TimelineStrip::TimelineStrip(QWidget* parent) : QWidget(parent), theme_(&Theme::light()) {
  setAccessibleName(tr("Timeline"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void TimelineStrip::setTheme(const Theme& theme) {
  theme_ = &theme;
  update();
}

void TimelineStrip::setPicture(TimelinePicture picture) {
  picture_ = std::move(picture);
  update();
}

QSize TimelineStrip::sizeHint() const {
  return {640, 72};
}
QSize TimelineStrip::minimumSizeHint() const {
  return {320, 72};
}

void TimelineStrip::paintBands(QPainter& painter, const QRectF& chart, Cycle end) const {
  const double warmupEnd = placeOf(picture_.warmup, chart, end);
  const double measureEnd = placeOf(picture_.planned, chart, end);
  const QRectF warmup(chart.left(), kBandTop, warmupEnd - chart.left(), kBandHeight);
  const QRectF measure(warmupEnd, kBandTop, measureEnd - warmupEnd, kBandHeight);
  const QRectF drain(measureEnd, kBandTop, chart.right() - measureEnd, kBandHeight);
  painter.fillRect(warmup, theme_->color(Tone::raised));
  painter.fillRect(measure, theme_->color(Tone::accentSoft));
  if (drain.width() >= 1) painter.fillRect(drain, theme_->color(Tone::raised));
  const QFont small = uiFont(11);
  painter.setFont(small);
  const auto label = [&](const QRectF& band, Tone tone, const QString& text) {
    if (painter.fontMetrics().horizontalAdvance(text) + 12 > band.width()) return;
    painter.setPen(theme_->color(tone));
    painter.drawText(band.adjusted(6, 0, -6, 0), Qt::AlignVCenter | Qt::AlignLeft, text);
  };
  label(warmup, Tone::t2, tr("warm-up"));
  label(measure, Tone::accentText, tr("measuring"));
  label(drain, Tone::t2, tr("drain"));

  const HeatScale scale(*theme_);
  const double top = kBandTop + kBandHeight + 2;
  int lastPixel = -1;
  double hottest = 0;
  for (const TimelinePicture::Heat& window : picture_.heat) {
    const double x0 = placeOf(window.begin, chart, end), x1 = placeOf(window.end, chart, end);
    const int pixel = static_cast<int>(x0);
    // Several windows in one pixel: the hottest of them is what counts.
    hottest = pixel == lastPixel ? std::max(hottest, window.hottest) : window.hottest;
    lastPixel = pixel;
    painter.fillRect(QRectF(x0, top, std::max(1.0, x1 - x0), kHeatHeight), scale.color(hottest));
  }
  painter.setPen(QPen(theme_->color(Tone::line), 1));
  painter.drawRect(QRectF(chart.left() - 0.5, top - 0.5, chart.width() + 1, kHeatHeight + 1));
}

void TimelineStrip::paintAxis(QPainter& painter, const QRectF& chart, Cycle end) const {
  const QFont small = uiFont(11);
  painter.setFont(small);
  painter.setPen(theme_->color(Tone::t2));
  const double y = kBandTop + kBandHeight + kHeatHeight + 3;
  const double step = tickStep(static_cast<double>(end));
  for (double tick = 0; tick <= static_cast<double>(end) * 1.0001; tick += step) {
    const double x = placeOf(static_cast<Cycle>(tick), chart, end);
    painter.drawLine(QPointF(x, y), QPointF(x, y + 3));
    const QRectF box(x - 40, y + 3, 80, 16);
    painter.drawText(box, Qt::AlignHCenter | Qt::AlignTop, compactText(tick));
  }
}

void TimelineStrip::paintNow(QPainter& painter, const QRectF& chart, Cycle end) const {
  const double x = placeOf(std::min(picture_.now, end), chart, end);
  const QColor accent = theme_->color(Tone::accent);
  painter.setPen(QPen(accent, 2));
  painter.drawLine(QPointF(x, kBandTop - 4), QPointF(x, kBandTop + kBandHeight + kHeatHeight + 6));
  painter.setPen(Qt::NoPen);
  painter.setBrush(accent);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.drawPolygon(QPolygonF{{x - 6, kBandTop - 14},
                                {x + 6, kBandTop - 14},
                                {x + 6, kBandTop - 8},
                                {x, kBandTop - 2},
                                {x - 6, kBandTop - 8}});
}

void TimelineStrip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), theme_->color(Tone::panel));
  painter.fillRect(QRect(0, 0, width(), 1), theme_->color(Tone::line));

  const QFont bold = uiFont(12, true);
  painter.setFont(bold);
  painter.setPen(theme_->color(Tone::t1));
  painter.drawText(QRectF(12, kBandTop - 1, kLeft - 16, 16), Qt::AlignVCenter, tr("Timeline"));
  const QFont small = uiFont(11);
  painter.setFont(small);
  painter.setPen(theme_->color(Tone::t2));
  painter.drawText(QRectF(12, kBandTop + 16, kLeft - 16, 14), Qt::AlignVCenter, tr("Hottest link"));
  painter.drawText(QRectF(12, kBandTop + 34, kLeft - 16, 16), Qt::AlignVCenter, tr("Cycle"));

  const QRectF chart(kLeft, 0, std::max(40.0, width() - kLeft - kRight), height());
  if (picture_.planned <= 0) {
    painter.setPen(theme_->color(Tone::t3));
    painter.drawText(QRectF(kLeft, kBandTop, chart.width(), kBandHeight), Qt::AlignVCenter,
                     tr("The run appears here once it has started."));
    return;
  }
  const Cycle end = std::max(picture_.planned, picture_.now);
  paintBands(painter, chart, end);
  paintAxis(painter, chart, end);
  paintNow(painter, chart, end);

  const QRectF right(width() - kRight + 12, kBandTop + 34, kRight - 24, 16);
  painter.setFont(small);
  painter.setPen(theme_->color(Tone::t2));
  if (picture_.window > 0)
    painter.drawText(right, Qt::AlignVCenter | Qt::AlignRight,
                     tr("%1-cycle windows").arg(wholeText(picture_.window)));
  if (picture_.live) {
    const QRectF chip(width() - 12 - 60, kBandTop - 4, 60, 24);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme_->color(Tone::accent), 1));
    painter.setBrush(theme_->color(Tone::accentSoft));
    painter.drawRoundedRect(chip.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme_->color(Tone::accent));
    painter.drawEllipse(QPointF(chip.left() + 14, chip.center().y()), 3, 3);
    painter.setFont(uiFont(12));
    painter.setPen(theme_->color(Tone::accentText));
    painter.drawText(chip.adjusted(22, 0, 0, 0), Qt::AlignVCenter, tr("Live"));
  }
}

}  // namespace hopscope
