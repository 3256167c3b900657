// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/bar_list.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <utility>

#include "ui/drawing/focus_ring.h"
#include "ui/drawing/fonts.h"
#include "ui/drawing/heat_scale.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

constexpr double kBar = 6, kNumber = 44;

}  // namespace

BarList::BarList(QWidget* parent) : QWidget(parent), theme_(&Theme::light()) {
  setObjectName(QStringLiteral("hottestLinks"));
  setAccessibleName(tr("Hottest links"));
  setFocusPolicy(Qt::TabFocus);
  setCursor(Qt::PointingHandCursor);
}

void BarList::setTheme(const Theme& theme) {
  theme_ = &theme;
  update();
}

void BarList::setBars(std::vector<HotChannel> bars) {
  if (bars == bars_) return;
  bars_ = std::move(bars);
  current_ = std::min(current_, bars_.empty() ? 0 : bars_.size() - 1);
  setAccessibleDescription(
      bars_.empty()
          ? QString()
          : QStringLiteral("%1, %2").arg(
                bars_.front().name, percentText(static_cast<double>(bars_.front().utilization))));
  update();
}

std::size_t BarList::shown() const {
  return std::min(bars_.size(), static_cast<std::size_t>(std::max(0, height() / kRow)));
}

void BarList::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const HeatScale scale(*theme_);
  const double right = width();
  for (std::size_t i = 0; i < shown(); ++i) {
    const HotChannel& bar = bars_[i];
    const double y = static_cast<double>(i) * kRow;
    if (hasFocus() && i == current_) paintFocusRing(painter, QRectF(0, y, right, kRow), *theme_);
    painter.setFont(uiFont(11));
    painter.setPen(theme_->color(Tone::t1));
    painter.drawText(QRectF(4, y, right - kNumber - 8, 15), Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(bar.name, Qt::ElideRight,
                                                      static_cast<int>(right - kNumber - 8)));
    painter.drawText(QRectF(right - kNumber - 4, y, kNumber, 15), Qt::AlignRight | Qt::AlignVCenter,
                     percentText(static_cast<double>(bar.utilization)));
    painter.setPen(Qt::NoPen);
    const QRectF track(4, y + 16, right - 8, kBar - 2);
    painter.setBrush(theme_->color(Tone::raised));
    painter.drawRoundedRect(track, 2, 2);
    painter.setBrush(scale.color(static_cast<double>(bar.utilization)));
    painter.drawRoundedRect(
        QRectF(track.left(), track.top(),
               std::max(4.0, track.width() * static_cast<double>(bar.utilization)), track.height()),
        2, 2);
  }
}

void BarList::mouseReleaseEvent(QMouseEvent* event) {
  const auto row = static_cast<std::size_t>(std::max(0, event->position().toPoint().y() / kRow));
  if (event->button() != Qt::LeftButton || row >= shown()) return;
  current_ = row;
  emit channelClicked(bars_[row].channel);
  update();
}

void BarList::keyPressEvent(QKeyEvent* event) {
  const std::size_t last = shown() == 0 ? 0 : shown() - 1;
  switch (event->key()) {
    case Qt::Key_Up:
      current_ -= current_ > 0 ? 1 : 0;
      break;
    case Qt::Key_Down:
      current_ = std::min(last, current_ + 1);
      break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
      if (current_ < bars_.size()) emit channelClicked(bars_[current_].channel);
      break;
    default:
      return QWidget::keyPressEvent(event);
  }
  update();
}

}  // namespace hopscope
