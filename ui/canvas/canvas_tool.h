// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <QPointF>
#include <Qt>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/switching/observation.h"
#include "ui/canvas/canvas_view.h"
#include "ui/canvas/tool.h"
#include "ui/document/design_document.h"
#include "ui/drawing/theme.h"

namespace hopscope {

class CollapsedNetwork;

/// One mouse event on the canvas.
struct CanvasMouse {
  QPointF place;  ///< in canvas units
  QPointF pixel;  ///< in the widget
  Qt::KeyboardModifiers modifiers;
  RouterId router = kNone;  ///< what lies there; at most one of the four
  TerminalId terminal = kNone;
  LinkId link = kNone;
  std::uint32_t note = kNone;          ///< by its place in the list
  std::vector<LinkId> bundle;          ///< with `link`, where several are drawn as one line
  std::int32_t group = -1;             ///< a collapsed one
  std::vector<RouterId> members;       ///< its routers
  std::optional<MovingPacket> packet;  ///< on top of the four, which are none then

  bool onNothing() const {
    return router == kNone && terminal == kNone && link == kNone && note == kNone &&
           members.empty() && !packet;
  }
};

/// What a tool may ask of the canvas.
class ToolHost {
 public:
  ToolHost() = default;
  ToolHost(const ToolHost&) = delete;
  ToolHost& operator=(const ToolHost&) = delete;
  virtual ~ToolHost() = default;

  virtual DesignDocument& editedDocument() = 0;
  virtual bool mayEdit() const = 0;
  virtual QPointF snapped(QPointF place) const = 0;
  virtual const CanvasView& view() const = 0;
  virtual const CollapsedNetwork& collapsed() const = 0;  ///< as it is drawn
  virtual const Theme& look() const = 0;
  virtual void panBy(QPointF pixels) = 0;
  virtual void repaintOverlay() = 0;
  /// Something was clicked without being dragged.
  virtual void activate(const CanvasMouse& mouse) = 0;
  /// Writes a note in place: that one, or (kNone) a new one there.
  virtual void editNote(std::uint32_t note, QPointF place) = 0;
  /// Asks what the one selected router or terminal is called; false where it can have no name.
  /// A word to the user beside the pointer.
  virtual void say(const QString& words) = 0;
  virtual bool askForName() = 0;
};

/// Turns mouse events into edits of the document. The canvas itself has no editing logic; a tool
/// ends by one of the document's verbs.
class CanvasTool {
 public:
  explicit CanvasTool(ToolHost& host) : host_(host) {}
  CanvasTool(const CanvasTool&) = delete;
  CanvasTool& operator=(const CanvasTool&) = delete;
  virtual ~CanvasTool() = default;

  virtual Qt::CursorShape cursor() const { return Qt::ArrowCursor; }
  virtual void press(const CanvasMouse& mouse) = 0;
  virtual void move(const CanvasMouse& mouse) = 0;  ///< with the button held or not
  virtual void release(const CanvasMouse& mouse) = 0;
  /// The second press of a double click; false: it is a press like any other.
  virtual bool doubleClick(const CanvasMouse& mouse) {
    static_cast<void>(mouse);
    return false;
  }
  /// What Delete and the arrow keys mean to a part of the selection; false: the selection itself.
  virtual bool removeChosen() { return false; }
  virtual bool nudge(QPointF by) {
    static_cast<void>(by);
    return false;
  }
  /// Enter at the crosshair that stands for the mouse: a click, unless the tool drags.
  virtual void enter(const CanvasMouse& mouse) {
    press(mouse);
    release(mouse);
  }
  /// The crosshair goes from router to router, as nothing else can be meant.
  virtual bool wantsRouters() const { return false; }
  /// Gives up what is under way; false where nothing was.
  virtual bool cancel() { return false; }
  /// Paints over the network, in pixels.
  virtual void paint(QPainter& painter) const { static_cast<void>(painter); }

 protected:
  ToolHost& host() const { return host_; }

 private:
  ToolHost& host_;
};

std::unique_ptr<CanvasTool> makeTool(Tool tool, ToolHost& host);

}  // namespace hopscope
