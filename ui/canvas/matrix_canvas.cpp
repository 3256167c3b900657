// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/matrix_canvas.h"

#include <QAccessible>
#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QLineF>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "ui/canvas/canvas_tip.h"
#include "ui/canvas/network_canvas.h"
#include "ui/canvas/view_input.h"
#include "ui/drawing/focus_ring.h"
#include "ui/words/numbers.h"
#include "ui/words/part_names.h"

namespace hopscope {

namespace {

constexpr int kTipAfter = 300;       // ms
constexpr double kDragDistance = 4;  // pixels
constexpr double kLargestSide = 64;  // pixels
constexpr double kKeptInSight = 48;  // pixels of the matrix that panning leaves in the window
constexpr double kPanStep = 48;      // pixels
constexpr auto kAdding = Qt::ControlModifier | Qt::ShiftModifier;

}  // namespace

QStringList cellTipLines(const NetworkPicture& picture, const MatrixPainter& painter,
                         const MatrixPlace& place) {
  const NetworkMatrix& matrix = painter.matrix();
  if (!picture.topology || place.row >= matrix.size() || place.column >= matrix.size()) return {};
  const Topology& topology = *picture.topology;
  const RouterId from = matrix.router(place.row), to = matrix.router(place.column);
  QStringList lines{
      asTitle(QStringLiteral("%1 → %2").arg(routerName(topology, from), routerName(topology, to)))};
  const NetworkMatrix::Cell* cell = matrix.cell(place.row, place.column);
  if (cell == nullptr) {
    lines << (from == to ? QObject::tr("the same router") : QObject::tr("no link"));
    return lines;
  }
  const ChannelId hottest = painter.hottest(*cell, picture.heat);
  QString kind = QString::fromStdString(topology.classOf(hottest / 2).label);
  if (cell->count > 1)
    kind = QObject::tr("%1, %2").arg(plural(cell->count, "channel", "channels"), kind);
  lines << kind;
  if (picture.heat.empty()) return lines;
  const float busy = painter.shareOf(hottest, picture.heat);
  if (std::isnan(busy))
    lines << QObject::tr("no data yet");
  else if (const HeatQuantityEntry& shown = entryOf(picture.heat.quantity); shown.ofRouters)
    lines << QObject::tr("%1 of %2: %3")
                 .arg(QObject::tr(shown.label), routerName(topology, from),
                      heatText(picture.heat, busy));
  else if (shown.ofQueues)
    lines << QStringLiteral("%1 %2").arg(QObject::tr(shown.label), heatText(picture.heat, busy));
  else if (cell->count > 1)
    lines << QObject::tr("the hottest %1 busy").arg(percentText(static_cast<double>(busy)));
  else
    lines << QObject::tr("%1 busy").arg(percentText(static_cast<double>(busy)));
  return lines;
}

MatrixCanvas::MatrixCanvas(NetworkCanvas& canvas, const Theme& theme, QWidget* parent)
    : QWidget(parent), canvas_(canvas), theme_(&theme), painter_(theme), tip_(new CanvasTip(this)) {
  setObjectName(QStringLiteral("matrixCanvas"));
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setAttribute(Qt::WA_OpaquePaintEvent);
  setAccessibleName(tr("Matrix of routers"));
  tipTimer_.setSingleShot(true);
  tipTimer_.setInterval(kTipAfter);
  connect(&tipTimer_, &QTimer::timeout, this, &MatrixCanvas::showTip);
  connect(&canvas_, &NetworkCanvas::pictureChanged, this, &MatrixCanvas::showNetwork);
  connect(&canvas_, &NetworkCanvas::heatChanged, this, [this] {
    if (tip_->isVisible()) showTip();
    update();
  });
  connect(&canvas_, &NetworkCanvas::selectionShown, this, [this] {
    describe();
    update();
  });
  showNetwork();
}

void MatrixCanvas::setTheme(const Theme& theme) {
  theme_ = &theme;
  painter_.setTheme(theme);
  update();
}

void MatrixCanvas::showNetwork() {
  const NetworkPicture& picture = canvas_.picture();
  // Building the matrix of a large network is left until somebody looks at it.
  if (isVisible() && (picture.topology != shown_ || picture.placement != placed_)) {
    const bool another = picture.topology != shown_;
    shown_ = picture.topology;
    placed_ = picture.placement;
    painter_.setNetwork(shown_, placed_ ? *placed_ : Placement());
    hover_ = {};
    hideTip();
    if (another) fit();
    describe();
  }
  update();
}

void MatrixCanvas::describe() {
  if (!isVisible()) return;
  const std::uint32_t count = painter_.matrix().size();
  QString text = plural(count, "router", "routers");
  if (canvas_.document() != nullptr && !canvas_.document()->selection().empty())
    text = canvas_.accessibleDescription();
  if (hover_.row < count && byKeys_)
    text = cellTipLines(canvas_.picture(), painter_, hover_).join(QStringLiteral(", "));
  if (text == accessibleDescription()) return;
  setAccessibleDescription(text);
  QAccessibleEvent event(this, QAccessible::DescriptionChanged);
  QAccessible::updateAccessibility(&event);
}

void MatrixCanvas::setView(MatrixView view) {
  const double smallest = std::min(fittedView().side, 1.0);
  view.side = std::clamp(view.side, smallest, kLargestSide);
  const QSizeF room = painter_.gutter();
  const double length = view.side * painter_.matrix().size();
  const auto kept = [length](double origin, double from, double to) {
    return std::clamp(origin, std::min(from + kKeptInSight - length, from),
                      std::max(to - kKeptInSight, from));
  };
  view.origin = {kept(view.origin.x(), room.width(), width()),
                 kept(view.origin.y(), room.height(), height())};
  const bool zoomed = view.side != view_.side;
  view_ = view;
  hideTip();
  update();
  if (zoomed) emit zoomChanged(zoom());
}

void MatrixCanvas::setFitRoom(int below) {
  if (below == fitBelow_) return;
  fitBelow_ = below;
  if (followsFit_) fit();
}

MatrixView MatrixCanvas::fittedView() const {
  return painter_.fitted(QRectF(rect()).adjusted(0, 0, 0, -fitBelow_));
}

void MatrixCanvas::fit() {
  setView(fittedView());
  followsFit_ = true;
}

void MatrixCanvas::zoomAt(double factor, QPointF pixel) {
  MatrixView view = view_;
  const double smallest = std::min(fittedView().side, 1.0);
  view.side = std::clamp(view.side * factor, smallest, kLargestSide);
  view.origin = pixel - (pixel - view_.origin) * (view.side / view_.side);
  setView(view);
  followsFit_ = false;
}

void MatrixCanvas::zoomIn() {
  zoomAt(1.25, QRectF(rect()).center());
}

void MatrixCanvas::zoomOut() {
  zoomAt(1 / 1.25, QRectF(rect()).center());
}

void MatrixCanvas::zoomTo(double percent) {
  zoomAt(percent / zoom(), QRectF(rect()).center());
}

void MatrixCanvas::panBy(QPointF pixels) {
  MatrixView view = view_;
  view.origin += pixels;
  setView(view);
  followsFit_ = false;
}

void MatrixCanvas::fitSelection() {
  const NetworkPicture& picture = canvas_.picture();
  const NetworkMatrix& matrix = painter_.matrix();
  if (!picture.topology || matrix.size() == 0) return;
  QRectF cells;  // in rows and columns
  const auto include = [&](RouterId from, RouterId to) {
    if (from >= matrix.size() || to >= matrix.size()) return;
    cells |= QRectF(matrix.rowOf(to), matrix.rowOf(from), 1, 1);
  };
  for (const LinkId link : picture.marks.links) {
    if (link >= picture.topology->linkCount()) continue;
    const Link& known = picture.topology->links[link];
    if (known.a.isTerminal || known.b.isTerminal) continue;
    include(known.a.node, known.b.node);
    include(known.b.node, known.a.node);
  }
  for (const RouterId from : picture.marks.routers)
    for (const RouterId to : picture.marks.routers) include(from, to);
  if (cells.isNull()) return fit();
  const QSizeF room = painter_.gutter();
  const QRectF inside = QRectF(rect()).adjusted(room.width(), room.height(), 0, 0);
  constexpr double kAround = 3;  // cells
  cells.adjust(-kAround, -kAround, kAround, kAround);
  MatrixView view;
  view.side = std::min({inside.width() / cells.width(), inside.height() / cells.height(), 24.0});
  view.origin = inside.center() - cells.center() * view.side;
  setView(view);
  followsFit_ = false;
}

QPointF MatrixCanvas::pixelOf(std::uint32_t row, std::uint32_t column) const {
  return view_.origin + QPointF(column + .5, row + .5) * view_.side;
}

void MatrixCanvas::paintEvent(QPaintEvent* event) {
  static_cast<void>(event);
  QPainter painter(this);
  painter_.paint(painter, QRectF(rect()), view_, canvas_.picture(), hover_);
  if (hasFocus() && focusByKey_) paintFocusRing(painter, rect(), *theme_, Tone::accent, 0);
}

void MatrixCanvas::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (followsFit_)
    fit();
  else
    setView(view_);
}

void MatrixCanvas::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  showNetwork();
  describe();
}

void MatrixCanvas::mousePressEvent(QMouseEvent* event) {
  hideTip();
  focusByKey_ = false;
  pressed_ = event->button() == Qt::LeftButton || event->button() == Qt::MiddleButton;
  panning_ = event->button() == Qt::MiddleButton;
  pressAt_ = panLast_ = event->position();
}

void MatrixCanvas::mouseMoveEvent(QMouseEvent* event) {
  pointer_ = event->position();
  if (pressed_ && !panning_ && QLineF(pressAt_, pointer_).length() >= kDragDistance) {
    panning_ = true;
    setCursor(Qt::ClosedHandCursor);
  }
  if (panning_) {
    panBy(pointer_ - panLast_);
    panLast_ = pointer_;
    return;
  }
  hoverAt(painter_.placeAt(pointer_, rect(), view_), pointer_);
}

void MatrixCanvas::mouseReleaseEvent(QMouseEvent* event) {
  const bool clicked = pressed_ && !panning_ && event->button() == Qt::LeftButton;
  pressed_ = panning_ = false;
  unsetCursor();
  if (clicked) click(painter_.placeAt(event->position(), rect(), view_), event->modifiers());
}

Parts MatrixCanvas::linksOf(const NetworkMatrix::Cell& cell) const {
  Parts parts;
  for (std::uint32_t i = cell.first; i < cell.first + cell.count; ++i)
    parts.links.insert(painter_.matrix().channel(i) / 2);
  return parts;
}

void MatrixCanvas::click(MatrixPlace place, Qt::KeyboardModifiers modifiers) {
  DesignDocument* document = canvas_.document();
  if (document == nullptr) return;
  const NetworkHeat& heat = canvas_.picture().heat;
  const NetworkMatrix::Cell* cell = painter_.cellAt(place, view_, heat);
  if (cell == nullptr) {
    // The diagonal is the router itself.
    Parts parts;
    if (place.row == place.column && place.row < painter_.matrix().size() && view_.side >= 3)
      parts.routers.insert(painter_.matrix().router(place.row));
    if ((modifiers & kAdding) == 0) document->select(parts);
    if (!parts.empty()) emit canvas_.routerActivated(*parts.routers.begin());
    return;
  }
  const Parts links = linksOf(*cell);
  if ((modifiers & kAdding) == 0) {
    document->select(links);
    emit canvas_.linkActivated(painter_.hottest(*cell, heat) / 2);
    return;
  }
  Parts parts = document->selection();
  for (const LinkId link : links.links)
    if (parts.links.erase(link) == 0) parts.links.insert(link);
  document->select(parts);
}

void MatrixCanvas::wheelEvent(QWheelEvent* event) {
  const WheelMove move = wheelMoveOf(*event);
  if (move.pan.isNull())
    zoomAt(move.zoom, event->position());
  else
    panBy(move.pan);
  event->accept();
}

void MatrixCanvas::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  if (!byKeys_) hoverAt({}, {});
}

void MatrixCanvas::contextMenuEvent(QContextMenuEvent* event) {
  hideTip();
  if (event->reason() == QContextMenuEvent::Mouse)
    click(painter_.placeAt(event->pos(), rect(), view_), Qt::NoModifier);
  emit canvas_.contextMenuRequested(event->globalPos());
  event->accept();
}

void MatrixCanvas::hoverAt(const MatrixPlace& place, QPointF pixel) {
  MatrixPlace found = place;
  painter_.cellAt(found, view_, canvas_.picture().heat);
  byKeys_ = false;
  if (found == hover_) return;
  hideTip();
  hover_ = found;
  pointer_ = pixel;
  if (painter_.matrix().size() > hover_.row) tipTimer_.start();
  update();
}

void MatrixCanvas::showTip() {
  const QStringList lines = cellTipLines(canvas_.picture(), painter_, hover_);
  if (lines.isEmpty() || !isVisible())
    hideTip();
  else
    tip_->showLines(lines, pointer_);
}

void MatrixCanvas::hideTip() {
  tipTimer_.stop();
  tip_->hide();
}

bool MatrixCanvas::event(QEvent* event) {
  if (!keepsFromWindow(*event)) return QWidget::event(event);
  event->accept();
  return true;
}

bool MatrixCanvas::handleViewKey(const QKeyEvent& event) {
  return answerViewKey(*this, viewKeyOf(event));
}

/// Arrows walk from cell to cell, with Ctrl they pan; Enter takes the cell.
bool MatrixCanvas::walk(const QKeyEvent& event) {
  const std::uint32_t count = painter_.matrix().size();
  if (count == 0) return false;
  if (event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter) {
    if (hover_.row >= count) return false;
    click(hover_, event.modifiers() & ~Qt::KeypadModifier);
    return true;
  }
  int right = 0, down = 0;
  if (event.key() == Qt::Key_Left) right = -1;
  if (event.key() == Qt::Key_Right) right = 1;
  if (event.key() == Qt::Key_Up) down = -1;
  if (event.key() == Qt::Key_Down) down = 1;
  if (right == 0 && down == 0) return false;
  if ((event.modifiers() & Qt::ControlModifier) != 0) {
    panBy(QPointF(-right, -down) * kPanStep);
    return true;
  }
  MatrixPlace next{0, 0};
  if (hover_.row < count) {
    const auto moved = [count](std::uint32_t at, int by) {
      const auto wanted = static_cast<std::int64_t>(at) + by;
      return static_cast<std::uint32_t>(std::clamp<std::int64_t>(wanted, 0, count - 1));
    };
    next = {moved(hover_.row, down), moved(hover_.column, right)};
  }
  hover_ = next;
  byKeys_ = true;
  reveal(next);
  pointer_ = pixelOf(next.row, next.column);
  showTip();
  describe();
  update();
  return true;
}

void MatrixCanvas::reveal(const MatrixPlace& place) {
  constexpr double kReadable = 8;
  MatrixView view = view_;
  if (view.side < kReadable) {
    zoomAt(kReadable / view.side, pixelOf(place.row, place.column));
    view = view_;
  }
  const QSizeF room = painter_.gutter();
  const QRectF inside = QRectF(rect())
                            .adjusted(room.width(), room.height(), 0, 0)
                            .adjusted(view.side, view.side, -view.side, -view.side);
  const QPointF at = pixelOf(place.row, place.column);
  const QPointF wanted(std::clamp(at.x(), inside.left(), std::max(inside.left(), inside.right())),
                       std::clamp(at.y(), inside.top(), std::max(inside.top(), inside.bottom())));
  if (wanted != at) panBy(wanted - at);
}

void MatrixCanvas::keyPressEvent(QKeyEvent* event) {
  if (handleViewKey(*event) || walk(*event)) return;
  // Everything else means the same here as on the canvas.
  QCoreApplication::sendEvent(&canvas_, event);
}

void MatrixCanvas::keyReleaseEvent(QKeyEvent* event) {
  QCoreApplication::sendEvent(&canvas_, event);
}

void MatrixCanvas::focusInEvent(QFocusEvent* event) {
  focusByKey_ = cameByKey(event->reason());
  QWidget::focusInEvent(event);
  update();
}

void MatrixCanvas::focusOutEvent(QFocusEvent* event) {
  hideTip();
  QWidget::focusOutEvent(event);
  update();
}

}  // namespace hopscope
