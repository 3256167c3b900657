// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPixmap>
#include <QWidget>
#include <functional>
#include <optional>
#include <vector>

#include "ui/drawing/theme.h"
#include "ui/plots/scatter_painter.h"

namespace hopscope {

/// Points to look at, to choose and to mark: a click chooses the nearest, a drag asks for those
/// within a rectangle, a double click for all of them again. With keys, the left and right arrows
/// walk along x, up and down along the front; Space marks, Enter opens.
class ScatterPlot : public QWidget {
  Q_OBJECT

 public:
  explicit ScatterPlot(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void setPicture(ScatterPicture picture);
  const ScatterPicture& picture() const { return picture_; }
  void setEmptyText(const QString& text);
  /// What is said of a point: its name first, then a line each.
  void setWords(std::function<QString(std::size_t)> words) { words_ = std::move(words); }
  std::optional<std::size_t> current() const { return current_; }
  void setCurrent(std::optional<std::size_t> point);
  /// Where a point is drawn.
  QPointF placeOf(std::size_t point) const;

  QSize sizeHint() const override { return {480, 300}; }
  QSize minimumSizeHint() const override { return {240, 150}; }

 signals:
  void chosen(std::size_t point);
  void markToggled(std::size_t point);
  void activated(std::size_t point);
  /// What lies within is wanted: from x, y to x, y of the axes.
  void rangeDragged(double fromX, double toX, double fromY, double toY);
  void rangeCleared();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  std::optional<std::size_t> nearest(const QPointF& place) const;
  void walk(bool alongFront, int by);
  void choose(std::size_t point);
  void lay();
  void paintPointed(QPainter& painter, std::size_t point, bool ring) const;

  const Theme* theme_;
  ScatterPicture picture_;
  ScatterPainter painter_;
  QPixmap drawn_;                   ///< axes and points, until something changes
  std::vector<std::uint32_t> byX_;  ///< points that are drawn
  QString empty_;
  std::function<QString(std::size_t)> words_;
  std::optional<std::size_t> current_, hovered_;
  std::optional<QPointF> pressed_;
  QPointF moved_;
  bool dragging_ = false, doubled_ = false;
};

}  // namespace hopscope
