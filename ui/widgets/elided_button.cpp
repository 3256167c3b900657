// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/elided_button.h"

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QStyleOptionButton>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "ui/words/mnemonics.h"

namespace hopscope {
namespace {

constexpr int kLeast = 40;   // of the words, px
constexpr int kIconGap = 4;  // px, as Qt leaves it

}  // namespace

ElidedButton::ElidedButton(QWidget* parent) : QPushButton(parent) {
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void ElidedButton::setWords(const QString& words) {
  if (words == words_) return;
  words_ = words;
  setAccessibleName(words);
  fit();
  updateGeometry();
}

QSize ElidedButton::sizeHint() const {
  return sizeFor(wordsWidth());
}

QSize ElidedButton::minimumSizeHint() const {
  return sizeFor(std::min(wordsWidth(), kLeast));
}

int ElidedButton::wordsWidth() const {
  // Rounded down, as whole pixels are, they would be cut for a part of one.
  return static_cast<int>(std::ceil(QFontMetricsF(fontMetrics()).horizontalAdvance(words_)));
}

int ElidedButton::iconRoom() const {
  return icon().isNull() ? 0 : iconSize().width() + kIconGap;
}

bool ElidedButton::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip && isCut()) {
    const QString more = toolTip().isEmpty() ? QString() : QLatin1Char('\n') + toolTip();
    QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), words_ + more, this);
    return true;
  }
  return QPushButton::event(event);
}

void ElidedButton::resizeEvent(QResizeEvent* event) {
  QPushButton::resizeEvent(event);
  fit();
}

bool ElidedButton::isCut() const {
  return text() != withoutMnemonic(words_);
}

QSize ElidedButton::sizeFor(int room) const {
  QStyleOptionButton option;
  initStyleOption(&option);
  option.text = words_;
  return style()->sizeFromContents(QStyle::CT_PushButton, &option,
                                   QSize(room + iconRoom(), fontMetrics().height()), this);
}

void ElidedButton::fit() {
  QStyleOptionButton option;
  initStyleOption(&option);
  const QRect room = style()->subElementRect(QStyle::SE_PushButtonContents, &option, this);
  setText(
      withoutMnemonic(fontMetrics().elidedText(words_, Qt::ElideRight, room.width() - iconRoom())));
}

}  // namespace hopscope
