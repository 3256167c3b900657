// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFontMetrics>
#include <QWidget>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "engine/simulation/snapshot.h"
#include "ui/drawing/theme.h"

class QPushButton;
class QToolButton;

namespace hopscope {

/// What the timeline shows of a run.
struct TimelinePicture {
  Cycle warmup = 0;
  Cycle planned = 0;  ///< warm-up and measured interval
  Cycle now = 0;
  Cycle window = 0;  ///< cycles in a window
  RunPhase phase = RunPhase::warmup;
  bool live = false;            ///< it goes on
  bool ended = false;           ///< nothing more will come: a finished or a kept run
  bool seekable = false;        ///< there is a recorded past
  std::optional<Cycle> cursor;  ///< the time looked at, where that is not now
  struct Heat {
    Cycle begin = 0, end = 0;
    double hottest = 0;  ///< 0..1
  };
  std::vector<Heat> heat;
  /// Shares of the time: circuits with data, without, worms, and their slot without any.
  struct Slots {
    Cycle begin = 0, end = 0;
    std::array<double, 4> parts{};
    bool flushed = false;  ///< processors gave up circuits by command
  };
  std::vector<Slots> slotLane;  ///< empty: there are no time slots
  /// Something happened: a phase, a what-if; or somebody gave the moment a name.
  struct Flag {
    Cycle at = 0;
    QString text;
    bool bookmark = false;
  };
  std::vector<Flag> flags;
  std::optional<std::pair<Cycle, Cycle>> stretch;  ///< what alone is played
  bool playing = false, looping = false;
};

/// The strip below a run: flags, phase band, heat of the hottest channel per window, a lane of what
/// time slots were spent on where there are any, cycle axis, and the playhead. Dragging it, or the
/// arrow keys, looks at the past; Home and End go to the start and back to now. Dragging with
/// Shift, or [ and ] where one looks, marks the stretch that is played; Delete takes the marks
/// away.
class TimelineStrip : public QWidget {
  Q_OBJECT

 public:
  explicit TimelineStrip(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void setPicture(TimelinePicture picture);
  const TimelinePicture& picture() const { return picture_; }
  /// Where a cycle is, in pixels from the left.
  double xOf(Cycle cycle) const;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 signals:
  void seekRequested(hopscope::Cycle cycle);
  void stepRequested(int windows);
  void liveRequested();
  void playToggled();
  void loopToggled(bool looping);
  void stretchMarked(std::optional<std::pair<hopscope::Cycle, hopscope::Cycle>> stretch);
  void bookmarkWanted(hopscope::Cycle cycle);
  void bookmarkRemoved(hopscope::Cycle cycle);

 protected:
  bool event(QEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QRectF chart() const;
  Cycle end() const;
  Cycle cycleAt(double x) const;
  void seekTo(double x);
  void markTo(double x);
  void markEnd(bool first);
  void placeButton();
  void showButtons();
  void paintStretch(QPainter& painter) const;
  void paintFlag(QPainter& painter, const TimelinePicture::Flag& flag, double x) const;
  void paintBands(QPainter& painter) const;
  void paintHeat(QPainter& painter) const;
  void paintSlots(QPainter& painter) const;
  double lanesBottom() const;
  void paintAxis(QPainter& painter) const;
  QString rightWords() const;
  QRectF wordsRoom(const QFontMetrics& metrics) const;
  void paintFlags(QPainter& painter) const;
  void paintPlayhead(QPainter& painter) const;
  void paintLive(QPainter& painter) const;

  const Theme* theme_;
  TimelinePicture picture_;
  QPushButton* back_;
  QToolButton* play_;
  QToolButton* loop_;
  bool dragging_ = false;
  std::optional<Cycle> marking_;  ///< where a stretch that is being marked begins
};

}  // namespace hopscope
