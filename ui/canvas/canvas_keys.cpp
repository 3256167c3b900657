// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of the canvas, and the edits menus share with them.
#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QLineF>
#include <QMimeData>
#include <algorithm>
#include <cmath>

#include "ui/canvas/canvas_tip.h"
#include "ui/canvas/network_canvas.h"
#include "ui/canvas/view_input.h"
#include "ui/drawing/collapsed_network.h"

namespace hopscope {

namespace {

constexpr double kBesides = 2 * NetworkCanvas::kGrid;  // a duplicate stands beside its original
constexpr double kPanStep = 48;                        // pixels
const QString kMimeType = QStringLiteral("application/x-hopscope-parts+json");

/// The unit step of an arrow key; (0, 0) for any other key.
QPointF arrowOf(int key) {
  switch (key) {
    case Qt::Key_Left:
      return {-1, 0};
    case Qt::Key_Right:
      return {1, 0};
    case Qt::Key_Up:
      return {0, -1};
    case Qt::Key_Down:
      return {0, 1};
    default:
      return {0, 0};
  }
}

/// The router linked to `from` that lies most in that direction, within 60 degrees of it.
RouterId neighbourTowards(const Topology& topology, const Placement& placement, RouterId from,
                          QPointF direction) {
  RouterId best = kNone;
  double bestScore = .5;
  for (PortIndex port = 0; port < topology.radix(from); ++port) {
    const LinkEnd& peer = topology.port(from, port).peer;
    if (peer.isTerminal) continue;
    const QPointF way(placement.routers[peer.node].x - placement.routers[from].x,
                      placement.routers[peer.node].y - placement.routers[from].y);
    const double length = std::hypot(way.x(), way.y());
    if (length == 0) continue;
    const double score = QPointF::dotProduct(way, direction) / length;
    if (score > bestScore) {
      bestScore = score;
      best = peer.node;
    }
  }
  return best;
}

}  // namespace

bool NetworkCanvas::event(QEvent* event) {
  if (!keepsFromWindow(*event)) return QWidget::event(event);
  event->accept();
  return true;
}

void NetworkCanvas::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Space) {
    if (!event->isAutoRepeat()) {
      spaceHeld_ = true;
      spaceUsed_ = false;
      setCursor(Qt::OpenHandCursor);
    }
    return;
  }
  const bool handled = handleViewKey(*event) || handleToolKey(*event) || handleArrow(*event) ||
                       handleEditKey(*event);
  if (!handled) QWidget::keyPressEvent(event);
}

void NetworkCanvas::keyReleaseEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Space || event->isAutoRepeat()) {
    QWidget::keyReleaseEvent(event);
    return;
  }
  const bool tapped = spaceHeld_ && !spaceUsed_;
  spaceHeld_ = false;
  updateCursor();
  if (tapped) emit spaceTapped();
}

void NetworkCanvas::focusInEvent(QFocusEvent* event) {
  focusByKey_ = cameByKey(event->reason());
  QWidget::focusInEvent(event);
  update();
}

void NetworkCanvas::focusOutEvent(QFocusEvent* event) {
  spaceHeld_ = false;
  middleHeld_ = false;
  updateCursor();
  hideTip();
  QWidget::focusOutEvent(event);
  update();
}

bool NetworkCanvas::handleViewKey(const QKeyEvent& event) {
  return answerViewKey(*this, viewKeyOf(event));
}

bool NetworkCanvas::handleToolKey(const QKeyEvent& event) {
  if ((event.modifiers() & ~Qt::KeypadModifier) != Qt::NoModifier) return false;
  switch (event.key()) {
    case Qt::Key_V:
      setTool(Tool::select);
      return true;
    case Qt::Key_H:
      setTool(Tool::pan);
      return true;
    case Qt::Key_R:
      setTool(Tool::router);
      return true;
    case Qt::Key_T:
      setTool(Tool::terminal);
      return true;
    case Qt::Key_L:
      setTool(Tool::link);
      return true;
    case Qt::Key_N:
      setTool(Tool::note);
      return true;
    case Qt::Key_G:
      toggleSelectedGroups();
      return true;
    case Qt::Key_M:
      emit matrixRequested();
      return true;
    case Qt::Key_Escape:
      cancelOrDeselect();
      return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (drawsByKey())
        enterAtCrosshair();
      else
        activateSelection();
      return true;
    default:
      return false;
  }
}

bool NetworkCanvas::handleEditKey(const QKeyEvent& event) {
  if (event.matches(QKeySequence::SelectAll)) {
    selectAll();
  } else if (event.matches(QKeySequence::Copy)) {
    copySelection();
  } else if (event.matches(QKeySequence::Cut)) {
    cutSelection();
  } else if (event.matches(QKeySequence::Paste)) {
    pasteClipboard();
  } else if (event.matches(QKeySequence::Undo) && mayEdit()) {
    document_->undoStack().undo();
  } else if (event.matches(QKeySequence::Redo) && mayEdit()) {
    document_->undoStack().redo();
  } else if (event.key() == Qt::Key_D && event.modifiers() == Qt::ControlModifier) {
    duplicateSelection();
  } else if (event.key() == Qt::Key_Delete || event.key() == Qt::Key_Backspace) {
    deleteSelection();
  } else {
    return false;
  }
  return true;
}

bool NetworkCanvas::handleArrow(const QKeyEvent& event) {
  const QPointF direction = arrowOf(event.key());
  if (direction.isNull() || !document_) return false;
  const Qt::KeyboardModifiers modifiers = event.modifiers() & ~Qt::KeypadModifier;
  const Parts& selection = document_->selection();
  if ((modifiers & ~Qt::ShiftModifier) == Qt::AltModifier) {
    walk(direction, (modifiers & Qt::ShiftModifier) != 0);
    return true;
  }
  if ((modifiers & ~Qt::ShiftModifier) != Qt::NoModifier) return false;
  const double far = modifiers == Qt::ShiftModifier ? 10 : 1;
  if (drawsByKey()) {
    moveCrosshair(direction, far);
    return true;
  }
  const QPointF step = direction * (snap_ ? kGrid : 1) * far;
  if (mayEdit() && tool_->nudge(step)) return true;
  if (selection.routers.empty() && selection.terminals.empty() && selection.notes.empty())
    panBy(-direction * kPanStep * far);
  else if (mayEdit())
    document_->move(selection, step);
  return true;
}

/// Selects the next router that way: one that is linked, else any. `adding`: besides the others.
void NetworkCanvas::walk(QPointF direction, bool adding) {
  const Topology& topology = *document_->topology();
  const Placement& placement = *document_->placement();
  if (topology.routerCount() == 0) return;
  Parts parts = document_->selection();
  RouterId next = 0;
  if (!parts.routers.empty()) {
    const RouterId from = parts.routers.count(walked_) != 0 ? walked_ : *parts.routers.begin();
    next = neighbourTowards(topology, placement, from, direction);
    if (next == kNone)
      next = routerTowards(placement, {placement.routers[from].x, placement.routers[from].y},
                           direction);
  }
  if (next == kNone) return;
  walked_ = next;
  if (!adding) parts = {};
  parts.routers.insert(next);
  document_->select(parts);
}

void NetworkCanvas::cancelOrDeselect() {
  if (tool_->cancel()) return;
  if (toolKind_ != Tool::select && toolKind_ != Tool::pan)
    setTool(Tool::select);
  else if (document_ && !document_->selection().empty())
    document_->select({});
  else
    emit nothingActivated();
}

void NetworkCanvas::activateSelection() {
  if (!document_) return;
  const Parts& selection = document_->selection();
  if (selection.onlyNotes() && !selection.notes.empty()) {
    editNote(*selection.notes.begin(), {});
    return;
  }
  CanvasMouse mouse;
  if (!selection.routers.empty())
    mouse.router = *selection.routers.begin();
  else if (!selection.terminals.empty())
    mouse.terminal = *selection.terminals.begin();
  else if (!selection.links.empty())
    mouse.link = *selection.links.begin();
  activate(mouse);
}

bool NetworkCanvas::hasGroups() const {
  return document_ && !collapsibleGroups(*document_->topology(), *document_->placement()).empty();
}

void NetworkCanvas::toggleSelectedGroups() {
  if (!document_) return;
  const std::vector<std::int32_t> may =
      collapsibleGroups(*document_->topology(), *document_->placement());
  std::set<std::int32_t> groups;
  for (const RouterId router : document_->selection().routers)
    if (const std::int32_t group = document_->topology()->group[router];
        std::binary_search(may.begin(), may.end(), group))
      groups.insert(group);
  if (document_->selection().routers.empty()) groups.insert(may.begin(), may.end());
  toggleGroups(groups);
}

void NetworkCanvas::toggleGroups(const std::set<std::int32_t>& groups) {
  if (groups.empty() || !document_) return;
  std::set<std::int32_t> collapsed = document_->placement()->collapsed;
  const bool all = std::includes(collapsed.begin(), collapsed.end(), groups.begin(), groups.end());
  for (const std::int32_t group : groups)
    if (all)
      collapsed.erase(group);
    else
      collapsed.insert(group);
  document_->collapse(collapsed);
}

void NetworkCanvas::selectAll() {
  if (!document_) return;
  Parts all;
  for (RouterId router = 0; router < document_->topology()->routerCount(); ++router)
    all.routers.insert(all.routers.end(), router);
  for (TerminalId terminal = 0; terminal < document_->topology()->terminalCount(); ++terminal)
    all.terminals.insert(all.terminals.end(), terminal);
  for (std::uint32_t note = 0; note < document_->placement()->notes.size(); ++note)
    all.notes.insert(note);
  document_->select(all);
}

void NetworkCanvas::copySelection() {
  if (!document_ || document_->selection().empty()) return;
  const QByteArray json = document_->copy(document_->selection());
  auto* content = new QMimeData;
  content->setData(kMimeType, json);
  content->setText(QString::fromUtf8(json));
  QApplication::clipboard()->setMimeData(content);
}

void NetworkCanvas::cutSelection() {
  if (!mayEdit()) return;
  copySelection();
  deleteSelection();
}

void NetworkCanvas::pasteClipboard() {
  if (!mayEdit()) return;
  const QMimeData* content = QApplication::clipboard()->mimeData();
  if (content == nullptr) return;
  const QByteArray json =
      content->hasFormat(kMimeType) ? content->data(kMimeType) : content->text().toUtf8();
  const QPointF pixel = pointerInside_ ? pointer_ : QPointF(rect().center());
  const Parts added = document_->paste(json, snapped(view_.toCanvas(pixel)));
  if (!added.empty()) document_->select(added);
}

void NetworkCanvas::duplicateSelection() {
  if (!mayEdit() || document_->selection().empty()) return;
  const Parts added = document_->duplicate(document_->selection(), {kBesides, kBesides});
  if (!added.empty()) document_->select(added);
}

void NetworkCanvas::deleteSelection() {
  if (!mayEdit() || document_->selection().empty()) return;
  if (!tool_->removeChosen()) document_->remove(document_->selection());
}

void NetworkCanvas::bendSelection() {
  if (!mayEdit()) return;
  const Topology& topology = *document_->topology();
  const std::set<LinkId> links = document_->selection().links;
  for (const LinkId link : links) {
    const Placement& placement = *document_->placement();
    if (topology.links[link].a.isTerminal) continue;
    std::vector<QPointF> places;
    const auto add = [&places](Point place) { places.emplace_back(place.x, place.y); };
    add(placement.routers[topology.links[link].a.node]);
    if (const auto own = placement.bends.find(link); own != placement.bends.end())
      std::for_each(own->second.begin(), own->second.end(), add);
    add(placement.routers[topology.links[link].b.node]);
    // Beside the middle of the longest piece, where it can be seen and taken.
    std::size_t longest = 0;
    const auto length = [&](std::size_t i) { return QLineF(places[i], places[i + 1]).length(); };
    for (std::size_t i = 1; i + 1 < places.size(); ++i)
      if (length(i) > length(longest)) longest = i;
    const QPointF middle = (places[longest] + places[longest + 1]) / 2;
    const QPointF way = (places[longest + 1] - places[longest]) / std::max(length(longest), 1.0);
    places.insert(places.begin() + static_cast<std::ptrdiff_t>(longest) + 1,
                  snapped(middle + QPointF(way.y(), -way.x()) * kBesides));
    document_->bend(link, {places.begin() + 1, places.end() - 1});
  }
}

void NetworkCanvas::straightenSelection() {
  if (!mayEdit()) return;
  const std::set<LinkId> links = document_->selection().links;
  for (const LinkId link : links) document_->bend(link, {});
}

}  // namespace hopscope
