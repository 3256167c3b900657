// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/wait_cycle_layer.h"

#include <QFontMetricsF>
#include <QPen>
#include <QPolygonF>
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "ui/drawing/fonts.h"
#include "ui/drawing/line_clip.h"

namespace hopscope {
namespace {

constexpr double kLine = 3.5, kThinLine = 2.5, kCasing = 4;  ///< px
constexpr double kArrow = 13, kSmallArrow = 8;               ///< px
constexpr double kNumber = 9;                                ///< px, radius
constexpr double kBufferWidth = 38, kBufferHeight = 16;      ///< px
constexpr int kPieces = 24;
constexpr double kArrowAt = 0.55, kNumberAt = 0.36;  ///< of the way

bool isIn(const WaitingBuffer& waiting, const NetworkPicture& picture) {
  return waiting.channel < picture.topology->channelCount();
}

/// The way that a channel goes at a place, of length 1 (or 0 where it has none).
QPointF wayAt(const LinkLayer& links, ChannelId channel, double position) {
  const QPointF along = links.channelPoint(channel, std::min(1.0, position + 0.02)) -
                        links.channelPoint(channel, std::max(0.0, position - 0.02));
  const double length = std::hypot(along.x(), along.y());
  return length > 0 ? along / length : QPointF();
}

QPolygonF lineOf(const LinkLayer& links, ChannelId channel) {
  QPolygonF line;
  for (int i = 0; i <= kPieces; ++i) line << links.channelPoint(channel, double(i) / kPieces);
  return line;
}

/// A place for what a buffer holds: in front of its router, beside its line, and if possible on
/// nothing else of the cycle.
QRectF bufferBox(const WaitingBuffer& waiting, const NetworkPicture& picture,
                 const LinkLayer& links, const CanvasStyle& style,
                 const std::vector<QRectF>& taken) {
  const QPointF end = links.channelPoint(waiting.channel, 1);
  const QPointF way = wayAt(links, waiting.channel, 1);
  const QPointF side(-way.y(), way.x());
  const double back = style.routerSide / 2 + kBufferHeight / 2 + 4 +
                      std::abs(way.x()) * (kBufferWidth - kBufferHeight) / 2;
  const double aside =
      6 + (std::abs(side.x()) * kBufferWidth + std::abs(side.y()) * kBufferHeight) / 2;
  const auto free = [&](const QRectF& box) {
    if (std::any_of(taken.begin(), taken.end(),
                    [&](const QRectF& other) { return other.intersects(box); }))
      return false;
    for (const WaitingBuffer& other : picture.heat.waitCycle) {
      if (!isIn(other, picture)) continue;
      const QPolygonF line = lineOf(links, other.channel);
      for (qsizetype i = 1; i < line.size(); ++i)
        if (clipLine(line[i - 1], line[i], box)) return false;
    }
    return true;
  };
  std::optional<QRectF> first;
  for (const double further : {0.0, kBufferHeight + 4, 2 * kBufferHeight + 8})
    for (const double hand : {1.0, -1.0}) {
      QRectF box(0, 0, kBufferWidth, kBufferHeight);
      box.moveCenter(end - way * (back + further) + side * (hand * aside));
      if (free(box)) return box;
      if (!first) first = box;
    }
  return *first;
}

void drawBuffers(QPainter& painter, const NetworkPicture& picture, const LinkLayer& links,
                 const CanvasStyle& style, const Theme& theme, std::vector<QRectF> taken) {
  painter.setFont(uiFont(10, true));
  for (const WaitingBuffer& waiting : picture.heat.waitCycle) {
    if (!isIn(waiting, picture) || waiting.room == 0) continue;
    const QRectF box = bufferBox(waiting, picture, links, style, taken);
    taken.push_back(box);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color(Tone::canvas));
    painter.drawRoundedRect(box, 3, 3);
    QRectF level = box;
    level.setWidth(box.width() * std::min(1.0, double(waiting.flits) / waiting.room));
    painter.setBrush(theme.color(Tone::badSoft));
    painter.drawRoundedRect(level, 3, 3);
    painter.setPen(QPen(theme.color(Tone::bad), 1.4));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(box, 3, 3);
    painter.setPen(theme.color(Tone::t1));
    painter.drawText(box, Qt::AlignCenter,
                     QStringLiteral("%1/%2").arg(waiting.flits).arg(waiting.room));
  }
}

}  // namespace

void fadeForWaitCycle(QPainter& painter, const QRectF& device, const Theme& theme) {
  QColor veil = theme.color(Tone::canvas);
  veil.setAlphaF(static_cast<float>(1 - kBesideWaitCycle));
  painter.fillRect(device, veil);
}

std::set<RouterId> routersOfWaitCycle(const NetworkPicture& picture) {
  std::set<RouterId> routers;
  for (const WaitingBuffer& waiting : picture.heat.waitCycle) {
    if (!isIn(waiting, picture)) continue;
    for (const LinkEnd& end :
         {picture.topology->from(waiting.channel), picture.topology->to(waiting.channel)})
      if (!end.isTerminal) routers.insert(end.node);
  }
  return routers;
}

void drawWaitCycleLinks(QPainter& painter, const NetworkPicture& picture, const LinkLayer& links,
                        const Theme& theme, bool small) {
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setBrush(Qt::NoBrush);
  const double width = small ? kThinLine : kLine;
  for (const bool casing : {true, false})
    for (const WaitingBuffer& waiting : picture.heat.waitCycle) {
      if (!isIn(waiting, picture)) continue;
      const QPolygonF line = lineOf(links, waiting.channel);
      painter.setPen(QPen(theme.color(casing ? Tone::canvas : Tone::bad),
                          casing ? width + kCasing : width, Qt::SolidLine, Qt::FlatCap,
                          Qt::RoundJoin));
      painter.drawPolyline(line);
    }
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme.color(Tone::bad));
  const double half = (small ? kSmallArrow : kArrow) / 2;
  for (const WaitingBuffer& waiting : picture.heat.waitCycle) {
    if (!isIn(waiting, picture)) continue;
    const QPointF at = links.channelPoint(waiting.channel, kArrowAt);
    const QPointF way = wayAt(links, waiting.channel, kArrowAt);
    const QPointF side(-way.y(), way.x());
    painter.drawPolygon(
        QPolygonF{at + way * half, at - way * half + side * half, at - way * half - side * half});
  }
}

void drawWaitCycleMarks(QPainter& painter, const NetworkPicture& picture, const LinkLayer& links,
                        const CanvasStyle& style, const Theme& theme) {
  painter.setRenderHint(QPainter::Antialiasing);
  const QFont font = uiFont(11, true);
  painter.setFont(font);
  std::vector<QRectF> taken;
  int number = 0;
  for (const WaitingBuffer& waiting : picture.heat.waitCycle) {
    ++number;
    if (!isIn(waiting, picture)) continue;
    const QPointF at = links.channelPoint(waiting.channel, kNumberAt);
    const QString text = QString::number(number);
    const double reach = std::max(kNumber, QFontMetricsF(font).horizontalAdvance(text) / 2 + 4);
    const QRectF badge(at - QPointF(reach, kNumber), QSizeF(2 * reach, 2 * kNumber));
    taken.push_back(badge);
    painter.setPen(QPen(theme.color(Tone::canvas), 1.5));
    painter.setBrush(theme.color(Tone::bad));
    painter.drawRoundedRect(badge, kNumber, kNumber);
    painter.setPen(theme.color(Tone::canvas));
    painter.drawText(badge, Qt::AlignCenter, text);
  }
  drawBuffers(painter, picture, links, style, theme, taken);
}

}  // namespace hopscope
