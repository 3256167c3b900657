// SPDX-License-Identifier: GPL-3.0-or-later
// How the canvas answers mouse and wheel; the keys are in canvas_keys.cpp.
#include <QContextMenuEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <cmath>
#include <utility>

#include "ui/canvas/canvas_tip.h"
#include "ui/canvas/network_canvas.h"
#include "ui/canvas/select_tool.h"
#include "ui/canvas/view_input.h"
#include "ui/document/drawn_edits.h"

namespace hopscope {

namespace {

// Pixels around the shapes.
constexpr double kRouterReach = 3, kTerminalReach = 3, kLinkReach = 5, kPacketReach = 4;

/// Which packet the mouse is at.
std::pair<TerminalId, Cycle> packetOf(const CanvasMouse& mouse) {
  return mouse.packet ? std::pair(mouse.packet->source, mouse.packet->birth)
                      : std::pair(TerminalId{kNone}, Cycle{0});
}

}  // namespace

CanvasMouse NetworkCanvas::mouseAt(QPointF pixel, Qt::KeyboardModifiers modifiers) const {
  CanvasMouse mouse;
  mouse.pixel = pixel;
  mouse.place = view_.toCanvas(pixel);
  mouse.modifiers = modifiers;
  mouse.note = painter_.noteAt(mouse.place);
  if (mouse.note != kNone) return mouse;
  const double unit = 1 / view_.scale();
  mouse.group = painter_.collapsedAt(mouse.place, kRouterReach * unit);
  if (mouse.group >= 0) {
    const std::vector<std::int32_t>& groups = painter_.picture().topology->group;
    for (RouterId router = 0; router < groups.size(); ++router)
      if (groups[router] == mouse.group) mouse.members.push_back(router);
    return mouse;
  }
  mouse.router = painter_.routerAt(mouse.place, kRouterReach * unit);
  if (mouse.router == kNone)
    mouse.terminal = painter_.terminalAt(mouse.place, kTerminalReach * unit);
  if (mouse.router != kNone || mouse.terminal != kNone) return mouse;
  if (!editable_) mouse.packet = painter_.packetAt(mouse.place, kPacketReach * unit);
  if (!mouse.packet) mouse.link = painter_.linkAt(mouse.place, kLinkReach * unit);
  if (mouse.link != kNone) mouse.bundle = painter_.bundleOf(mouse.link);
  if (mouse.bundle.size() < 2) mouse.bundle.clear();
  return mouse;
}

void NetworkCanvas::mousePressEvent(QMouseEvent* event) {
  hideTip();
  hideCrosshair();
  focusByKey_ = false;
  if (event->button() == Qt::MiddleButton || (event->button() == Qt::LeftButton && spaceHeld_)) {
    middleHeld_ = event->button() == Qt::MiddleButton;
    spaceUsed_ = spaceHeld_;
    panLast_ = event->position();
    updateCursor();
    return;
  }
  if (event->button() == Qt::LeftButton && document_) {
    tool_->press(mouseAt(event->position(), event->modifiers()));
    updateCursor();
  }
}

void NetworkCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
  const bool taken = event->button() == Qt::LeftButton && document_ && !spaceHeld_ &&
                     (toggleGroupAt(event->position()) ||
                      tool_->doubleClick(mouseAt(event->position(), event->modifiers())));
  if (!taken) mousePressEvent(event);
}

/// A double click opens a collapsed group, and closes one on its ground.
bool NetworkCanvas::toggleGroupAt(QPointF pixel) {
  if (toolKind_ != Tool::select) return false;
  const CanvasMouse mouse = mouseAt(pixel, {});
  const std::int32_t group = mouse.onNothing() ? painter_.groundAt(mouse.place) : mouse.group;
  if (group < 0) return false;
  toggleGroups({group});
  return true;
}

void NetworkCanvas::mouseMoveEvent(QMouseEvent* event) {
  pointer_ = event->position();
  pointerInside_ = true;
  hideCrosshair();
  if (panHeld() && (event->buttons() & (Qt::LeftButton | Qt::MiddleButton)) != 0) {
    panBy(pointer_ - panLast_);
    panLast_ = pointer_;
    return;
  }
  const CanvasMouse mouse = mouseAt(pointer_, event->modifiers());
  emit pointerMoved(mouse.place);
  if (event->buttons() == Qt::NoButton) hover(mouse);
  if (document_) tool_->move(mouse);
}

void NetworkCanvas::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() == Qt::MiddleButton && middleHeld_) {
    middleHeld_ = false;
    updateCursor();
    return;
  }
  if (event->button() == Qt::LeftButton && document_ && !spaceHeld_) {
    tool_->release(mouseAt(event->position(), event->modifiers()));
    updateCursor();
  }
}

void NetworkCanvas::wheelEvent(QWheelEvent* event) {
  const WheelMove move = wheelMoveOf(*event);
  if (move.pan.isNull())
    zoomAt(move.zoom, event->position());
  else
    panBy(move.pan);
  event->accept();
}

void NetworkCanvas::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  pointerInside_ = false;
  if (!crosshair_) hover({});
}

void NetworkCanvas::contextMenuEvent(QContextMenuEvent* event) {
  hideTip();
  if (document_ && event->reason() == QContextMenuEvent::Mouse) {
    const CanvasMouse mouse = mouseAt(event->pos(), Qt::NoModifier);
    if (!mouse.onNothing() && !isSelected(document_->selection(), mouse))
      document_->select(partsUnder(mouse));
  }
  emit contextMenuRequested(event->globalPos());
  event->accept();
}

void NetworkCanvas::activate(const CanvasMouse& mouse) {
  if (mouse.router != kNone) emit routerActivated(mouse.router);
  if (mouse.terminal != kNone) emit terminalActivated(mouse.terminal);
  if (mouse.link != kNone) emit linkActivated(mouse.link);
  if (mouse.onNothing()) emit nothingActivated();
  if (mouse.packet && !mouse.packet->notice)
    emit packetActivated(mouse.packet->source, mouse.packet->birth);
}

void NetworkCanvas::hover(const CanvasMouse& mouse) {
  const bool same = mouse.router == hovered_.router && mouse.terminal == hovered_.terminal &&
                    mouse.link == hovered_.link && mouse.note == hovered_.note &&
                    mouse.group == hovered_.group && packetOf(mouse) == packetOf(hovered_);
  hovered_ = mouse;
  if (same) return;
  hideTip();
  updateCursor();
  showMarks();
  if (!mouse.onNothing()) tipTimer_.start();
}

void NetworkCanvas::showTip() {
  if (!document_ || !pointerInside_) return;
  const QStringList lines = tipLines(document_->design(), painter_.picture(), hovered_);
  if (lines.isEmpty())
    hideTip();
  else
    tip_->showLines(lines, pointer_);
}

void NetworkCanvas::say(const QString& words) {
  tip_->showLines({words}, pointer_);
}

void NetworkCanvas::hideTip() {
  tipTimer_.stop();
  tip_->hide();
}

void NetworkCanvas::updateCursor() {
  setCursor(panHeld()                                     ? Qt::ClosedHandCursor
            : hovered_.packet && !hovered_.packet->notice ? Qt::PointingHandCursor
                                                          : tool_->cursor());
}

}  // namespace hopscope
