// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QImage>
#include <QPainter>
#include <QRectF>
#include <QString>
#include <QTransform>

#include "ui/drawing/canvas_style.h"
#include "ui/drawing/collapsed_network.h"
#include "ui/drawing/link_layer.h"
#include "ui/drawing/network_geometry.h"
#include "ui/drawing/network_painter.h"
#include "ui/drawing/theme.h"

namespace hopscope {

/// What a router's glyph looks like.
struct RouterGlyph {
  QString label;       ///< inside; empty: none
  float hitRate = 0;   ///< NaN: no inner fill
  QColor ground = {};  ///< invalid: the usual one
  bool marked = false, hovered = false;
};

/// What a kept look shows: two of one key are the same picture. No text is made to name it, as
/// thousands are looked up for a frame.
struct NodeLook {
  enum class Kind { router, terminal, packet, agedPacket, notice };
  Kind kind;
  double size = 0;  ///< px
  int number = 0;   ///< a router's hits, a packet's colour, what a terminal's ranks are at
  int ground = -1;  ///< a router's own place on the scale, a terminal's job
  bool marked = false, hovered = false;
  QString label = {};

  bool operator==(const NodeLook& other) const = default;
  friend std::size_t qHash(const NodeLook& look, std::size_t seed = 0) {
    return qHashMulti(seed, static_cast<int>(look.kind), look.size, look.number, look.ground,
                      look.marked, look.hovered, look.label);
  }
};

/// Routers, terminals and packets. On a screen each look is painted once and then copied.
class NodeLayer {
 public:
  /// Forgets painted looks; call when theme or density changes.
  void clear();

  void drawTerminals(QPainter& painter, const QRectF& device, const QTransform& view,
                     const CanvasStyle& style, const NetworkPicture& picture,
                     const NetworkGeometry& geometry, const Theme& theme);
  /// All but those that stand for collapsed groups, or those of `only`.
  void drawRouters(QPainter& painter, const QRectF& device, const QTransform& view,
                   const CanvasStyle& style, const NetworkPicture& picture,
                   const NetworkGeometry& geometry, const CollapsedNetwork& collapse,
                   const Theme& theme, const std::set<RouterId>* only = nullptr);
  /// The packet whose middle is nearest to a place on the device, within `reach` px of its shape.
  static std::optional<MovingPacket> packetAt(const QPointF& pixel, double reach,
                                              const NetworkPicture& picture, const LinkLayer& links,
                                              const CanvasStyle& style);
  /// The followed packet where it stands in a router; above that.
  void drawStanding(QPainter& painter, const QRectF& device, const NetworkPicture& picture,
                    const LinkLayer& links, const CanvasStyle& style, const Theme& theme);
  void drawPackets(QPainter& painter, const QRectF& device, const NetworkPicture& picture,
                   const LinkLayer& links, const CanvasStyle& style, const Theme& theme);

 private:
  /// Copies a look to `center`, painting it first with `paint` (around the origin) where it is
  /// new. Vector devices get the painting itself.
  template <typename Paint>
  void stamp(QPainter& painter, const NodeLook& what, const QPointF& center, double extent,
             Paint paint);

  QHash<NodeLook, QImage> looks_;
};

/// How full a router, or a card of several, is of hits: from its ground up; NaN: no fill.
void paintHitRate(QPainter& painter, const QRectF& shape, float rate, const Theme& theme);

/// The number of the curve whose colour a packet has, where it is not coloured by age.
int packetCurve(const MovingPacket& packet, const NetworkPicture& picture);

/// Per group of routers the bucket of what they show in the mean; LinkLayer::kNoData without data.
std::vector<std::int8_t> routerBuckets(const NetworkHeat& heat,
                                       const std::vector<std::vector<RouterId>>& groups);

/// What stands inside a router: its place in the group where a family has groups, else its id.
QString routerLabel(const Topology& topology, RouterId router);

}  // namespace hopscope
