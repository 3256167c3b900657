// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QTimer>
#include <QWidget>

#include "ui/canvas/canvas_tool.h"
#include "ui/drawing/matrix_painter.h"

namespace hopscope {

class CanvasTip;
class NetworkCanvas;

/// The network of a canvas as a matrix of routers. It shows what the canvas shows (network, heat,
/// selection) and selects in the same document.
class MatrixCanvas : public QWidget {
  Q_OBJECT

 public:
  MatrixCanvas(NetworkCanvas& canvas, const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  double zoom() const { return 100 * view_.side / kFullSide; }  ///< per cent of 16 px a cell
  const MatrixView& view() const { return view_; }
  const MatrixPainter& painter() const { return painter_; }
  /// The middle of a cell on the widget.
  QPointF pixelOf(std::uint32_t row, std::uint32_t column) const;

  /// What a fitted matrix leaves free along the lower edge, pixels.
  void setFitRoom(int below);
  void fit();
  void fitSelection();
  void zoomIn();
  void zoomOut();
  void zoomTo(double percent);  ///< about the middle

 signals:
  void zoomChanged(double percent);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void keyReleaseEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  bool event(QEvent* event) override;

 private:
  static constexpr double kFullSide = 16;

  void showNetwork();
  MatrixView fittedView() const;
  void setView(MatrixView view);
  void zoomAt(double factor, QPointF pixel);
  void panBy(QPointF pixels);
  void hoverAt(const MatrixPlace& place, QPointF pixel);
  void click(MatrixPlace place, Qt::KeyboardModifiers modifiers);
  bool handleViewKey(const QKeyEvent& event);
  bool walk(const QKeyEvent& event);
  void reveal(const MatrixPlace& place);
  void showTip();
  void hideTip();
  void describe();
  Parts linksOf(const NetworkMatrix::Cell& cell) const;

  NetworkCanvas& canvas_;
  const Theme* theme_;
  MatrixPainter painter_;
  MatrixView view_;
  MatrixPlace hover_;
  bool byKeys_ = false;  ///< the hovered place was reached by keys
  bool followsFit_ = true;
  int fitBelow_ = 0;
  bool focusByKey_ = false;
  bool pressed_ = false, panning_ = false;
  QPointF pressAt_, panLast_, pointer_;
  QTimer tipTimer_;
  CanvasTip* tip_;
  std::shared_ptr<const Topology> shown_;
  std::shared_ptr<const Placement> placed_;
};

/// Three lines on the channels from one router to another.
QStringList cellTipLines(const NetworkPicture& picture, const MatrixPainter& painter,
                         const MatrixPlace& place);

}  // namespace hopscope
