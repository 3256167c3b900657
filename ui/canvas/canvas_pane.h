// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <utility>
#include <vector>

#include "ui/canvas/network_canvas.h"

class QButtonGroup;
class QFrame;
class QToolButton;

namespace hopscope {

class LegendBar;

/// The canvas with its floating tool bar and the legend bar below it.
class CanvasPane : public QWidget {
  Q_OBJECT

 public:
  explicit CanvasPane(const Theme& theme, QWidget* parent = nullptr);

  NetworkCanvas& canvas() { return *canvas_; }
  void setTheme(const Theme& theme);
  void setHeat(NetworkHeat heat);
  void clearHeat() { canvas_->clearHeat(); }
  /// Hides the drawing tools where nothing can be drawn.
  void setEditable(bool editable);

 private:
  struct ToolEntry {
    Tool tool;
    const char* icon;
    QToolButton* button;
  };
  void buildTools();

  NetworkCanvas* canvas_;
  LegendBar* legend_;
  QFrame* toolStrip_;
  QButtonGroup* group_;
  std::vector<ToolEntry> tools_;
};

}  // namespace hopscope
