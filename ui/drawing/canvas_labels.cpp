// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/canvas_labels.h"

#include <QFontMetricsF>
#include <QPaintEngine>
#include <QPainterPath>
#include <QPen>
#include <algorithm>
#include <optional>

#include "ui/drawing/label_font.h"

namespace hopscope {

namespace {

constexpr double kHalo = 3, kMargin = 4;

/// Moves `box` into `device` where it sticks out a little.
QRectF movedInto(QRectF box, const QRectF& device) {
  const QRectF room = device.adjusted(kMargin, kMargin, -kMargin, -kMargin);
  if (box.width() > room.width()) return box;
  if (box.left() < room.left()) box.moveLeft(room.left());
  if (box.right() > room.right()) box.moveRight(room.right());
  if (box.top() < room.top()) box.moveTop(room.top());
  if (box.bottom() > room.bottom()) box.moveBottom(room.bottom());
  return box;
}

bool meetsNone(const QRectF& box, const std::vector<QRectF>& shapes) {
  return std::none_of(shapes.begin(), shapes.end(),
                      [&](const QRectF& each) { return each.intersects(box); });
}

/// The first place of a label that covers no other one, and if there is one, nothing it shuns.
std::optional<QRectF> freePlace(const CanvasLabel& label, const QSizeF& size, const QRectF& device,
                                const std::vector<QRectF>& covered) {
  std::vector<QPointF> middles{label.center};
  if (!label.beside.isEmpty()) {
    const double across = (label.beside.width() + size.width()) / 2 + kHalo;
    const double down = (label.beside.height() + size.height()) / 2 + kHalo;
    middles = {label.center - QPointF(0, down), label.center + QPointF(0, down),
               label.center + QPointF(across, 0), label.center - QPointF(across, 0)};
  }
  std::optional<QRectF> first;
  for (const QPointF& middle : middles) {
    const QRectF box =
        movedInto(QRectF(middle - QPointF(size.width() / 2, size.height() / 2), size), device);
    const QRectF needed = box.adjusted(-2, 0, 2, 0);
    if (!meetsNone(needed, covered)) continue;
    if (meetsNone(needed, label.shuns)) return box;
    if (!first) first = box;
  }
  return first;
}

void drawWord(QPainter& painter, const QPointF& base, const CanvasLabel& label, const QFont& font,
              const Theme& theme) {
  QPainterPath outline;
  outline.addText(base, font, label.text);
  painter.strokePath(outline, QPen(theme.color(Tone::canvas), 2 * kHalo, Qt::SolidLine,
                                   Qt::RoundCap, Qt::RoundJoin));
  painter.setFont(font);
  painter.setPen(theme.color(label.tone));
  painter.drawText(base, label.text);
}

/// The word with its halo, which reaches kHalo out of a box of that size.
const QImage& pictureOf(const CanvasLabel& label, const QFont& font, const QSizeF& size,
                        double pixelRatio, const Theme& theme, LabelPictures& pictures) {
  const QString key = QStringLiteral("%1 %2 %3 %4 %5")
                          .arg(font.key(), label.text)
                          .arg(theme.color(label.tone).rgba())
                          .arg(theme.color(Tone::canvas).rgba())
                          .arg(pixelRatio);
  if (const QImage* known = pictures.object(key)) return *known;
  const QSizeF whole = size + QSizeF(2 * kHalo, 2 * kHalo);
  auto* picture =
      new QImage((whole * pixelRatio).toSize() + QSize(1, 1), QImage::Format_ARGB32_Premultiplied);
  picture->setDevicePixelRatio(pixelRatio);
  picture->fill(Qt::transparent);
  QPainter painter(picture);
  painter.setRenderHint(QPainter::Antialiasing);
  drawWord(painter, {kHalo, kHalo + QFontMetricsF(font).ascent()}, label, font, theme);
  painter.end();
  pictures.insert(key, picture);
  return *picture;
}

}  // namespace

std::uint32_t labelStep(double needed, double each) {
  constexpr std::uint32_t kMost = 1'000'000;
  std::uint32_t step = 1, decade = 1;
  while (step * each < needed && step < kMost) {
    if (step == decade) {
      step = 2 * decade;
    } else if (step == 2 * decade) {
      step = 5 * decade;
    } else {
      decade *= 10;
      step = decade;
    }
  }
  return step;
}

void drawLabels(QPainter& painter, std::vector<CanvasLabel> labels, const QRectF& device,
                const Theme& theme, LabelPictures& pictures) {
  std::stable_sort(labels.begin(), labels.end(),
                   [](const CanvasLabel& a, const CanvasLabel& b) { return a.rank > b.rank; });
  painter.setRenderHint(QPainter::Antialiasing);
  // Words of a drawing in vectors stay words.
  const bool pixels = painter.paintEngine()->type() == QPaintEngine::Raster &&
                      painter.transform().type() <= QTransform::TxTranslate;
  std::vector<QRectF> covered;
  for (const CanvasLabel& label : labels) {
    if (!device.contains(label.center)) continue;
    const QFont font = labelFont(label.pixels, label.bold);
    const QFontMetricsF metrics(font);
    const QSizeF size(metrics.horizontalAdvance(label.text), metrics.height());
    const std::optional<QRectF> box = freePlace(label, size, device, covered);
    if (!box) continue;
    covered.push_back(box->adjusted(-2, 0, 2, 0));
    if (pixels)
      painter.drawImage(
          (box->topLeft() - QPointF(kHalo, kHalo)).toPoint(),
          pictureOf(label, font, size, painter.device()->devicePixelRatioF(), theme, pictures));
    else
      drawWord(painter, {box->left(), box->top() + metrics.ascent()}, label, font, theme);
  }
}

}  // namespace hopscope
