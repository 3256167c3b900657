// SPDX-License-Identifier: GPL-3.0-or-later
// What of a painted network lies at a place, and where a part of it was painted.
#include <algorithm>
#include <cmath>

#include "ui/drawing/buffer_layer.h"
#include "ui/drawing/collapsed_network.h"
#include "ui/drawing/note_layer.h"
#include "ui/drawing/painter_parts.h"

namespace hopscope {

RouterId NetworkPainter::routerAt(const QPointF& place, double tolerance) const {
  const Implementation& d = *implementation_;
  const double shape = d.painted ? d.style.routerSide / 2 / d.style.scale : 0;
  const RouterId router = d.placed->geometry.routerNear(place, shape + tolerance);
  return d.placed->collapse.any() ? d.placed->collapse.realRouter(router) : router;
}

TerminalId NetworkPainter::terminalAt(const QPointF& place, double tolerance) const {
  const Implementation& d = *implementation_;
  if (d.painted && d.style.terminalDiameter <= 0) return kNone;
  const double shape = d.painted ? d.style.terminalDiameter / 2 / d.style.scale : 0;
  const TerminalId terminal = d.placed->geometry.terminalNear(place, shape + tolerance);
  return d.placed->collapse.any() ? d.placed->collapse.realTerminal(terminal) : terminal;
}

LinkId NetworkPainter::linkAt(const QPointF& place, double tolerance) const {
  const Implementation& d = *implementation_;
  // What is seen can be picked: a bundle as one, and nothing that is hidden.
  const LinkId link =
      d.painted && d.links.isProjected()
          ? d.links.linkAt(d.paintedView.map(place), std::min(tolerance * d.style.scale, 1e6))
          : d.placed->geometry.linkNear(place, tolerance);
  return d.placed->collapse.any() && link != kNone ? d.placed->collapse.realLinks(link).front()
                                                   : link;
}

std::optional<MovingPacket> NetworkPainter::packetAt(const QPointF& place, double tolerance) const {
  const Implementation& d = *implementation_;
  if (!d.painted || !d.picture.topology || !d.links.isProjected()) return {};
  std::optional<MovingPacket> packet = NodeLayer::packetAt(
      d.paintedView.map(place), tolerance * d.style.scale, d.picture, d.links, d.style);
  if (!packet || !d.placed->collapse.any()) return packet;
  const auto& all = d.given.heat.packets;
  const auto real = std::find_if(all.begin(), all.end(), [&](const MovingPacket& each) {
    return each.source == packet->source && each.birth == packet->birth &&
           each.notice == packet->notice;
  });
  return *real;
}

std::optional<QRectF> NetworkPainter::routerArea(RouterId router) const {
  const Implementation& d = *implementation_;
  const NetworkPicture& whole = picture();
  const bool known = d.painted && whole.topology && router < whole.topology->routerCount();
  if (!known || d.placed->collapse.hides(router)) return {};
  const Point place = whole.placement->routers[router];
  QRectF area(0, 0, d.style.routerSide, d.style.routerSide);
  area.moveCenter(d.paintedView.map(QPointF(place.x, place.y)));
  return area;
}

std::vector<RouterId> NetworkPainter::nearRouters() const {
  const Implementation& d = *implementation_;
  constexpr std::size_t kMost = 100;
  std::vector<RouterId> near;
  if (!d.painted || d.placed->collapse.any() || d.style.routerSide < kCardBuffers) return near;
  const double half = d.style.routerSide / 2;
  const QRectF seen = d.paintedDevice.adjusted(-half, -half, half, half);
  for (RouterId router = 0; router < d.placed->geometry.routers().size(); ++router)
    if (seen.contains(d.paintedView.map(d.placed->geometry.routers()[router])))
      near.push_back(router);
  if (near.size() > kMost) near.clear();
  return near;
}

std::optional<QPointF> NetworkPainter::linkMiddle(LinkId link) const {
  const Implementation& d = *implementation_;
  if (!d.painted || !d.links.isProjected() || d.placed->collapse.any()) return {};
  if (!d.picture.topology || link >= d.picture.topology->linkCount()) return {};
  return d.links.channelPoint(2 * link, .5);
}

double NetworkPainter::presence(int bucket) const {
  const Implementation& d = *implementation_;
  return d.painted && d.links.isProjected() ? d.links.presence(bucket) : 1;
}

std::uint32_t NetworkPainter::noteAt(const QPointF& place) const {
  const Implementation& d = *implementation_;
  if (!d.painted || !d.picture.placement) return kNone;
  const std::vector<CanvasNote>& notes = d.picture.placement->notes;
  for (auto note = static_cast<std::uint32_t>(notes.size()); note-- > 0;)
    if (noteRect(notes[note], d.paintedView).contains(d.paintedView.map(place))) return note;
  return kNone;
}

std::int32_t NetworkPainter::collapsedAt(const QPointF& place, double tolerance) const {
  const Implementation& d = *implementation_;
  const double reach =
      (d.painted ? d.placed->cards.side(d.style) / 2 / d.style.scale : 0) + tolerance;
  for (const CollapsedNetwork::Node& node : d.placed->collapse.nodes()) {
    const QPointF away = d.placed->geometry.routers()[node.shown] - place;
    if (std::max(std::abs(away.x()), std::abs(away.y())) <= reach) return node.group;
  }
  return -1;
}

std::int32_t NetworkPainter::groundAt(const QPointF& place) const {
  const Implementation& d = *implementation_;
  if (!d.placed->topology || !d.picture.placement) return -1;
  const std::vector<std::int32_t> may =
      collapsibleGroups(*d.picture.topology, *d.picture.placement);
  for (const GroupShape& shape : d.picture.placement->groups)
    if (std::binary_search(may.begin(), may.end(), shape.group) &&
        mapped(shape.outline, QTransform()).containsPoint(place, Qt::WindingFill))
      return shape.group;
  return -1;
}

std::vector<LinkId> NetworkPainter::bundleOf(LinkId link) const {
  const Implementation& d = *implementation_;
  if (!d.placed->collapse.any()) return d.links.bundleOf(link);
  const LinkId shown = d.placed->collapse.shownLink(link);
  if (shown == kNone) return {link};
  std::vector<LinkId> all;
  for (const LinkId line : d.links.bundleOf(shown)) {
    const std::vector<LinkId>& real = d.placed->collapse.realLinks(line);
    all.insert(all.end(), real.begin(), real.end());
  }
  return all;
}

const CollapsedNetwork& NetworkPainter::collapsed() const {
  return implementation_->placed->collapse;
}

}  // namespace hopscope
