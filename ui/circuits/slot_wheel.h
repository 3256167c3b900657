// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/circuits/slots_shown.h"
#include "ui/drawing/theme.h"

namespace hopscope {

/// The time slots as a wheel: a sector as wide as its slot is long, filled from the rim inwards as
/// far as its turns moved data; skipped ones hatched, preempted ones dimmed, a guard band dark. A
/// hand shows how far the turn under way is.
class SlotWheel : public QWidget {
  Q_OBJECT

 public:
  explicit SlotWheel(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void setShown(SlotsShown shown);
  const SlotsShown& shown() const { return shown_; }
  /// Where a slot's sector begins and how wide it is, in degrees clockwise from the top.
  struct Sector {
    double from = 0, span = 0;
  };
  Sector sectorOf(std::uint32_t slot) const;
  QSize sizeHint() const override { return {124, 116}; }
  QSize minimumSizeHint() const override { return {104, 108}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  double round() const;  ///< cycles of all slots
  void paintSector(QPainter& painter, std::uint32_t slot, const QRectF& rim) const;
  void paintHand(QPainter& painter, const QRectF& rim) const;

  const Theme* theme_;
  SlotsShown shown_;
};

/// "Slot 2: 5 circuits; 400 turns, 62 % of their time with data; skipped 3 times, preempted 12
/// times."
QString slotWords(const SlotsShown& shown, std::uint32_t slot);

}  // namespace hopscope
