// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/group_cards.h"

#include <QFontMetricsF>
#include <QLocale>
#include <QPen>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "ui/drawing/fonts.h"
#include "ui/drawing/heat_scale.h"
#include "ui/drawing/node_layer.h"
#include "ui/drawing/oklab.h"

namespace hopscope {

namespace {

constexpr double kUsual = 30, kMost = 56, kLeast = 5;  ///< px: the side of a card
/// A card's side as a share of the distance to the next: on a slant they do not touch either.
constexpr double kShare = 0.66;
constexpr double kBehind = 4;  ///< px: how far the second card looks out
constexpr double kRing = 2.2;

/// A small card has a second one behind it that looks out less.
double behindOf(double side) {
  return std::min(kBehind, side / 7);
}

}  // namespace

GroupCards::GroupCards(const CollapsedNetwork& collapse, const NetworkGeometry& geometry) {
  // A sample is enough: layouts are regular.
  constexpr std::size_t kSample = 200;
  std::vector<double> distances;
  const auto& nodes = collapse.nodes();
  const std::size_t step = std::max<std::size_t>(nodes.size() / kSample, 1);
  for (std::size_t i = 0; i < nodes.size(); i += step) {
    const QPointF middle = geometry.routers()[nodes[i].shown];
    double nearest = std::numeric_limits<double>::infinity();
    for (RouterId other = 0; other < geometry.routers().size(); ++other) {
      const QPointF way = geometry.routers()[other] - middle;
      if (other != nodes[i].shown) nearest = std::min(nearest, std::hypot(way.x(), way.y()));
    }
    distances.push_back(nearest);
  }
  if (distances.empty()) return;
  // Not the least: two groups drawn through each other would make all cards dots.
  const auto low = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 10);
  std::nth_element(distances.begin(), low, distances.end());
  spacing_ = *low;
}

double GroupCards::side(const CanvasStyle& style) const {
  const double usual = std::clamp(1.6 * style.routerSide, kUsual, kMost);
  return std::clamp(kShare * spacing_ * style.scale, kLeast, usual);
}

double GroupCards::reach(const CanvasStyle& style) const {
  const double card = side(style);
  return card / 2 + behindOf(card) + kRing / 2;
}

void GroupCards::draw(QPainter& painter, const QRectF& device, const QTransform& view,
                      const CanvasStyle& style, const CollapsedNetwork& collapse,
                      const NetworkGeometry& geometry, const NetworkPicture& picture,
                      const Theme& theme) const {
  const double card = side(style), around = reach(style);
  const QRectF seen = device.adjusted(-around, -around, around, around);
  const double radius = std::clamp(card * 0.13, 1.0, 4.0), outline = card < 12 ? 1.0 : 1.4;
  const std::vector<float>& hits = picture.heat.routerHitRate;
  const bool told = !picture.heat.empty() && entryOf(picture.heat.quantity).ofRouters;
  const HeatScale scale(theme, entryOf(picture.heat.quantity).ramp);
  painter.setRenderHint(QPainter::Antialiasing);
  for (const CollapsedNetwork::Node& node : collapse.nodes()) {
    const QPointF center = view.map(geometry.routers()[node.shown]);
    if (!seen.contains(center)) continue;
    const QRectF shape(center - QPointF(card / 2, card / 2), QSizeF(card, card));
    const bool marked = picture.marks.routers.count(node.shown) != 0;
    const bool stressed = marked || picture.marks.hoverRouter == node.shown;
    const float place = told ? routerHeat(picture.heat, node.shown) : std::nanf("");
    QColor ground = theme.color(marked ? Tone::accentSoft : Tone::base);
    if (!std::isnan(place)) ground = scale.color(double(place));
    // A second card behind the first says that there are several.
    for (const double behind : {behindOf(card), 0.0}) {
      painter.setBrush(ground);
      painter.setPen(
          QPen(theme.color(stressed ? Tone::accent : Tone::t1), stressed ? kRing : outline));
      painter.drawRoundedRect(shape.translated(behind, -behind), radius, radius);
    }
    if (node.shown < hits.size() && !told) paintHitRate(painter, shape, hits[node.shown], theme);
    const QString count = QLocale().toString(static_cast<int>(node.routers.size()));
    for (const int pixels : {12, 10}) {
      const QFont font = uiFont(pixels, true);
      const QFontMetricsF metrics(font);
      if (metrics.horizontalAdvance(count) > card - 4 || metrics.capHeight() > card - 6) continue;
      painter.setFont(font);
      painter.setPen(std::isnan(place) ? theme.color(Tone::t1) : letterColor(ground));
      painter.drawText(shape, Qt::AlignCenter, count);
      break;
    }
  }
}

}  // namespace hopscope
