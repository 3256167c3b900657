// SPDX-License-Identifier: GPL-3.0-or-later
// Drawing without a mouse: the arrow keys move a crosshair, Enter does there what a click does.
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "ui/canvas/network_canvas.h"
#include "ui/words/numbers.h"
#include "ui/words/part_names.h"

namespace hopscope {

namespace {

constexpr double kArm = 11, kGap = 4;  // pixels
constexpr double kRoom = 40;           // pixels to the border of the canvas
constexpr double kBeside = 5 * NetworkCanvas::kGrid;

}  // namespace

RouterId routerTowards(const Placement& placement, QPointF from, QPointF direction) {
  RouterId best = kNone;
  double least = std::numeric_limits<double>::infinity();
  for (RouterId router = 0; router < placement.routers.size(); ++router) {
    const QPointF way = QPointF(placement.routers[router].x, placement.routers[router].y) - from;
    const double along = QPointF::dotProduct(way, direction);
    const double aside = std::abs(way.x() * direction.y() - way.y() * direction.x());
    if (along <= 1e-6 || aside > 2 * along) continue;
    const double far = along + 2 * aside;
    if (far >= least) continue;
    least = far;
    best = router;
  }
  return best;
}

bool NetworkCanvas::drawsByKey() const {
  return mayEdit() && toolKind_ != Tool::select && toolKind_ != Tool::pan;
}

/// At a selected router, where there is one: what is drawn next belongs there or beside it.
QPointF NetworkCanvas::crosshairStart() const {
  const Parts& selection = document_->selection();
  const Placement& placement = *document_->placement();
  const auto placeOf = [&](RouterId router) {
    return QPointF(placement.routers[router].x, placement.routers[router].y);
  };
  if (!selection.routers.empty()) {
    const QPointF place = placeOf(*selection.routers.rbegin());
    return tool_->wantsRouters() ? place : snapped(place + QPointF(kBeside, 0));
  }
  const QPointF middle = view_.toCanvas(QRectF(rect()).center());
  if (!tool_->wantsRouters()) return snapped(middle);
  RouterId nearest = kNone;
  double least = std::numeric_limits<double>::infinity();
  for (RouterId router = 0; router < placement.routers.size(); ++router) {
    const QPointF way = placeOf(router) - middle;
    const double far = std::hypot(way.x(), way.y());
    if (far >= least) continue;
    least = far;
    nearest = router;
  }
  return nearest == kNone ? middle : placeOf(nearest);
}

void NetworkCanvas::showCrosshair(QPointF place) {
  crosshair_ = place;
  const QRectF room = QRectF(rect()).adjusted(kRoom, kRoom, -kRoom, -kRoom);
  QPointF pixel = view_.toPixels(place);
  if (!room.contains(pixel)) {
    const QPointF inside(std::clamp(pixel.x(), room.left(), room.right()),
                         std::clamp(pixel.y(), room.top(), room.bottom()));
    panBy(inside - pixel);
    pixel = view_.toPixels(place);
  }
  const CanvasMouse mouse = mouseAtCrosshair();
  hover(mouse);
  hideTip();
  tool_->move(mouse);
  emit pointerMoved(place);
  describe();
  update();
}

/// A router that is not painted yet is there all the same.
CanvasMouse NetworkCanvas::mouseAtCrosshair() const {
  CanvasMouse mouse = mouseAt(view_.toPixels(*crosshair_), {});
  if (mouse.router != kNone || !mouse.members.empty()) return mouse;
  const std::vector<Point>& routers = document_->placement()->routers;
  const auto there = std::find_if(routers.begin(), routers.end(), [this](const Point& place) {
    return std::hypot(place.x - crosshair_->x(), place.y - crosshair_->y()) < 1;
  });
  if (there == routers.end()) return mouse;
  CanvasMouse onRouter;
  onRouter.place = mouse.place;
  onRouter.pixel = mouse.pixel;
  onRouter.router = static_cast<RouterId>(there - routers.begin());
  return onRouter;
}

void NetworkCanvas::moveCrosshair(QPointF direction, double far) {
  if (!crosshair_) {
    showCrosshair(crosshairStart());
    return;
  }
  if (tool_->wantsRouters()) {
    const Placement& placement = *document_->placement();
    const RouterId next = routerTowards(placement, *crosshair_, direction);
    if (next != kNone) showCrosshair({placement.routers[next].x, placement.routers[next].y});
    return;
  }
  showCrosshair(snapped(*crosshair_ + direction * (snap_ ? kGrid : 1) * far));
}

void NetworkCanvas::enterAtCrosshair() {
  if (!crosshair_) showCrosshair(crosshairStart());
  tool_->enter(mouseAtCrosshair());
  if (crosshair_) showCrosshair(*crosshair_);  // what lies there now
}

void NetworkCanvas::hideCrosshair() {
  if (!std::exchange(crosshair_, std::nullopt)) return;
  hover({});
  describe();
  update();
}

QString NetworkCanvas::crosshairWords() const {
  const QString where =
      tr("Crosshair at %1, %2")
          .arg(wholeText(std::lround(crosshair_->x())), wholeText(std::lround(crosshair_->y())));
  if (hovered_.router == kNone || hovered_.router >= document_->topology()->routerCount())
    return where + QLatin1Char('.');
  return tr("%1, on %2.").arg(where, routerName(*document_->topology(), hovered_.router));
}

void NetworkCanvas::paintCrosshair(QPainter& painter) const {
  if (!crosshair_) return;
  const QPointF middle = view_.toPixels(*crosshair_);
  for (const bool casing : {true, false}) {
    painter.setPen(QPen(theme_->color(casing ? Tone::canvas : Tone::accent), casing ? 5 : 2));
    for (const QPointF arm : {QPointF(1, 0), QPointF(-1, 0), QPointF(0, 1), QPointF(0, -1)})
      painter.drawLine(middle + arm * kGap, middle + arm * (kGap + kArm));
  }
}

}  // namespace hopscope
