// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/minimap.h"

#include <QMouseEvent>
#include <QPainter>
#include <QPolygonF>

#include "ui/canvas/network_canvas.h"
#include "ui/drawing/fit_view.h"

namespace hopscope {

namespace {

constexpr int kWidth = 168, kHeight = 128, kInset = 12;
constexpr double kMargin = 6;

}  // namespace

Minimap::Minimap(NetworkCanvas& canvas, const Theme& theme)
    : QWidget(&canvas), canvas_(canvas), theme_(&theme) {
  setObjectName(QStringLiteral("minimap"));
  setAccessibleName(tr("Overview"));
  setToolTip(tr("Click to look there"));
  setCursor(Qt::PointingHandCursor);
  resize(kWidth, kHeight);
  connect(&canvas, &NetworkCanvas::viewChanged, this, &Minimap::follow);
  connect(&canvas, &NetworkCanvas::pictureChanged, this, &Minimap::forget);
  hide();
}

void Minimap::setTheme(const Theme& theme) {
  theme_ = &theme;
  forget();
}

void Minimap::setWanted(bool wanted) {
  wanted_ = wanted;
  follow();
}

void Minimap::forget() {
  network_ = {};
  follow();
}

void Minimap::follow() {
  const NetworkPicture& picture = canvas_.picture();
  const bool large = picture.topology && picture.topology->routerCount() >= kFewestRouters;
  bool hidden = false;
  if (large) {
    const QRectF shown(canvas_.view().toCanvas(QPointF(0, 0)),
                       canvas_.view().toCanvas(QPointF(canvas_.width(), canvas_.height())));
    const QRectF bounds = canvas_.networkBounds();
    hidden = !bounds.isEmpty() && !shown.contains(bounds);
  }
  move(canvas_.width() - width() - kInset, canvas_.height() - height() - kInset);
  setVisible(wanted_ && hidden);
  update();
}

QTransform Minimap::toMap() const {
  return fitView(canvas_.networkBounds(), QRectF(rect()), kMargin);
}

void Minimap::drawNetwork() {
  const qreal ratio = devicePixelRatioF();
  network_ = QPixmap(size() * ratio);
  network_.setDevicePixelRatio(ratio);
  network_.fill(theme_->color(Tone::panel));
  const NetworkPicture& picture = canvas_.picture();
  QPainter painter(&network_);
  const QTransform map = toMap();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme_->color(Tone::raised));
  for (const GroupShape& group : picture.placement->groups) {
    QPolygonF shape;
    for (const Point& p : group.outline) shape << map.map(QPointF(p.x, p.y));
    painter.drawPolygon(shape);
  }
  painter.setRenderHint(QPainter::Antialiasing, false);
  const QColor dot = theme_->color(Tone::t4);
  for (const Point& p : picture.placement->routers) {
    const QPointF at = map.map(QPointF(p.x, p.y));
    painter.fillRect(QRectF(at.x() - .75, at.y() - .75, 1.5, 1.5), dot);
  }
}

void Minimap::paintEvent(QPaintEvent* event) {
  static_cast<void>(event);
  if (!canvas_.picture().placement) return;
  if (network_.isNull()) drawNetwork();
  QPainter painter(this);
  painter.drawPixmap(0, 0, network_);
  const QTransform map = toMap();
  const QRectF shown(map.map(canvas_.view().toCanvas(QPointF(0, 0))),
                     map.map(canvas_.view().toCanvas(QPointF(canvas_.width(), canvas_.height()))));
  QColor fill = theme_->color(Tone::accent);
  painter.setPen(QPen(fill, 2));
  fill.setAlphaF(.12F);
  painter.setBrush(fill);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.drawRect(shown.intersected(QRectF(rect()).adjusted(2, 2, -2, -2)));
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setPen(QPen(theme_->color(Tone::edge), 1));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(QRectF(rect()).adjusted(.5, .5, -.5, -.5));
}

void Minimap::goTo(QPointF pixel) {
  canvas_.centerOn(toMap().inverted().map(pixel));
}

void Minimap::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) goTo(event->position());
  event->accept();
}

void Minimap::mouseMoveEvent(QMouseEvent* event) {
  if ((event->buttons() & Qt::LeftButton) != 0) goTo(event->position());
  event->accept();
}

}  // namespace hopscope
