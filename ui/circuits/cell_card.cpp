// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/circuits/cell_card.h"

#include <QPainter>
#include <QPolygonF>
#include <algorithm>

#include "ui/drawing/fonts.h"

namespace hopscope {

namespace {

void arrow(QPainter& painter, const QPointF& from, const QPointF& to, const QColor& colour) {
  painter.setPen(QPen(colour, 1.5));
  painter.drawLine(from, to);
  const QPointF along = to - from;
  const QPointF ahead = along / std::max(1.0, along.manhattanLength()) * 5;
  const QPointF aside(-ahead.y() * .6, ahead.x() * .6);
  painter.setBrush(colour);
  painter.setPen(Qt::NoPen);
  painter.drawPolygon(QPolygonF{to, to - ahead + aside, to - ahead - aside});
}

}  // namespace

CellCard::CellCard(QWidget* parent) : QWidget(parent), theme_(&Theme::light()) {
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  setAccessibleName(tr("Signals of the cell"));
}

void CellCard::setTheme(const Theme& theme) {
  theme_ = &theme;
  update();
}

void CellCard::setCell(std::optional<ArrayCell> cell) {
  if (cell == cell_) return;
  cell_ = cell;
  update();
}

void CellCard::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QRectF box(0, 0, 44, 40);
  box.moveCenter(QRectF(rect()).center());
  const CellAction action = cell_ ? cell_->action : CellAction::none;
  const Tone fill = action == CellAction::establish ? Tone::accentSoft
                    : action == CellAction::release ? Tone::badSoft
                    : action == CellAction::blocked ? Tone::warnSoft
                                                    : Tone::base;
  const Tone edge = action == CellAction::establish ? Tone::accent
                    : action == CellAction::release ? Tone::bad
                    : action == CellAction::blocked ? Tone::warn
                                                    : Tone::edge;
  painter.setPen(QPen(theme_->color(edge), 1.5));
  painter.setBrush(theme_->color(fill));
  painter.drawRoundedRect(box, 4, 4);
  const ArrayCell cell = cell_.value_or(ArrayCell{});
  const bool after =
      action == CellAction::establish || (action != CellAction::release && cell.outputBusy);
  const bool afterInput =
      action == CellAction::establish || (action != CellAction::release && cell.inputBusy);
  const QColor ink = theme_->color(Tone::t2);
  painter.setFont(uiFont(11));
  const auto bit = [this](bool set) {
    return cell_ ? QString(QLatin1Char(set ? '1' : '0')) : QStringLiteral("–");
  };
  const auto write = [&](const QRectF& where, const QString& text, int align = Qt::AlignCenter) {
    painter.setPen(theme_->color(Tone::t1));
    painter.drawText(where, align, text);
  };
  const QPointF middle = box.center();
  arrow(painter, {middle.x(), box.top() - 12}, {middle.x(), box.top() - 1}, ink);
  arrow(painter, {middle.x(), box.bottom() + 1}, {middle.x(), box.bottom() + 12}, ink);
  arrow(painter, {box.left() - 12, middle.y()}, {box.left() - 1, middle.y()}, ink);
  arrow(painter, {box.right() + 1, middle.y()}, {box.right() + 12, middle.y()}, ink);
  write({middle.x() + 4, box.top() - 17, 40, 14}, QStringLiteral("A ") + bit(cell.outputBusy),
        Qt::AlignLeft | Qt::AlignVCenter);
  write({middle.x() + 4, box.bottom() + 3, 40, 14}, QStringLiteral("A ") + bit(after),
        Qt::AlignLeft | Qt::AlignVCenter);
  write({0, middle.y() - 16, box.left() - 2, 14}, QStringLiteral("D ") + bit(cell.inputBusy));
  write({box.right() + 2, middle.y() - 16, width() - box.right() - 2, 14},
        QStringLiteral("D ") + bit(afterInput));
  write({box.left(), box.top() + 3, box.width(), 17}, QStringLiteral("L ") + bit(cell.asks));
  write({box.left(), box.top() + 20, box.width(), 17}, QStringLiteral("T ") + bit(cell.toggles));
}

}  // namespace hopscope
