// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPixmap>
#include <QTimer>
#include <QWidget>
#include <optional>
#include <utility>
#include <vector>

#include "ui/drawing/theme.h"
#include "ui/plots/parallel_painter.h"

namespace hopscope {

/// Parallel axes on which ranges are dragged: a drag along an axis keeps what lies within, one of
/// a range moves it, a click beside a range takes it away, a double click all of them. With keys,
/// the left and right arrows choose an axis, up and down move the lower end of its range, with
/// Shift the upper one; Delete takes it away.
class ParallelPlot : public QWidget {
  Q_OBJECT

 public:
  explicit ParallelPlot(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void setPicture(ParallelPicture picture);
  const ParallelPicture& picture() const { return picture_; }
  void setEmptyText(const QString& text);
  /// The point whose line is drawn above all others.
  void setCurrent(const StudyTableRow* row);
  /// Where an axis stands, and a value on it.
  QPointF placeOf(std::size_t axis, double value) const;
  /// Whether all lines are drawn: many are drawn bit by bit.
  bool isDrawn() const { return done_ == segments_.size(); }

  QSize sizeHint() const override { return {480, 300}; }
  QSize minimumSizeHint() const override { return {240, 150}; }

 signals:
  void rangesChanged(const hopscope::StudyFilter& ranges);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void lay();
  void drawMore();
  void setRange(std::size_t axis, std::optional<std::pair<double, double>> range);
  void moveEnd(bool upper, int by);
  void describe();

  const Theme* theme_;
  ParallelPicture picture_;
  ParallelPainter painter_;
  QString empty_;
  std::vector<ParallelPainter::Segment> segments_;
  std::size_t done_ = 0;
  QPixmap drawn_, last_;  ///< under way, and whole
  QTimer more_;
  std::size_t axis_ = 0;
  const StudyTableRow* current_ = nullptr;
  struct Drag {
    std::size_t axis = 0;
    double from = 0;
    std::optional<std::pair<double, double>> moved;  ///< the heights of the range that is moved
    bool far = false;
  };
  std::optional<Drag> drag_;
};

}  // namespace hopscope
