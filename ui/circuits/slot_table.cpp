// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/circuits/slot_table.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/circuits/slot_wheel.h"
#include "ui/drawing/fonts.h"
#include "ui/drawing/slot_colours.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

constexpr int kRowHeight = 20;
constexpr std::size_t kMostRows = 6;
constexpr double kNameWidth = 78, kNumberWidth = 46;

void addUp(SlotShown& sum, const SlotShown& each) {
  sum.turns += each.turns;
  sum.skipped += each.skipped;
  sum.preempted += each.preempted;
  sum.used += each.used;
  sum.idle += each.idle;
  if (sum.circuits && each.circuits) *sum.circuits += *each.circuits;
}

}  // namespace

SlotTable::SlotTable(QWidget* parent) : RowsWidget<SlotRow>(kRowHeight, parent) {
  setObjectName(QStringLiteral("slotTable"));
  setAccessibleName(QObject::tr("What became of time slots"));
}

void SlotTable::setShown(const SlotsShown& shown) {
  std::vector<SlotRow> rows;
  for (std::uint32_t slot = 0; slot < shown.all.size(); ++slot) {
    const SlotShown& each = shown.all[slot];
    if (rows.size() >= kMostRows && !each.worms) {
      addUp(rows.back().shown, each);
      rows.back().current = rows.back().current || slot == shown.current;
      ++rows.back().others;
      continue;
    }
    rows.push_back({slot, shown.circuitSlots, each, slot == shown.current, 0});
  }
  setRows(std::move(rows));
}

QString SlotTable::wordsOf(const SlotRow& row) const {
  SlotsShown one;
  one.all.assign(row.slot + 1, row.shown);
  one.circuitSlots = row.circuitSlots;
  return slotWords(one, row.slot);
}

void SlotTable::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const Theme& theme = this->theme();
  const double right = width() - kNumberWidth * 3;
  for (std::size_t i = 0; i < rows().size(); ++i) {
    const SlotRow& row = rows()[i];
    const SlotShown& shown = row.shown;
    const double top = kRowHeight * static_cast<double>(i);
    const QColor colour = slotColour(theme, row.slot, row.circuitSlots);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawRoundedRect(QRectF(0, top + 5, 10, 10), 2, 2);
    painter.setFont(uiFont(12, row.current));
    painter.setPen(theme.color(Tone::t1));
    const QString name = row.others > 0
                             ? QObject::tr("%1 to %2").arg(row.slot).arg(row.slot + row.others)
                             : slotName(row.slot, row.circuitSlots);
    painter.drawText(QRectF(16, top, kNameWidth + 20, kRowHeight), Qt::AlignVCenter, name);
    const QRectF bar(16 + kNameWidth + 20, top + 6, right - kNameWidth - 46, 8);
    const Cycle time = shown.used + shown.idle;
    if (bar.width() > 8) {
      painter.setPen(Qt::NoPen);
      painter.setBrush(theme.color(Tone::raised));
      painter.drawRoundedRect(bar, 2, 2);
      if (time > 0) {
        QRectF used = bar;
        used.setWidth(bar.width() * static_cast<double>(shown.used) / static_cast<double>(time));
        painter.setBrush(colour);
        painter.drawRoundedRect(used, 2, 2);
      }
    }
    painter.setFont(uiFont(11));
    painter.setPen(theme.color(Tone::t2));
    const auto number = [&](int column, const QString& text) {
      painter.drawText(QRectF(right + kNumberWidth * column, top, kNumberWidth - 2, kRowHeight),
                       Qt::AlignVCenter | Qt::AlignRight, text);
    };
    number(0, time > 0 ? percentText(static_cast<double>(shown.used) / static_cast<double>(time))
                       : realText(std::nan(""), 0));
    number(1, compactText(static_cast<double>(shown.skipped)));
    number(2, compactText(static_cast<double>(shown.preempted)));
  }
}

}  // namespace hopscope
