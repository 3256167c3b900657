// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/network_painter.h"

#include <QFontMetricsF>
#include <QPaintEngine>
#include <QPen>
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "ui/drawing/circuit_layer.h"
#include "ui/drawing/collapsed_network.h"
#include "ui/drawing/failure_layer.h"
#include "ui/drawing/focus_layer.h"
#include "ui/drawing/followed_layer.h"
#include "ui/drawing/group_cards.h"
#include "ui/drawing/group_labels.h"
#include "ui/drawing/label_font.h"
#include "ui/drawing/network_geometry.h"
#include "ui/drawing/note_layer.h"
#include "ui/drawing/oklab.h"
#include "ui/drawing/painter_parts.h"
#include "ui/drawing/part_labels.h"
#include "ui/drawing/pause_layer.h"
#include "ui/drawing/wait_cycle_layer.h"

namespace hopscope {

namespace {

/// More visible links than this are smoothed only while nothing changes, and where they are
/// translucent not at all: that would take a quarter of a second.
constexpr std::size_t kSmoothBelow = 1000;
/// Heat that is older than this is at rest, milliseconds.
constexpr int kRestAfter = 300;
constexpr double kRing = 2.2, kRingGap = 2;
constexpr double kAround = 12;               // canvas units that a network covers beyond its nodes
constexpr double kLeastDots = 10;            ///< px between dots of the grid
constexpr double kSmallestWithLabels = 180;  ///< px
constexpr double kSmallestWithNotes = 120;   ///< px; thumbnails are smaller

}  // namespace

QPolygonF mapped(const std::vector<Point>& outline, const QTransform& view) {
  QPolygonF polygon;
  polygon.reserve(static_cast<qsizetype>(outline.size()));
  for (const Point& p : outline) polygon << view.map(QPointF(p.x, p.y));
  return polygon;
}

NetworkPainter::NetworkPainter(const Theme& theme)
    : implementation_(std::make_unique<Implementation>(theme)) {}

NetworkPainter::~NetworkPainter() = default;

void NetworkPainter::setTheme(const Theme& theme) {
  Implementation& d = *implementation_;
  d.theme = &theme;
  d.takeRamp();
  d.nodes.clear();
  d.kept.valid = false;
}

/// The colours of the quantity that is shown.
void NetworkPainter::Implementation::takeRamp() {
  shown = picture.heat.quantity;
  scale = HeatScale(*theme, entryOf(shown).ramp);
  kept.valid = false;
}

void NetworkPainter::setPicture(NetworkPicture picture) {
  Implementation& d = *implementation_;
  const NetworkPicture& before = d.placed->collapse.any() ? d.given : d.picture;
  const bool same = picture.topology == before.topology && picture.placement == before.placement;
  auto placed =
      same ? d.placed : std::make_shared<PlacedNetwork>(picture.topology, picture.placement);
  setPicture(std::move(picture), std::move(placed));
}

void NetworkPainter::setPicture(NetworkPicture picture, std::shared_ptr<PlacedNetwork> placed) {
  Implementation& d = *implementation_;
  const bool same = placed == d.placed;
  d.placed = std::move(placed);
  const CollapsedNetwork& collapse = d.placed->collapse;
  if (collapse.any()) {
    d.picture.topology = collapse.topology();
    d.picture.placement = collapse.placement();
    d.picture.heat = collapse.heat(picture.heat);
    d.picture.marks = collapse.marks(picture.marks);
    d.picture.packetColour = picture.packetColour;
    d.given = std::move(picture);
  } else {
    d.picture = std::move(picture);
    d.given = {};
  }
  if (!same) {
    d.links.setNetwork(d.placed->topology.get(), &d.placed->geometry, &d.placed->links);
    d.painted = d.painted && d.placed->topology != nullptr;
  }
  // A collapsed network has other links.
  d.links.setRates(collapse.any() ? std::vector<LinkRate>() : d.picture.linkRates);
  if (d.picture.heat.quantity != d.shown) d.takeRamp();
  d.links.setHeat(d.picture.heat);
  d.sinceHeat.invalidate();
  d.kept.valid = false;
}

void NetworkPainter::setHeat(NetworkHeat heat) {
  Implementation& d = *implementation_;
  if (d.placed->collapse.any()) {
    d.picture.heat = d.placed->collapse.heat(heat);
    d.given.heat = std::move(heat);
  } else {
    d.picture.heat = std::move(heat);
  }
  if (d.picture.heat.quantity != d.shown) d.takeRamp();
  if (d.links.setHeat(d.picture.heat)) d.kept.current = false;
  // Wedges of a quantity of routers are part of the kept picture.
  if (d.style.wedges && entryOf(d.shown).ofRouters) d.kept.valid = false;
  d.sinceHeat.start();
}

void NetworkPainter::setMarks(NetworkMarks marks) {
  Implementation& d = *implementation_;
  if (d.placed->collapse.any()) {
    NetworkMarks shown = d.placed->collapse.marks(marks);
    d.given.marks = std::move(marks);
    marks = std::move(shown);
  }
  // Groups and, in design mode, the links of marked routers are part of the kept picture.
  if (marks.routers != d.picture.marks.routers) d.kept.valid = false;
  d.picture.marks = std::move(marks);
}

void NetworkPainter::setPacketColour(PacketColour colour) {
  implementation_->picture.packetColour = implementation_->given.packetColour = colour;
}

const NetworkPicture& NetworkPainter::picture() const {
  const Implementation& d = *implementation_;
  return d.placed->collapse.any() ? d.given : d.picture;
}

void NetworkPainter::setDotGrid(double step) {
  implementation_->dotStep = step;
  implementation_->kept.valid = false;
}

QRectF NetworkPainter::bounds() const {
  const Implementation& d = *implementation_;
  if (!d.picture.topology || !d.picture.placement || d.placed->geometry.routers().empty())
    return {};
  QRectF all = d.placed->geometry.bounds().adjusted(-kAround, -kAround, kAround, kAround);
  const QFontMetricsF metrics(labelFont(12));
  for (const GroupShape& group : d.picture.placement->groups) {
    const QString label = QString::fromStdString(group.label);
    const QSizeF size(metrics.horizontalAdvance(label) + 8, metrics.height() + 4);
    all |= QRectF(QPointF(group.labelAt.x - size.width() / 2, group.labelAt.y - size.height() / 2),
                  size);
  }
  for (const CanvasNote& note : d.picture.placement->notes) all |= noteRect(note, QTransform());
  return all;
}

double NetworkPainter::cardReach(double scale) const {
  const Implementation& d = *implementation_;
  if (!d.placed->collapse.any()) return 0;
  const QTransform view = QTransform::fromScale(scale, scale);
  return d.placed->cards.reach(CanvasStyle::choose(d.placed->geometry, *d.picture.placement, view));
}

double NetworkPainter::routerReach(double scale) const {
  const Implementation& d = *implementation_;
  if (!d.picture.placement) return 0;
  const QTransform view = QTransform::fromScale(scale, scale);
  const CanvasStyle style = CanvasStyle::choose(d.placed->geometry, *d.picture.placement, view);
  return std::max(0.0, style.routerSide / 2 - kAround * scale);
}

bool NetworkPainter::Implementation::groupMarked(std::int32_t group) const {
  const auto index = static_cast<std::size_t>(group);
  const auto& groups = placed->groupRouters;
  if (group < 0 || index >= groups.size() || groups[index].size() < 2) return false;
  const auto& routers = groups[index];
  return std::all_of(routers.begin(), routers.end(),
                     [&](RouterId r) { return picture.marks.routers.count(r) > 0; });
}

void NetworkPainter::Implementation::paintGround(QPainter& painter, const QRectF& device,
                                                 const QTransform& view) {
  painter.fillRect(device, theme->color(Tone::canvas));
  double step = dotStep * style.scale;
  if (step <= 0 || !picture.heat.empty()) return;
  while (step < kLeastDots) step *= 2;
  painter.setRenderHint(QPainter::Antialiasing, false);
  const QPointF origin = view.map(QPointF(0, 0));
  const double left = device.left() + std::fmod(origin.x() - device.left(), step);
  const double top = device.top() + std::fmod(origin.y() - device.top(), step);
  const int columns = static_cast<int>(std::ceil((device.right() - left) / step));
  const int rows = static_cast<int>(std::ceil((device.bottom() - top) / step));
  for (int column = 0; column < columns; ++column)
    for (int row = 0; row < rows; ++row)
      painter.fillRect(QRectF(std::round(left + column * step), std::round(top + row * step), 1, 1),
                       theme->color(Tone::line));
}

void NetworkPainter::Implementation::paintGroups(QPainter& painter, const QRectF& device,
                                                 const QTransform& view) {
  painter.setRenderHint(QPainter::Antialiasing);
  std::vector<std::int8_t> heat;
  if (style.wedges && !picture.heat.empty())
    heat = entryOf(shown).ofRouters ? routerBuckets(picture.heat, placed->groupRouters)
                                    : links.groupBuckets();
  for (const GroupShape& group : picture.placement->groups) {
    if (group.outline.empty()) continue;
    const QPolygonF shape = mapped(group.outline, view);
    if (!shape.boundingRect().intersects(device)) continue;
    const bool marked = groupMarked(group.group);
    QColor fill = theme->color(marked ? Tone::accentSoft : Tone::panel);
    const auto index = static_cast<std::size_t>(group.group);
    if (style.wedges && !marked) {
      fill = theme->color(Tone::raised);
      if (group.group >= 0 && index < heat.size() && heat[index] >= 0) {
        fill = scale.colorOf(heat[index]);
      }
    }
    painter.setBrush(fill);
    painter.setPen(QPen(theme->color(marked ? Tone::accent : Tone::line), 1));
    painter.drawPolygon(shape);
  }
}

void NetworkPainter::Implementation::paintMarkedLinks(QPainter& painter) {
  painter.setRenderHint(QPainter::Antialiasing);
  const auto pen = [](const QColor& color, double width) {
    return QPen(color, width, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
  };
  const auto restore = [&](LinkId link, double width, bool bundle) {
    const int bucket = links.bucketOf(link, bundle);
    const QColor color =
        entryOf(picture.heat.quantity).ofRouters ? theme->color(Tone::t4)
        : picture.heat.empty()
            ? theme->color(designTone(*picture.topology, picture.topology->links[link].linkClass))
        : bucket < 0 ? scale.noData()
                     : scale.colorOf(bucket);
    links.strokeLink(painter, link, pen(color, width), bundle);
  };
  const std::set<LinkId>& marked = picture.marks.links;
  const bool many = marked.size() > LinkLayer::kManyStrokes;
  if (many)
    links.strokeLinks(painter, {marked.begin(), marked.end()},
                      pen(theme->color(Tone::accent), kRing));
  std::set<LinkId> done;  // with the bundle of another
  for (const LinkId link : marked) {
    if (many) break;
    if (link >= picture.topology->linkCount() || done.count(link) != 0) continue;
    const std::vector<LinkId> bundle = links.bundleOf(link);
    const bool whole =
        bundle.size() > 1 && std::all_of(bundle.begin(), bundle.end(),
                                         [&](LinkId member) { return marked.count(member) != 0; });
    if (whole) done.insert(bundle.begin(), bundle.end());
    const double width = links.widthOf(link, whole);
    links.strokeLink(painter, link, pen(theme->color(Tone::accent), width + 2 * (kRing + kRingGap)),
                     whole);
    links.strokeLink(painter, link, pen(theme->color(Tone::canvas), width + 2 * kRingGap), whole);
    restore(link, width, whole);
  }
  const LinkId hovered = picture.marks.hoverLink;
  if (hovered < picture.topology->linkCount()) {
    const double width = links.widthOf(hovered, true);
    links.strokeLink(painter, hovered, pen(theme->color(Tone::t1), width + 3), true);
    restore(hovered, width, true);
  }
}

void NetworkPainter::Implementation::paintLabels(QPainter& painter, const QRectF& device,
                                                 const QTransform& view) {
  std::vector<CanvasLabel> labels =
      groupLabels(picture, style, placed->groupTerminals, device, view);
  const bool thumbnail = std::min(device.width(), device.height()) < kSmallestWithLabels;
  addPartLabels(labels, {picture, placed->geometry, style, placed->collapse, placed->cards, view,
                         device, thumbnail});
  drawLabels(painter, std::move(labels), device, *theme, words);
}

void NetworkPainter::Implementation::paintStill(QPainter& painter, const QRectF& device,
                                                const QTransform& view, bool smooth) {
  paintGround(painter, device, view);
  // A wedge stands for its group's routers and lies on the links like they do.
  if (!style.wedges) paintGroups(painter, device, view);
  links.draw(painter, *theme, scale, smooth);
  if (style.wedges) paintGroups(painter, device, view);
  if (picture.heat.empty() && !style.wedges) {
    // While designing, what a selected router is connected to is the question.
    std::set<LinkId> connecting;
    for (const RouterId router : picture.marks.routers) {
      if (router >= picture.topology->routerCount()) continue;
      for (PortIndex port = 0; port < picture.topology->radix(router); ++port) {
        const LinkId link = picture.topology->port(router, port).link;
        if (style.terminalDiameter == 0 && picture.topology->kindOf(link) == LinkKind::terminal) {
          continue;
        }
        connecting.insert(link);
      }
    }
    links.strokeLinks(painter, {connecting.begin(), connecting.end()},
                      QPen(theme->color(Tone::accent), 2));
  }
}

/// Draws only the links whose colour changed over the kept picture.
bool NetworkPainter::Implementation::patchKept(const QRectF& device, const QTransform& view) {
  QPainter brush(&kept.image);
  brush.translate(-device.topLeft());
  if (!links.drawChanged(brush, scale)) return false;
  if (style.wedges) paintGroups(brush, device, view);
  return true;
}

void NetworkPainter::Implementation::paintKept(QPainter& painter, const QRectF& device,
                                               const QTransform& view, bool moving) {
  const double density = painter.device()->devicePixelRatioF();
  const bool live = sinceHeat.isValid() && sinceHeat.elapsed() < kRestAfter;
  const bool smooth =
      links.visibleCount() <= kSmoothBelow || (!moving && !live && !links.translucent());
  bool usable = kept.valid && kept.view == view && kept.device == device &&
                kept.density == density && (kept.smooth || !smooth);
  if (usable && !kept.current) {
    usable = !smooth && !kept.smooth && patchKept(device, view);
    kept.current = usable;
  }
  if (!usable) {
    const QSize size((device.size() * density).toSize().expandedTo(QSize(1, 1)));
    if (kept.image.size() != size) {
      kept.image = QImage(size, QImage::Format_RGB32);
    }
    kept.image.setDevicePixelRatio(density);
    QPainter brush(&kept.image);
    // Lines of one pixel are drawn at once where a rectangle clips them, in pieces where nothing
    // does.
    brush.setClipRect(QRectF(QPointF(), device.size()));
    brush.translate(-device.topLeft());
    paintStill(brush, device, view, smooth);
    brush.end();
    kept.view = view;
    kept.device = device;
    kept.density = density;
    kept.smooth = smooth;
    kept.valid = true;
    kept.current = true;
  }
  painter.drawImage(device.topLeft(), kept.image);
}

void NetworkPainter::paint(QPainter& painter, const QRectF& device, const QTransform& view,
                           bool moving) {
  Implementation& d = *implementation_;
  painter.save();
  painter.setClipRect(device, Qt::IntersectClip);
  if (!d.placed->topology || !d.placed->placement) {
    d.style.scale = std::hypot(view.m11(), view.m12());
    d.paintGround(painter, device, view);
    painter.restore();
    return;
  }
  d.style = CanvasStyle::choose(d.placed->geometry, *d.picture.placement, view);
  d.painted = true;
  d.links.project(device, view, d.style);
  d.paintedView = view;
  d.paintedDevice = device;
  const double density = painter.device()->devicePixelRatioF();
  if (density != d.lookDensity) d.nodes.clear();
  d.lookDensity = density;
  if (painter.paintEngine()->type() == QPaintEngine::Raster) {
    d.paintKept(painter, device, view, moving);
  } else {
    d.paintStill(painter, device, view, true);
  }
  d.paintMarkedLinks(painter);
  drawFailedLinks(painter, d.picture, d.links, d.style, *d.theme);
  drawPaused(painter, d.picture, d.links, d.style, *d.theme);
  if (!d.placed->collapse.any())
    drawCircuitTubes(painter, d.picture, d.placed->geometry, view, d.style, *d.theme);
  drawFollowedPath(painter, d.picture, d.links, d.style, *d.theme);
  d.nodes.drawTerminals(painter, device, view, d.style, d.picture, d.placed->geometry, *d.theme);
  d.nodes.drawPackets(painter, device, d.picture, d.links, d.style, *d.theme);
  d.nodes.drawRouters(painter, device, view, d.style, d.picture, d.placed->geometry,
                      d.placed->collapse, *d.theme);
  d.nodes.drawStanding(painter, device, d.picture, d.links, d.style, *d.theme);
  drawIntermediate(painter, view, d.picture, d.placed->geometry, d.placed->collapse,
                   d.style.routerSide, d.placed->cards.side(d.style), *d.theme);
  if (!d.placed->collapse.any())
    drawCircuitMatrix(painter, d.picture, d.placed->geometry, view, *d.theme);
  d.placed->cards.draw(painter, device, view, d.style, d.placed->collapse, d.placed->geometry,
                       d.picture, *d.theme);
  drawFailedRouters(painter, view, d.picture, d.placed->geometry, d.placed->collapse,
                    d.style.routerSide, d.placed->cards.side(d.style), *d.theme);
  if (d.picture.marks.focus && d.picture.heat.waitCycle.empty())
    d.paintFocus(painter, device, view);
  if (d.picture.names) d.paintLabels(painter, device, view);
  const std::vector<CanvasNote>& notes = d.picture.placement->notes;
  if (!notes.empty() && std::min(device.width(), device.height()) >= kSmallestWithNotes)
    drawNotes(painter, device, view, notes, d.picture.marks.notes, d.picture.marks.hoverNote,
              *d.theme);
  if (!d.picture.heat.waitCycle.empty()) d.paintWaitCycle(painter, device, view);
  painter.restore();
}

/// Over a faded picture of everything: what is selected, and what it is connected to.
void NetworkPainter::Implementation::paintFocus(QPainter& painter, const QRectF& device,
                                                const QTransform& view) {
  const std::set<RouterId> routers = routersInFocus(picture);
  if (routers.empty() && picture.marks.links.empty()) return;
  drawFocus(painter, device, picture, links, scale, *theme);
  paintMarkedLinks(painter);
  nodes.drawRouters(painter, device, view, style, picture, placed->geometry, placed->collapse,
                    *theme, &routers);
}

/// Over a faded picture of everything: the cycle, and what is being looked at.
void NetworkPainter::Implementation::paintWaitCycle(QPainter& painter, const QRectF& device,
                                                    const QTransform& view) {
  fadeForWaitCycle(painter, device, *theme);
  paintMarkedLinks(painter);
  const bool small = std::min(device.width(), device.height()) < kSmallestWithLabels;
  drawWaitCycleLinks(painter, picture, links, *theme, small);
  const std::set<RouterId> routers = routersOfWaitCycle(picture);
  nodes.drawRouters(painter, device, view, style, picture, placed->geometry, placed->collapse,
                    *theme, &routers);
  if (!small) drawWaitCycleMarks(painter, picture, links, style, *theme);
}

}  // namespace hopscope
