// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/link_layer.h"

#include <QPainterPath>
#include <QPen>
#include <QPolygonF>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace hopscope {

namespace {

/// A utilisation must leave its bucket by this share of a bucket's width before the colour
/// changes: noise at an edge would redraw the whole picture.
constexpr double kHysteresis = 0.2;
constexpr double kLaneDistance = 4;  ///< px between the two directions
constexpr double kArrow = 7;         ///< px

std::int8_t bucketAfter(float utilization, std::int8_t before) {
  if (std::isnan(utilization)) return LinkLayer::kNoData;
  const double place = double(utilization) * HeatScale::kBuckets;
  if (before >= 0 && place > before - kHysteresis && place < before + 1 + kHysteresis) {
    return before;
  }
  return static_cast<std::int8_t>(HeatScale::bucket(utilization));
}

double heatWidth(int bucket, const CanvasStyle& style) {
  return bucket < 0 ? kLinkWidth
                    : kLinkWidth + style.heatWidth() * (bucket + 0.5) / HeatScale::kBuckets;
}

QPen linkPen(const QColor& color, double width) {
  QPen pen(color, width, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
  return pen;
}

QPen noDataPen(const QColor& color) {
  QPen pen = linkPen(color, kLinkWidth);
  pen.setDashPattern({2 / kLinkWidth, 3 / kLinkWidth});
  return pen;
}

}  // namespace

void LinkLayer::setNetwork(const Topology* topology, const NetworkGeometry* geometry) {
  topology_ = topology;
  geometry_ = geometry;
  projected_ = false;
  heated_ = false;
  channelBucket_.assign(topology ? topology->channelCount() : 0, kNoData);
  strands_.clear();
}

void LinkLayer::buildStrands(bool bundled) {
  strands_.clear();
  members_.clear();
  bundled_ = bundled;
  const auto& curves = geometry_->links();
  if (!bundled) {
    strands_.reserve(curves.size());
    members_.reserve(curves.size());
    for (LinkId link = 0; link < curves.size(); ++link) {
      strands_.push_back({curves[link], link, 1, topology_->links[link].linkClass});
      members_.push_back(link);
    }
    return;
  }
  std::map<std::pair<std::int32_t, std::int32_t>, std::vector<LinkId>> pairs;
  for (LinkId link = 0; link < curves.size(); ++link) {
    const Link& known = topology_->links[link];
    if (known.a.isTerminal || known.b.isTerminal) continue;
    const std::int32_t a = topology_->group[known.a.node], b = topology_->group[known.b.node];
    if (a != b) pairs[{std::min(a, b), std::max(a, b)}].push_back(link);
  }
  for (const auto& pair : pairs) {
    const std::vector<LinkId>& links = pair.second;
    Strand strand;
    strand.firstMember = static_cast<std::uint32_t>(members_.size());
    strand.members = static_cast<std::uint32_t>(links.size());
    strand.linkClass = topology_->links[links.front()].linkClass;
    strand.curve = curves[links.front()];
    if (links.size() > 1) {
      // From the middle of the members' ends in one group to that in the other.
      QPointF from, to;
      for (const LinkId link : links) {
        const bool forward = topology_->group[topology_->links[link].a.node] == pair.first.first;
        from += forward ? curves[link].a : curves[link].b;
        to += forward ? curves[link].b : curves[link].a;
      }
      strand.curve = {};
      strand.curve.a = from / double(links.size());
      strand.curve.b = to / double(links.size());
      strand.curve.control = (strand.curve.a + strand.curve.b) / 2;
    }
    members_.insert(members_.end(), links.begin(), links.end());
    strands_.push_back(strand);
  }
}

void LinkLayer::projectStrand(const LinkCurve& curve, std::vector<QPointF>& points) const {
  points.push_back(view_.map(curve.a));
  if (curve.curved) {
    const double bulge = std::hypot((curve.control - (curve.a + curve.b) / 2).x(),
                                    (curve.control - (curve.a + curve.b) / 2).y()) *
                         style_.scale / 2;
    // The error of a chord falls with the square of the number of pieces: this keeps it below a
    // quarter of a pixel.
    const int pieces = std::clamp(static_cast<int>(std::ceil(2 * std::sqrt(bulge))), 3, 40);
    for (int piece = 1; piece < pieces; ++piece) {
      points.push_back(view_.map(curve.at(double(piece) / pieces)));
    }
  }
  points.push_back(view_.map(curve.b));
}

void LinkLayer::project(const QRectF& device, const QTransform& view, const CanvasStyle& style) {
  if (!geometry_) return;
  if (projected_ && view == view_ && device == device_ && style.wedges == style_.wedges &&
      style.detail == style_.detail && style.terminalDiameter == style_.terminalDiameter) {
    return;
  }
  view_ = view;
  device_ = device;
  style_ = style;
  projected_ = true;
  if (strands_.empty() || bundled_ != style.wedges) buildStrands(style.wedges);

  visible_.clear();
  points_.clear();
  firstPoint_.clear();
  const QRectF seen = device.adjusted(-8, -8, 8, 8);
  for (std::uint32_t i = 0; i < strands_.size(); ++i) {
    const Strand& strand = strands_[i];
    if (style.terminalDiameter == 0 &&
        topology_->classes[strand.linkClass].kind == LinkKind::terminal) {
      continue;
    }
    const QPointF a = view.map(strand.curve.a), b = view.map(strand.curve.b),
                  c = view.map(strand.curve.control);
    if (std::max({a.x(), b.x(), c.x()}) < seen.left() ||
        std::min({a.x(), b.x(), c.x()}) > seen.right() ||
        std::max({a.y(), b.y(), c.y()}) < seen.top() ||
        std::min({a.y(), b.y(), c.y()}) > seen.bottom()) {
      continue;
    }
    visible_.push_back(i);
    firstPoint_.push_back(static_cast<std::uint32_t>(points_.size()));
    projectStrand(strand.curve, points_);
  }
  firstPoint_.push_back(static_cast<std::uint32_t>(points_.size()));
}

bool LinkLayer::setHeat(const NetworkHeat& heat) {
  const bool heated = !heat.empty();
  bool changed = heated != heated_;
  heated_ = heated;
  if (!heated) return changed;
  const std::size_t known = std::min(channelBucket_.size(), heat.channelUtilization.size());
  for (std::size_t i = 0; i < known; ++i) {
    const std::int8_t bucket = bucketAfter(heat.channelUtilization[i], channelBucket_[i]);
    changed = changed || bucket != channelBucket_[i];
    channelBucket_[i] = bucket;
  }
  return changed;
}

double LinkLayer::bundleWidth(const Strand& strand) const {
  return std::min(2 + 2 * std::log2(double(strand.members)), 12.0);
}

double LinkLayer::widthOf(LinkId link) const {
  if (!heated_) return kLinkWidth;
  return heatWidth(std::max(channelBucket_[2 * link], channelBucket_[2 * link + 1]), style_);
}

std::vector<std::int8_t> LinkLayer::groupBuckets() const {
  std::vector<std::int8_t> hottest;
  for (LinkId link = 0; link < topology_->linkCount(); ++link) {
    const Link& known = topology_->links[link];
    if (known.a.isTerminal || known.b.isTerminal) continue;
    const std::int32_t group = topology_->group[known.a.node];
    if (group < 0 || topology_->group[known.b.node] != group) continue;
    const auto index = static_cast<std::size_t>(group);
    if (hottest.size() <= index) hottest.resize(index + 1, kNoData);
    hottest[index] =
        std::max({hottest[index], channelBucket_[2 * link], channelBucket_[2 * link + 1]});
  }
  return hottest;
}

double LinkLayer::designOpacity() const {
  double ink = 0;
  QRectF ground;
  for (std::uint32_t i = 0; i + 1 < firstPoint_.size(); ++i) {
    const QPointF a = points_[firstPoint_[i]], b = points_[firstPoint_[i + 1] - 1];
    ink += kLinkWidth * std::hypot(b.x() - a.x(), b.y() - a.y());
    ground |= QRectF(a, b).normalized();
  }
  const double covered = ink / std::max(ground.width() * ground.height(), 1.0);
  // Up to here single links can be told apart.
  constexpr double kReadable = 1.0;
  return covered <= kReadable ? 1.0 : std::max(kReadable / covered, 0.1);
}

void LinkLayer::drawBatch(QPainter& painter, const std::vector<std::uint32_t>& strands,
                          const QPen& pen) const {
  if (strands.empty()) return;
  painter.setPen(pen);
  std::vector<QLineF> straight;
  straight.reserve(strands.size());
  for (const std::uint32_t i : strands) {
    const std::uint32_t first = firstPoint_[i], count = firstPoint_[i + 1] - first;
    if (count == 2) {
      straight.emplace_back(points_[first], points_[first + 1]);
    } else {
      painter.drawPolyline(&points_[first], static_cast<int>(count));
    }
  }
  if (!straight.empty()) painter.drawLines(straight.data(), static_cast<int>(straight.size()));
}

void LinkLayer::draw(QPainter& painter, const Theme& theme, const HeatScale& scale,
                     bool antialias) const {
  if (!geometry_ || !projected_) return;
  painter.setRenderHint(QPainter::Antialiasing, antialias);
  painter.setBrush(Qt::NoBrush);
  // Without traffic the two directions look alike: one line says as much.
  if (heated_ && style_.detail == CanvasStyle::Detail::near) {
    drawLanes(painter, scale);
    return;
  }
  if (!heated_) {
    const double opacity = designOpacity();
    // Quiet links first, so that the ones that tell the families apart lie on top.
    for (const Tone tone : {Tone::t4, Tone::edge, Tone::accent}) {
      std::map<double, std::vector<std::uint32_t>> byWidth;
      for (std::uint32_t i = 0; i < visible_.size(); ++i) {
        const Strand& strand = strands_[visible_[i]];
        if (designTone(*topology_, strand.linkClass) != tone) continue;
        byWidth[bundled_ && strand.members > 1 ? bundleWidth(strand) : kLinkWidth].push_back(i);
      }
      QColor color = theme.color(tone);
      color.setAlphaF(static_cast<float>(opacity));
      for (const auto& batch : byWidth) {
        drawBatch(painter, batch.second, linkPen(color, batch.first));
      }
    }
    return;
  }
  std::array<std::vector<std::uint32_t>, HeatScale::kBuckets + 1> buckets;
  for (std::uint32_t i = 0; i < visible_.size(); ++i) {
    const Strand& strand = strands_[visible_[i]];
    std::int8_t bucket = kNoData;
    for (std::uint32_t m = strand.firstMember; m < strand.firstMember + strand.members; ++m) {
      bucket =
          std::max({bucket, channelBucket_[2 * members_[m]], channelBucket_[2 * members_[m] + 1]});
    }
    buckets[static_cast<std::size_t>(bucket + 1)].push_back(i);
  }
  drawBatch(painter, buckets[0], noDataPen(scale.noData()));
  for (int bucket = 0; bucket < HeatScale::kBuckets; ++bucket) {
    const auto& strands = buckets[static_cast<std::size_t>(bucket) + 1];
    if (!bundled_) {
      drawBatch(painter, strands, linkPen(scale.colorOf(bucket), heatWidth(bucket, style_)));
      continue;
    }
    std::map<double, std::vector<std::uint32_t>> byWidth;
    for (const std::uint32_t i : strands) {
      const Strand& strand = strands_[visible_[i]];
      byWidth[strand.members > 1 ? bundleWidth(strand) : heatWidth(bucket, style_)].push_back(i);
    }
    for (const auto& batch : byWidth) {
      drawBatch(painter, batch.second, linkPen(scale.colorOf(bucket), batch.first));
    }
  }
}

void LinkLayer::drawLanes(QPainter& painter, const HeatScale& scale) const {
  std::vector<std::pair<int, ChannelId>> order;
  order.reserve(2 * visible_.size());
  for (const std::uint32_t strand : visible_) {
    for (const ChannelId channel : {2 * strand, 2 * strand + 1}) {
      order.emplace_back(channelBucket_[channel], channel);
    }
  }
  std::stable_sort(order.begin(), order.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [bucket, channel] : order) {
    const LinkCurve& curve = geometry_->links()[channel / 2];
    const QColor color = bucket < 0 ? scale.noData() : scale.colorOf(bucket);
    // Two wide lanes would touch: half the gain of a single line.
    const double width = kLinkWidth + 1.5 * std::max(bucket + 0.5, 0.0) / HeatScale::kBuckets;
    painter.setPen(bucket < 0 ? noDataPen(color) : linkPen(color, width));
    const int pieces = curve.curved ? 24 : 1;
    QPolygonF lane;
    for (int piece = 0; piece <= pieces; ++piece) {
      lane << channelPoint(channel, double(piece) / pieces);
    }
    painter.drawPolyline(lane);
    const QPointF tip = channelPoint(channel, 0.62);
    QPointF way = curve.direction(0.62);
    if (channel & 1) way = -curve.direction(0.38);
    const QPointF side(-way.y(), way.x());
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    const double half = kArrow / 2 + width / 4;
    painter.drawPolygon(QPolygonF{tip + way * kArrow / 2, tip - way * kArrow / 2 + side * half,
                                  tip - way * kArrow / 2 - side * half});
    painter.setBrush(Qt::NoBrush);
  }
}

QPointF LinkLayer::channelPoint(ChannelId channel, double position) const {
  const LinkCurve& curve = geometry_->links()[channel / 2];
  const bool back = channel & 1;
  const double t = back ? 1 - position : position;
  const QPointF place = view_.map(curve.at(t));
  if (!heated_ || style_.detail != CanvasStyle::Detail::near) return place;
  // Traffic keeps to the right of its way.
  QPointF way = curve.direction(t);
  if (back) way = -way;
  return place + QPointF(-way.y(), way.x()) * (kLaneDistance / 2);
}

void LinkLayer::strokeLink(QPainter& painter, LinkId link, const QPen& pen) const {
  if (!geometry_ || link >= geometry_->links().size()) return;
  std::vector<QPointF> points;
  projectStrand(geometry_->links()[link], points);
  painter.setPen(pen);
  painter.setBrush(Qt::NoBrush);
  painter.drawPolyline(points.data(), static_cast<int>(points.size()));
}

}  // namespace hopscope
