// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/timeline_strip.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPolygonF>
#include <QPushButton>
#include <algorithm>
#include <cmath>

#include "ui/drawing/fonts.h"
#include "ui/drawing/heat_scale.h"
#include "ui/drawing/slot_colours.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

constexpr double kLeft = 112, kRight = 144, kBandTop = 20, kBandHeight = 14, kHeatHeight = 14,
                 kSlotsHeight = 14;

/// Keys that go by many windows.
constexpr int kPage = 10;

/// A round step that leaves at most ten ticks.
double tickStep(double range) {
  const double raw = std::max(1.0, range / 8);
  const double decade = std::pow(10.0, std::floor(std::log10(raw)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * decade >= raw) return factor * decade;
  return 10 * decade;
}

}  // namespace

TimelineStrip::TimelineStrip(QWidget* parent)
    : QWidget(parent), theme_(&Theme::light()), back_(new QPushButton(this)) {
  setAccessibleName(tr("Timeline"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  back_->setObjectName(QStringLiteral("backToLive"));
  back_->hide();
  connect(back_, &QPushButton::clicked, this, &TimelineStrip::liveRequested);
}

void TimelineStrip::setTheme(const Theme& theme) {
  theme_ = &theme;
  update();
}

void TimelineStrip::setPicture(TimelinePicture picture) {
  const bool resized = picture.slotLane.empty() != picture_.slotLane.empty();
  picture_ = std::move(picture);
  if (resized) updateGeometry();
  const QString text = picture_.ended ? tr("Whole run") : tr("Back to live");
  if (back_->text() != text) {
    back_->setText(text);
    placeButton();
  }
  const bool hadFocus = back_->hasFocus();
  back_->setVisible(picture_.cursor.has_value());
  if (hadFocus && !picture_.cursor) setFocus();
  setAccessibleDescription(picture_.planned <= 0 ? QString()
                           : picture_.cursor
                               ? tr("looking at cycle %1 of %2")
                                     .arg(wholeText(*picture_.cursor), wholeText(picture_.now))
                               : tr("cycle %1").arg(wholeText(picture_.now)));
  update();
}

QSize TimelineStrip::sizeHint() const {
  return {640, minimumSizeHint().height()};
}
QSize TimelineStrip::minimumSizeHint() const {
  return {320, picture_.slotLane.empty() ? 72 : 72 + static_cast<int>(kSlotsHeight) + 2};
}

QRectF TimelineStrip::chart() const {
  return {kLeft, 0, std::max(40.0, width() - kLeft - kRight), static_cast<double>(height())};
}

Cycle TimelineStrip::end() const {
  return std::max<Cycle>(1, std::max(picture_.planned, picture_.now));
}

double TimelineStrip::xOf(Cycle cycle) const {
  return chart().left() + chart().width() * static_cast<double>(cycle) / static_cast<double>(end());
}

void TimelineStrip::placeButton() {
  const QSize size(back_->sizeHint().width(), 28);
  back_->setGeometry(QRect(QPoint(width() - 12 - size.width(), 10), size));
}

void TimelineStrip::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  placeButton();
}

void TimelineStrip::seekTo(double x) {
  const double share = std::clamp((x - chart().left()) / chart().width(), 0.0, 1.0);
  const auto cycle = static_cast<Cycle>(std::llround(share * static_cast<double>(end())));
  // Beyond the newest window there is only now.
  if (cycle >= picture_.now)
    emit liveRequested();
  else
    emit seekRequested(cycle);
}

void TimelineStrip::mousePressEvent(QMouseEvent* event) {
  const double x = event->position().x();
  if (event->button() != Qt::LeftButton || !picture_.seekable || x < chart().left() - 6 ||
      x > chart().right() + 6)
    return;
  dragging_ = true;
  seekTo(x);
}

void TimelineStrip::mouseMoveEvent(QMouseEvent* event) {
  const double x = event->position().x();
  const bool over = picture_.seekable && x >= chart().left() - 6 && x <= chart().right() + 6;
  setCursor(over || dragging_ ? Qt::SplitHCursor : Qt::ArrowCursor);
  if (dragging_) seekTo(x);
}

void TimelineStrip::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) dragging_ = false;
}

void TimelineStrip::keyPressEvent(QKeyEvent* event) {
  if (!picture_.seekable) return QWidget::keyPressEvent(event);
  switch (event->key()) {
    case Qt::Key_Left:
      return emit stepRequested(-1);
    case Qt::Key_Right:
      return emit stepRequested(1);
    case Qt::Key_PageUp:
      return emit stepRequested(-kPage);
    case Qt::Key_PageDown:
      return emit stepRequested(kPage);
    case Qt::Key_Home:
      return emit seekRequested(0);
    case Qt::Key_End:
      return emit liveRequested();
    default:
      QWidget::keyPressEvent(event);
  }
}

void TimelineStrip::paintBands(QPainter& painter) const {
  const QRectF area = chart();
  const double warmupEnd = xOf(picture_.warmup);
  const double measureEnd = xOf(picture_.planned);
  const QRectF warmup(area.left(), kBandTop, warmupEnd - area.left(), kBandHeight);
  const QRectF measure(warmupEnd, kBandTop, measureEnd - warmupEnd, kBandHeight);
  const QRectF drain(measureEnd, kBandTop, area.right() - measureEnd, kBandHeight);
  painter.fillRect(warmup, theme_->color(Tone::raised));
  painter.fillRect(measure, theme_->color(Tone::accentSoft));
  if (drain.width() >= 1) painter.fillRect(drain, theme_->color(Tone::raised));
  painter.setFont(uiFont(11));
  const auto label = [&](const QRectF& band, Tone tone, const QString& text) {
    if (painter.fontMetrics().horizontalAdvance(text) + 12 > band.width()) return;
    painter.setPen(theme_->color(tone));
    painter.drawText(band.adjusted(6, 0, -6, 0), Qt::AlignVCenter | Qt::AlignLeft, text);
  };
  label(warmup, Tone::t2, tr("warm-up"));
  label(measure, Tone::accentText, tr("measuring"));
  label(drain, Tone::t2, tr("drain"));
}

void TimelineStrip::paintHeat(QPainter& painter) const {
  const HeatScale scale(*theme_);
  const double top = kBandTop + kBandHeight + 2;
  int lastPixel = -1;
  double hottest = 0;
  for (const TimelinePicture::Heat& window : picture_.heat) {
    const double x0 = xOf(window.begin), x1 = xOf(window.end);
    const int pixel = static_cast<int>(x0);
    // Several windows in one pixel: the hottest of them is what counts.
    hottest = pixel == lastPixel ? std::max(hottest, window.hottest) : window.hottest;
    lastPixel = pixel;
    painter.fillRect(QRectF(x0, top, std::max(1.0, x1 - x0), kHeatHeight), scale.color(hottest));
  }
  painter.setPen(QPen(theme_->color(Tone::line), 1));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(QRectF(chart().left() - 0.5, top - 0.5, chart().width() + 1, kHeatHeight + 1));
}

/// In each window a stack of what its time went to.
void TimelineStrip::paintSlots(QPainter& painter) const {
  if (picture_.slotLane.empty()) return;
  const double top = kBandTop + kBandHeight + kHeatHeight + 4;
  const QColor ground = theme_->color(Tone::base), circuits = theme_->curve(1),
               worms = theme_->color(Tone::t3);
  const std::array<QColor, 4> colours{circuits, dimmed(circuits, ground, .25), worms,
                                      dimmed(worms, ground, .25)};
  painter.fillRect(QRectF(chart().left(), top, chart().width(), kSlotsHeight), ground);
  for (const TimelinePicture::Slots& cell : picture_.slotLane) {
    const double x = xOf(cell.begin), width = std::max(1.0, xOf(cell.end) - x);
    double bottom = top + kSlotsHeight;
    for (std::size_t part = 0; part < colours.size(); ++part) {
      const double height = kSlotsHeight * std::clamp(cell.parts[part], 0.0, 1.0);
      painter.fillRect(QRectF(x, bottom - height, width, height), colours[part]);
      bottom -= height;
    }
  }
  painter.setPen(QPen(theme_->color(Tone::line), 1));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(QRectF(chart().left() - 0.5, top - 0.5, chart().width() + 1, kSlotsHeight + 1));
}

double TimelineStrip::lanesBottom() const {
  return kBandTop + kBandHeight + kHeatHeight + 3 +
         (picture_.slotLane.empty() ? 0 : kSlotsHeight + 2);
}

void TimelineStrip::paintAxis(QPainter& painter) const {
  painter.setFont(uiFont(11));
  painter.setPen(theme_->color(Tone::t2));
  const double y = lanesBottom();
  const auto last = static_cast<double>(end());
  const double step = tickStep(last);
  const int ticks = static_cast<int>(last * 1.0001 / step);
  for (int i = 0; i <= ticks; ++i) {
    const double tick = i * step;
    const double x = xOf(static_cast<Cycle>(tick));
    painter.drawLine(QPointF(x, y), QPointF(x, y + 3));
    const QRectF box(x - 40, y + 3, 80, 16);
    painter.drawText(box, Qt::AlignHCenter | Qt::AlignTop, compactText(tick));
  }
}

void TimelineStrip::paintFlags(QPainter& painter) const {
  const QColor ink = theme_->color(Tone::t1);
  painter.setFont(uiFont(11));
  const double head = xOf(picture_.cursor.value_or(picture_.now));
  double taken = 0;  // by the words before
  for (std::size_t i = 0; i < picture_.flags.size(); ++i) {
    const TimelinePicture::Flag& flag = picture_.flags[i];
    if (flag.at > end()) break;
    const double x = std::round(xOf(flag.at)) + 0.5;
    painter.setPen(QPen(ink, 1));
    painter.drawLine(QPointF(x, 5), QPointF(x, lanesBottom()));
    painter.setPen(Qt::NoPen);
    painter.setBrush(ink);
    painter.drawPolygon(QPolygonF{{x, 5}, {x + 8, 5}, {x + 6, 8.5}, {x + 8, 12}, {x, 12}});
    // Words have the room up to the next flag or the playhead; else they stand on the left.
    double right = i + 1 < picture_.flags.size() ? xOf(picture_.flags[i + 1].at) : width();
    double left = taken;
    if (head > x)
      right = std::min(right, head - 8);
    else
      left = std::max(left, head + 8);
    const double words = painter.fontMetrics().horizontalAdvance(flag.text) + 4;
    const bool fits = x + 12 + words <= right;
    if (fits || x - 6 - words >= left) {
      const double from = fits ? x + 12 : x - 6 - words;
      painter.setPen(theme_->color(Tone::t2));
      painter.drawText(QRectF(from, 1, words, 15), Qt::AlignVCenter | Qt::AlignLeft, flag.text);
      taken = fits ? from + words : x + 8;
    } else {
      taken = x + 8;
    }
  }
}

void TimelineStrip::paintPlayhead(QPainter& painter) const {
  const double bottom = lanesBottom() + 3;
  if (picture_.cursor) {
    const double now = xOf(picture_.now);
    painter.setPen(QPen(theme_->color(Tone::t2), 1));
    painter.drawLine(QPointF(now, kBandTop - 4), QPointF(now, bottom));
  }
  const double x = xOf(picture_.cursor.value_or(std::min(picture_.now, end())));
  const QColor accent = theme_->color(Tone::accent);
  painter.setPen(QPen(accent, 2));
  painter.drawLine(QPointF(x, kBandTop - 4), QPointF(x, bottom));
  painter.setPen(Qt::NoPen);
  painter.setBrush(accent);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.drawPolygon(QPolygonF{{x - 6, kBandTop - 14},
                                {x + 6, kBandTop - 14},
                                {x + 6, kBandTop - 8},
                                {x, kBandTop - 2},
                                {x - 6, kBandTop - 8}});
  if (hasFocus()) {
    painter.setPen(QPen(accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(x - 9, kBandTop - 17, 18, 18), 4, 4);
  }
}

void TimelineStrip::paintLive(QPainter& painter) const {
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

void TimelineStrip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), theme_->color(Tone::panel));
  painter.fillRect(QRect(0, 0, width(), 1), theme_->color(Tone::line));

  painter.setFont(uiFont(12, true));
  painter.setPen(theme_->color(Tone::t1));
  painter.drawText(QRectF(12, kBandTop - 1, kLeft - 16, 16), Qt::AlignVCenter, tr("Timeline"));
  const QFont small = uiFont(11);
  painter.setFont(small);
  painter.setPen(theme_->color(Tone::t2));
  painter.drawText(QRectF(12, kBandTop + 16, kLeft - 16, 14), Qt::AlignVCenter, tr("Hottest link"));
  if (!picture_.slotLane.empty())
    painter.drawText(QRectF(12, kBandTop + 32, kLeft - 16, 14), Qt::AlignVCenter, tr("Slots"));
  painter.drawText(QRectF(12, lanesBottom() + 3, kLeft - 16, 16), Qt::AlignVCenter, tr("Cycle"));

  if (picture_.planned <= 0) {
    painter.setPen(theme_->color(Tone::t3));
    painter.drawText(QRectF(kLeft, kBandTop, chart().width(), kBandHeight), Qt::AlignVCenter,
                     tr("The run appears here once it has started."));
    return;
  }
  paintBands(painter);
  paintHeat(painter);
  paintSlots(painter);
  paintAxis(painter);
  paintFlags(painter);
  paintPlayhead(painter);

  painter.setFont(small);
  painter.setPen(theme_->color(Tone::t2));
  const QRectF right(width() - kRight + 12, lanesBottom() + 3, kRight - 24, 16);
  const QString words = picture_.cursor ? tr("at cycle %1").arg(wholeText(*picture_.cursor))
                        : picture_.window > 0
                            ? tr("%1-cycle windows").arg(wholeText(picture_.window))
                            : QString();
  painter.drawText(right, Qt::AlignVCenter | Qt::AlignRight, words);
  if (picture_.live && !picture_.cursor) paintLive(painter);
}

}  // namespace hopscope
