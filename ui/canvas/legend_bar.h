// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/drawing/theme.h"

class QLabel;
class QToolButton;

namespace hopscope {

class NetworkCanvas;

/// The bar below a canvas: what its colours mean, at the right its zoom.
class LegendBar : public QWidget {
  Q_OBJECT

 public:
  LegendBar(NetworkCanvas& canvas, const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void showZoom(double percent);

  NetworkCanvas& canvas_;
  const Theme* theme_;
  QToolButton* zoomOut_;
  QLabel* percent_;
  QToolButton* zoomIn_;
  QToolButton* fit_;
  QWidget* rule_;
};

}  // namespace hopscope
