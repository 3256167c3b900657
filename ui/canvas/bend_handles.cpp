// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/bend_handles.h"

#include <QLineF>
#include <algorithm>
#include <limits>

#include "ui/drawing/collapsed_network.h"

namespace hopscope {

namespace {

constexpr double kReach = 7;  // pixels
constexpr double kSide = 8;

/// How much longer the way over `place` is.
double detour(QPointF from, QPointF place, QPointF to) {
  return QLineF(from, place).length() + QLineF(place, to).length() - QLineF(from, to).length();
}

}  // namespace

LinkId BendHandles::link() const {
  if (!host_.mayEdit()) return kNone;
  DesignDocument& document = host_.editedDocument();
  const Parts& selection = document.selection();
  const bool one = selection.links.size() == 1 && selection.routers.empty() &&
                   selection.terminals.empty() && selection.notes.empty();
  if (!one) return kNone;
  const LinkId link = *selection.links.begin();
  const Topology& topology = *document.topology();
  const Link& ends = topology.links[link];
  if (ends.a.isTerminal) return kNone;
  // The links of a collapsed group are drawn as one; there is nothing to bend.
  const CollapsedNetwork& collapsed = host_.collapsed();
  return collapsed.hides(ends.a.node) || collapsed.hides(ends.b.node) ? kNone : link;
}

std::vector<QPointF> BendHandles::places() const {
  std::vector<QPointF> places;
  const Placement& placement = *host_.editedDocument().placement();
  if (const auto own = placement.bends.find(link()); own != placement.bends.end())
    for (const Point& place : own->second) places.emplace_back(place.x, place.y);
  return places;
}

std::optional<std::size_t> BendHandles::handleAt(QPointF pixel) const {
  const std::vector<QPointF> all = places();
  for (std::size_t i = all.size(); i-- > 0;)
    if (QLineF(host_.view().toPixels(all[i]), pixel).length() <= kReach) return i;
  return {};
}

std::optional<std::size_t> BendHandles::chosen() const {
  return chosen_ && of_ == link() && *chosen_ < places().size() ? chosen_ : std::nullopt;
}

bool BendHandles::press(const CanvasMouse& mouse) {
  const auto handle = link() == kNone ? std::nullopt : handleAt(mouse.pixel);
  const bool changed = chosen() != handle;
  chosen_ = handle;
  of_ = link();
  held_ = handle.has_value();
  before_ = places();
  if (changed) host_.repaintOverlay();
  return held_;
}

void BendHandles::move(const CanvasMouse& mouse) {
  if (!held_ || !chosen()) return;
  std::vector<QPointF> all = places();
  const QPointF target = host_.snapped(mouse.place);
  if (all[*chosen_] == target) return;
  all[*chosen_] = target;
  host_.editedDocument().bend(link(), all, true);
}

void BendHandles::release() {
  if (std::exchange(held_, false) && chosen()) host_.editedDocument().bend(link(), places());
}

void BendHandles::cancel() {
  if (!std::exchange(held_, false) || !chosen()) return;
  host_.editedDocument().bend(link(), before_, true);
  host_.editedDocument().bend(link(), before_);
}

bool BendHandles::doubleClick(const CanvasMouse& mouse) {
  const LinkId own = link();
  if (own == kNone) return false;
  if (const auto handle = handleAt(mouse.pixel)) {
    chosen_ = handle;
    of_ = own;
    return removeChosen();
  }
  if (mouse.link != own) return false;
  std::vector<QPointF> all = places();
  const DesignDocument& document = host_.editedDocument();
  const Link& cable = document.topology()->links[own];
  const auto placeOf = [&](const LinkEnd& end) {
    const Point place = document.placement()->routers[end.node];
    return QPointF(place.x, place.y);
  };
  std::vector<QPointF> corners{placeOf(cable.a)};
  corners.insert(corners.end(), all.begin(), all.end());
  corners.push_back(placeOf(cable.b));
  std::size_t at = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i + 1 < corners.size(); ++i) {
    const double more = detour(corners[i], mouse.place, corners[i + 1]);
    if (more >= least) continue;
    least = more;
    at = i;
  }
  all.insert(all.begin() + static_cast<std::ptrdiff_t>(at), host_.snapped(mouse.place));
  host_.editedDocument().bend(own, all);
  chosen_ = at;
  of_ = own;
  return true;
}

bool BendHandles::removeChosen() {
  if (!chosen()) return false;
  std::vector<QPointF> all = places();
  all.erase(all.begin() + static_cast<std::ptrdiff_t>(*chosen_));
  chosen_.reset();
  host_.editedDocument().bend(link(), all);
  return true;
}

bool BendHandles::nudge(QPointF by) {
  std::vector<QPointF> all = places();
  if (all.empty()) return false;
  if (!chosen()) {  // no mouse has chosen one
    chosen_ = 0;
    of_ = link();
  }
  all[*chosen_] += by;
  host_.editedDocument().bend(link(), all);
  return true;
}

void BendHandles::paint(QPainter& painter) const {
  if (link() == kNone) return;
  const std::vector<QPointF> all = places();
  for (std::size_t i = 0; i < all.size(); ++i) {
    QRectF square(0, 0, kSide, kSide);
    square.moveCenter(host_.view().toPixels(all[i]));
    painter.setPen(QPen(host_.look().color(Tone::accent), 2));
    painter.setBrush(host_.look().color(chosen() == i ? Tone::accent : Tone::canvas));
    painter.drawRect(square);
  }
}

}  // namespace hopscope
