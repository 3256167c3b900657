// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/picture_bytes.h"

#include <QBuffer>
#include <QPageSize>
#include <QPdfWriter>
#include <QSvgGenerator>

namespace hopscope {

QByteArray svgBytes(QSizeF size, const QString& title, const PaintPicture& paint) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  generator.setResolution(96);
  generator.setSize(size.toSize());
  generator.setViewBox(QRectF(QPointF(), size));
  generator.setTitle(title);
  QPainter painter(&generator);
  paint(painter);
  painter.end();
  return bytes;
}

QByteArray pdfBytes(QSizeF size, const QString& title, const PaintPicture& paint) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QPdfWriter writer(&buffer);
  // One pixel is 1/96 inch: 0.75 points.
  writer.setPageSize(QPageSize(size * 0.75, QPageSize::Point, QString(), QPageSize::ExactMatch));
  writer.setPageMargins(QMarginsF());
  writer.setResolution(96);
  writer.setTitle(title);
  QPainter painter(&writer);
  paint(painter);
  painter.end();
  return bytes;
}

QByteArray pngBytes(QSizeF size, double scale, const PaintPicture& paint) {
  QImage image((size * scale).toSize(), QImage::Format_RGB32);
  image.setDevicePixelRatio(scale);
  image.fill(Qt::white);
  QPainter painter(&image);
  paint(painter);
  painter.end();
  return pngBytes(image);
}

QByteArray pngBytes(const QImage& image) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  image.save(&buffer, "PNG");
  return bytes;
}

}  // namespace hopscope
