// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/group_labels.h"

#include <QFontMetricsF>
#include <QPolygonF>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/drawing/label_font.h"

namespace hopscope {

namespace {

constexpr double kSmallestWithGroups = 180;  ///< px; a smaller picture has no words

/// Of the device, how far a group reaches.
QSizeF sizeOnDevice(const GroupShape& group, const QTransform& view) {
  QPolygonF polygon;
  polygon.reserve(static_cast<qsizetype>(group.outline.size()));
  for (const Point& p : group.outline) polygon << view.map(QPointF(p.x, p.y));
  return polygon.boundingRect().size();
}

}  // namespace

std::vector<CanvasLabel> groupLabels(const NetworkPicture& picture, const CanvasStyle& style,
                                     const std::map<std::int32_t, std::size_t>& terminals,
                                     const QRectF& device, const QTransform& view) {
  std::vector<CanvasLabel> labels;
  // A thumbnail shows shape, not words.
  if (std::min(device.width(), device.height()) < kSmallestWithGroups) return labels;
  const QFontMetricsF metrics(labelFont(12));
  // Where groups are narrower than their labels, every second, fifth or tenth is named.
  std::uint32_t every = 1;
  for (std::size_t i = 0; i < picture.placement->groups.size(); ++i) {
    const GroupShape& group = picture.placement->groups[i];
    CanvasLabel label;
    label.text = QString::fromStdString(group.label);
    label.center = view.map(QPointF(group.labelAt.x, group.labelAt.y));
    label.rank = 1;
    if (!group.outline.empty()) {
      const QSizeF size = sizeOnDevice(group, view);
      const double across = std::hypot(size.width(), size.height());
      if (i == 0) every = labelStep(metrics.horizontalAdvance(label.text) + 12, across);
      if (i % every != 0) continue;
      const auto count = terminals.find(group.group);
      const QString counted =
          style.terminalDiameter > 0 || count == terminals.end()
              ? label.text
              : QStringLiteral("%1, %2 terminals").arg(label.text).arg(count->second);
      if (metrics.horizontalAdvance(counted) < across) label.text = counted;
    }
    labels.push_back(std::move(label));
  }
  return labels;
}

}  // namespace hopscope
