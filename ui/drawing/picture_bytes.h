// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QImage>
#include <QPainter>
#include <QSizeF>
#include <QString>
#include <functional>

namespace hopscope {

using PaintPicture = std::function<void(QPainter&)>;

/// What `paint` draws within a size in pixels, as the bytes of a file.
QByteArray svgBytes(QSizeF size, const QString& title, const PaintPicture& paint);
QByteArray pdfBytes(QSizeF size, const QString& title, const PaintPicture& paint);
/// `scale`: dots of the picture per pixel.
QByteArray pngBytes(QSizeF size, double scale, const PaintPicture& paint);
QByteArray pngBytes(const QImage& image);

}  // namespace hopscope
