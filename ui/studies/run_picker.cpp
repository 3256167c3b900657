// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/run_picker.h"

#include <QStyleOptionComboBox>
#include <QStylePainter>

namespace hopscope {

namespace {
/// Between the icon and the text, and around both, as styles draw them.
constexpr int kIconGap = 4, kInset = 1;
}  // namespace

QString RunPicker::drawnText() const {
  QStyleOptionComboBox option;
  initStyleOption(&option);
  const QRect field =
      style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
  const int icon = option.currentIcon.isNull() ? 0 : option.iconSize.width() + kIconGap;
  return fontMetrics().elidedText(option.currentText, Qt::ElideRight,
                                  field.width() - icon - 2 * kInset);
}

void RunPicker::paintEvent(QPaintEvent* event) {
  Q_UNUSED(event)
  QStyleOptionComboBox option;
  initStyleOption(&option);
  option.currentText = drawnText();
  QStylePainter painter(this);
  painter.drawComplexControl(QStyle::CC_ComboBox, option);
  painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

}  // namespace hopscope
