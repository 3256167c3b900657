// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/scatter_plot.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/drawing/focus_ring.h"
#include "ui/drawing/fonts.h"

namespace hopscope {

namespace {

constexpr double kReach = 14;      // px from the pointer to a point
constexpr double kDragFrom = 5;    // px that a pointer may move and still click
constexpr double kTipWidth = 300;  // px

}  // namespace

ScatterPlot::ScatterPlot(QWidget* parent) : QWidget(parent), theme_(&Theme::light()) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
}

void ScatterPlot::setTheme(const Theme& theme) {
  theme_ = &theme;
  drawn_ = {};
  update();
}

void ScatterPlot::setEmptyText(const QString& text) {
  empty_ = text;
  update();
}

void ScatterPlot::setPicture(ScatterPicture picture) {
  picture_ = std::move(picture);
  if (!picture_.title.isEmpty()) setAccessibleName(picture_.title);
  byX_.clear();
  for (std::uint32_t i = 0; i < picture_.points.size(); ++i)
    if (painter_.isDrawn(picture_.points[i])) byX_.push_back(i);
  std::stable_sort(byX_.begin(), byX_.end(), [this](std::uint32_t a, std::uint32_t b) {
    return picture_.points[a].x < picture_.points[b].x;
  });
  if (current_ && *current_ >= picture_.points.size()) current_.reset();
  hovered_.reset();
  lay();
}

void ScatterPlot::lay() {
  painter_ = ScatterPainter(picture_, size());
  drawn_ = {};
  update();
}

void ScatterPlot::setCurrent(std::optional<std::size_t> point) {
  if (point && *point >= picture_.points.size()) point.reset();
  current_ = point;
  setAccessibleDescription(current_ && words_
                               ? words_(*current_).replace(QLatin1Char('\n'), QStringLiteral(", "))
                               : QString());
  update();
}

QPointF ScatterPlot::placeOf(std::size_t point) const {
  return painter_.place(picture_.points.at(point));
}

std::optional<std::size_t> ScatterPlot::nearest(const QPointF& place) const {
  std::optional<std::size_t> found;
  double least = kReach * kReach;
  // Those of the front lie above all others.
  const auto look = [&](std::uint32_t index, double favour) {
    const QPointF away = painter_.place(picture_.points[index]) - place;
    const double distance = QPointF::dotProduct(away, away) * favour;
    if (distance >= least) return;
    least = distance;
    found = index;
  };
  for (const std::uint32_t index : picture_.front) look(index, 0.5);
  for (const std::uint32_t index : byX_) look(index, 1);
  return found;
}

void ScatterPlot::choose(std::size_t point) {
  setCurrent(point);
  emit chosen(point);
}

void ScatterPlot::walk(bool alongFront, int by) {
  const std::vector<std::uint32_t>& row =
      alongFront && !picture_.front.empty() ? picture_.front : byX_;
  if (row.empty()) return;
  if (!current_) return choose(by > 0 ? row.front() : row.back());
  const auto at = std::find(row.begin(), row.end(), static_cast<std::uint32_t>(*current_));
  if (at == row.end()) {
    // Onto the front, to what is nearest along x.
    const double x = picture_.points[*current_].x;
    const auto next = std::min_element(row.begin(), row.end(), [&](auto a, auto b) {
      return std::abs(picture_.points[a].x - x) < std::abs(picture_.points[b].x - x);
    });
    return choose(*next);
  }
  const auto place = std::clamp<std::ptrdiff_t>(at - row.begin() + by, 0,
                                                static_cast<std::ptrdiff_t>(row.size()) - 1);
  choose(row[static_cast<std::size_t>(place)]);
}

void ScatterPlot::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  if (byX_.empty()) {
    painter.fillRect(rect(), theme_->color(Tone::base));
    painter.setFont(uiFont(12));
    painter.setPen(theme_->color(Tone::t3));
    painter.drawText(rect().adjusted(24, 0, -24, 0), Qt::AlignCenter | Qt::TextWordWrap, empty_);
  } else {
    if (drawn_.isNull()) {
      drawn_ = QPixmap(size() * devicePixelRatioF());
      drawn_.setDevicePixelRatio(devicePixelRatioF());
      QPainter onto(&drawn_);
      painter_.paint(onto, picture_, *theme_);
    }
    painter.drawPixmap(0, 0, drawn_);
    painter.setRenderHint(QPainter::Antialiasing);
    if (dragging_ && pressed_) {
      QColor fill = theme_->color(Tone::accent);
      painter.setPen(QPen(fill, 1));
      fill.setAlphaF(0.1F);
      painter.setBrush(fill);
      painter.drawRect(QRectF(*pressed_, moved_).normalized() & painter_.area());
    }
    if (current_ && painter_.isDrawn(picture_.points[*current_]))
      paintPointed(painter, *current_, true);
    if (hovered_ && !dragging_) paintPointed(painter, *hovered_, false);
  }
  if (!hasFocus()) return;
  paintFocusRing(painter, rect(), *theme_);
}

/// A ring around it, and a tip beside it where the pointer or the keys are.
void ScatterPlot::paintPointed(QPainter& painter, std::size_t point, bool ring) const {
  const QPointF place = painter_.place(picture_.points[point]);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme_->color(Tone::base), 4));
  painter.drawEllipse(place, 7, 7);
  painter.setPen(QPen(theme_->color(Tone::t1), 2));
  painter.drawEllipse(place, 7, 7);
  if (!words_ || (ring && (!hasFocus() || (hovered_ && hovered_ != point)))) return;
  const QString text = words_(point);
  const int head = static_cast<int>(text.indexOf(QLatin1Char('\n')));
  const QString name = text.left(head), rest = head < 0 ? QString() : text.mid(head + 1);
  const QFontMetricsF bold(uiFont(12, true)), plain(uiFont(11));
  const QRectF nameRoom = bold.boundingRect(QRectF(0, 0, kTipWidth, 400), Qt::TextWordWrap, name);
  const QRectF restRoom = plain.boundingRect(QRectF(0, 0, kTipWidth, 400), Qt::TextWordWrap, rest);
  const double wide = std::max(nameRoom.width(), restRoom.width()) + 2;
  QRectF box(0, 0, wide + 16, nameRoom.height() + restRoom.height() + 14);
  box.moveTopLeft(place + QPointF(14, 12));
  if (box.right() > width() - 4) box.moveRight(place.x() - 14);
  if (box.bottom() > height() - 4) box.moveBottom(place.y() - 12);
  if (box.left() < 4) box.moveLeft(4);
  if (box.top() < 4) box.moveTop(4);
  painter.setPen(QPen(theme_->color(Tone::edge), 1));
  painter.setBrush(theme_->color(Tone::base));
  painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
  painter.setPen(theme_->color(Tone::t1));
  painter.setFont(uiFont(12, true));
  painter.drawText(QRectF(box.left() + 8, box.top() + 6, wide, nameRoom.height()), Qt::TextWordWrap,
                   name);
  painter.setPen(theme_->color(Tone::t2));
  painter.setFont(uiFont(11));
  painter.drawText(
      QRectF(box.left() + 8, box.top() + 8 + nameRoom.height(), wide, restRoom.height()),
      Qt::TextWordWrap, rest);
}

void ScatterPlot::resizeEvent(QResizeEvent*) {
  lay();
}

void ScatterPlot::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  pressed_ = event->position();
  moved_ = *pressed_;
  dragging_ = doubled_ = false;
}

void ScatterPlot::mouseMoveEvent(QMouseEvent* event) {
  if (pressed_) {
    moved_ = event->position();
    dragging_ = dragging_ || (moved_ - *pressed_).manhattanLength() > kDragFrom;
    update();
    return;
  }
  const auto now = nearest(event->position());
  if (now == hovered_) return;
  hovered_ = now;
  update();
}

void ScatterPlot::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !pressed_) return;
  const QPointF from = *std::exchange(pressed_, std::nullopt);
  if (std::exchange(dragging_, false)) {
    const QRectF wanted = QRectF(from, event->position()).normalized() & painter_.area();
    update();
    if (wanted.width() < 2 || wanted.height() < 2 || byX_.empty()) return;
    emit rangeDragged(painter_.xAt(wanted.left()), painter_.xAt(wanted.right()),
                      painter_.yAt(wanted.bottom()), painter_.yAt(wanted.top()));
    return;
  }
  if (std::exchange(doubled_, false)) return;
  const auto point = nearest(event->position());
  if (!point) return;
  choose(*point);
  if (event->modifiers() & Qt::ControlModifier) emit markToggled(*point);
}

void ScatterPlot::mouseDoubleClickEvent(QMouseEvent* event) {
  doubled_ = true;
  if (const auto point = nearest(event->position()))
    emit activated(*point);
  else
    emit rangeCleared();
}

void ScatterPlot::leaveEvent(QEvent*) {
  hovered_.reset();
  update();
}

void ScatterPlot::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Left:
      return walk(false, -1);
    case Qt::Key_Right:
      return walk(false, 1);
    case Qt::Key_Up:
      return walk(true, 1);
    case Qt::Key_Down:
      return walk(true, -1);
    case Qt::Key_Home:
      if (!byX_.empty()) choose(byX_.front());
      return;
    case Qt::Key_End:
      if (!byX_.empty()) choose(byX_.back());
      return;
    case Qt::Key_Space:
      if (current_) emit markToggled(*current_);
      return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (current_) emit activated(*current_);
      return;
    default:
      QWidget::keyPressEvent(event);
  }
}

}  // namespace hopscope
