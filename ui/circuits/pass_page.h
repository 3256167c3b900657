// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>
#include <optional>

#include "engine/scheduling/cell_array.h"
#include "engine/switching/circuit_observation.h"
#include "ui/drawing/theme.h"

class QComboBox;
class QLabel;

namespace hopscope {

class CellCard;
class PortMatrix;
class StepButtons;

/// The latest pass of the scheduler that changed something, cell by cell: those that have something
/// to do (L) in the order of the array, the busy outputs (A) and inputs (D) as they are by then,
/// and what changes (T).
class PassPage : public QWidget {
  Q_OBJECT

 public:
  explicit PassPage(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void setDetail(std::shared_ptr<const CircuitDetail> detail);
  const std::optional<CellArray>& cells() const { return cells_; }
  /// Cells done so far, of those that have something to do.
  std::size_t done() const { return done_; }
  PortMatrix& matrix() const { return *matrix_; }

 private:
  void makeCells();
  void goTo(std::size_t done);
  void showCells();
  void showWords();

  const Theme* theme_;
  std::shared_ptr<const CircuitDetail> detail_;
  std::optional<CellArray> cells_;
  Cycle stepAt_ = -1;  ///< of the step shown
  BitMatrix stepRequests_;
  std::size_t done_ = 0;
  QLabel* head_;
  QComboBox* slot_;
  StepButtons* steps_;
  PortMatrix* matrix_;
  CellCard* card_;
  QLabel* words_;
};

}  // namespace hopscope
