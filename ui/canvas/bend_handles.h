// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "ui/canvas/canvas_tool.h"

namespace hopscope {

/// The bends of the one selected link: a double click on the link adds one, dragging moves it, a
/// double click on it or Delete takes it away.
class BendHandles {
 public:
  explicit BendHandles(ToolHost& host) : host_(host) {}

  /// True where a handle was taken; what follows is its drag.
  bool press(const CanvasMouse& mouse);
  void move(const CanvasMouse& mouse);
  void release();
  void cancel();
  bool doubleClick(const CanvasMouse& mouse);
  /// The chosen bend goes, or moves; false where none is chosen.
  bool removeChosen();
  bool nudge(QPointF by);
  void paint(QPainter& painter) const;

 private:
  LinkId link() const;  ///< the only thing selected; kNone where that is no link one may bend
  std::vector<QPointF> places() const;
  std::optional<std::size_t> handleAt(QPointF pixel) const;
  std::optional<std::size_t> chosen() const;

  ToolHost& host_;
  std::optional<std::size_t> chosen_;
  LinkId of_ = kNone;  ///< whose bend is chosen
  bool held_ = false;
  std::vector<QPointF> before_;  ///< the drag
};

}  // namespace hopscope
