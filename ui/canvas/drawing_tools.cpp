// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/drawing_tools.h"

#include <utility>

#include "ui/canvas/select_tool.h"

namespace hopscope {

namespace {

constexpr double kGhostRouter = 18;  // pixels
constexpr double kRing = 14;         // pixels

QPen ghostPen(const Theme& theme, double width) {
  QPen pen(theme.color(Tone::accent), width, Qt::CustomDashLine);
  pen.setDashPattern({4 / width, 3 / width});
  return pen;
}

QPointF placeOf(const DesignDocument& document, RouterId router) {
  const Point place = document.placement()->routers[router];
  return {place.x, place.y};
}

}  // namespace

Qt::CursorShape PanTool::cursor() const {
  return held_ ? Qt::ClosedHandCursor : Qt::OpenHandCursor;
}

void PanTool::press(const CanvasMouse& mouse) {
  held_ = true;
  last_ = mouse.pixel;
}

void PanTool::move(const CanvasMouse& mouse) {
  if (!held_) return;
  host().panBy(mouse.pixel - last_);
  last_ = mouse.pixel;
}

void PanTool::release(const CanvasMouse& mouse) {
  static_cast<void>(mouse);
  held_ = false;
}

void RouterTool::press(const CanvasMouse& mouse) {
  static_cast<void>(mouse);
}

void RouterTool::move(const CanvasMouse& mouse) {
  place_ = host().snapped(mouse.place);
  shown_ = mouse.router == kNone;
  host().repaintOverlay();
}

void RouterTool::release(const CanvasMouse& mouse) {
  DesignDocument& document = host().editedDocument();
  if (mouse.router != kNone) {  // nobody wants two routers in one place
    document.select({{mouse.router}, {}, {}});
    return;
  }
  shown_ = false;
  const RouterId router = document.addRouter(host().snapped(mouse.place));
  if (router != kNone) document.select({{router}, {}, {}});
}

void RouterTool::paint(QPainter& painter) const {
  if (!shown_) return;
  painter.setPen(ghostPen(host().look(), 1.4));
  painter.setBrush(Qt::NoBrush);
  QRectF shape(0, 0, kGhostRouter, kGhostRouter);
  shape.moveCenter(host().view().toPixels(place_));
  painter.drawRoundedRect(shape, 3, 3);
}

void TerminalTool::press(const CanvasMouse& mouse) {
  static_cast<void>(mouse);
}

void TerminalTool::move(const CanvasMouse& mouse) {
  static_cast<void>(mouse);
}

void TerminalTool::release(const CanvasMouse& mouse) {
  if (mouse.router == kNone) {
    host().say(QObject::tr("Click a router: it gets a terminal."));
    return;
  }
  DesignDocument& document = host().editedDocument();
  const TerminalId terminal = document.addTerminal(mouse.router);
  if (terminal != kNone) document.select({{}, {terminal}, {}});
}

void LinkTool::press(const CanvasMouse& mouse) {
  from_ = mouse.router;
  over_ = kNone;
  end_ = mouse.place;
}

void LinkTool::move(const CanvasMouse& mouse) {
  over_ = mouse.router;
  end_ = mouse.place;
  host().repaintOverlay();
}

void LinkTool::release(const CanvasMouse& mouse) {
  const RouterId from = std::exchange(from_, kNone);
  host().repaintOverlay();
  if (from == kNone || mouse.router == kNone || mouse.router == from) {
    host().say(QObject::tr("Drag from one router to another: they get a link."));
    return;
  }
  DesignDocument& document = host().editedDocument();
  const LinkId link = document.connectRouters(from, mouse.router);
  if (link != kNone) document.select({{}, {}, {link}});
}

void LinkTool::enter(const CanvasMouse& mouse) {
  if (from_ == kNone)
    press(mouse);
  else
    release(mouse);
  move(mouse);
}

bool LinkTool::cancel() {
  const bool underWay = std::exchange(from_, kNone) != kNone;
  host().repaintOverlay();
  return underWay;
}

void LinkTool::paint(QPainter& painter) const {
  const DesignDocument& document = host().editedDocument();
  const auto ring = [&](RouterId router, bool lands) {
    painter.setPen(lands ? QPen(host().look().color(Tone::accent), 2.2)
                         : ghostPen(host().look(), 1.4));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(host().view().toPixels(placeOf(document, router)), kRing, kRing);
  };
  const std::uint32_t count = document.topology()->routerCount();
  if (from_ == kNone || from_ >= count) {
    if (over_ < count) ring(over_, false);
    return;
  }
  const bool lands = over_ < count && over_ != from_;
  const QPointF end = lands ? placeOf(document, over_) : end_;
  painter.setPen(ghostPen(host().look(), lands ? 2.2 : 1.6));
  painter.drawLine(host().view().toPixels(placeOf(document, from_)), host().view().toPixels(end));
  ring(from_, true);
  if (lands) ring(over_, true);
}

void NoteTool::press(const CanvasMouse& mouse) {
  static_cast<void>(mouse);
}

void NoteTool::move(const CanvasMouse& mouse) {
  static_cast<void>(mouse);
}

void NoteTool::release(const CanvasMouse& mouse) {
  host().editNote(mouse.note, mouse.place);
}

std::unique_ptr<CanvasTool> makeTool(Tool tool, ToolHost& host) {
  switch (tool) {
    case Tool::select:
      return std::make_unique<SelectTool>(host);
    case Tool::pan:
      return std::make_unique<PanTool>(host);
    case Tool::router:
      return std::make_unique<RouterTool>(host);
    case Tool::terminal:
      return std::make_unique<TerminalTool>(host);
    case Tool::link:
      return std::make_unique<LinkTool>(host);
    case Tool::note:
      return std::make_unique<NoteTool>(host);
  }
  return nullptr;
}

}  // namespace hopscope
