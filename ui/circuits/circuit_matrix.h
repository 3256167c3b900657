// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>

#include "engine/switching/circuit_observation.h"
#include "ui/drawing/theme.h"

class QComboBox;
class QLabel;

namespace hopscope {

class PortMatrix;

/// Requests (R), all circuits (B*), those of one slot (B(i)), connections of worms (U) and queues
/// as a matrix of ports; what a pair waits for is told where one points.
class CircuitMatrix : public QWidget {
  Q_OBJECT

 public:
  explicit CircuitMatrix(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void setDetail(std::shared_ptr<const CircuitDetail> detail);
  PortMatrix& matrix() const { return *matrix_; }

 private:
  void fillChoices();
  void showCells();

  const Theme* theme_;
  std::shared_ptr<const CircuitDetail> detail_;
  QComboBox* shows_;
  PortMatrix* matrix_;
  QLabel* legend_;
  QLabel* words_;
};

}  // namespace hopscope
