// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/canvas/canvas_tool.h"

namespace hopscope {

/// Drags the view.
class PanTool : public CanvasTool {
 public:
  using CanvasTool::CanvasTool;

  Qt::CursorShape cursor() const override;
  void press(const CanvasMouse& mouse) override;
  void move(const CanvasMouse& mouse) override;
  void release(const CanvasMouse& mouse) override;

 private:
  bool held_ = false;
  QPointF last_;
};

/// A click places a router.
class RouterTool : public CanvasTool {
 public:
  using CanvasTool::CanvasTool;

  Qt::CursorShape cursor() const override { return Qt::CrossCursor; }
  void press(const CanvasMouse& mouse) override;
  void move(const CanvasMouse& mouse) override;
  void release(const CanvasMouse& mouse) override;
  void paint(QPainter& painter) const override;

 private:
  QPointF place_;
  bool shown_ = false;
};

/// A click on a router plugs a terminal into it.
class TerminalTool : public CanvasTool {
 public:
  using CanvasTool::CanvasTool;

  Qt::CursorShape cursor() const override { return Qt::CrossCursor; }
  bool wantsRouters() const override { return true; }
  void press(const CanvasMouse& mouse) override;
  void move(const CanvasMouse& mouse) override;
  void release(const CanvasMouse& mouse) override;
};

/// Dragging from router to router connects them, or Enter on one and then on the other; a ghost
/// line shows where it will land.
class LinkTool : public CanvasTool {
 public:
  using CanvasTool::CanvasTool;

  Qt::CursorShape cursor() const override { return Qt::CrossCursor; }
  void enter(const CanvasMouse& mouse) override;
  bool wantsRouters() const override { return true; }
  void press(const CanvasMouse& mouse) override;
  void move(const CanvasMouse& mouse) override;
  void release(const CanvasMouse& mouse) override;
  bool cancel() override;
  void paint(QPainter& painter) const override;

 private:
  RouterId from_ = kNone;
  RouterId over_ = kNone;
  QPointF end_;
};

/// A click writes a note there; on a note it changes its words.
class NoteTool : public CanvasTool {
 public:
  using CanvasTool::CanvasTool;

  Qt::CursorShape cursor() const override { return Qt::CrossCursor; }
  void press(const CanvasMouse& mouse) override;
  void move(const CanvasMouse& mouse) override;
  void release(const CanvasMouse& mouse) override;
};

}  // namespace hopscope
