// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gallery/side_button.h"

#include <QKeyEvent>
#include <QPainter>

#include "ui/drawing/focus_ring.h"
#include "ui/drawing/fonts.h"
#include "ui/drawing/icons.h"

namespace hopscope {

SideButton::SideButton(const QString& text, QWidget* parent)
    : QAbstractButton(parent), theme_(&Theme::light()) {
  setText(text);
  setFocusPolicy(Qt::StrongFocus);
  setCursor(Qt::PointingHandCursor);
  setAttribute(Qt::WA_Hover);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void SideButton::setTheme(const Theme& theme) {
  theme_ = &theme;
  update();
}

QSize SideButton::sizeHint() const {
  return {239, second_.isEmpty() ? 36 : 40};
}

void SideButton::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const bool hover = underMouse() || isDown();
  if (primary_ || hover) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(
        theme_->color(primary_ ? (hover ? Tone::accentText : Tone::accent) : Tone::raised));
    painter.drawRoundedRect(rect(), 4, 4);
  }
  if (hasFocus()) {
    paintFocusRing(painter, rect(), *theme_, Tone::accentText);
  }
  const QColor strong = theme_->color(primary_ ? Tone::onAccent : Tone::t1);
  const QColor quiet = theme_->color(primary_ ? Tone::onAccent : Tone::t3);
  double left = 12;
  if (!icon_.isEmpty()) {
    drawIcon(painter, icon_, QRectF(12, (height() - 16) / 2.0, 16, 16),
             theme_->color(primary_ ? Tone::onAccent : Tone::t2));
    left = 36;
  }
  painter.setFont(uiFont(11));
  const double rightWidth =
      right_.isEmpty() ? 0 : painter.fontMetrics().horizontalAdvance(right_) + 8;
  const QRectF first(left, second_.isEmpty() ? 0 : 4, width() - left - 12,
                     second_.isEmpty() ? height() : 16);
  const QRectF second(left, 21, width() - left - 12, 15);
  painter.setPen(quiet);
  painter.drawText(second_.isEmpty() ? first : second, Qt::AlignVCenter | Qt::AlignRight, right_);
  if (!second_.isEmpty()) painter.drawText(second, Qt::AlignVCenter, second_);
  painter.setFont(uiFont(12, primary_));
  painter.setPen(strong);
  const double room = first.width() - (second_.isEmpty() ? rightWidth : 0);
  painter.drawText(
      first, Qt::AlignVCenter,
      painter.fontMetrics().elidedText(text(), Qt::ElideMiddle, static_cast<int>(room)));
}

void SideButton::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
    click();
    return;
  }
  QAbstractButton::keyPressEvent(event);
}

}  // namespace hopscope
