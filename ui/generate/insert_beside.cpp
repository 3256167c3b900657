// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/insert_beside.h"

#include <QRectF>
#include <algorithm>
#include <limits>

namespace hopscope {

namespace {

constexpr double kGap = 160;  // canvas units between the two networks

QRectF boundsOf(const Placement& placement) {
  constexpr double kFar = std::numeric_limits<double>::max();
  double left = kFar, top = kFar, right = -kFar, bottom = -kFar;
  for (const std::vector<Point>* places : {&placement.routers, &placement.terminals})
    for (const Point& place : *places) {
      left = std::min(left, place.x);
      right = std::max(right, place.x);
      top = std::min(top, place.y);
      bottom = std::max(bottom, place.y);
    }
  return left > right ? QRectF() : QRectF(QPointF(left, top), QPointF(right, bottom));
}

}  // namespace

void insertBeside(DesignDocument& document, const Design& generated) {
  DesignDocument other;
  other.load(generated);
  Parts all;
  for (RouterId router = 0; router < other.topology()->routerCount(); ++router)
    all.routers.insert(all.routers.end(), router);

  const QRectF present = boundsOf(*document.placement());
  const QRectF added = boundsOf(*other.placement());
  const QPointF at(present.right() + kGap + added.width() / 2, present.center().y());
  document.undoStack().beginMacro(
      QObject::tr("Insert %1").arg(QString::fromStdString(generated.name)));
  const Parts inserted = document.paste(other.copy(all), at);
  document.undoStack().endMacro();
  document.select(inserted);
}

}  // namespace hopscope
