// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>
#include <optional>

#include "engine/switching/circuit_observation.h"
#include "ui/drawing/theme.h"

class QScrollBar;

namespace hopscope {

/// The latest turns of slots over time, link by link: a bar of the slot's colour where a circuit
/// had the link, full as far as it moved data; grey where worms had; guard bands dark. Above them
/// the slots themselves, with those that were skipped (hatched) or preempted (dimmed), which take
/// no time, as ticks, and a wedge where processors flushed their circuits. Arrow keys walk over
/// links and turns, + and - show fewer or more turns.
class SlotGantt : public QWidget {
  Q_OBJECT

 public:
  explicit SlotGantt(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// Null: nothing is known.
  void setDetail(std::shared_ptr<const CircuitDetail> detail);
  const CircuitDetail* detail() const { return detail_.get(); }
  /// What the cursor is at, or the pointer: a turn, and an output or (kNone) the slots' own row.
  struct Place {
    std::size_t turn = 0;
    std::uint32_t output = kNone;
    bool operator==(const Place&) const = default;
  };
  std::optional<Place> cursor() const { return cursor_; }
  /// The words about it.
  QString wordsOf(const Place& place) const;
  QSize sizeHint() const override { return {300, 200}; }
  QSize minimumSizeHint() const override { return {220, 92}; }

 signals:
  /// Something else is pointed at: words about it, or none.
  void pointedAt(const QString& words);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool event(QEvent* event) override;

 private:
  QRectF chart() const;
  double rowHeight() const;
  std::size_t firstTurn() const { return first_; }
  void findFirst();
  double xOf(Cycle cycle) const;
  double yOf(std::uint32_t output) const;
  /// Where a turn is drawn in the slots' row; those without time as a tick.
  QRectF turnArea(std::size_t turn) const;
  std::optional<Place> placeAt(const QPointF& point) const;
  void moveTo(std::optional<Place> place);
  void updateScrolling();
  void paintSlots(QPainter& painter) const;
  void paintFlushes(QPainter& painter) const;
  void paintLinks(QPainter& painter) const;
  void paintAxis(QPainter& painter) const;
  void paintCursor(QPainter& painter) const;

  const Theme* theme_;
  std::shared_ptr<const CircuitDetail> detail_;
  QScrollBar* scroll_;
  std::size_t shownTurns_ = 16;  ///< with time
  std::size_t first_ = 0;        ///< the first of the latest turns that are shown
  std::optional<Place> cursor_;
};

}  // namespace hopscope
