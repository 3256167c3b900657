// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>

#include "engine/topology/topology.h"
#include "ui/drawing/heat_quantity.h"
#include "ui/drawing/theme.h"

class QAction;
class QLabel;
class QMenu;
class QToolButton;

namespace hopscope {

class HeatMenu;
class NetworkCanvas;
class PacketKey;

/// The bar below a canvas: what its colours mean, at the right its zoom and its other view.
class LegendBar : public QWidget {
  Q_OBJECT

 public:
  LegendBar(NetworkCanvas& canvas, const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void showZoom(double percent);
  /// The matrix is shown: colours lie in cells, not on lines.
  void setMatrix(bool on);
  void setFilter(bool on);
  /// Leaves zoom and fit: for canvases without another view or layers.
  void showOnlyZoom();
  /// The menu of quantities.
  QMenu* quantities() const;
  /// Opens it, where there is heat.
  void openQuantities();

 signals:
  void zoomInRequested();
  void zoomOutRequested();
  void fitRequested();
  void matrixToggled(bool on);
  void filterToggled(bool on);
  void minimapToggled(bool on);
  void quantityChosen(hopscope::HeatQuantity quantity);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void makeLayers();
  /// The colour by class is for mixed traffic.
  void showClasses();
  /// What colours there are has changed, or the room for their words.
  void showKey(bool wanted);
  void followHeat();
  void placeQuantity();
  bool hasRoom() const;
  double quantityWidth() const;
  /// Zoom gives way to what colours mean, where both have no room: wheel, keys and menu have it.
  void fold();
  /// The matrix goes by its name where lines can't show the network.
  void offerMatrix();

  NetworkCanvas& canvas_;
  const Theme* theme_;
  HeatMenu* quantity_;
  QToolButton* zoomOut_;
  QLabel* percent_;
  QToolButton* zoomIn_;
  QToolButton* fit_;
  QToolButton* matrix_;
  QToolButton* filter_;
  QToolButton* layers_;
  QAction* bySource_ = nullptr;
  QAction* byClass_ = nullptr;
  QWidget* rule_;
  PacketKey* key_;
  std::weak_ptr<const Topology> offeredOf_;  ///< the network that offerMatrix() looked at
  bool keyWanted_ = false;
  bool onlyZoom_ = false;
  bool hadRanks_ = false;
  HeatQuantity hadQuantity_ = HeatQuantity::utilization;
  HeatRange hadRange_, hadPowerRange_;
  bool hadPackets_ = false, hadHits_ = false, hadPauses_ = false, hadNotices_ = false;
};

}  // namespace hopscope
