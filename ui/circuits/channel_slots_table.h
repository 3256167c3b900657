// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "ui/circuits/channel_slots_shown.h"
#include "ui/drawing/theme.h"

class QScrollBar;

namespace hopscope {

/// The channels out of a router by the slots of a round: whose each is, in the colour of the slot
/// in which the circuit leaves its terminal, pale while it has sent nothing; beside them how much
/// of its time a channel carries circuits and best effort. Arrow keys walk over it.
class ChannelSlotsTable : public QWidget {
  Q_OBJECT

 public:
  explicit ChannelSlotsTable(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// Another router, or another plan.
  void setRows(std::vector<ChannelSlotsRow> rows, std::shared_ptr<const Topology> topology);
  /// What is carried by now. Null: nothing is known.
  void setDetail(std::shared_ptr<const ShiftedDetail> detail);
  const std::vector<ChannelSlotsRow>& rows() const { return rows_; }

  struct Place {
    std::size_t row = 0;
    std::uint32_t slot = 0;
    bool operator==(const Place&) const = default;
  };
  std::optional<Place> cursor() const { return cursor_; }
  QString wordsOf(const Place& place) const;
  QSize sizeHint() const override { return {300, 220}; }
  QSize minimumSizeHint() const override { return {220, 110}; }

 signals:
  /// Something else is pointed at: words about it, or none.
  void pointedAt(const QString& words);
  /// A slot was double-clicked, or Enter pressed at it: the entry of the plan that has it.
  void chosen(std::uint32_t entry);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool event(QEvent* event) override;

 private:
  std::uint32_t slotCount() const;
  QRectF cells() const;
  double cellWidth() const;
  QRectF areaOf(const Place& place) const;
  std::optional<Place> placeAt(const QPointF& point) const;
  void moveTo(std::optional<Place> place);
  void choose();
  void updateScrolling();
  void paintHead(QPainter& painter) const;
  void paintRow(QPainter& painter, std::size_t row) const;
  void paintShares(QPainter& painter, std::size_t row, double top) const;

  const Theme* theme_;
  std::shared_ptr<const Topology> topology_;
  std::shared_ptr<const ShiftedDetail> detail_;
  std::vector<ChannelSlotsRow> rows_;
  QScrollBar* down_;
  QScrollBar* along_;  ///< slots
  std::optional<Place> cursor_;
};

}  // namespace hopscope
