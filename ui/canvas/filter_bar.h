// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/drawing/theme.h"

class QLabel;
class QPushButton;
class QSpinBox;
class QToolButton;

namespace hopscope {

class CanvasPane;

/// The bar above the legend while links are filtered: only those at least so busy are shown.
class FilterBar : public QWidget {
  Q_OBJECT

 public:
  explicit FilterBar(CanvasPane& pane);

  void setTheme(const Theme& theme);
  /// Switches the filter on or off; off shows all links again.
  void setOn(bool on);
  bool isOn() const { return on_; }
  QSpinBox& least() { return *least_; }
  /// Counts again: other heat, or another network.
  void refresh();

 protected:
  void paintEvent(QPaintEvent* event) override;

 signals:
  void closed();

 private:
  void apply();
  void showHottest();

  CanvasPane& pane_;
  const Theme* theme_ = nullptr;
  QLabel* label_;
  QSpinBox* least_;
  QLabel* count_;
  QPushButton* show_;
  QToolButton* close_;
  bool on_ = false;
};

}  // namespace hopscope
