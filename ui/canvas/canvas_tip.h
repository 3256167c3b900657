// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QLabel>
#include <QStringList>

#include "engine/design/design.h"
#include "ui/canvas/canvas_tool.h"
#include "ui/drawing/network_painter.h"

namespace hopscope {

/// Three lines on what lies under the pointer: its name, what it is, how busy it is. Empty where
/// nothing lies there.
QStringList tipLines(const Design& design, const NetworkPicture& picture, const CanvasMouse& mouse);

/// The floating note beside the hovered thing. Lets the mouse through.
class CanvasTip : public QFrame {
  Q_OBJECT

 public:
  explicit CanvasTip(QWidget* canvas);

  /// Shows the lines beside `pixel` where there is room, never over it.
  void showLines(const QStringList& lines, QPointF pixel);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QLabel* title_;
  QLabel* text_;
};

}  // namespace hopscope
