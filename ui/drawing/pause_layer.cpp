// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/pause_layer.h"

#include <QPen>
#include <algorithm>
#include <cmath>
#include <set>

namespace hopscope {
namespace {

constexpr double kApart = 6;                ///< px between two strokes of a hatch
constexpr double kReach = 4.5, kInk = 1.4;  ///< px from the line, and their width
constexpr double kLean = 0.6;               ///< how far strokes lean forwards, of their reach
constexpr int kFewest = 2, kMostStrokes = 40;
/// A frame draws no more, whatever the network: of a larger one, every line has the fewest.
constexpr std::size_t kMostLines = 400, kMostOfAll = 4000;

QLineF stroke(const QPointF& at, const QPointF& way) {
  const QPointF side(-way.y(), way.x());
  const QPointF reach = kReach * (side + kLean * way) / std::hypot(1, kLean);
  return {at - reach, at + reach};
}

void addStrokes(const LinkLayer& links, ChannelId channel, double end, bool sparse,
                std::vector<QLineF>& strokes) {
  const QPointF first = links.channelPoint(channel, 0), last = links.channelPoint(channel, end);
  const double length = std::hypot(last.x() - first.x(), last.y() - first.y());
  const int count =
      sparse ? kFewest : std::clamp(static_cast<int>(length / kApart) - 1, kFewest, kMostStrokes);
  for (int i = 1; i <= count; ++i) {
    const double at = end * i / (count + 1);
    const QPointF along = links.channelPoint(channel, std::min(1.0, at + 0.01)) -
                          links.channelPoint(channel, std::max(0.0, at - 0.01));
    const double reach = std::hypot(along.x(), along.y());
    if (reach > 0) strokes.push_back(stroke(links.channelPoint(channel, at), along / reach));
  }
}

void paintStrokes(QPainter& painter, const std::vector<QLineF>& strokes, const Theme& theme) {
  // A halo keeps them apart from a line as dark as they are.
  for (const bool halo : {true, false}) {
    painter.setPen(QPen(theme.color(halo ? Tone::canvas : Tone::t1), halo ? kInk + 1 : kInk,
                        Qt::SolidLine, Qt::FlatCap));
    painter.drawLines(strokes.data(), static_cast<int>(strokes.size()));
  }
}

}  // namespace

void drawPaused(QPainter& painter, const NetworkPicture& picture, const LinkLayer& links,
                const CanvasStyle& style, const Theme& theme) {
  const std::vector<ChannelPause>& paused = picture.heat.paused;
  if (paused.empty()) return;
  const bool apart = style.detail == CanvasStyle::Detail::near && !links.isBundled();
  const bool sparse = paused.size() > kMostLines || style.wedges;
  std::vector<QLineF> strokes;
  for (const ChannelPause& each : paused) {
    if (each.channel >= picture.topology->channelCount() || strokes.size() >= kMostOfAll) continue;
    addStrokes(links, each.channel, apart ? 1 : 0.5, sparse, strokes);
  }
  painter.setRenderHint(QPainter::Antialiasing, !sparse);
  paintStrokes(painter, strokes, theme);
}

double paintPausedSwatch(QPainter& painter, double left, double middle, double width,
                         const Theme& theme) {
  painter.setPen(QPen(theme.color(Tone::edge), 2.5, Qt::SolidLine, Qt::FlatCap));
  painter.drawLine(QPointF(left, middle), QPointF(left + width, middle));
  std::vector<QLineF> strokes;
  for (double x = left + 3; x <= left + width - 3; x += kApart)
    strokes.push_back(stroke(QPointF(x, middle), QPointF(1, 0)));
  paintStrokes(painter, strokes, theme);
  return left + width;
}

}  // namespace hopscope
