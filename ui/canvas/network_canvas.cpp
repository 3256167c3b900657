// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/network_canvas.h"

#include <QAccessible>
#include <QGuiApplication>
#include <QPaintEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "engine/design/link_bandwidths.h"
#include "ui/canvas/canvas_tip.h"
#include "ui/canvas/empty_canvas.h"
#include "ui/canvas/name_editor.h"
#include "ui/canvas/note_editor.h"
#include "ui/document/selection_names.h"
#include "ui/drawing/collapsed_network.h"
#include "ui/drawing/focus_ring.h"
#include "ui/words/numbers.h"
#include "ui/words/part_names.h"

namespace hopscope {

namespace {

constexpr int kRestAfter = 150;      // ms without movement until antialiasing comes back
constexpr int kTipAfter = 300;       // ms
constexpr int kHeatRestAfter = 350;  // ms without new rates until the picture is drawn anew
constexpr double kLargestFit = 2;
constexpr double kDotStep = 3 * NetworkCanvas::kGrid;

QRectF boundsOf(const Placement& placement, const Parts& parts, const Topology& topology) {
  QRectF bounds;
  const auto include = [&bounds](Point place) {
    const QRectF around(place.x - 1, place.y - 1, 2, 2);
    bounds = bounds.isNull() ? around : bounds.united(around);
  };
  for (const RouterId router : parts.routers) include(placement.routers[router]);
  for (const TerminalId terminal : parts.terminals) include(placement.terminals[terminal]);
  for (const std::uint32_t note : parts.notes) include(placement.notes[note].place);
  for (const LinkId link : parts.links)
    for (const LinkEnd& end : {topology.links[link].a, topology.links[link].b})
      include(end.isTerminal ? placement.terminals[end.node] : placement.routers[end.node]);
  return bounds;
}

}  // namespace

NetworkCanvas::NetworkCanvas(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      theme_(&theme),
      painter_(theme),
      tool_(makeTool(Tool::select, *this)),
      tip_(new CanvasTip(this)) {
  auto* emptyCanvas = new EmptyCanvas(this);
  connect(emptyCanvas, &EmptyCanvas::generateRequested, this, &NetworkCanvas::generateRequested);
  emptyState_ = emptyCanvas;

  setObjectName(QStringLiteral("networkCanvas"));
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setAttribute(Qt::WA_OpaquePaintEvent);
  setMinimumSize(160, 120);
  setAccessibleName(tr("Network canvas"));
  restTimer_.setSingleShot(true);
  restTimer_.setInterval(kRestAfter);
  connect(&restTimer_, &QTimer::timeout, this, [this] {
    moving_ = false;
    redraw();
  });
  heatTimer_.setSingleShot(true);
  heatTimer_.setInterval(kHeatRestAfter);
  connect(&heatTimer_, &QTimer::timeout, this, &NetworkCanvas::redraw);
  tipTimer_.setSingleShot(true);
  tipTimer_.setInterval(kTipAfter);
  connect(&tipTimer_, &QTimer::timeout, this, &NetworkCanvas::showTip);
  painter_.setDotGrid(kDotStep);
  showEmptyState();
  describe();
}

NetworkCanvas::~NetworkCanvas() = default;

const NetworkPicture& NetworkCanvas::picture() const {
  return painter_.picture();
}

void NetworkCanvas::setDocument(DesignDocument* document) {
  settleEditors();
  if (document_) document_->disconnect(this);
  document_ = document;
  crosshair_.reset();
  tool_ = makeTool(toolKind_, *this);
  if (document_) {
    connect(document_, &DesignDocument::loaded, this, [this] { loading_ = true; });
    connect(document_, &DesignDocument::changed, this, &NetworkCanvas::onDesignChanged);
    connect(document_, &DesignDocument::selectionChanged, this, &NetworkCanvas::onSelectionChanged);
  }
  showNetwork();
  fit();
  describe();
}

void NetworkCanvas::onDesignChanged(const DesignChange& change) {
  if (change.structure || change.layout || change.names) {
    const std::shared_ptr<const Topology> before = painter_.picture().topology;
    const std::set<std::int32_t> collapsed = collapsedGroups();
    showNetwork();
    const Topology& now = *painter_.picture().topology;
    const bool another = !now.isDrawn() && (!before || before->kind != now.kind ||
                                            before->parameters != now.parameters);
    if (loading_ || another || (collapsed != collapsedGroups() && !seesRouters()))
      fit();
    else if (change.structure)
      followsFit_ = false;  // a drawn network must not jump while it grows
    loading_ = false;
    if (change.layout && !change.structure) startMoving();
    followNamed();
  } else if (change.settings && document_ && painter_.picture().topology &&
             bandwidthsOf(document_->design(), *document_->topology()) !=
                 painter_.picture().linkRates) {
    showNetwork();
  }
  describe();
}

std::set<std::int32_t> NetworkCanvas::collapsedGroups() const {
  const std::shared_ptr<const Placement>& placement = painter_.picture().placement;
  return placement ? placement->collapsed : std::set<std::int32_t>();
}

/// A router or a card stands in what is shown: near one corner of a group there may be nothing once
/// it is collapsed.
bool NetworkCanvas::seesRouters() const {
  const CollapsedNetwork& collapse = painter_.collapsed();
  const Placement& drawn = collapse.any() ? *collapse.placement() : *painter_.picture().placement;
  return std::any_of(drawn.routers.begin(), drawn.routers.end(), [&](const Point& place) {
    return QRectF(rect()).contains(view_.toPixels({place.x, place.y}));
  });
}

void NetworkCanvas::onSelectionChanged() {
  showMarks();
  describe();
  emit selectionShown();
}

void NetworkCanvas::showNetwork() {
  hideTip();
  hovered_ = {};
  NetworkPicture picture = painter_.picture();
  if (document_) {
    const bool sameNetwork = picture.topology == document_->topology();
    picture.topology = document_->topology();
    picture.placement = document_->placement();
    picture.linkRates = bandwidthsOf(document_->design(), *picture.topology);
    if (!sameNetwork) picture.heat = {};
  } else {
    picture = {};
    picture.topology = std::make_shared<const Topology>();
    picture.placement = std::make_shared<const Placement>();
  }
  if (!placeAside(picture)) {
    placing_.cancel();
    painter_.setPicture(std::move(picture));
  }
  showMarks();
  showEmptyState();
  emit pictureChanged();
}

/// Another network that takes its time is worked out on another thread; a newer one takes the place
/// of one that is not through. A network that is drawn by hand stays in sight while it is edited.
bool NetworkCanvas::placeAside(NetworkPicture& picture) {
  constexpr std::uint32_t kManyLinks = 10'000;  // about a millisecond
  const NetworkPicture& before = painter_.picture();
  const bool known = picture.topology == before.topology && !isPlacing();
  const bool edited = picture.topology->isDrawn() && !loading_;
  if (known || edited || picture.topology->linkCount() < kManyLinks) return false;
  const PlacingJob* job = placing_.job();
  const bool begun =
      job != nullptr && job->topology == picture.topology && job->placement == picture.placement;
  auto next = std::make_shared<PlacingJob>(picture.topology, picture.placement);
  painter_.setPicture(std::move(picture), std::make_shared<PlacedNetwork>());
  if (!begun) {
    const auto done = [this](const PlacingJob& over) { takePlaced(over); };
    placing_.begin(std::move(next), this, done, 0);
  }
  return true;
}

void NetworkCanvas::takePlaced(const PlacingJob& job) {
  painter_.setPicture(NetworkPicture(painter_.picture()), job.placed);
  redraw();
  emit pictureChanged();
  if (followed_)
    follow(*std::exchange(followed_, {}));
  else if (fitsPlaced_ || followsFit_)
    fit();
  else
    emit viewChanged();
}

void NetworkCanvas::showMarks() {
  NetworkMarks marks;
  if (document_) {
    const Parts& selection = document_->selection();
    marks.routers = selection.routers;
    marks.terminals = selection.terminals;
    marks.links = selection.links;
    marks.notes = selection.notes;
    marks.focus = focusing_ && !selection.onlyNotes();
  }
  marks.hoverRouter = hovered_.router;
  marks.hoverTerminal = hovered_.terminal;
  marks.hoverLink = hovered_.link;
  marks.hoverNote = hovered_.note;
  marks.hoverGroup = hovered_.group;
  painter_.setMarks(std::move(marks));
  redraw();
}

void NetworkCanvas::setHeat(NetworkHeat heat) {
  const NetworkPicture& picture = painter_.picture();
  const std::size_t channels = picture.topology ? picture.topology->channelCount() : 0;
  if (!heat.empty() && heat.channelUtilization.size() != channels) heat = {};
  const bool wasEmpty = picture.heat.empty();
  if (heat.empty() && wasEmpty) return;
  heat.least = least_;
  if (whereMissing_ == WhereMissing::noData)
    heat.quantity = quantity_;
  else
    showQuantity(heat, quantity_);
  painter_.setHeat(std::move(heat));
  heatTimer_.start();
  if (wasEmpty != painter_.picture().heat.empty()) emit pictureChanged();
  if (pointerInside_ && (!painter_.picture().heat.packets.empty() || hovered_.packet) &&
      !panHeld() && QGuiApplication::mouseButtons() == Qt::NoButton)
    hover(mouseAt(pointer_, {}));  // packets move on under a pointer that rests
  if (tip_->isVisible()) showTip();
  redraw();
  emit heatChanged();
}

void NetworkCanvas::setQuantity(HeatQuantity quantity, WhereMissing missing) {
  const bool same = quantity == quantity_ && missing == whereMissing_;
  quantity_ = quantity;
  whereMissing_ = missing;
  if (same || picture().heat.empty()) return;
  setHeat(NetworkHeat(picture().heat));
  emit pictureChanged();
}

void NetworkCanvas::setPacketColour(PacketColour colour) {
  painter_.setPacketColour(colour);
  redraw();
  emit pictureChanged();
}

void NetworkCanvas::setLeastUtilization(float least) {
  least_ = least;
  NetworkHeat heat = painter_.picture().heat;
  if (heat.empty() || heat.least == least) return;
  setHeat(std::move(heat));
}

void NetworkCanvas::setTheme(const Theme& theme) {
  theme_ = &theme;
  painter_.setTheme(theme);
  redraw();
}

void NetworkCanvas::setEditable(bool editable) {
  if (!editable) settleEditors();
  editable_ = editable;
  if (!editable && toolKind_ != Tool::pan) setTool(Tool::select);
  showEmptyState();
}

void NetworkCanvas::setTool(Tool tool) {
  if (!editable_ && tool != Tool::pan) tool = Tool::select;
  if (tool_) tool_->cancel();
  hideCrosshair();
  tool_ = makeTool(tool, *this);
  const bool changed = std::exchange(toolKind_, tool) != tool;
  updateCursor();
  update();
  if (changed) emit toolChanged(tool);
}

void NetworkCanvas::setSnap(bool on) {
  if (std::exchange(snap_, on) != on) emit snapChanged(on);
}

QPointF NetworkCanvas::snapped(QPointF place) const {
  if (!snap_) return place;
  return {std::round(place.x() / kGrid) * kGrid, std::round(place.y() / kGrid) * kGrid};
}

void NetworkCanvas::setFitRoom(const QMargins& margins, const QSize& topLeftCorner) {
  if (margins == fitMargins_ && topLeftCorner == fitCorner_) return;
  fitMargins_ = margins;
  fitCorner_ = topLeftCorner;
  if (followsFit_) fit();
}

QRect NetworkCanvas::areaOf(const Parts& part) const {
  constexpr double kAroundLink = 26, kAroundRouter = 6;  // pixels
  QRectF area;
  if (!part.routers.empty()) {
    if (const auto square = painter_.routerArea(*part.routers.begin()))
      area = square->adjusted(-kAroundRouter, -kAroundRouter, kAroundRouter, kAroundRouter);
  } else if (!part.links.empty()) {
    if (const auto middle = painter_.linkMiddle(*part.links.begin())) {
      area = QRectF(0, 0, kAroundLink, kAroundLink);
      area.moveCenter(*middle);
    }
  }
  return area.toAlignedRect().intersected(rect());
}

QRect NetworkCanvas::areaOfSelection() const {
  if (document_ == nullptr) return {};
  const Parts& selection = document_->selection();
  QRect area;
  for (const RouterId router : selection.routers) area |= areaOf({{router}, {}, {}});
  for (const LinkId link : selection.links) area |= areaOf({{}, {}, {link}});
  return area;
}

void NetworkCanvas::setFocusing(bool focusing) {
  focusing_ = focusing;
  showMarks();
}

void NetworkCanvas::relabel() {
  redraw();
  if (followsFit_) fit();
}

CanvasView NetworkCanvas::fittedView() const {
  const QRectF bounds = painter_.bounds();
  const QRectF room = QRectF(rect()).marginsRemoved(fitMargins_);
  CanvasView view = view_;
  const auto fitInto = [&](const QRectF& area) {
    view.fit(bounds, area, 0, kLargestFit);
    const double beyond =
        std::max(painter_.cardReach(view.scale()), painter_.routerReach(view.scale()));
    if (beyond > 0)
      view.fit(bounds, area.adjusted(beyond, beyond, -beyond, -beyond), 0, kLargestFit);
  };
  fitInto(room);
  const QRectF corner(QPointF(0, 0), QSizeF(fitCorner_));
  const auto reachesCorner = [&](const std::vector<Point>& places) {
    return std::any_of(places.begin(), places.end(), [&](Point place) {
      return corner.contains(view.toPixels({place.x, place.y}));
    });
  };
  const Placement& placement = *painter_.picture().placement;
  if (reachesCorner(placement.routers) || reachesCorner(placement.terminals)) {
    QRectF beside = room;
    beside.setLeft(std::max(room.left(), corner.right()));
    fitInto(beside);
  }
  if (placement.routers.empty()) {
    view = CanvasView();
    view.put({0, 0}, QRectF(rect()).center());
  }
  return view;
}

void NetworkCanvas::fit() {
  if (!painter_.picture().placement) return;
  fitsPlaced_ = isPlacing();
  followed_.reset();
  if (!fitsPlaced_) setView(fittedView());
  followsFit_ = true;
}

void NetworkCanvas::centerOn(QPointF place) {
  panBy(QRectF(rect()).center() - view_.toPixels(place));
}

NetworkCanvas::RelativeView NetworkCanvas::relativeView() const {
  RelativeView relative;
  const QRectF bounds = painter_.bounds();
  if (!painter_.picture().placement || bounds.isEmpty()) return relative;
  const CanvasView fitted = fittedView();
  // Against where the fitted network has its middle: tools may keep it out of the canvas' own.
  const QPointF at = view_.toCanvas(fitted.toPixels(bounds.center())) - bounds.topLeft();
  relative.middle = {at.x() / bounds.width(), at.y() / bounds.height()};
  relative.zoom = view_.scale() / fitted.scale();
  return relative;
}

void NetworkCanvas::follow(const RelativeView& relative) {
  if (isPlacing()) {
    followed_ = relative;
    return;
  }
  const QRectF bounds = painter_.bounds();
  if (!painter_.picture().placement || bounds.isEmpty()) return;
  const QPointF aside = relative.middle - QPointF(0.5, 0.5);
  if (std::abs(relative.zoom - 1) < 1e-6 && aside.manhattanLength() < 1e-6) return fit();
  const CanvasView fitted = fittedView();
  const QPointF middle = fitted.toPixels(bounds.center());
  CanvasView view = fitted;
  view.zoomTo(fitted.scale() * relative.zoom, middle);
  view.put(bounds.topLeft() +
               QPointF(relative.middle.x() * bounds.width(), relative.middle.y() * bounds.height()),
           middle);
  startMoving();
  setView(view);
  followsFit_ = false;
}

void NetworkCanvas::fitSelection() {
  if (document_) fitParts(document_->selection());
}

void NetworkCanvas::fitParts(const Parts& parts) {
  if (!document_ || parts.empty()) return fit();
  CanvasView view = view_;
  view.fit(boundsOf(*document_->placement(), parts, *document_->topology()), rect(), 96,
           kLargestFit);
  setView(view);
  followsFit_ = fitsPlaced_ = false;
  followed_.reset();
}

void NetworkCanvas::zoomIn() {
  zoomAt(1.25, QRectF(rect()).center());
}

void NetworkCanvas::zoomOut() {
  zoomAt(1 / 1.25, QRectF(rect()).center());
}

void NetworkCanvas::zoomTo(double percent) {
  zoomAt(percent / zoom(), QRectF(rect()).center());
}

void NetworkCanvas::zoomAt(double factor, QPointF pixel) {
  CanvasView view = view_;
  view.zoomTo(view.scale() * factor, pixel);
  startMoving();
  setView(view);
  followsFit_ = false;
}

void NetworkCanvas::panBy(QPointF pixels) {
  CanvasView view = view_;
  view.pan(pixels);
  startMoving();
  setView(view);
  followsFit_ = false;
}

void NetworkCanvas::setView(const CanvasView& view) {
  settleEditors();
  const bool zoomed = view.scale() != view_.scale();
  view_ = view;
  hideTip();
  redraw();
  emit viewChanged();
  if (zoomed) emit zoomChanged(zoom());
}

void NetworkCanvas::startMoving() {
  moving_ = true;
  restTimer_.start();
}

void NetworkCanvas::redraw() {
  layerValid_ = false;
  update();
}

void NetworkCanvas::showEmptyState() {
  const bool empty = !document_ || (document_->topology()->routerCount() == 0 &&
                                    document_->placement()->notes.empty());
  emptyState_->setVisible(empty && editable_);
  emptyState_->adjustSize();
  emptyState_->move(rect().center() - emptyState_->rect().center());
}

void NetworkCanvas::describe() {
  QString text = tr("No design.");
  if (document_) {
    const Topology& topology = *document_->topology();
    const Parts& selection = document_->selection();
    text = tr("%1: %2, %3, %4. ")
               .arg(QString::fromStdString(document_->design().name),
                    plural(topology.routerCount(), "router", "routers"),
                    plural(topology.terminalCount(), "terminal", "terminals"),
                    plural(topology.linkCount(), "link", "links"));
    text += selection.empty() ? tr("Nothing selected.")
                              : tr("%1 selected.").arg(asTitle(namesOf(topology, selection)));
    if (crosshair_) text += QLatin1Char(' ') + crosshairWords();
  }
  if (text == accessibleDescription()) return;
  setAccessibleDescription(text);
  QAccessibleEvent event(this, QAccessible::DescriptionChanged);
  QAccessible::updateAccessibility(&event);
}

void NetworkCanvas::paintEvent(QPaintEvent* event) {
  static_cast<void>(event);
  const qreal ratio = devicePixelRatioF();
  const QSize pixels = size() * ratio;
  if (layer_.size() != pixels) {
    layer_ = QPixmap(pixels);
    layerValid_ = false;
  }
  layer_.setDevicePixelRatio(ratio);
  if (!layerValid_) {
    QPainter onLayer(&layer_);
    const double before = painter_.presence(0);
    painter_.paint(onLayer, QRectF(rect()), view_.transform(), moving_);
    layerValid_ = true;
    if (painter_.presence(0) != before) emit presenceChanged();
  }
  QPainter painter(this);
  painter.drawPixmap(0, 0, layer_);
  if (document_) {
    painter.setRenderHint(QPainter::Antialiasing);
    tool_->paint(painter);
    paintCrosshair(painter);
  }
  if (hasFocus() && focusByKey_) paintFocusRing(painter, rect(), *theme_, Tone::accent, 0);
}

void NetworkCanvas::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  showEmptyState();
  if (followsFit_) {
    fit();
    return;
  }
  // What was in the middle stays there, beside whatever panel came or went.
  const QSize before = event->oldSize();
  if (before.isValid() && !before.isEmpty()) {
    CanvasView view = view_;
    view.pan(QPointF(width() - before.width(), height() - before.height()) / 2);
    setView(view);
    return;
  }
  emit viewChanged();
}

}  // namespace hopscope
