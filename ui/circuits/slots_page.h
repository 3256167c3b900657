// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>

#include "engine/switching/circuit_observation.h"
#include "ui/circuits/slots_shown.h"
#include "ui/drawing/theme.h"

class QLabel;

namespace hopscope {

class SlotGantt;
class SlotMarks;
class SlotTable;
class SlotWheel;

/// The time slots of a run: their wheel, what became of each, and its latest turns link by link.
class SlotsPage : public QWidget {
  Q_OBJECT

 public:
  explicit SlotsPage(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// `detail` null: only what the run as a whole knows of them is there.
  void setShown(const SlotsShown& shown, std::shared_ptr<const CircuitDetail> detail);

 private:
  SlotWheel* wheel_;
  SlotMarks* marks_;
  SlotTable* table_;
  SlotGantt* gantt_;
  QLabel* words_;
};

}  // namespace hopscope
