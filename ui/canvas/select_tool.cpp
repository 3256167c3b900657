// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/select_tool.h"

#include <QLineF>

#include "ui/drawing/collapsed_network.h"

namespace hopscope {

namespace {

constexpr double kDragDistance = 4;  // pixels
constexpr auto kAdding = Qt::ControlModifier | Qt::ShiftModifier;

void toggle(std::set<std::uint32_t>& parts, std::uint32_t part) {
  if (part == kNone) return;
  if (parts.erase(part) == 0) parts.insert(part);
}

}  // namespace

Parts partsUnder(const CanvasMouse& mouse) {
  Parts parts;
  if (mouse.router != kNone) parts.routers.insert(mouse.router);
  if (mouse.terminal != kNone) parts.terminals.insert(mouse.terminal);
  if (mouse.link != kNone) parts.links.insert(mouse.link);
  if (mouse.note != kNone) parts.notes.insert(mouse.note);
  parts.links.insert(mouse.bundle.begin(), mouse.bundle.end());
  parts.routers.insert(mouse.members.begin(), mouse.members.end());
  return parts;
}

bool isSelected(const Parts& selection, const CanvasMouse& mouse) {
  return selection.routers.count(mouse.router) != 0 ||
         selection.terminals.count(mouse.terminal) != 0 || selection.links.count(mouse.link) != 0 ||
         selection.notes.count(mouse.note) != 0 ||
         (!mouse.members.empty() && selection.routers.count(mouse.members.front()) != 0);
}

void SelectTool::press(const CanvasMouse& mouse) {
  if (bends_.press(mouse)) {
    state_ = State::bending;
    return;
  }
  DesignDocument& document = host().editedDocument();
  state_ = State::pressed;
  start_ = mouse;
  moved_ = {};
  selectedBefore_ = document.selection();
  const Placement& placement = *document.placement();
  anchor_ = mouse.place;
  if (mouse.router != kNone)
    anchor_ = {placement.routers[mouse.router].x, placement.routers[mouse.router].y};
  if (mouse.terminal != kNone)
    anchor_ = {placement.terminals[mouse.terminal].x, placement.terminals[mouse.terminal].y};
  if (!mouse.members.empty())
    anchor_ = {placement.routers[mouse.members.front()].x,
               placement.routers[mouse.members.front()].y};
  if (mouse.note < placement.notes.size())
    anchor_ = {placement.notes[mouse.note].place.x, placement.notes[mouse.note].place.y};
  const bool adding = (mouse.modifiers & kAdding) != 0;
  if (!mouse.onNothing() && !adding && !isSelected(selectedBefore_, mouse))
    document.select(partsUnder(mouse));
}

void SelectTool::move(const CanvasMouse& mouse) {
  if (state_ == State::pressed && QLineF(start_.pixel, mouse.pixel).length() >= kDragDistance) {
    const bool grabbed = start_.router != kNone || start_.terminal != kNone ||
                         start_.note != kNone || !start_.members.empty() || start_.packet;
    if (!grabbed)
      state_ = State::banding;
    else if (host().mayEdit())
      state_ = State::dragging;
    if (state_ == State::dragging && !isSelected(host().editedDocument().selection(), start_)) {
      Parts parts = selectedBefore_;  // Ctrl and drag: the grabbed part joins
      toggle(parts.routers, start_.router);
      toggle(parts.terminals, start_.terminal);
      toggle(parts.notes, start_.note);
      for (const RouterId member : start_.members) toggle(parts.routers, member);
      host().editedDocument().select(parts);
    }
  }
  if (state_ == State::bending) bends_.move(mouse);
  if (state_ == State::dragging) drag(mouse);
  if (state_ == State::banding) band(mouse);
}

void SelectTool::drag(const CanvasMouse& mouse) {
  const QPointF target = host().snapped(anchor_ + mouse.place - start_.place);
  const QPointF by = target - anchor_ - moved_;
  if (by.isNull()) return;
  moved_ += by;
  DesignDocument& document = host().editedDocument();
  document.move(document.selection(), by, true);
}

void SelectTool::band(const CanvasMouse& mouse) {
  bandEnd_ = mouse.place;
  const QRectF area = QRectF(start_.place, bandEnd_).normalized();
  const Placement& whole = *host().editedDocument().placement();
  Parts parts = (mouse.modifiers & kAdding) != 0 ? selectedBefore_ : Parts();
  const auto inside = [&area](const Point& place) {
    return area.contains(QPointF(place.x, place.y));
  };
  // What is seen: of collapsed groups the nodes, which stand for their routers.
  const CollapsedNetwork& collapsed = host().collapsed();
  const Placement& drawn = collapsed.any() ? *collapsed.placement() : whole;
  for (RouterId router = 0; router < drawn.routers.size(); ++router) {
    if (!inside(drawn.routers[router])) continue;
    if (const CollapsedNetwork::Node* const node = collapsed.nodeOf(router))
      parts.routers.insert(node->routers.begin(), node->routers.end());
    else
      parts.routers.insert(collapsed.any() ? collapsed.realRouter(router) : router);
  }
  for (TerminalId terminal = 0; terminal < drawn.terminals.size(); ++terminal)
    if (inside(drawn.terminals[terminal]))
      parts.terminals.insert(collapsed.any() ? collapsed.realTerminal(terminal) : terminal);
  for (std::uint32_t i = 0; i < whole.notes.size(); ++i)
    if (inside(whole.notes[i].place)) parts.notes.insert(i);
  host().editedDocument().select(parts);
  host().repaintOverlay();
}

void SelectTool::release(const CanvasMouse& mouse) {
  DesignDocument& document = host().editedDocument();
  const State state = state_;
  state_ = State::idle;
  if (state == State::bending) bends_.release();
  if (state == State::dragging) document.move(document.selection(), {}, false);
  if (state == State::banding) host().repaintOverlay();
  if (state == State::pressed) click(mouse);
}

void SelectTool::click(const CanvasMouse& mouse) {
  DesignDocument& document = host().editedDocument();
  if ((mouse.modifiers & kAdding) != 0) {
    Parts parts = selectedBefore_;
    toggle(parts.routers, start_.router);
    toggle(parts.terminals, start_.terminal);
    toggle(parts.notes, start_.note);
    for (const RouterId member : start_.members) toggle(parts.routers, member);
    if (start_.bundle.empty()) toggle(parts.links, start_.link);
    const bool had = parts.links.count(start_.link) != 0;
    for (const LinkId link : start_.bundle) {
      if (had)
        parts.links.erase(link);
      else
        parts.links.insert(link);
    }
    document.select(parts);
    return;
  }
  if (!start_.onNothing() || !selectedBefore_.empty()) document.select(partsUnder(start_));
  if (!start_.onNothing() || selectedBefore_.empty()) host().activate(start_);
}

bool SelectTool::doubleClick(const CanvasMouse& mouse) {
  if (!host().mayEdit()) return false;
  if (bends_.doubleClick(mouse)) return true;
  if (mouse.router != kNone || mouse.terminal != kNone) {
    host().editedDocument().select(partsUnder(mouse));
    return host().askForName();
  }
  if (mouse.note == kNone) return false;
  host().editNote(mouse.note, mouse.place);
  return true;
}

bool SelectTool::cancel() {
  const State state = state_;
  state_ = State::idle;
  DesignDocument& document = host().editedDocument();
  if (state == State::bending) bends_.cancel();
  if (state == State::dragging) {  // a drag back to its start leaves no step behind
    document.move(document.selection(), -moved_, true);
    document.move(document.selection(), {}, false);
  }
  if (state == State::banding) {
    document.select(selectedBefore_);
    host().repaintOverlay();
  }
  return state == State::dragging || state == State::banding || state == State::bending;
}

void SelectTool::paint(QPainter& painter) const {
  bends_.paint(painter);
  if (state_ != State::banding) return;
  QColor fill = host().look().color(Tone::accent);
  painter.setPen(QPen(fill, 1));
  fill.setAlphaF(.1F);
  painter.setBrush(fill);
  const QRectF area(host().view().toPixels(start_.place), host().view().toPixels(bandEnd_));
  painter.drawRect(area.normalized());
}

}  // namespace hopscope
