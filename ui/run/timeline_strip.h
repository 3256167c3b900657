// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "engine/simulation/snapshot.h"
#include "ui/drawing/theme.h"

namespace hopscope {

/// What the timeline shows of a run.
struct TimelinePicture {
  Cycle warmup = 0;
  Cycle planned = 0;  ///< warm-up and measured interval
  Cycle now = 0;
  Cycle window = 0;  ///< cycles in a window
  RunPhase phase = RunPhase::warmup;
  bool live = false;
  struct Heat {
    Cycle begin = 0, end = 0;
    double hottest = 0;  ///< 0..1
  };
  std::vector<Heat> heat;
};

/// The strip below a run: phase band, heat of the hottest channel per window, cycle axis, now.
class TimelineStrip : public QWidget {
  Q_OBJECT

 public:
  explicit TimelineStrip(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void setPicture(TimelinePicture picture);
  const TimelinePicture& picture() const { return picture_; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void paintBands(QPainter& painter, const QRectF& chart, Cycle end) const;
  void paintAxis(QPainter& painter, const QRectF& chart, Cycle end) const;
  void paintNow(QPainter& painter, const QRectF& chart, Cycle end) const;

  const Theme* theme_;
  TimelinePicture picture_;
};

}  // namespace hopscope
