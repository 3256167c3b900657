// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <QRectF>
#include <QTransform>
#include <cstdint>
#include <vector>

#include "ui/drawing/canvas_style.h"
#include "ui/drawing/heat_scale.h"
#include "ui/drawing/network_geometry.h"
#include "ui/drawing/network_painter.h"
#include "ui/drawing/theme.h"

namespace hopscope {

/// All links in one layer: batched by colour bucket, hottest last.
class LinkLayer {
 public:
  /// A new network: everything is forgotten.
  void setNetwork(const Topology* topology, const NetworkGeometry* geometry);
  /// Where the links lie on the device. Cheap where nothing changed.
  void project(const QRectF& device, const QTransform& view, const CanvasStyle& style);
  /// Takes over new utilisations. False where no visible link changes its bucket, so that the
  /// picture on the screen is still right.
  bool setHeat(const NetworkHeat& heat);
  /// Strands that fall into the device.
  std::size_t visibleCount() const { return visible_.size(); }

  void draw(QPainter& painter, const Theme& theme, const HeatScale& scale, bool antialias) const;
  /// One link in one colour, for casings and highlights. Points on the device.
  void strokeLink(QPainter& painter, LinkId link, const QPen& pen) const;
  /// The way of one channel on the device: its lane in the near view.
  QPointF channelPoint(ChannelId channel, double position) const;
  /// The width in which a link is drawn at present, px.
  double widthOf(LinkId link) const;
  /// By group: the bucket of its hottest inner link; kNoData without data.
  std::vector<std::int8_t> groupBuckets() const;

  static constexpr std::int8_t kNoData = -1;

 private:
  /// What is drawn as one line: a link, or all links between two groups in the wedge view.
  struct Strand {
    LinkCurve curve;
    std::uint32_t firstMember = 0, members = 1;
    std::uint8_t linkClass = 0;
  };

  void buildStrands(bool bundled);
  void drawLanes(QPainter& painter, const HeatScale& scale) const;
  void drawBatch(QPainter& painter, const std::vector<std::uint32_t>& strands,
                 const QPen& pen) const;
  void projectStrand(const LinkCurve& curve, std::vector<QPointF>& points) const;
  double bundleWidth(const Strand& strand) const;
  /// Many lines on a small ground would fill it: thinner ink lets their density show instead.
  double designOpacity() const;

  const Topology* topology_ = nullptr;
  const NetworkGeometry* geometry_ = nullptr;
  CanvasStyle style_;
  QTransform view_;
  QRectF device_;
  bool projected_ = false;
  bool bundled_ = false;
  bool heated_ = false;

  std::vector<Strand> strands_;
  std::vector<LinkId> members_;
  std::vector<std::uint32_t> visible_;     ///< strands that fall into the device
  std::vector<QPointF> points_;            ///< of the visible strands, on the device
  std::vector<std::uint32_t> firstPoint_;  ///< per visible strand, and one more
  std::vector<std::int8_t> channelBucket_;
};

}  // namespace hopscope
