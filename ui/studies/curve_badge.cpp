// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/curve_badge.h"

#include <QPainter>

#include "ui/drawing/fonts.h"
#include "ui/drawing/oklab.h"

namespace hopscope {

QString badgeLetter(int number) {
  return QString(QChar(u'A' + static_cast<char16_t>(number - 1)));
}

QPixmap curveBadge(int number, const Theme& theme, int side, qreal ratio) {
  QPixmap pixmap(QSize(side, side) * ratio);
  pixmap.setDevicePixelRatio(ratio);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  const QColor ground = theme.curve(number);
  painter.setPen(Qt::NoPen);
  painter.setBrush(ground);
  const QRectF square(0, 0, side, side);
  painter.drawRoundedRect(square, 4, 4);
  painter.setFont(uiFont(side > 16 ? 12 : 11, true));
  painter.setPen(letterColor(ground));
  painter.drawText(square, Qt::AlignCenter, badgeLetter(number));
  return pixmap;
}

QIcon curveBadgeIcon(int number, const Theme& theme, int side) {
  QIcon icon;
  for (const qreal ratio : {1.0, 2.0}) icon.addPixmap(curveBadge(number, theme, side, ratio));
  return icon;
}

}  // namespace hopscope
