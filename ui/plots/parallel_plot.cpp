// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/parallel_plot.h"

#include <QElapsedTimer>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/drawing/focus_ring.h"
#include "ui/drawing/fonts.h"

namespace hopscope {

namespace {

constexpr double kDragStarts = 4;  // px
constexpr int kSliceMilliseconds = 8;
constexpr std::size_t kSlicePieces = 256;
/// One step of a key where an axis has many values.
constexpr double kKeyStep = 0.025;

}  // namespace

ParallelPlot::ParallelPlot(QWidget* parent) : QWidget(parent), theme_(&Theme::light()) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setAccessibleName(tr("Points over parallel axes"));
  more_.setSingleShot(true);
  more_.setInterval(0);
  connect(&more_, &QTimer::timeout, this, &ParallelPlot::drawMore);
}

void ParallelPlot::setTheme(const Theme& theme) {
  theme_ = &theme;
  last_ = QPixmap();
  lay();
}

void ParallelPlot::setPicture(ParallelPicture picture) {
  // Rows of another table are gone.
  if (picture.points.empty() || picture_.points.empty() ||
      picture.points.front() != picture_.points.front())
    current_ = nullptr;
  picture_ = std::move(picture);
  if (picture_.axes.empty() || axis_ >= picture_.axes.size()) axis_ = 0;
  describe();
  lay();
}

void ParallelPlot::setEmptyText(const QString& text) {
  empty_ = text;
  update();
}

void ParallelPlot::setCurrent(const StudyTableRow* row) {
  current_ = row;
  update();
}

QPointF ParallelPlot::placeOf(std::size_t axis, double value) const {
  return {painter_.xOf(axis), painter_.yOf(picture_.axes.at(axis), value)};
}

void ParallelPlot::describe() {
  if (picture_.isEmpty()) {
    setAccessibleDescription({});
    return;
  }
  const ParallelPicture::Axis& axis = picture_.axes[axis_];
  const auto range = picture_.ranges.find(axis.dimension.name);
  setAccessibleDescription(range == picture_.ranges.end()
                               ? tr("%1: all values").arg(axis.dimension.title)
                               : tr("%1: %2 to %3")
                                     .arg(axis.dimension.title,
                                          axis.dimension.text(range->second.first),
                                          axis.dimension.text(range->second.second)));
}

void ParallelPlot::lay() {
  more_.stop();
  painter_ = ParallelPainter(picture_, QSizeF(size()));
  segments_ = painter_.segments(picture_);
  done_ = 0;
  drawn_ = QPixmap(size() * devicePixelRatioF());
  drawn_.setDevicePixelRatio(devicePixelRatioF());
  drawn_.fill(theme_->color(Tone::base));
  if (last_.size() != drawn_.size()) last_ = QPixmap();
  drawMore();
}

/// Some of the lines; the window goes on between two portions.
void ParallelPlot::drawMore() {
  QElapsedTimer took;
  took.start();
  if (!segments_.empty()) {
    QPainter onto(&drawn_);
    while (done_ < segments_.size() && took.elapsed() < kSliceMilliseconds) {
      painter_.paintSegments(onto, segments_, done_, done_ + kSlicePieces, *theme_);
      done_ = std::min(segments_.size(), done_ + kSlicePieces);
    }
  }
  if (done_ < segments_.size())
    more_.start();
  else
    last_ = drawn_;
  // What is shown until all are drawn stays the same.
  if (isDrawn() || last_.isNull()) update();
}

void ParallelPlot::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), theme_->color(Tone::base));
  painter.setRenderHint(QPainter::Antialiasing);
  if (picture_.isEmpty()) {
    painter.setFont(uiFont(12));
    painter.setPen(theme_->color(Tone::t3));
    painter.drawText(rect().adjusted(24, 0, -24, 0), Qt::AlignCenter | Qt::TextWordWrap, empty_);
  } else {
    // Until all are drawn, what was there before.
    painter.drawPixmap(0, 0, isDrawn() || last_.isNull() ? drawn_ : last_);
    if (current_ != nullptr) painter_.paintLine(painter, picture_, *current_, *theme_);
    painter_.paintAxes(painter, picture_, *theme_,
                       hasFocus() ? std::optional<std::size_t>(axis_) : std::nullopt);
    painter_.paintRanges(painter, picture_, *theme_);
  }
  if (!hasFocus()) return;
  paintFocusRing(painter, rect(), *theme_);
}

void ParallelPlot::resizeEvent(QResizeEvent*) {
  lay();
}

void ParallelPlot::setRange(std::size_t axis, std::optional<std::pair<double, double>> range) {
  StudyFilter ranges = picture_.ranges;
  const std::string& name = picture_.axes.at(axis).dimension.name;
  if (range)
    ranges[name] = *range;
  else
    ranges.erase(name);
  axis_ = axis;
  if (ranges == picture_.ranges) {
    describe();
    update();
    return;
  }
  // Seen at once; which lines are within follows.
  picture_.ranges = ranges;
  describe();
  update();
  emit rangesChanged(ranges);
}

void ParallelPlot::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || picture_.isEmpty()) return;
  const auto axis = painter_.axisAt(event->position().x());
  if (!axis) return;
  Drag drag{*axis, event->position().y(), {}, false};
  const ParallelPicture::Axis& each = picture_.axes[*axis];
  if (const auto range = picture_.ranges.find(each.dimension.name);
      range != picture_.ranges.end()) {
    const double top = painter_.yOf(each, range->second.second),
                 bottom = painter_.yOf(each, range->second.first);
    if (drag.from >= top - 3 && drag.from <= bottom + 3) drag.moved = std::pair(top, bottom);
  }
  drag_ = drag;
}

void ParallelPlot::mouseMoveEvent(QMouseEvent* event) {
  if (!drag_) {
    const bool near = !picture_.isEmpty() && painter_.axisAt(event->position().x());
    setCursor(near ? Qt::SizeVerCursor : Qt::ArrowCursor);
    return;
  }
  const double now = event->position().y();
  if (std::abs(now - drag_->from) < kDragStarts && !drag_->far) return;
  drag_->far = true;
  const ParallelPicture::Axis& axis = picture_.axes.at(drag_->axis);
  if (drag_->moved) {
    const QRectF& area = painter_.area();
    const double by = std::clamp(now - drag_->from, area.top() - drag_->moved->first,
                                 area.bottom() - drag_->moved->second);
    setRange(drag_->axis, painter_.rangeAt(axis, drag_->moved->first + by - 0.5,
                                           drag_->moved->second + by + 0.5));
  } else {
    setRange(drag_->axis, painter_.rangeAt(axis, drag_->from, now));
  }
}

void ParallelPlot::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !drag_) return;
  const Drag drag = *std::exchange(drag_, std::nullopt);
  if (drag.far) return;
  axis_ = drag.axis;
  // A click beside the range of an axis.
  if (!drag.moved)
    setRange(drag.axis, {});
  else
    update();
}

void ParallelPlot::mouseDoubleClickEvent(QMouseEvent*) {
  if (picture_.ranges.empty()) return;
  picture_.ranges.clear();
  describe();
  update();
  emit rangesChanged({});
}

/// One end of the range on the current axis, a value further.
void ParallelPlot::moveEnd(bool upper, int by) {
  const ParallelPicture::Axis& axis = picture_.axes[axis_];
  const auto known = picture_.ranges.find(axis.dimension.name);
  const double least = axis.levels.empty() ? axis.scale.least : axis.levels.front(),
               most = axis.levels.empty() ? axis.scale.most : axis.levels.back();
  std::pair<double, double> range =
      known == picture_.ranges.end() ? std::pair(least, most) : known->second;
  double& end = upper ? range.second : range.first;
  if (axis.levels.empty()) {
    end = axis.scale.value(std::clamp(axis.scale.share(end) + by * kKeyStep, 0.0, 1.0));
  } else {
    auto at = std::lower_bound(axis.levels.begin(), axis.levels.end(), end) - axis.levels.begin();
    at =
        std::clamp<std::ptrdiff_t>(at + by, 0, static_cast<std::ptrdiff_t>(axis.levels.size()) - 1);
    end = axis.levels[static_cast<std::size_t>(at)];
  }
  if (range.first > range.second) return;
  const bool all = range.first <= least && range.second >= most;
  setRange(axis_, all ? std::nullopt : std::optional(range));
}

void ParallelPlot::keyPressEvent(QKeyEvent* event) {
  if (picture_.isEmpty()) return QWidget::keyPressEvent(event);
  const bool shift = (event->modifiers() & Qt::ShiftModifier) != 0;
  switch (event->key()) {
    case Qt::Key_Left:
      axis_ = axis_ == 0 ? 0 : axis_ - 1;
      break;
    case Qt::Key_Right:
      axis_ = std::min(axis_ + 1, picture_.axes.size() - 1);
      break;
    case Qt::Key_Up:
      return moveEnd(shift, 1);
    case Qt::Key_Down:
      return moveEnd(shift, -1);
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
      return setRange(axis_, {});
    default:
      return QWidget::keyPressEvent(event);
  }
  describe();
  update();
}

}  // namespace hopscope
