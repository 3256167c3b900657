// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "ui/canvas/bend_handles.h"
#include "ui/canvas/canvas_tool.h"

namespace hopscope {

/// What lies under the pointer, a bundle with all its links and a group with all its routers.
Parts partsUnder(const CanvasMouse& mouse);
/// Any of that is selected.
bool isSelected(const Parts& selection, const CanvasMouse& mouse);

/// Click selects, Ctrl or Shift adds and takes away, dragging a part moves the selection, dragging
/// from an empty place spans a rubber band.
class SelectTool : public CanvasTool {
 public:
  explicit SelectTool(ToolHost& host) : CanvasTool(host), bends_(host) {}

  void press(const CanvasMouse& mouse) override;
  void move(const CanvasMouse& mouse) override;
  void release(const CanvasMouse& mouse) override;
  bool doubleClick(const CanvasMouse& mouse) override;
  bool removeChosen() override { return bends_.removeChosen(); }
  bool nudge(QPointF by) override { return bends_.nudge(by); }
  bool cancel() override;
  void paint(QPainter& painter) const override;

 private:
  enum class State { idle, pressed, dragging, banding, bending };

  void drag(const CanvasMouse& mouse);
  void band(const CanvasMouse& mouse);
  void click(const CanvasMouse& mouse);

  BendHandles bends_;
  State state_ = State::idle;
  CanvasMouse start_;
  QPointF anchor_;  ///< where the grabbed part stood at the press
  QPointF moved_;   ///< by how much the selection moved since
  QPointF bandEnd_;
  Parts selectedBefore_;
};

}  // namespace hopscope
