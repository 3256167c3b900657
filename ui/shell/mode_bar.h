// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolBar>
#include <vector>

#include "ui/drawing/theme.h"

class QAction;
class QStackedWidget;
class QToolButton;

namespace hopscope {

/// The tool bar: the modes as segments, then the controls of the mode shown.
class ModeBar : public QToolBar {
  Q_OBJECT

 public:
  /// `modes`: the segments, from left to right.
  explicit ModeBar(const std::vector<QAction*>& modes, QWidget* parent = nullptr);

  /// Adds the strip of the next mode; strips are shown by their index.
  void addStrip(QWidget* strip);
  void showStrip(int index);
  void setTheme(const Theme& theme);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  /// As many modes by name as there is room for.
  void fitModes();

  std::vector<QToolButton*> segments_;
  QToolButton* others_;
  QStackedWidget* strips_;
};

}  // namespace hopscope
