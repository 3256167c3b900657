// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <QRectF>
#include <QTransform>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "ui/drawing/canvas_style.h"
#include "ui/drawing/gathered_links.h"
#include "ui/drawing/heat_scale.h"
#include "ui/drawing/network_geometry.h"
#include "ui/drawing/network_painter.h"
#include "ui/drawing/theme.h"

namespace hopscope {

/// All links in one layer: batched by colour bucket, hottest last. Above kMostLinks visible links
/// that cover each other, bundles take their place.
class LinkLayer {
 public:
  static constexpr std::size_t kMostLinks = GatheredLinks::kMostLinks;

  /// A new network: everything is forgotten. Null: there is none. What is given must outlive it or
  /// be replaced.
  void setNetwork(const Topology* topology, const NetworkGeometry* geometry, GatheredLinks* lines);
  /// What its links carry; empty: all are full.
  void setRates(std::vector<LinkRate> rates) { rates_ = std::move(rates); }
  /// Where the links lie on the device. Cheap where nothing changed.
  void project(const QRectF& device, const QTransform& view, const CanvasStyle& style);
  /// Takes over new utilisations. False where no link changes its bucket, so that the picture on
  /// the screen is still right.
  bool setHeat(const NetworkHeat& heat);
  /// Lines that fall into the device.
  std::size_t visibleCount() const { return visible_.size(); }
  /// Drawn so that the density of the lines shows.
  bool translucent() const { return !heated_ && designOpacity() < 1; }
  /// Where lines cover the ground, how much of its colour one of a bucket has: 1 from half busy on.
  double presence(int bucket) const;
  bool isProjected() const { return projected_; }
  bool isBundled() const { return bundled_; }
  /// The links drawn as one line with `link`, itself among them; itself alone where it is single.
  std::vector<LinkId> bundleOf(LinkId link) const;

  void draw(QPainter& painter, const Theme& theme, const HeatScale& scale, bool antialias);
  /// Over an earlier picture of the same view: only lines whose bucket changed since, hottest last,
  /// each at least as wide as it was. False, with nothing painted, where that would be wrong.
  bool drawChanged(QPainter& painter, const HeatScale& scale);
  /// One link in one colour, for casings and highlights: its own path, or the whole bundle's.
  void strokeLink(QPainter& painter, LinkId link, const QPen& pen, bool wholeBundle = false) const;
  /// Each of them by its own path in one colour. More than kManyStrokes, which nobody tells apart,
  /// are thin lines, drawn at once.
  void strokeLinks(QPainter& painter, const std::vector<LinkId>& links, QPen pen) const;
  /// The path of one channel on the device: its own line in the near view.
  QPointF channelPoint(ChannelId channel, double position) const;
  /// The width in which a link, or the bundle it is in, is drawn at present, px.
  double widthOf(LinkId link, bool wholeBundle = false) const;
  /// The bucket of the busier direction, or of the hottest in its bundle; kNoData without data.
  int bucketOf(LinkId link, bool wholeBundle = false) const;
  /// The visible line nearest to a place on the device, within `reach` px, by its hottest link.
  LinkId linkAt(const QPointF& pixel, double reach) const;
  /// The bucket of each group's hottest inner link; kNoData without data.
  std::vector<std::int8_t> groupBuckets() const;

  static constexpr std::int8_t kNoData = -1;
  static constexpr std::int8_t kHidden = -2;  ///< left out by the filter
  static constexpr std::size_t kManyStrokes = 500;

 private:
  bool decideBundled(const QRectF& seen) const;
  const LinkCurve& curveOf(std::uint32_t line) const;
  std::uint8_t classOf(std::uint32_t line) const;
  std::int8_t lineBucket(std::uint32_t line) const;
  double lineWidth(std::uint32_t line, int bucket) const;
  /// Of the usual width of a line that is one link.
  double thickness(std::uint32_t line) const;
  void measureInk();
  void measureHotInk();
  void drawDirections(QPainter& painter, const HeatScale& scale) const;
  void drawBatch(QPainter& painter, const std::vector<std::uint32_t>& lines, const QPen& pen) const;
  void drawBuckets(QPainter& painter, const HeatScale& scale,
                   const std::vector<std::uint32_t>& lines,
                   const std::vector<double>& widths) const;
  void drawDesign(QPainter& painter, const Theme& theme, bool antialias) const;
  void projectCurve(const LinkCurve& curve, std::vector<QPointF>& points) const;
  /// How much ink lies on the ground that lines span on the device.
  template <typename Width>
  double coverOf(Width width) const;
  /// Many lines on a small ground would fill it: thinner ink lets their density show instead.
  double designOpacity() const;
  /// Without antialiasing whole pixels: a line of one is drawn at once, a wider translucent one in
  /// pieces that Qt hands to other threads and waits for.
  double designWidth(std::uint32_t line, bool antialias) const;

  const Topology* topology_ = nullptr;
  const NetworkGeometry* geometry_ = nullptr;
  CanvasStyle style_;
  QTransform view_;
  QRectF device_;
  bool projected_ = false;
  bool bundled_ = false;
  bool heated_ = false;
  std::vector<LinkRate> rates_;
  bool quiet_ = false;  ///< routers tell what is asked for, not links

  GatheredLinks* lines_ = nullptr;
  const GatheredLinks::Gathered* gathered_ = nullptr;  ///< where they are drawn bundled
  double bundleThinning_ = 1;  ///< wide bundles that would fill the ground are drawn thinner
  double heatThinning_ = 1;    ///< and so are the lines of a run
  double hotThinning_ = 1;     ///< those that are nearly full less so, where they are few
  bool crowded_ = false;       ///< even the thinnest of usual lines would cover the ground
  QColor ground_;              ///< that the last picture stands on

  /// What is drawn as one line: links, or bundles, by id.
  std::vector<std::uint32_t> visible_;
  std::vector<QPointF> points_;            ///< of the visible lines, on the device
  std::vector<std::uint32_t> firstPoint_;  ///< per visible line, and one more
  std::vector<std::int8_t> channelBucket_;
  std::vector<bool> hidden_;        ///< by link: below the least utilisation asked for
  std::vector<std::int8_t> drawn_;  ///< per visible line: its bucket in the last picture
  std::vector<double> drawnWidth_;
  int patches_ = 0;  ///< pictures since the last whole one
};

}  // namespace hopscope
