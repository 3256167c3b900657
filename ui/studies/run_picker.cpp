// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/run_picker.h"

#include <QAbstractItemView>
#include <QScreen>
#include <QScrollBar>
#include <QStyleOptionComboBox>
#include <QStylePainter>
#include <algorithm>

namespace hopscope {

namespace {
/// Between the icon and the text, and around both, as styles draw them.
constexpr int kIconGap = 4, kPickerInset = 1;

/// "Dra…, load 0.3" or "D…0.3" of "Dragonfly minimal, load 0.3": names begin alike, and their last
/// word, as short as it is, tells them apart.
QString cut(const QString& name, const QFontMetrics& metrics, int room) {
  if (metrics.horizontalAdvance(name) <= room) return name;
  for (const qsizetype from :
       {name.lastIndexOf(QLatin1String(", ")), name.lastIndexOf(QLatin1Char(' ')) + 1}) {
    if (from <= 0) continue;
    const QString tail = name.sliced(from);
    const QString head = metrics.elidedText(name.first(from), Qt::ElideRight,
                                            room - metrics.horizontalAdvance(tail));
    if (head.size() > 1) return head + tail;
  }
  return metrics.elidedText(name, Qt::ElideMiddle, room);
}

}  // namespace

QString RunPicker::drawnText() const {
  QStyleOptionComboBox option;
  initStyleOption(&option);
  const QRect field =
      style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
  const int icon = option.currentIcon.isNull() ? 0 : option.iconSize.width() + kIconGap;
  return cut(option.currentText, fontMetrics(), field.width() - icon - 2 * kPickerInset);
}

void RunPicker::showPopup() {
  const int names = view()->sizeHintForColumn(0) + 2 * view()->frameWidth() +
                    view()->verticalScrollBar()->sizeHint().width();
  view()->setTextElideMode(Qt::ElideMiddle);
  view()->setMinimumWidth(std::min(names, screen()->availableSize().width() / 2));
  QComboBox::showPopup();
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
