// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspectors/buffer_bars.h"

#include <QPainter>
#include <QStringList>
#include <algorithm>
#include <utility>

#include "ui/drawing/fonts.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

constexpr int kRow = 18;
constexpr double kName = 96, kNumber = 92, kBar = 6;

QString numberOf(const BufferRow& row) {
  return row.room == 0 ? withUnit(wholeText(row.flits), "flits")
                       : BufferBars::tr("%1 of %2").arg(wholeText(row.flits), wholeText(row.room));
}

}  // namespace

BufferBars::BufferBars(QWidget* parent) : RowsWidget(kRow, parent) {
  setAccessibleName(tr("Buffers"));
}

QString BufferBars::wordsOf(const BufferRow& row) const {
  return row.name + QLatin1Char(' ') + numberOf(row);
}

void BufferBars::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(uiFont(12));
  for (std::size_t i = 0; i < rows().size(); ++i) {
    const BufferRow& row = rows()[i];
    const double y = static_cast<double>(i) * kRow;
    painter.setPen(theme().color(Tone::t2));
    painter.drawText(QRectF(0, y, kName - 4, kRow), Qt::AlignVCenter | Qt::AlignLeft, row.name);
    painter.setPen(theme().color(Tone::t1));
    painter.drawText(QRectF(width() - kNumber, y, kNumber, kRow), Qt::AlignVCenter | Qt::AlignRight,
                     numberOf(row));
    if (row.room == 0) continue;
    const QRectF track(kName, y + (kRow - kBar) / 2, width() - kName - kNumber - 4, kBar);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme().color(Tone::raised));
    painter.drawRoundedRect(track, 2, 2);
    const auto part = [&](std::uint32_t flits, Tone tone) {
      if (flits == 0) return;
      QRectF bar = track;
      bar.setWidth(std::clamp(track.width() * flits / row.room, 2.0, track.width()));
      painter.setBrush(theme().color(tone));
      painter.drawRoundedRect(bar, 2, 2);
    };
    part(row.claimed, Tone::t4);
    part(row.flits, Tone::accent);
  }
}

}  // namespace hopscope
