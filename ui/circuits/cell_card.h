// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>

#include "engine/scheduling/cell_array.h"
#include "ui/drawing/theme.h"

namespace hopscope {

/// A cell of the scheduler's array with its signals: A comes from above and D from the left, L is
/// what it is told, T whether it changes; what leaves it is at the other sides.
class CellCard : public QWidget {
  Q_OBJECT

 public:
  explicit CellCard(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void setCell(std::optional<ArrayCell> cell);
  const std::optional<ArrayCell>& cell() const { return cell_; }
  QSize sizeHint() const override { return {104, 92}; }
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  const Theme* theme_;
  std::optional<ArrayCell> cell_;
};

}  // namespace hopscope
