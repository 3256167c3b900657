// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPixmap>
#include <QTimer>
#include <QWidget>
#include <memory>
#include <optional>

#include "engine/workload/rank_rows.h"
#include "ui/drawing/theme.h"

class QScrollBar;

namespace hopscope {

/// What ranks did over time: a row for each, messages as lines between them. The wheel shows less
/// time or more, dragging moves it; with keys, arrows walk over ranks and stretches, + and - show
/// less time or more, 0 all of it. It shows the whole run until somebody looks closer.
class RankChart : public QWidget {
  Q_OBJECT

 public:
  explicit RankChart(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// Null: nothing is known.
  void setSeen(std::shared_ptr<const RankObservation> seen);
  /// Has looked at all of it when this returns, for a picture.
  void seeAll();
  /// A cycle of the past that is looked at elsewhere, as a line; nothing: now.
  void setMoment(std::optional<Cycle> moment);
  void setMessagesShown(bool shown);
  /// The axis goes as far as that even where the run is over before; 0: it ends with the run.
  void setLongest(Cycle end);
  const RankRows& rows() const { return rows_; }

  struct Range {
    double from = 0, to = 1;  ///< cycles
    bool operator==(const Range&) const = default;
  };
  Range range() const { return range_; }
  bool showsAll() const { return showsAll_; }
  void showAll();
  void showRange(Range range);

  struct Place {
    std::uint32_t rank = 0;
    Cycle cycle = 0;
    bool operator==(const Place&) const = default;
  };
  std::optional<Place> cursor() const { return cursor_; }
  void pointAt(std::optional<Place> place);
  /// Where a cycle of a rank is drawn.
  QPointF pointOf(const Place& place) const;
  /// More messages are in sight than are drawn.
  bool messagesLeftOut() const { return leftOut_; }
  /// The chart as it is, on any device, in a size of its own.
  void paintChart(QPainter& painter, const QSizeF& size) const;

  QSize sizeHint() const override { return {420, 220}; }
  QSize minimumSizeHint() const override { return {220, 96}; }

 signals:
  /// Something else is pointed at: words about it, or none.
  void pointedAt(const QString& words);
  /// A rank was clicked, or chosen with Enter.
  void rankChosen(std::uint32_t rank);
  /// A moment was double-clicked.
  void seekRequested(hopscope::Cycle cycle);
  void rangeChanged();
  /// All of what was given last has been looked at; of very much that takes a while.
  void completed();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  bool event(QEvent* event) override;

 private:
  /// Where rows and time are on a device.
  struct Frame {
    QRectF area;
    double row = 1;     ///< height
    double scroll = 0;  ///< of the first row, above the area
  };
  Frame frame() const;
  Frame frameOf(const QSizeF& size, double scroll) const;
  double xOf(const Frame& frame, double cycle) const;
  double yOf(const Frame& frame, std::uint32_t rank) const;
  std::optional<Place> placeAt(const QPointF& point) const;
  QString wordsOf(const Place& place) const;
  double whole() const;
  void zoom(double factor, double around);
  void keepInSight(const Place& place);
  void walk(int spans);
  void updateScrolling();
  void changed();
  void seenMore();
  void paintRows(QPainter& painter, const Frame& frame) const;
  void paintRow(QPainter& painter, const Frame& frame, std::uint32_t rank) const;
  void paintNames(QPainter& painter, const Frame& frame) const;
  bool paintFlights(QPainter& painter, const Frame& frame) const;
  void paintAxis(QPainter& painter, const Frame& frame) const;

  const Theme* theme_;
  RankRows rows_;
  QScrollBar* scroll_;
  Range range_;
  bool showsAll_ = true, messages_ = true;
  mutable bool leftOut_ = false;
  std::optional<Place> cursor_;
  std::optional<Cycle> moment_;
  Cycle longest_ = 0;
  std::optional<QPointF> pressed_;
  Range pressedRange_;
  int pressedScroll_ = 0;
  bool dragged_ = false;
  QTimer more_;    ///< there is more to be looked at
  QPixmap drawn_;  ///< rows, messages and axis, until something changes
};

}  // namespace hopscope
