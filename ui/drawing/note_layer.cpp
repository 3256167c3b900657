// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/note_layer.h"

#include <QFontMetricsF>
#include <QPen>
#include <QString>
#include <algorithm>
#include <cmath>

#include "ui/drawing/fonts.h"

namespace hopscope {

namespace {

constexpr double kPixels = 12, kSmallest = 8, kLargest = 16;  ///< of letters
constexpr double kLeastScale = 0.3;                           ///< below it a mark stands for words
constexpr double kMark = 8;
constexpr double kWidest = 20;  ///< of a line, in letters' heights
constexpr double kPadding = 6, kRadius = 4;
constexpr double kRing = 2.2, kRingGap = 2;

double scaleOf(const QTransform& view) {
  return std::hypot(view.m11(), view.m12());
}

}  // namespace

QFont noteFont(const QTransform& view) {
  const double pixels = std::clamp(kPixels * scaleOf(view), kSmallest, kLargest);
  return uiFont(static_cast<int>(std::lround(pixels)));
}

QRectF noteRect(const CanvasNote& note, const QTransform& view) {
  const QPointF corner = view.map(QPointF(note.place.x, note.place.y));
  if (scaleOf(view) < kLeastScale) return {corner, QSizeF(kMark, kMark)};
  const QFontMetricsF metrics(noteFont(view));
  const QRectF words =
      metrics.boundingRect(QRectF(0, 0, kWidest * metrics.height(), 1e5),
                           Qt::AlignLeft | Qt::TextWordWrap, QString::fromStdString(note.text));
  return {corner, QSizeF(std::ceil(words.width()) + 2 * kPadding + 1,
                         std::ceil(words.height()) + 2 * kPadding)};
}

void drawNotes(QPainter& painter, const QRectF& device, const QTransform& view,
               const std::vector<CanvasNote>& notes, const std::set<std::uint32_t>& marked,
               std::uint32_t hovered, const Theme& theme) {
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(noteFont(view));
  const bool words = scaleOf(view) >= kLeastScale;
  for (std::uint32_t i = 0; i < notes.size(); ++i) {
    const QRectF rect = noteRect(notes[i], view);
    if (!rect.intersects(device)) continue;
    if (marked.count(i) != 0) {
      const double out = kRingGap + kRing / 2;
      painter.setPen(QPen(theme.color(Tone::accent), kRing));
      painter.setBrush(theme.color(Tone::canvas));
      painter.drawRoundedRect(rect.adjusted(-out, -out, out, out), kRadius + out, kRadius + out);
    }
    painter.setPen(QPen(theme.color(i == hovered ? Tone::t1 : Tone::edge), 1));
    painter.setBrush(theme.color(words ? Tone::base : Tone::raised));
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), kRadius, kRadius);
    if (!words) continue;
    painter.setPen(theme.color(Tone::t1));
    painter.drawText(rect.adjusted(kPadding, kPadding, -kPadding, -kPadding),
                     Qt::AlignLeft | Qt::TextWordWrap, QString::fromStdString(notes[i].text));
  }
}

}  // namespace hopscope
