// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QWidget>
#include <utility>
#include <vector>

#include "ui/canvas/network_canvas.h"

class QButtonGroup;
class QFrame;
class QStackedWidget;
class QToolButton;

namespace hopscope {

class CanvasHeader;
class FilterBar;
class FindBox;
class LegendBar;
class MatrixCanvas;
class Minimap;

/// The canvas with its floating tool bar and the legend bar below it. The matrix of routers takes
/// the canvas' place on demand; selection, heat and document are the same.
class CanvasPane : public QWidget {
  Q_OBJECT

 public:
  explicit CanvasPane(const Theme& theme, QWidget* parent = nullptr);

  NetworkCanvas& canvas() { return *canvas_; }
  void setTheme(const Theme& theme);
  void setHeat(NetworkHeat heat);
  void clearHeat() { canvas_->clearHeat(); }
  /// Shows the network alone, for a room that looks on: no bars, and no tools.
  void setPresented(bool presented);
  /// Hides the drawing tools where nothing can be drawn.
  void setEditable(bool editable);
  void showMatrix(bool on);
  bool showsMatrix() const;
  MatrixCanvas& matrix() { return *matrix_; }

  // These act on whichever view is shown.
  void fit();
  void fitSelection();
  void zoomIn();
  void zoomOut();
  void zoomTo(double percent);

  /// Finds parts by name.
  void openFind();
  /// What colours show.
  void setQuantity(HeatQuantity quantity) { canvas_->setQuantity(quantity); }
  void openQuantities();
  /// The bar above a running network; see setHeaderShown().
  CanvasHeader& header() { return *header_; }
  void setHeaderShown(bool shown);
  /// Shows only busy links.
  void setFilter(bool on);
  /// Lays notices over the upper edge of the view, which keeps its place and size; null: takes
  /// them away again, for another parent. A fitted network leaves room for one of them.
  void setNotices(QWidget* notices);

 signals:
  void matrixShown(bool on);
  void quantityChosen(hopscope::HeatQuantity quantity);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct ToolEntry {
    Tool tool;
    const char* icon;
    QToolButton* button;
  };
  void buildTools();
  void placeTools();
  void keepRoom();
  void placeNotices();
  void chooseFilter(int least);
  void refreshHeader();

  CanvasHeader* header_;
  QStackedWidget* views_;
  NetworkCanvas* canvas_;
  MatrixCanvas* matrix_;
  Minimap* minimap_;
  FilterBar* filter_;
  LegendBar* legend_;
  FindBox* find_;
  QFrame* toolStrip_;
  QButtonGroup* group_;
  std::vector<ToolEntry> tools_;
  QPointer<QWidget> notices_;
  bool editable_ = true, presented_ = false, headed_ = false;
};

}  // namespace hopscope
