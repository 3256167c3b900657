// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspectors/port_table.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/drawing/fonts.h"
#include "ui/drawing/heat_scale.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

constexpr int kRow = 18, kHead = 20;
constexpr double kMeter = 32, kNumber = 30, kQueues = 40, kGap = 10;

struct Columns {
  double peer, in, out, queues;
};

/// The meters keep their width at the right; the names take what is left.
Columns columnsOf(double width) {
  Columns columns{};
  columns.queues = width - kQueues;
  columns.out = columns.queues - kGap - kMeter - kNumber;
  columns.in = columns.out - kGap - kMeter - kNumber;
  columns.peer = 18;
  return columns;
}

}  // namespace

PortTable::PortTable(QWidget* parent) : QWidget(parent), theme_(&Theme::light()) {
  setAccessibleName(tr("Ports"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setCursor(Qt::PointingHandCursor);
}

void PortTable::setTheme(const Theme& theme) {
  theme_ = &theme;
  update();
}

void PortTable::setRows(std::vector<PortRow> rows) {
  const bool resized = rows.size() != rows_.size();
  rows_ = std::move(rows);
  if (resized) updateGeometry();
  update();
}

QSize PortTable::sizeHint() const {
  return {300, kHead + kRow * static_cast<int>(rows_.size())};
}
QSize PortTable::minimumSizeHint() const {
  return {240, sizeHint().height()};
}

void PortTable::paintEvent(QPaintEvent* event) {
  QPainter painter(this);
  const Columns at = columnsOf(width());
  const QFont small = uiFont(11);
  painter.setFont(small);
  painter.setPen(theme_->color(Tone::t3));
  painter.drawText(QRectF(0, 0, at.in, kHead), Qt::AlignVCenter, tr("port, peer"));
  painter.drawText(QRectF(at.in, 0, kMeter + kNumber, kHead), Qt::AlignVCenter, tr("in, %"));
  painter.drawText(QRectF(at.out, 0, kMeter + kNumber, kHead), Qt::AlignVCenter, tr("out, %"));
  painter.drawText(QRectF(at.queues, 0, kQueues, kHead), Qt::AlignVCenter | Qt::AlignRight,
                   tr("queues"));

  const HeatScale scale(*theme_);
  const QColor track = theme_->color(Tone::raised);
  const auto meter = [&](double x, double y, float value) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(track);
    painter.drawRoundedRect(QRectF(x, y + 7, kMeter, 4), 2, 2);
    if (std::isfinite(value)) {
      painter.setBrush(scale.color(value));
      painter.drawRoundedRect(QRectF(x, y + 7, std::max(2.0, kMeter * value), 4), 2, 2);
    }
    painter.setPen(theme_->color(std::isfinite(value) ? Tone::t1 : Tone::t4));
    painter.drawText(QRectF(x + kMeter, y, kNumber - 2, kRow), Qt::AlignVCenter | Qt::AlignRight,
                     realText(static_cast<double>(value) * 100, 0));
  };
  painter.setFont(uiFont(12));
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const PortRow& row = rows_[i];
    const double y = kHead + kRow * static_cast<double>(i);
    if (y > event->rect().bottom() || y + kRow < event->rect().top()) continue;
    painter.setPen(theme_->color(Tone::t2));
    painter.drawText(QRectF(0, y, 18, kRow), Qt::AlignVCenter, QString::number(row.port));
    painter.setPen(theme_->color(Tone::t1));
    painter.drawText(QRectF(at.peer, y, at.in - at.peer - 6, kRow), Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(row.peer, Qt::ElideRight,
                                                      static_cast<int>(at.in - at.peer - 6)));
    meter(at.in, y, row.in);
    meter(at.out, y, row.out);
    if (row.queues.empty()) {  // not known of a time gone by
      painter.setPen(theme_->color(Tone::t4));
      painter.drawText(QRectF(at.queues, y, kQueues, kRow), Qt::AlignVCenter | Qt::AlignRight,
                       QStringLiteral("–"));
      continue;
    }
    // One bar per virtual channel, stacked within the row.
    const auto count = static_cast<double>(row.queues.size());
    const double height = std::min(4.0, (kRow - 4.0) / count - 1);
    double top = y + (kRow - count * (height + 1) + 1) / 2;
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const float fill : row.queues) {
      painter.fillRect(QRectF(at.queues, top, kQueues, height), track);
      if (fill > 0)
        painter.fillRect(QRectF(at.queues, top, std::max(1.0, kQueues * fill), height),
                         theme_->color(Tone::edge));
      top += height + 1;
    }
  }
}

void PortTable::mouseReleaseEvent(QMouseEvent* event) {
  const int row = (event->pos().y() - kHead) / kRow;
  if (event->pos().y() >= kHead && row < static_cast<int>(rows_.size()))
    emit linkClicked(rows_[static_cast<std::size_t>(row)].link);
}

}  // namespace hopscope
