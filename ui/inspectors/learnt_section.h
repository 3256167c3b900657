// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <utility>
#include <vector>

#include "ui/run/run_view.h"

class QLabel;

namespace hopscope {

class LearntList;
class PanelSection;
class PlotWidget;

/// What a router knows when it decides where packets go; nothing where its routing learns nothing.
class LearntSection : public QWidget {
  Q_OBJECT

 public:
  explicit LearntSection(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void show(const RunView& view, RouterId router);

 private:
  const Theme* theme_;
  PanelSection* section_;
  PlotWidget* counters_;
  QWidget* blocks_;
  std::vector<std::pair<QLabel*, LearntList*>> shown_;  ///< made as they are needed
};

}  // namespace hopscope
