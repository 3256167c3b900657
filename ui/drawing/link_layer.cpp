// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/link_layer.h"

#include <QPainterPath>
#include <QPen>
#include <QPolygonF>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "ui/drawing/line_clip.h"
#include "ui/drawing/line_pieces.h"
#include "ui/drawing/oklab.h"

namespace hopscope {

namespace {

/// A utilisation must leave its bucket by this share of a bucket's width before the colour
/// changes: noise at an edge would redraw the whole picture.
constexpr double kHysteresis = 0.2;
constexpr double kDirectionDistance = 4;  ///< px between the two directions
constexpr double kArrow = 7;              ///< px

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

/// Among lines that are thinned, at any zoom.
double hotWidth(int bucket, const CanvasStyle& style) {
  constexpr double kLeads = 3;
  return std::max(kLeads, heatWidth(bucket, style));
}

/// The thinnest a line of heat is drawn, where thicker ones would fill the ground.
constexpr double kHairline = 0.5;

/// From here on a link is nearly full, of HeatScale::kBuckets.
constexpr int kHot = 14;
/// Where lines cover each other, those below this stand back, an idle one to so much of its colour
/// and to so many pixels.
constexpr int kWarm = 8;
constexpr double kIdlePresence = 0.45, kIdleWidth = 0.75;

/// Of so many curves nobody sees whether the corners of their pieces are round.
constexpr std::size_t kManyLines = 400;
constexpr double kWidestPieces = 3;  // px, of one batch among as many others

/// Up to this share of the ground under ink single links can be told apart.
constexpr double kReadable = 1.0;

/// Infinite where that is surely more than `enough`.
double distanceToSegment(const QPointF& p, const QPointF& a, const QPointF& b, double enough) {
  if (std::min(a.x(), b.x()) > p.x() + enough || std::max(a.x(), b.x()) < p.x() - enough ||
      std::min(a.y(), b.y()) > p.y() + enough || std::max(a.y(), b.y()) < p.y() - enough)
    return std::numeric_limits<double>::infinity();
  const QPointF way = b - a;
  const double length = QPointF::dotProduct(way, way);
  const double t =
      length > 0 ? std::clamp(QPointF::dotProduct(p - a, way) / length, 0.0, 1.0) : 0.0;
  const QPointF d = p - (a + way * t);
  return std::hypot(d.x(), d.y());
}

QPen linkPen(const QColor& color, double width) {
  QPen pen(color, width, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
  return pen;
}

QPen noDataPen(const QColor& color) {
  QPen pen = linkPen(color, kLinkWidth);
  pen.setDashPattern({kDash / kLinkWidth, kDashGap / kLinkWidth});
  return pen;
}

}  // namespace

void LinkLayer::setNetwork(const Topology* topology, const NetworkGeometry* geometry,
                           GatheredLinks* lines) {
  topology_ = topology;
  geometry_ = topology != nullptr ? geometry : nullptr;
  lines_ = lines;
  gathered_ = nullptr;
  projected_ = false;
  bundled_ = false;
  heated_ = false;
  channelBucket_.assign(topology ? topology->channelCount() : 0, kNoData);
  visible_.clear();
  hidden_.assign(topology ? topology->linkCount() : 0, false);
}

bool LinkLayer::decideBundled(const QRectF& seen) const {
  if (style_.wedges) return true;
  if (lines_->betweenRouters() <= kMostLinks) return false;
  std::size_t count = 0;
  double ink = 0;
  const std::vector<GatheredLinks::Box>& boxes = lines_->boxes();
  for (LinkId link = 0; link < boxes.size(); ++link) {
    const GatheredLinks::Box& box = boxes[link];
    if (box.right < seen.left() || box.left > seen.right() || box.bottom < seen.top() ||
        box.top > seen.bottom() || topology_->kindOf(link) == LinkKind::terminal)
      continue;
    ++count;
    ink += kLinkWidth * style_.scale * double(box.right - box.left + box.bottom - box.top);
  }
  // Short links side by side, as in a mesh, are read without bundles however many they are.
  return count > kMostLinks && ink > kReadable * device_.width() * device_.height();
}

const LinkCurve& LinkLayer::curveOf(std::uint32_t line) const {
  return bundled_ ? gathered_->bundles.bundles[line].curve : geometry_->links()[line];
}

std::uint8_t LinkLayer::classOf(std::uint32_t line) const {
  return bundled_ ? gathered_->bundles.bundles[line].linkClass : topology_->links[line].linkClass;
}

void LinkLayer::projectCurve(const LinkCurve& curve, std::vector<QPointF>& points) const {
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
  for (const QPointF& bend : curve.bends) points.push_back(view_.map(bend));
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
  drawn_.clear();
  // In canvas units, where the bounds are kept.
  const QRectF seen = view.inverted().mapRect(device.adjusted(-8, -8, 8, 8));
  bundled_ = decideBundled(seen);
  gathered_ = bundled_ ? &lines_->gathered(style.wedges) : nullptr;

  visible_.clear();
  points_.clear();
  firstPoint_.clear();
  const std::vector<GatheredLinks::Box>& boxes = bundled_ ? gathered_->boxes : lines_->boxes();
  for (std::uint32_t line = 0; line < boxes.size(); ++line) {
    const GatheredLinks::Box& box = boxes[line];
    if (box.right < seen.left() || box.left > seen.right() || box.bottom < seen.top() ||
        box.top > seen.bottom()) {
      continue;
    }
    if (style.terminalDiameter == 0 &&
        topology_->classes[classOf(line)].kind == LinkKind::terminal) {
      continue;
    }
    visible_.push_back(line);
    firstPoint_.push_back(static_cast<std::uint32_t>(points_.size()));
    projectCurve(curveOf(line), points_);
  }
  firstPoint_.push_back(static_cast<std::uint32_t>(points_.size()));
  measureInk();
}

template <typename Width>
double LinkLayer::coverOf(Width width) const {
  double ink = 0;
  QRectF ground;
  for (std::uint32_t i = 0; i < visible_.size(); ++i) {
    const QPointF a = points_[firstPoint_[i]], b = points_[firstPoint_[i + 1] - 1];
    const QRectF box = QRectF(a, b).normalized().adjusted(-1, -1, 1, 1);
    const QRectF seen = box & device_;
    // The share of its length that is seen is that of its box.
    ink += width(i) * std::hypot(b.x() - a.x(), b.y() - a.y()) * seen.width() * seen.height() /
           (box.width() * box.height());
    ground |= seen;
  }
  return ink / std::max(ground.width() * ground.height(), 1.0);
}

void LinkLayer::measureInk() {
  const double middle = kLinkWidth + style_.heatWidth() / 4;
  heatThinning_ = std::min(1.0, kReadable / coverOf([&](std::uint32_t) { return middle; }));
  constexpr double kMostUsual = 1.5;  // times the ground
  crowded_ = coverOf([](std::uint32_t) { return kLinkWidth; }) > kMostUsual;
  bundleThinning_ = 1;
  if (!bundled_) return;
  const double cover = coverOf([this](std::uint32_t i) {
    return LinkBundles::width(gathered_->bundles.bundles[visible_[i]].count);
  });
  constexpr double kMostCover = 1.3;
  if (cover > kMostCover) bundleThinning_ = kMostCover / cover;
}

bool LinkLayer::setHeat(const NetworkHeat& heat) {
  const bool quiet = !heat.empty() && entryOf(heat.quantity).ofRouters;
  const bool heated = !heat.empty() && !quiet;
  bool changed = heated != heated_ || quiet != quiet_;
  heated_ = heated;
  quiet_ = quiet;
  if (!heated) {
    hidden_.assign(hidden_.size(), false);
    return changed;
  }
  const std::size_t known = std::min(channelBucket_.size(), heat.channelUtilization.size());
  for (std::size_t i = 0; i < known; ++i) {
    const float busy = channelHeat(heat, static_cast<ChannelId>(i));
    const std::int8_t bucket = bucketAfter(busy, channelBucket_[i]);
    changed = changed || bucket != channelBucket_[i];
    channelBucket_[i] = bucket;
  }
  for (LinkId link = 0; 2 * link + 1 < known; ++link) {
    // Written so that a link without data is hidden, too.
    const bool hides =
        heat.least > 0 && !(std::fmax(heat.channelUtilization[2 * link],
                                      heat.channelUtilization[2 * link + 1]) >= heat.least);
    changed = changed || hides != hidden_[link];
    hidden_[link] = hides;
  }
  return changed;
}

std::int8_t LinkLayer::lineBucket(std::uint32_t line) const {
  if (!bundled_)
    return hidden_[line] ? kHidden
                         : std::max(channelBucket_[2 * line], channelBucket_[2 * line + 1]);
  const LinkBundles::Bundle& bundle = gathered_->bundles.bundles[line];
  std::int8_t bucket = kHidden;
  for (std::uint32_t m = bundle.first; m < bundle.first + bundle.count; ++m) {
    const LinkId link = gathered_->bundles.members[m];
    if (hidden_[link]) continue;
    bucket = std::max({bucket, channelBucket_[2 * link], channelBucket_[2 * link + 1]});
  }
  return bucket;
}

double LinkLayer::lineWidth(std::uint32_t line, int bucket) const {
  const bool leads = heated_ && bucket >= kHot && heatThinning_ < 1;
  const double least = leads ? hotThinning_ * hotWidth(bucket, style_) : 0;
  if (bundled_ && gathered_->bundles.bundles[line].count > 1)
    return std::max({heated_ && presence(bucket) < 1 ? kIdleWidth : kLinkWidth, least,
                     bundleThinning_ * LinkBundles::width(gathered_->bundles.bundles[line].count)});
  if (!heated_) return kLinkWidth * thickness(line);
  if (leads) return std::max(kHairline, least);
  return std::max(kHairline, heatThinning_ * heatWidth(bucket, style_));
}

double LinkLayer::thickness(std::uint32_t line) const {
  // Half the rate is seen to be thinner, and a hundredth is seen.
  constexpr double kThinnest = 0.4;
  if (rates_.empty()) return 1;
  const LinkId link =
      bundled_ ? gathered_->bundles.members[gathered_->bundles.bundles[line].first] : line;
  return kThinnest + (1 - kThinnest) * rateOf(rates_, link).perCycle();
}

double LinkLayer::presence(int bucket) const {
  // Near by, each direction drawn by itself has all of its colour.
  const bool apart = style_.detail == CanvasStyle::Detail::near && !bundled_;
  if (!crowded_ || apart || bucket >= kWarm || HeatScale::strongContrast()) return 1;
  return kIdlePresence + (1 - kIdlePresence) * std::max(bucket, 0) / kWarm;
}

/// Few hot lines among very many are not thinned, so that they lead at any zoom.
void LinkLayer::measureHotInk() {
  constexpr double kMostHot = 0.12;  // of the device
  hotThinning_ = heatThinning_;
  if (heatThinning_ >= 1) return;
  double ink = 0;
  for (std::uint32_t i = 0; i < visible_.size(); ++i) {
    const std::int8_t bucket = lineBucket(visible_[i]);
    if (bucket < kHot) continue;
    double length = 0;
    for (std::uint32_t p = firstPoint_[i]; p + 1 < firstPoint_[i + 1]; ++p)
      if (const auto seen = clipLine(points_[p], points_[p + 1], device_))
        length += QLineF(seen->first, seen->second).length();
    ink += hotWidth(bucket, style_) * length;
  }
  const double most = kMostHot * device_.width() * device_.height();
  hotThinning_ = std::max(heatThinning_, ink > most ? most / ink : 1.0);
}

std::vector<LinkId> LinkLayer::bundleOf(LinkId link) const {
  if (!bundled_ || link >= gathered_->bundles.bundleOf.size() ||
      gathered_->bundles.bundleOf[link] == kNone)
    return {link};
  const LinkBundles::Bundle& bundle = gathered_->bundles.bundles[gathered_->bundles.bundleOf[link]];
  const auto first = gathered_->bundles.members.begin() + bundle.first;
  return {first, first + bundle.count};
}

int LinkLayer::bucketOf(LinkId link, bool wholeBundle) const {
  if (wholeBundle && bundled_ && gathered_->bundles.bundleOf[link] != kNone)
    return lineBucket(gathered_->bundles.bundleOf[link]);
  return std::max(channelBucket_[2 * link], channelBucket_[2 * link + 1]);
}

double LinkLayer::widthOf(LinkId link, bool wholeBundle) const {
  if (wholeBundle && bundled_ && gathered_->bundles.bundleOf[link] != kNone)
    return std::max(kLinkWidth, lineWidth(gathered_->bundles.bundleOf[link], bucketOf(link, true)));
  return heated_ ? heatWidth(bucketOf(link), style_) : kLinkWidth;
}

LinkId LinkLayer::linkAt(const QPointF& pixel, double reach) const {
  if (!projected_) return kNone;
  std::uint32_t found = kNone;
  double best = reach;
  for (std::uint32_t i = 0; i < visible_.size(); ++i) {
    if (lineBucket(visible_[i]) == kHidden) continue;
    const double half = std::max(kLinkWidth, lineWidth(visible_[i], kNoData)) / 2;
    for (std::uint32_t p = firstPoint_[i]; p + 1 < firstPoint_[i + 1]; ++p) {
      const double d = distanceToSegment(pixel, points_[p], points_[p + 1], best + half) - half;
      if (d > best) continue;
      best = d;
      found = visible_[i];
    }
  }
  if (found == kNone || !bundled_) return found;
  const LinkBundles::Bundle& bundle = gathered_->bundles.bundles[found];
  LinkId hottest = gathered_->bundles.members[bundle.first];
  for (std::uint32_t m = bundle.first; m < bundle.first + bundle.count; ++m)
    if (bucketOf(gathered_->bundles.members[m]) > bucketOf(hottest))
      hottest = gathered_->bundles.members[m];
  return hottest;
}

std::vector<std::int8_t> LinkLayer::groupBuckets() const {
  std::vector<std::int8_t> hottest;
  for (LinkId link = 0; link < topology_->linkCount(); ++link) {
    const Link& known = topology_->links[link];
    if (known.a.isTerminal || known.b.isTerminal || hidden_[link]) continue;
    const std::int32_t group = topology_->group[known.a.node];
    if (group < 0 || topology_->group[known.b.node] != group) continue;
    const auto index = static_cast<std::size_t>(group);
    if (hottest.size() <= index) hottest.resize(index + 1, kNoData);
    hottest[index] =
        std::max({hottest[index], channelBucket_[2 * link], channelBucket_[2 * link + 1]});
  }
  return hottest;
}

double LinkLayer::designWidth(std::uint32_t line, bool antialias) const {
  const double width = lineWidth(visible_[line], kNoData);
  return antialias ? width : std::max(1.0, std::floor(width));
}

double LinkLayer::designOpacity() const {
  const double covered =
      coverOf([this](std::uint32_t i) { return lineWidth(visible_[i], kNoData); });
  return covered <= kReadable ? 1.0 : std::max(kReadable / covered, 0.1);
}

void LinkLayer::drawBatch(QPainter& painter, const std::vector<std::uint32_t>& lines,
                          const QPen& pen) const {
  if (lines.empty()) return;
  painter.setPen(pen);
  const bool inPieces =
      lines.size() > kManyLines || (visible_.size() > kManyLines && pen.widthF() <= kWidestPieces);
  std::vector<QLineF> pieces;
  pieces.reserve(lines.size());
  for (const std::uint32_t i : lines) {
    const std::uint32_t first = firstPoint_[i], count = firstPoint_[i + 1] - first;
    if (count == 2 || pen.style() != Qt::SolidLine || inPieces)
      addPieces(pen, device_, &points_[first], count, pieces);
    else
      drawSeen(painter, pen, device_, &points_[first], count);
  }
  drawPieces(painter, pen, pieces);
}

void LinkLayer::drawDesign(QPainter& painter, const Theme& theme, bool antialias) const {
  const double opacity = designOpacity();
  // Quiet links first, so that the ones that tell the families apart lie on top.
  for (const Tone tone : {Tone::t4, Tone::edge, Tone::accent}) {
    std::map<double, std::vector<std::uint32_t>> byWidth;
    for (std::uint32_t i = 0; i < visible_.size(); ++i)
      if ((quiet_ ? Tone::t4 : designTone(*topology_, classOf(visible_[i]))) == tone)
        byWidth[designWidth(i, antialias)].push_back(i);
    QColor color = theme.color(tone);
    color.setAlphaF(static_cast<float>(opacity));
    for (const auto& batch : byWidth) drawBatch(painter, batch.second, linkPen(color, batch.first));
  }
}

void LinkLayer::drawBuckets(QPainter& painter, const HeatScale& scale,
                            const std::vector<std::uint32_t>& lines,
                            const std::vector<double>& widths) const {
  std::array<std::map<double, std::vector<std::uint32_t>>, HeatScale::kBuckets + 1> buckets;
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (drawn_[lines[i]] != kHidden)
      buckets[static_cast<std::size_t>(drawn_[lines[i]] + 1)][widths[i]].push_back(lines[i]);
  for (const auto& batch : buckets[0]) drawBatch(painter, batch.second, noDataPen(scale.noData()));
  for (int bucket = 0; bucket < HeatScale::kBuckets; ++bucket) {
    const double share = presence(bucket);
    const QColor full = scale.colorOf(bucket);
    const QColor color = share < 1 ? mix(ground_, full, share) : full;
    for (const auto& batch : buckets[static_cast<std::size_t>(bucket) + 1])
      drawBatch(painter, batch.second, linkPen(color, batch.first));
  }
}

void LinkLayer::draw(QPainter& painter, const Theme& theme, const HeatScale& scale,
                     bool antialias) {
  if (!geometry_ || !projected_) return;
  painter.setRenderHint(QPainter::Antialiasing, antialias);
  painter.setBrush(Qt::NoBrush);
  drawn_.clear();
  patches_ = 0;
  ground_ = theme.color(Tone::canvas);
  // Without traffic the two directions look alike: one line says as much.
  if (!heated_) {
    drawDesign(painter, theme, antialias);
    return;
  }
  if (style_.detail == CanvasStyle::Detail::near && !bundled_) {
    drawDirections(painter, scale);
    return;
  }
  measureHotInk();
  std::vector<std::uint32_t> all(visible_.size());
  std::iota(all.begin(), all.end(), 0U);
  drawn_.resize(visible_.size());
  drawnWidth_.resize(visible_.size());
  for (const std::uint32_t i : all) {
    drawn_[i] = lineBucket(visible_[i]);
    // Without antialiasing a thinner line would be as wide, and slower.
    const double least = antialias ? 0 : presence(drawn_[i]) < 1 ? 1 : kLinkWidth;
    drawnWidth_[i] = std::max(least, lineWidth(visible_[i], drawn_[i]));
  }
  drawBuckets(painter, scale, all, drawnWidth_);
}

bool LinkLayer::drawChanged(QPainter& painter, const HeatScale& scale) {
  // What lies on top of what is only right in a whole picture: one comes now and then.
  constexpr int kMostPatches = 12;
  if (!heated_ || drawn_.empty() || drawn_.size() != visible_.size() || patches_ >= kMostPatches)
    return false;
  std::vector<std::uint32_t> changed;
  for (std::uint32_t i = 0; i < visible_.size(); ++i) {
    const std::int8_t bucket = lineBucket(visible_[i]);
    if (bucket == drawn_[i]) continue;
    if (bucket < 0) return false;  // gaps cover nothing
    changed.push_back(i);
  }
  if (2 * changed.size() > visible_.size()) return false;
  std::vector<double> widths;
  widths.reserve(changed.size());
  for (const std::uint32_t i : changed) {
    drawn_[i] = lineBucket(visible_[i]);
    // A thinner line would leave the old colour at its sides.
    drawnWidth_[i] = std::max(drawnWidth_[i], lineWidth(visible_[i], drawn_[i]));
    widths.push_back(drawnWidth_[i]);
  }
  ++patches_;
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setBrush(Qt::NoBrush);
  drawBuckets(painter, scale, changed, widths);
  return true;
}

void LinkLayer::drawDirections(QPainter& painter, const HeatScale& scale) const {
  std::vector<std::pair<int, ChannelId>> order;
  order.reserve(2 * visible_.size());
  constexpr double kReach = 16;  // of both directions and their arrows beside the line
  const QRectF near = device_.adjusted(-kReach, -kReach, kReach, kReach);
  for (std::uint32_t i = 0; i < visible_.size(); ++i) {
    const LinkId link = visible_[i];
    if (hidden_[link]) continue;
    // What only its box has in common with the window is most of a dense network's chords.
    bool seen = false;
    for (std::uint32_t p = firstPoint_[i]; p + 1 < firstPoint_[i + 1] && !seen; ++p)
      seen = clipLine(points_[p], points_[p + 1], near).has_value();
    if (!seen) continue;
    for (const ChannelId channel : {2 * link, 2 * link + 1}) {
      order.emplace_back(channelBucket_[channel], channel);
    }
  }
  std::stable_sort(order.begin(), order.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<QPointF> line;
  std::vector<QLineF> pieces;
  for (const auto& [bucket, channel] : order) {
    const LinkCurve& curve = geometry_->links()[channel / 2];
    const QColor color = bucket < 0 ? scale.noData() : scale.colorOf(bucket);
    // Two wide lines would touch: half the gain of a single line.
    const double width = kLinkWidth + 1.5 * std::max(bucket + 0.5, 0.0) / HeatScale::kBuckets;
    const QPen pen = bucket < 0 ? noDataPen(color) : linkPen(color, width);
    line.clear();
    pieces.clear();
    for (const double t : curve.stops(24)) line.push_back(channelPoint(channel, t));
    addPieces(pen, device_, line.data(), line.size(), pieces);
    drawPieces(painter, pen, pieces);
    const QPointF tip = channelPoint(channel, 0.62);
    if (!device_.adjusted(-kArrow, -kArrow, kArrow, kArrow).contains(tip)) continue;
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
  return place + QPointF(-way.y(), way.x()) * (kDirectionDistance / 2);
}

}  // namespace hopscope
