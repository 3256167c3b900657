// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/curve_badge.h"

#include <QPainter>
#include <cmath>

#include "ui/drawing/fonts.h"

namespace hopscope {

namespace {

/// WCAG's relative luminance.
double luminance(const QColor& color) {
  const auto linear = [](double part) {
    return part <= 0.03928 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) +
         0.0722 * linear(color.blueF());
}

/// White or near black, whichever stands out more.
QColor letterColor(const QColor& ground) {
  const QColor dark(0x1a, 0x1f, 0x27);
  const double at = luminance(ground);
  const double onWhite = 1.05 / (at + 0.05), onDark = (at + 0.05) / (luminance(dark) + 0.05);
  return onWhite >= onDark ? QColor(Qt::white) : dark;
}

}  // namespace

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
