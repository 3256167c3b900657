// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QPainter>
#include <QPointF>
#include <QRectF>
#include <cstdint>
#include <memory>
#include <vector>

#include "ui/drawing/heat_scale.h"
#include "ui/drawing/network_matrix.h"
#include "ui/drawing/network_painter.h"
#include "ui/drawing/theme.h"

namespace hopscope {

/// Which part of the matrix is shown: cells of `side` pixels, row and column 0 at `origin`.
struct MatrixView {
  double side = 16;
  QPointF origin;

  bool operator==(const MatrixView&) const = default;
};

/// A row and a column of the matrix; kNone: none.
struct MatrixPlace {
  std::uint32_t row = kNone, column = kNone;

  bool operator==(const MatrixPlace&) const = default;
};

/// Paints a network as a matrix of routers: what leaves a row's router for a column's, coloured by
/// utilisation, or by kind of link without a run. Cells smaller than two pixels share them; the
/// hottest wins.
class MatrixPainter {
 public:
  explicit MatrixPainter(const Theme& theme);

  void setTheme(const Theme& theme);
  /// Another network; null: none.
  void setNetwork(std::shared_ptr<const Topology> topology, const Placement& placement);
  const NetworkMatrix& matrix() const { return matrix_; }

  /// Room for the labels of rows (width) and columns (height), pixels.
  QSizeF gutter() const;
  /// The view that shows the whole matrix in `device`.
  MatrixView fitted(const QRectF& device) const;
  void paint(QPainter& painter, const QRectF& device, const MatrixView& view,
             const NetworkPicture& picture, const MatrixPlace& hover);

  /// The row and column at a pixel; both kNone off the matrix.
  MatrixPlace placeAt(const QPointF& pixel, const QRectF& device, const MatrixView& view) const;
  /// The cell at a place; of several that share its pixel the hottest, else the first. Null where
  /// there is none. `place` becomes that cell's.
  const NetworkMatrix::Cell* cellAt(MatrixPlace& place, const MatrixView& view,
                                    const NetworkHeat& heat) const;
  /// The hottest channel of a cell; NaN counts as colder than any.
  ChannelId hottest(const NetworkMatrix::Cell& cell, const NetworkHeat& heat) const;
  /// What a channel shows of the quantity: where that is of routers, the one it leaves; 0..1, NaN.
  float shareOf(ChannelId channel, const NetworkHeat& heat) const;

 private:
  using Level = std::int8_t;

  QRectF field(const QRectF& device) const;
  Level levelOf(const NetworkMatrix::Cell& cell, const NetworkHeat& heat) const;
  QRgb colorOf(int level, bool heated) const;
  void paintBands(QPainter& painter, const QRectF& field, const MatrixView& view,
                  const NetworkMarks& marks) const;
  void paintCells(QPainter& painter, const QRectF& field, const MatrixView& view,
                  const NetworkHeat& heat);
  void paintSeparators(QPainter& painter, const QRectF& field, const MatrixView& view) const;
  void paintMarks(QPainter& painter, const QRectF& field, const MatrixView& view,
                  const NetworkPicture& picture, const MatrixPlace& hover) const;
  void paintAxes(QPainter& painter, const QRectF& device, const MatrixView& view,
                 const NetworkMarks& marks, const MatrixPlace& hover) const;
  QRectF cellRect(const MatrixView& view, std::uint32_t row, std::uint32_t column) const;
  QString idText(std::uint32_t row) const;
  /// Every how many-th group has room for a label of that size along an axis: 1, 2, 5, 10 ...
  std::uint32_t groupStep(double needed, const MatrixView& view) const;

  const Theme* theme_;
  HeatScale scale_;
  HeatQuantity shown_ = HeatQuantity::utilization;  ///< that the scale is of
  std::shared_ptr<const Topology> topology_;
  NetworkMatrix matrix_;
  std::vector<Level> designLevel_;  ///< by link class
  double idWidth_ = 0, groupWidth_ = 0;
  QImage image_;
  std::vector<Level> levels_;
};

}  // namespace hopscope
