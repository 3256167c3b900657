// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/elided_combo.h"

#include <QHelpEvent>
#include <QStyleOptionComboBox>
#include <QStylePainter>
#include <QToolTip>

namespace hopscope {

QString ElidedCombo::shownText() const {
  QStyleOptionComboBox option;
  initStyleOption(&option);
  const QRect room =
      style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
  return fontMetrics().elidedText(currentText(), Qt::ElideRight, room.width());
}

bool ElidedCombo::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip || shownText() == currentText())
    return QComboBox::event(event);
  // What the field is for is told below its words, where it has that itself or around it.
  QString help = toolTip();
  for (const QWidget* up = parentWidget(); up != nullptr && help.isEmpty(); up = up->parentWidget())
    help = up->toolTip();
  QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(),
                     help.isEmpty() ? currentText() : currentText() + QLatin1Char('\n') + help,
                     this);
  return true;
}

void ElidedCombo::paintEvent(QPaintEvent* event) {
  if (shownText() == currentText()) return QComboBox::paintEvent(event);
  QStylePainter painter(this);
  QStyleOptionComboBox option;
  initStyleOption(&option);
  painter.drawComplexControl(QStyle::CC_ComboBox, option);
  option.currentText = shownText();
  painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

}  // namespace hopscope
