// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspectors/waiting_list.h"

#include <QPainter>
#include <QStringList>
#include <algorithm>

#include "ui/drawing/fonts.h"
#include "ui/words/numbers.h"
#include "ui/words/part_names.h"
#include "ui/words/waiting_words.h"

namespace hopscope {

namespace {

constexpr int kRow = 36;
constexpr double kNumber = 84;

QString timeText(const WaitingRow& row) {
  return row.waited < 0 ? WaitingList::tr("on its way")
                        : cyclesText(static_cast<double>(row.waited));
}

}  // namespace

std::vector<WaitingRow> waitingRows(const RouterDetail& detail, PortIndex output,
                                    const Topology& topology) {
  std::vector<WaitingRow> rows;
  for (const WaitingHead& head : detail.waiting) {
    if (head.output != output) continue;
    WaitingRow row;
    row.packet = asTitle(QStringLiteral("%1 → %2").arg(terminalName(topology, head.source),
                                                       terminalName(topology, head.destination)));
    row.place = QObject::tr("port %1, VC %2").arg(head.input).arg(head.vc);
    row.reason = waitingWords(head);
    row.waited = head.waited;
    rows.push_back(std::move(row));
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const WaitingRow& a, const WaitingRow& b) { return a.waited > b.waited; });
  return rows;
}

WaitingList::WaitingList(QWidget* parent) : RowsWidget(kRow, parent) {
  setAccessibleName(tr("Who waits"));
}

QString WaitingList::wordsOf(const WaitingRow& row) const {
  return QStringList{row.packet, row.place, timeText(row), row.reason}.join(QStringLiteral(", "));
}

void WaitingList::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  for (std::size_t i = 0; i < rows().size(); ++i) {
    const WaitingRow& row = rows()[i];
    const double y = static_cast<double>(i) * kRow;
    painter.setFont(uiFont(12));
    painter.setPen(theme().color(Tone::t1));
    painter.drawText(QRectF(0, y + 2, width() - kNumber - 4, 16), Qt::AlignVCenter | Qt::AlignLeft,
                     painter.fontMetrics().elidedText(row.packet, Qt::ElideRight,
                                                      static_cast<int>(width() - kNumber - 4)));
    painter.drawText(QRectF(width() - kNumber, y + 2, kNumber, 16),
                     Qt::AlignVCenter | Qt::AlignRight, timeText(row));
    painter.setFont(uiFont(11));
    painter.setPen(theme().color(Tone::t2));
    painter.drawText(
        QRectF(0, y + 18, width(), 14), Qt::AlignVCenter | Qt::AlignLeft,
        painter.fontMetrics().elidedText(QStringLiteral("%1: %2").arg(row.place, row.reason),
                                         Qt::ElideRight, width()));
  }
}

}  // namespace hopscope
