// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/spotlight.h"

#include <QEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <utility>

namespace hopscope {

namespace {

constexpr double kRadius = 140, kAround = 60;  // pixels
constexpr float kDark = 0.62F;

}  // namespace

Spotlight::Spotlight(QWidget& view, std::function<QRect()> selected)
    : QWidget(&view), view_(view), selected_(std::move(selected)) {
  setObjectName(QStringLiteral("spotlight"));
  setAccessibleName(tr("Spotlight"));
  setAttribute(Qt::WA_TransparentForMouseEvents);
  view.installEventFilter(this);
  hide();
}

void Spotlight::setOn(bool on) {
  on_ = on;
  setGeometry(view_.rect());
  pointer_ = view_.underMouse() ? view_.mapFromGlobal(QCursor::pos()) : view_.rect().center();
  setVisible(on);
  if (on) raise();
  update();
}

QRectF Spotlight::circle() const {
  const QRectF selected = selected_();
  const QPointF middle = selected.isEmpty() ? QPointF(pointer_) : selected.center();
  const double radius =
      selected.isEmpty()
          ? kRadius
          : std::max(kRadius, std::max(selected.width(), selected.height()) / 2 + kAround);
  return {middle - QPointF(radius, radius), QSizeF(2 * radius, 2 * radius)};
}

void Spotlight::paintEvent(QPaintEvent* event) {
  static_cast<void>(event);
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QPainterPath dark;
  dark.addRect(rect());
  QPainterPath light;
  light.addEllipse(circle());
  painter.fillPath(dark.subtracted(light), QColor::fromRgbF(0, 0, 0, kDark));
}

bool Spotlight::eventFilter(QObject* watched, QEvent* event) {
  if (on_ && watched == &view_) {
    if (event->type() == QEvent::Resize) setGeometry(view_.rect());
    if (event->type() == QEvent::MouseMove) {
      pointer_ = static_cast<QMouseEvent*>(event)->position().toPoint();
      update();
    }
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace hopscope
