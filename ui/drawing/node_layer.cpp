// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/node_layer.h"

#include <QFontMetricsF>
#include <QPaintEngine>
#include <QPen>
#include <QPolygonF>
#include <algorithm>
#include <cmath>

#include "engine/simulation/parts_table.h"
#include "engine/topology/generator.h"
#include "ui/drawing/buffer_layer.h"
#include "ui/drawing/fonts.h"
#include "ui/drawing/heat_scale.h"
#include "ui/drawing/oklab.h"
#include "ui/drawing/packet_swatches.h"
#include "ui/drawing/rank_colours.h"
#include "ui/drawing/ranks_shown.h"

namespace hopscope {

namespace {

constexpr double kOutline = 1.4, kRing = 2.2, kRingGap = 3;
constexpr int kMostLooks = 4096;
constexpr int kHitSteps = 32;
constexpr double kLeastRankMark = 6;  ///< px: smaller terminals can't tell what their ranks do
constexpr int kPlainPacket = -1;      ///< the number of one that has no colour of its own
constexpr double kCardText = 30;      ///< px: a card this wide carries words

void paintRing(QPainter& painter, const QRectF& shape, double radius, const Theme& theme) {
  const double middle = kRingGap + kRing / 2;
  painter.setBrush(theme.color(Tone::canvas));
  painter.setPen(QPen(theme.color(Tone::accent), kRing));
  painter.drawRoundedRect(shape.adjusted(-middle, -middle, middle, middle), radius + middle,
                          radius + middle);
}

QFont routerFont(double side) {
  return uiFont(side >= kCardText ? 12 : 10, side >= kCardText);
}

/// Whether squares of that side have room for the number of every router: some with a number among
/// others without would look as if they were others.
bool numbersFit(const Topology& topology, double side) {
  constexpr double kLeast = 16, kAround = 3;
  if (side < kLeast || topology.routerIds.empty()) return false;
  const auto largest = std::max_element(topology.routerIds.begin(), topology.routerIds.end());
  return QFontMetricsF(routerFont(side)).horizontalAdvance(QString::number(*largest)) <=
         side - kAround;
}

void paintRouter(QPainter& painter, const RouterGlyph& glyph, double side, const Theme& theme) {
  const QRectF shape(-side / 2, -side / 2, side, side);
  const double radius = std::clamp(side * 0.2, 1.5, 6.0);
  painter.setRenderHint(QPainter::Antialiasing);
  if (glyph.marked) paintRing(painter, shape, radius, theme);
  const double inset = kOutline / 2;
  const QRectF body = shape.adjusted(inset, inset, -inset, -inset);
  painter.setPen(QPen(theme.color(Tone::t1), glyph.hovered ? 2.4 : kOutline));
  painter.setBrush(glyph.ground.isValid() ? glyph.ground : theme.color(Tone::base));
  painter.drawRoundedRect(body, radius, radius);
  paintHitRate(painter, shape, glyph.hitRate, theme);
  if (!glyph.label.isEmpty()) {
    painter.setFont(routerFont(side));
    painter.setPen(glyph.ground.isValid() ? letterColor(glyph.ground) : theme.color(Tone::t1));
    painter.drawText(shape, Qt::AlignCenter, glyph.label);
  }
}

/// The id of a terminal, where it has room for it.
void writeId(QPainter& painter, const QRectF& shape, const QString& id, const QColor& colour) {
  if (id.isEmpty()) return;
  painter.setFont(uiFont(10));
  if (QFontMetricsF(painter.font()).horizontalAdvance(id) > shape.width() - 4) return;
  painter.setPen(colour);
  painter.drawText(shape, Qt::AlignCenter, id);
}

bool onScreen(QPainter& painter) {
  return painter.paintEngine()->type() == QPaintEngine::Raster;
}

double packetRadius(const CanvasStyle& style) {
  return style.detail == CanvasStyle::Detail::far ? 2 : 3;
}

/// Where a packet is on the device; nowhere where its link is not drawn.
std::optional<QPointF> packetPlace(const MovingPacket& packet, const NetworkPicture& picture,
                                   const LinkLayer& links, const CanvasStyle& style) {
  if (packet.channel >= picture.topology->channelCount()) return {};
  if (style.terminalDiameter == 0 &&
      picture.topology->kindOf(packet.channel / 2) == LinkKind::terminal)
    return {};
  return links.channelPoint(packet.channel, std::clamp(double(packet.position), 0.0, 1.0));
}

void paintFollowedRing(QPainter& painter, const QPointF& at, double radius, const Theme& theme) {
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setBrush(Qt::NoBrush);
  for (const auto& [tone, width] : {std::pair(Tone::canvas, 5.0), std::pair(Tone::accent, 2.2)}) {
    painter.setPen(QPen(theme.color(tone), width));
    painter.drawEllipse(at, radius + 5, radius + 5);
  }
}

/// The followed packet where it is on no wire, at the end of the channel it came by.
std::optional<MovingPacket> standingPacket(const NetworkPicture& picture) {
  const FollowedPacket& followed = picture.heat.followed;
  if (followed.source == kNone || followed.delivered || followed.path.empty()) return {};
  for (const MovingPacket& each : picture.heat.packets)
    if (followed.is(each)) return {};
  MovingPacket packet;
  packet.channel = followed.path.back();
  packet.position = 1;
  packet.source = followed.source;
  packet.birth = followed.birth;
  packet.destination = followed.destination;
  return packet;
}

}  // namespace

int packetCurve(const MovingPacket& packet, const NetworkPicture& picture) {
  const std::vector<std::uint32_t>& sizes = picture.heat.packetSizes;
  switch (picture.packetColour) {
    case PacketColour::destination:
      return static_cast<int>(packet.destination % 8) + 1;
    case PacketColour::size:
      return static_cast<int>(std::lower_bound(sizes.begin(), sizes.end(), packet.flits) -
                              sizes.begin()) +
             1;
    case PacketColour::path:
      return pathPart(packet.path).words.curve;
    case PacketColour::trafficClass:
      return packet.trafficClass + 1;
    default:
      return static_cast<int>(packet.source % 8) + 1;
  }
}

Cycle ageRange(const std::vector<MovingPacket>& packets) {
  Cycle oldest = 1;
  for (const MovingPacket& packet : packets) oldest = std::max(oldest, packet.age);
  for (Cycle unit = 1;; unit *= 10)
    for (const Cycle end : {unit, 2 * unit, 5 * unit})
      if (end >= oldest) return end;
}

QString routerLabel(const Topology& topology, RouterId router) {
  return QString::number(topology.routerIds[router]);
}

std::vector<std::int8_t> routerBuckets(const NetworkHeat& heat,
                                       const std::vector<std::vector<RouterId>>& groups) {
  std::vector<std::int8_t> buckets;
  for (const std::vector<RouterId>& routers : groups) {
    if (heat.quantity == HeatQuantity::ranks) {
      RankCounts all;
      for (const RouterId router : routers)
        if (heat.ranks && router < heat.ranks->routers.size()) all += heat.ranks->routers[router];
      const std::optional<RankPhase> most = all.most();
      buckets.push_back(most ? static_cast<std::int8_t>(HeatScale::bucket(double(rankPlace(*most))))
                             : LinkLayer::kNoData);
      continue;
    }
    double sum = 0;
    int known = 0;
    for (const RouterId router : routers) {
      const float share = routerHeat(heat, router);
      if (std::isnan(share)) continue;
      sum += double(share);
      ++known;
    }
    buckets.push_back(known == 0 ? LinkLayer::kNoData
                                 : static_cast<std::int8_t>(HeatScale::bucket(sum / known)));
  }
  return buckets;
}

void paintHitRate(QPainter& painter, const QRectF& shape, float rate, const Theme& theme) {
  if (std::isnan(rate)) return;
  const double gap = shape.width() >= 12 ? 3 : 2;
  QRectF level = shape.adjusted(gap, gap, -gap, -gap);
  level.setTop(level.bottom() - level.height() * std::clamp(double(rate), 0.0, 1.0));
  painter.setPen(Qt::NoPen);
  painter.setBrush(mix(theme.color(Tone::base), theme.color(Tone::accent), 0.55));
  painter.drawRoundedRect(level, std::min(1.0, level.height() / 2), 1);
}

void NodeLayer::clear() {
  looks_.clear();
}

template <typename Paint>
void NodeLayer::stamp(QPainter& painter, const NodeLook& what, const QPointF& center, double extent,
                      Paint paint) {
  if (!onScreen(painter)) {
    painter.save();
    painter.translate(center);
    paint(painter);
    painter.restore();
    return;
  }
  const double density = painter.device()->devicePixelRatioF();
  auto look = looks_.find(what);
  if (look == looks_.end()) {
    if (looks_.size() > kMostLooks) looks_.clear();
    // An odd number of pixels, so that the look has a middle pixel like its place has.
    const int pixels = 2 * static_cast<int>(std::ceil(extent * density / 2)) + 2;
    QImage image(pixels, pixels, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    image.setDevicePixelRatio(density);
    QPainter brush(&image);
    brush.translate(pixels / 2.0 / density, pixels / 2.0 / density);
    paint(brush);
    brush.end();
    look = looks_.insert(what, image);
  }
  const double half = look->width() / 2.0 / density;
  // Whole device pixels: a shifted copy would be blurred.
  const auto snap = [&](double value) { return std::round((value - half) * density) / density; };
  painter.drawImage(QPointF(snap(center.x()), snap(center.y())), *look);
}

void NodeLayer::drawTerminals(QPainter& painter, const QRectF& device, const QTransform& view,
                              const CanvasStyle& style, const NetworkPicture& picture,
                              const NetworkGeometry& geometry, const Theme& theme) {
  const double diameter = style.terminalDiameter;
  if (diameter <= 0) return;
  const QRectF seen = device.adjusted(-20, -20, 20, 20);
  const NetworkHeat& heat = picture.heat;
  const RanksShown* ranks = heat.quantity == HeatQuantity::ranks ? heat.ranks.get() : nullptr;
  for (TerminalId id = 0; id < geometry.terminals().size(); ++id) {
    const QPointF center = view.map(geometry.terminals()[id]);
    if (!seen.contains(center)) continue;
    const bool marked = picture.marks.terminals.count(id) > 0;
    const bool hovered = picture.marks.hoverTerminal == id;
    // Only a large circle has room for an id.
    const QString label =
        diameter >= 20 ? QString::number(picture.topology->terminalIds[id]) : QString();
    const std::optional<RankPhase> phase = ranks != nullptr ? ranks->at(id) : std::nullopt;
    const int job = phase && ranks->several() ? static_cast<int>(ranks->jobs[id]) : -1;
    const NodeLook look{NodeLook::Kind::terminal,
                        diameter,
                        phase ? static_cast<int>(*phase) + 1 : 0,
                        job,
                        marked,
                        hovered,
                        label};
    stamp(painter, look, center, diameter + 2 * (kRing + kRingGap) + 2, [&](QPainter& brush) {
      brush.setRenderHint(QPainter::Antialiasing);
      const double outline = diameter < 5 ? 1.0 : kOutline;
      const QRectF shape(-diameter / 2, -diameter / 2, diameter, diameter);
      if (marked) paintRing(brush, shape, diameter / 2, theme);
      if (phase) {
        const QColor edge = hovered    ? theme.color(Tone::t1)
                            : job >= 0 ? theme.curve(RanksShown::curveOf(ranks->jobs[id]))
                                       : theme.color(Tone::t2);
        paintRankMark(brush, shape, *phase, edge,
                      hovered || job >= 0 ? std::clamp(diameter * 0.22, 1.0, 2.2) : outline, theme);
        writeId(brush, shape, label,
                phase == RankPhase::finished ? theme.color(Tone::t1)
                                             : letterColor(rankMarkColour(theme, *phase)));
        return;
      }
      brush.setPen(QPen(theme.color(hovered ? Tone::t1 : Tone::t2), hovered ? 2.2 : outline));
      brush.setBrush(theme.color(Tone::base));
      brush.drawEllipse(shape.adjusted(outline / 2, outline / 2, -outline / 2, -outline / 2));
      writeId(brush, shape, label, theme.color(Tone::t1));
    });
  }
}

void NodeLayer::drawRouters(QPainter& painter, const QRectF& device, const QTransform& view,
                            const CanvasStyle& style, const NetworkPicture& picture,
                            const NetworkGeometry& geometry, const CollapsedNetwork& collapse,
                            const Theme& theme, const std::set<RouterId>* only) {
  const Topology& topology = *picture.topology;
  const double side = style.routerSide;
  const QRectF seen = device.adjusted(-side, -side, side, side);
  const std::vector<float>& hits = picture.heat.routerHitRate;
  // Where routers tell what is asked for, their whole square does; a level in it would be another
  // number.
  const bool told =
      !picture.heat.empty() && entryOf(picture.heat.quantity).ofRouters &&
      (picture.heat.quantity != HeatQuantity::ranks || style.terminalDiameter < kLeastRankMark);
  const HeatScale scale(theme, entryOf(picture.heat.quantity).ramp);
  const bool numbered = numbersFit(topology, side);
  for (RouterId id = 0; id < geometry.routers().size(); ++id) {
    if (collapse.isNode(id) || (only != nullptr && only->count(id) == 0)) continue;
    const QPointF center = view.map(geometry.routers()[id]);
    if (!seen.contains(center)) continue;
    RouterGlyph glyph;
    glyph.marked = picture.marks.routers.count(id) > 0;
    glyph.hovered = picture.marks.hoverRouter == id;
    const float place = told ? routerHeat(picture.heat, id) : std::nanf("");
    const int ground = std::isnan(place) ? -1 : HeatScale::bucket(double(place));
    if (!style.routerOutline && !glyph.marked && !glyph.hovered) {
      if (style.wedges || (!style.routers && ground < 0)) continue;
      painter.setRenderHint(QPainter::Antialiasing, false);
      painter.fillRect(
          QRectF(center - QPointF(side / 2, side / 2), QSizeF(side, side)),
          ground < 0 ? theme.color(told ? Tone::t4 : Tone::t1) : scale.colorOf(ground));
      continue;
    }
    if (ground >= 0) glyph.ground = scale.colorOf(ground);
    glyph.hitRate = id < hits.size() && !told ? hits[id] : std::nanf("");
    int hitStep = -1;
    if (!std::isnan(glyph.hitRate)) {
      hitStep = static_cast<int>(std::lround(std::clamp(glyph.hitRate, 0.0F, 1.0F) * kHitSteps));
      glyph.hitRate = float(hitStep) / kHitSteps;
    }
    // An id over the fill would be hard to read, and the fill is what a run is watched for.
    if (numbered && (hitStep < 0 || side >= kCardText)) glyph.label = routerLabel(topology, id);
    const NodeLook look{NodeLook::Kind::router, side,          hitStep,    ground,
                        glyph.marked,           glyph.hovered, glyph.label};
    stamp(painter, look, center, side + 2 * (kRing + kRingGap) + 2,
          [&](QPainter& brush) { paintRouter(brush, glyph, side, theme); });
    if (side >= kCardPorts) drawPorts(painter, center, side, id, picture, geometry, theme);
  }
}

std::optional<MovingPacket> NodeLayer::packetAt(const QPointF& pixel, double reach,
                                                const NetworkPicture& picture,
                                                const LinkLayer& links, const CanvasStyle& style) {
  std::optional<MovingPacket> nearest;
  double least = packetRadius(style) + reach;
  for (const MovingPacket& packet : picture.heat.packets) {
    const std::optional<QPointF> place = packetPlace(packet, picture, links, style);
    if (!place) continue;
    const double away = std::hypot(place->x() - pixel.x(), place->y() - pixel.y());
    if (away > least) continue;
    least = away;
    nearest = packet;
  }
  return nearest;
}

void NodeLayer::drawPackets(QPainter& painter, const QRectF& device, const NetworkPicture& picture,
                            const LinkLayer& links, const CanvasStyle& style, const Theme& theme) {
  const double radius = packetRadius(style);
  const QRectF seen = device.adjusted(-6, -6, 6, 6);
  const HeatScale scale(theme);
  const Cycle oldest = ageRange(picture.heat.packets);
  const bool aged = picture.packetColour == PacketColour::age;
  // Beside jobs and what ranks do, another meaning of the same colours would be read as theirs.
  const bool plain = picture.heat.quantity == HeatQuantity::ranks;
  const NodeLook::Kind kind = aged ? NodeLook::Kind::agedPacket : NodeLook::Kind::packet;
  std::optional<QPointF> followed;
  for (const MovingPacket& packet : picture.heat.packets) {
    // They would cover the terminals that are told of.
    if (plain && style.terminalDiameter < kLeastRankMark) continue;
    const std::optional<QPointF> place = packetPlace(packet, picture, links, style);
    if (!place || !seen.contains(*place)) continue;
    if (picture.heat.followed.is(packet)) followed = place;
    const int number = plain  ? kPlainPacket
                       : aged ? HeatScale::bucket(double(packet.age) / double(oldest))
                              : packetCurve(packet, picture);
    const NodeLook look{packet.notice ? NodeLook::Kind::notice : kind, radius,
                        packet.notice ? 0 : number};
    stamp(painter, look, *place, 2 * radius + 8, [&](QPainter& brush) {
      brush.setRenderHint(QPainter::Antialiasing);
      brush.setPen(QPen(theme.color(Tone::canvas), 1.5));
      if (packet.notice) {
        paintNotice(brush, QPointF(), radius + 1.5, theme);
        return;
      }
      brush.setBrush(plain  ? theme.color(Tone::t3)
                     : aged ? scale.colorOf(number)
                            : theme.curve(number));
      brush.drawEllipse(QPointF(), radius + 0.75, radius + 0.75);
    });
  }
  if (followed) paintFollowedRing(painter, *followed, radius, theme);
}

void NodeLayer::drawStanding(QPainter& painter, const QRectF& device, const NetworkPicture& picture,
                             const LinkLayer& links, const CanvasStyle& style, const Theme& theme) {
  const std::optional<MovingPacket> standing = standingPacket(picture);
  if (!standing) return;
  const std::optional<QPointF> end = packetPlace(*standing, picture, links, style);
  if (!end || !device.contains(*end)) return;
  // On the frame of the router that it has come to, not over its name.
  const QPointF way = links.channelPoint(standing->channel, 0.9) - *end;
  const double length = std::hypot(way.x(), way.y());
  const QPointF at = length > 0 ? *end + way * (style.routerSide / 2 / length) : *end;
  const double radius = packetRadius(style);
  const NodeLook look{NodeLook::Kind::packet, radius, packetCurve(*standing, picture)};
  stamp(painter, look, at, 2 * radius + 8, [&](QPainter& brush) {
    brush.setRenderHint(QPainter::Antialiasing);
    brush.setPen(QPen(theme.color(Tone::canvas), 1.5));
    brush.setBrush(theme.curve(look.number));
    brush.drawEllipse(QPointF(), radius + 0.75, radius + 0.75);
  });
  paintFollowedRing(painter, at, radius, theme);
}

}  // namespace hopscope
