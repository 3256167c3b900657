// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QString>
#include <QWidget>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "engine/scheduling/circuit_registers.h"
#include "ui/drawing/theme.h"

namespace hopscope {

/// What a matrix of ports shows.
struct MatrixCells {
  /// A cell in which there is something: its fill (no colour: none) and its outline (likewise).
  struct Cell {
    std::uint32_t input = 0, output = 0;
    QColor fill, outline;
    QString text;  ///< where there is room

    bool operator==(const Cell&) const = default;
  };
  std::uint32_t ports = 0;
  std::uint32_t perPort = 1;  ///< what a row stands for, in the numbers beside it
  /// Ports at which another kind begins, in ascending order: a line parts it from those before,
  /// and it is numbered from 0 on.
  std::vector<std::uint32_t> begins;
  std::vector<Cell> cells;
  /// Ports that are marked beside the rows and above the columns; empty: none are.
  std::vector<bool> inputsMarked, outputsMarked;

  bool operator==(const MatrixCells&) const = default;
};

/// Inputs of a crossbar by its outputs, as large as there is room; of large crossbars, cells of a
/// pixel or less. A click or the arrow keys point at a cell.
class PortMatrix : public QWidget {
  Q_OBJECT

 public:
  explicit PortMatrix(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void setCells(MatrixCells cells);
  const MatrixCells& cells() const { return cells_; }
  /// What rows and columns are.
  void setCaption(const QString& caption) { caption_ = caption; }
  /// The words about a pair of ports, for the pointer and for whoever cannot see it.
  void setWords(std::function<QString(PortPair)> words) { words_ = std::move(words); }

  std::optional<PortPair> pointed() const { return cursor_; }
  void pointAt(std::optional<PortPair> place);
  /// Words about the cell at the cursor have changed.
  void refreshWords();
  QRectF cellArea(PortPair place) const;
  QSize sizeHint() const override { return {300, 300}; }
  QSize minimumSizeHint() const override { return {180, 160}; }

 signals:
  /// The cursor has moved: words about its cell, or none.
  void pointedAt(const QString& words);
  /// A cell was double-clicked, or Enter pressed at the cursor.
  void activated(hopscope::PortPair place);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool event(QEvent* event) override;

 private:
  QRectF grid() const;
  double side() const;
  std::optional<PortPair> placeAt(const QPointF& point) const;
  void paintNumbers(QPainter& painter) const;
  void paintMarks(QPainter& painter) const;
  void paintLarge(QPainter& painter) const;
  void paintSmall(QPainter& painter) const;

  const Theme* theme_;
  MatrixCells cells_;
  QString caption_;
  std::function<QString(PortPair)> words_;
  std::optional<PortPair> cursor_;
};

}  // namespace hopscope
