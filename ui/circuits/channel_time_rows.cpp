// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/circuits/channel_time_rows.h"

#include <QPainter>
#include <cmath>
#include <utility>
#include <vector>

#include "ui/drawing/fonts.h"
#include "ui/drawing/slot_colours.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

constexpr int kTimeRow = 18;
constexpr double kTimeName = 168, kTimeNumber = 44;

QString nameOf(ChannelTimeRow::Kind kind) {
  using Kind = ChannelTimeRow::Kind;
  switch (kind) {
    case Kind::circuits:
      return QObject::tr("Circuits with data");
    case Kind::idle:
      return QObject::tr("Circuits without data");
    case Kind::effort:
      return QObject::tr("Best effort");
    case Kind::none:
      break;
  }
  return QObject::tr("Nothing");
}

}  // namespace

ChannelTimeRows::ChannelTimeRows(QWidget* parent) : RowsWidget<ChannelTimeRow>(kTimeRow, parent) {
  setObjectName(QStringLiteral("channelTime"));
  setAccessibleName(QObject::tr("What the time of all channels went to"));
}

void ChannelTimeRows::setTime(const ChannelTime& time, bool bestEffort) {
  using Kind = ChannelTimeRow::Kind;
  std::vector<ChannelTimeRow> rows = {{Kind::circuits, time.circuits}, {Kind::idle, time.idle}};
  if (bestEffort) rows.push_back({Kind::effort, time.effort});
  rows.push_back({Kind::none, time.none});
  setRows(std::move(rows));
}

QString ChannelTimeRows::wordsOf(const ChannelTimeRow& row) const {
  return QObject::tr("%1: %2").arg(
      nameOf(row.kind), std::isnan(row.share) ? realText(row.share, 0) : percentText(row.share, 1));
}

void ChannelTimeRows::paintEvent(QPaintEvent*) {
  using Kind = ChannelTimeRow::Kind;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const Theme& theme = this->theme();
  const QColor colour = theme.curve(1);
  for (std::size_t i = 0; i < rows().size(); ++i) {
    const ChannelTimeRow& row = rows()[i];
    const double top = kTimeRow * static_cast<double>(i);
    const QBrush fill = row.kind == Kind::circuits ? QBrush(colour)
                        : row.kind == Kind::idle
                            ? QBrush(dimmed(colour, theme.color(Tone::panel), .25))
                        : row.kind == Kind::effort ? skippedBrush(theme)
                                                   : QBrush(theme.color(Tone::raised));
    painter.setPen(row.kind == Kind::effort ? QPen(theme.color(Tone::t4), 1) : QPen(Qt::NoPen));
    painter.setBrush(fill);
    painter.drawRect(QRectF(.5, top + 3.5, 14, 11));
    painter.setFont(uiFont(12));
    painter.setPen(theme.color(Tone::t1));
    painter.drawText(QRectF(22, top, kTimeName - 22, kTimeRow), Qt::AlignVCenter, nameOf(row.kind));
    const QRectF bar(kTimeName, top + 5, width() - kTimeName - kTimeNumber, 8);
    if (bar.width() > 8) {
      painter.setPen(Qt::NoPen);
      painter.setBrush(theme.color(Tone::raised));
      painter.drawRoundedRect(bar, 2, 2);
      if (row.share > 0 && row.kind != Kind::none) {
        QRectF used = bar;
        used.setWidth(std::max(1.0, bar.width() * row.share));
        painter.setBrush(row.kind == Kind::effort ? QBrush(theme.color(Tone::t3)) : fill);
        painter.drawRoundedRect(used, 2, 2);
      }
    }
    painter.setFont(uiFont(11));
    painter.setPen(theme.color(Tone::t2));
    painter.drawText(QRectF(width() - kTimeNumber, top, kTimeNumber - 2, kTimeRow),
                     Qt::AlignVCenter | Qt::AlignRight,
                     std::isnan(row.share) ? realText(row.share, 0) : percentText(row.share, 1));
  }
}

}  // namespace hopscope
