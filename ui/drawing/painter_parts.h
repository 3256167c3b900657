// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QImage>
#include <QPolygonF>
#include <cstdint>
#include <memory>
#include <vector>

#include "ui/drawing/canvas_labels.h"
#include "ui/drawing/canvas_style.h"
#include "ui/drawing/heat_scale.h"
#include "ui/drawing/link_layer.h"
#include "ui/drawing/network_painter.h"
#include "ui/drawing/node_layer.h"
#include "ui/drawing/placed_network.h"

namespace hopscope {

inline constexpr int kKeptWords = 500;  ///< of a view full of names

/// An outline of the canvas in pixels.
QPolygonF mapped(const std::vector<Point>& outline, const QTransform& view);

/// What a painter keeps; painting and picking are its two halves.
struct NetworkPainter::Implementation {
  explicit Implementation(const Theme& first) : theme(&first), scale(first) {}

  void paintGround(QPainter& painter, const QRectF& device, const QTransform& view);
  void paintGroups(QPainter& painter, const QRectF& device, const QTransform& view);
  void paintMarkedLinks(QPainter& painter);
  void paintWaitCycle(QPainter& painter, const QRectF& device, const QTransform& view);
  void paintFocus(QPainter& painter, const QRectF& device, const QTransform& view);
  void paintLabels(QPainter& painter, const QRectF& device, const QTransform& view);
  void paintStill(QPainter& painter, const QRectF& device, const QTransform& view, bool smooth);
  void paintKept(QPainter& painter, const QRectF& device, const QTransform& view, bool moving);
  bool patchKept(const QRectF& device, const QTransform& view);
  bool groupMarked(std::int32_t group) const;
  void takeRamp();

  const Theme* theme;
  HeatScale scale;
  HeatQuantity shown = HeatQuantity::utilization;  ///< that the scale is of
  NetworkPicture picture;                          ///< as it is drawn
  NetworkPicture given;                            ///< as it was given, where that is another one
  std::shared_ptr<PlacedNetwork> placed = std::make_shared<PlacedNetwork>();  ///< of `given`
  LinkLayer links;
  NodeLayer nodes;
  LabelPictures words{kKeptWords};
  CanvasStyle style;
  double dotStep = 0;
  bool painted = false;

  /// Ground, groups and links as they were last drawn on a screen, and what they depend on.
  struct Kept {
    QImage image;
    QTransform view;
    QRectF device;
    double density = 0;
    bool smooth = false;
    bool valid = false;
    bool current = false;  ///< no: the heat changed since
  } kept;
  double lookDensity = 0;
  QTransform paintedView;
  QRectF paintedDevice;
  QElapsedTimer sinceHeat;
};

}  // namespace hopscope
