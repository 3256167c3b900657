// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/buffer_layer.h"

#include <QPen>
#include <QPolygonF>
#include <algorithm>
#include <cmath>
#include <vector>

#include "ui/drawing/fonts.h"
#include "ui/drawing/heat_scale.h"
#include "ui/drawing/node_layer.h"

namespace hopscope {

namespace {

constexpr double kNumber = 9;   ///< px from the frame to the middle of a port's number
constexpr double kBuffer = 28;  ///< and to that of its buffers
constexpr double kBarWidth = 5, kBarHeight = 14, kBarGap = 1;
constexpr double kHead = 2.2;  ///< radius of the dot of a head
constexpr double kArrow = 7;   ///< of a grant
constexpr unsigned kMostBars = 8;

/// Where a way from the card's middle crosses a frame inside the card.
QPointF onFrame(const QPointF& way, double half) {
  const double reach = std::max(std::abs(way.x()), std::abs(way.y()));
  return reach > 0 ? way * (half / reach) : QPointF();
}

/// What there is to draw of a port that has found room.
struct PortPlace {
  QPointF number;            ///< middle
  std::vector<QRectF> bars;  ///< per virtual channel; empty: no room
};

const RouterDetail* insideOf(const NetworkHeat& heat, RouterId router) {
  for (const RouterDetail& each : heat.inside)
    if (each.router == router) return &each;
  return nullptr;
}

std::vector<QRectF> barsAt(const QPointF& middle, std::size_t count) {
  std::vector<QRectF> bars;
  if (count > kMostBars) return bars;
  const double wide = double(count) * (kBarWidth + kBarGap) - kBarGap;
  for (std::size_t i = 0; i < count; ++i)
    bars.emplace_back(std::round(middle.x() - wide / 2 + double(i) * (kBarWidth + kBarGap)),
                      std::round(middle.y() - kBarHeight / 2), kBarWidth, kBarHeight);
  return bars;
}

/// A queue fills from its ground up. Where all packets are alike, gaps tell them apart.
void paintBar(QPainter& painter, const QRectF& bar, std::uint32_t flits, std::uint32_t room,
              std::uint32_t packet, const HeatScale& scale, const Theme& theme) {
  painter.fillRect(bar, theme.color(Tone::raised));
  if (room == 0 || flits == 0) return;
  const double share = std::min(1.0, double(flits) / room);
  QRectF full = bar;
  full.setTop(bar.bottom() - std::max(1.0, share * bar.height()));
  painter.fillRect(full, scale.color(share));
  if (packet == 0 || packet >= room) return;
  const double step = bar.height() * packet / room;
  if (step < 3) return;
  for (double y = bar.bottom() - step; y > full.top() + 1; y -= step)
    painter.fillRect(QRectF(bar.left(), std::round(y), bar.width(), 1), theme.color(Tone::base));
}

/// What crosses the switch since the latest cycle, with an arrow at the output.
void paintGrants(QPainter& painter, const RouterDetail& inside,
                 const std::vector<PortPlace>& places, const Theme& theme) {
  if (!inside.allocation) return;
  const QColor ink = theme.color(Tone::accentText);
  for (const AllocationRequest& each : inside.allocation->crossbar) {
    if (!each.granted || each.input >= places.size() || each.output >= places.size() ||
        each.inputVc >= places[each.input].bars.size())
      continue;
    const QPointF from = places[each.input].bars[each.inputVc].center();
    const QPointF way = places[each.output].number - from;
    const double length = std::hypot(way.x(), way.y());
    if (length < 2 * kArrow) continue;
    const QPointF along = way / length, across(-along.y(), along.x());
    const QPointF tip = from + along * (length - kNumber);
    painter.setPen(QPen(ink, 2, Qt::SolidLine, Qt::FlatCap));
    painter.drawLine(from, tip - along * kArrow);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ink);
    painter.drawPolygon(QPolygonF{tip, tip - along * kArrow + across * (kArrow / 2),
                                  tip - along * kArrow - across * (kArrow / 2)});
  }
}

void paintInside(QPainter& painter, const RouterDetail& inside,
                 const std::vector<PortPlace>& places, const NetworkPicture& picture,
                 const Theme& theme) {
  const HeatScale scale(theme);
  const std::vector<std::uint32_t>& sizes = picture.heat.packetSizes;
  const std::uint32_t packet = sizes.size() == 1 ? sizes.front() : 0;
  painter.setRenderHint(QPainter::Antialiasing, false);
  for (std::size_t p = 0; p < places.size() && p < inside.ports.size(); ++p)
    for (std::size_t v = 0; v < places[p].bars.size(); ++v)
      paintBar(painter, places[p].bars[v], inside.ports[p].inputFlits[v],
               inside.ports[p].inputRoom[v], packet, scale, theme);
  painter.setRenderHint(QPainter::Antialiasing);
  const auto barOf = [&](const WaitingHead& head) -> const QRectF* {
    if (head.input >= places.size() || head.vc >= places[head.input].bars.size()) return nullptr;
    return &places[head.input].bars[head.vc];
  };
  // First the lines: dots lie on their ends.
  for (const WaitingHead& head : inside.waiting) {
    const QRectF* bar = barOf(head);
    if (bar == nullptr || head.waited <= 0 || head.output >= places.size()) continue;
    const bool blocked =
        head.reason == WaitReason::credit || head.reason == WaitReason::virtualChannel;
    QPen pen(theme.color(blocked ? Tone::bad : Tone::t4), blocked ? 1.4 : 1);
    if (blocked) pen.setDashPattern({3, 2});
    painter.setPen(pen);
    painter.drawLine(bar->center(), places[head.output].number);
  }
  paintGrants(painter, inside, places, theme);
  for (const WaitingHead& head : inside.waiting) {
    const QRectF* bar = barOf(head);
    if (bar == nullptr) continue;
    const QPointF at(bar->center().x(), bar->bottom() - kHead);
    MovingPacket look;
    look.source = head.source;
    look.destination = head.destination;
    look.birth = head.birth;
    const bool followed = picture.heat.followed.is(look);
    painter.setPen(QPen(theme.color(followed ? Tone::accent : Tone::base), followed ? 2.2 : 1));
    painter.setBrush(theme.curve(packetCurve(look, picture)));
    painter.drawEllipse(at, followed ? kHead + 2 : kHead, followed ? kHead + 2 : kHead);
  }
}

}  // namespace

void drawPorts(QPainter& painter, const QPointF& center, double side, RouterId router,
               const NetworkPicture& picture, const NetworkGeometry& geometry, const Theme& theme) {
  const Topology& topology = *picture.topology;
  const RouterDetail* inside = insideOf(picture.heat, router);
  std::vector<PortPlace> places(topology.radix(router));
  std::vector<QRectF> taken{QRectF(center - QPointF(11, 8), QSizeF(22, 16))};  // its own name
  const auto free = [&](const QRectF& place) {
    return std::none_of(taken.begin(), taken.end(),
                        [&](const QRectF& each) { return each.intersects(place); });
  };
  painter.setFont(uiFont(10));
  painter.setPen(theme.color(Tone::t3));
  for (PortIndex port = 0; port < topology.radix(router); ++port) {
    const LinkId link = topology.port(router, port).link;
    const LinkCurve& curve = geometry.links()[link];
    const Link& known = topology.links[link];
    const bool fromA = !known.a.isTerminal && known.a.node == router && known.a.port == port;
    const QPointF way = fromA ? curve.direction(0) : -curve.direction(1);
    const QPointF at = center + onFrame(way, side / 2 - kNumber);
    places[port].number = at;
    const QRectF place(at - QPointF(9, 6), QSizeF(18, 12));
    if (!free(place)) continue;
    taken.push_back(place);
    painter.drawText(place, Qt::AlignCenter, QString::number(port));
  }
  if (inside == nullptr) return;
  for (PortIndex port = 0; port < topology.radix(router) && port < inside->ports.size(); ++port) {
    const QPointF way = places[port].number - center;
    const std::vector<QRectF> bars =
        barsAt(center + onFrame(way, side / 2 - kBuffer), inside->ports[port].inputFlits.size());
    if (bars.empty()) continue;
    const QRectF all = bars.front().united(bars.back()).adjusted(0, 1, 0, -1);
    if (!free(all)) continue;
    taken.push_back(all);
    places[port].bars = bars;
  }
  paintInside(painter, *inside, places, picture, theme);
}

}  // namespace hopscope
