// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/network_export.h"

#include <QFileInfo>
#include <QImage>
#include <QObject>
#include <algorithm>
#include <cmath>

#include "ui/drawing/fit_view.h"
#include "ui/drawing/picture_bytes.h"
#include "ui/drawing/save_bytes.h"
#include "ui/words/file_numbers.h"

namespace hopscope {

namespace {

constexpr double kLegend = 36, kMargin = 16;
/// Larger pictures than this can't be held by most programs (and by QImage below 2^15 a side).
constexpr double kLargestSide = 30000;

const Theme& themeOf(const NetworkExport& options) {
  return options.theme ? *options.theme : Theme::light();
}

/// All of the network, cards of collapsed groups included.
QTransform fitted(const NetworkPainter& network, const QRectF& canvas) {
  const QTransform view = fitView(network.bounds(), canvas, kMargin);
  const double cards = network.cardReach(view.m11());
  return cards > 0 ? fitView(network.bounds(), canvas, kMargin + cards) : view;
}

QSizeF pictureSize(const NetworkPicture& picture, const NetworkExport& options) {
  NetworkPainter painter(themeOf(options));
  painter.setPicture(picture);
  const QSizeF network = painter.bounds().size() * options.scale;
  return {
      std::ceil(std::max(network.width() + 2 * kMargin, 200.0)),
      std::ceil(std::max(network.height() + 2 * kMargin, 100.0) + (options.legend ? kLegend : 0))};
}

/// The size at scale 1: shapes and words grow with the picture, the scale is a density, not a zoom.
QSizeF singleSize(const NetworkPicture& picture, NetworkExport options) {
  options.scale = 1;
  return pictureSize(picture, options);
}

double scaleOf(const NetworkExport& options, const QSizeF& single) {
  return options.width > 0 ? options.width / single.width() : options.scale;
}

double largestScale(const QSizeF& single) {
  return kLargestSide / std::max(single.width(), single.height());
}

QByteArray networkPng(const NetworkPicture& picture, const NetworkExport& options, QString* error) {
  const QImage image = networkImage(picture, options, error);
  if (!image.isNull()) return pngBytes(image);
  const QSizeF single = singleSize(picture, options);
  const double most = largestScale(single);
  if (error && scaleOf(options, single) > most)
    *error +=
        QLatin1Char(' ') +
        (options.width > 0 ? QObject::tr("The width may be at most %1 pixels here.")
                                 .arg(static_cast<int>(single.width() * most))
                           : QObject::tr("The scale may be at most %1 here.").arg(most, 0, 'f', 1));
  return {};
}

QByteArray networkPdf(const NetworkPicture& picture, const NetworkExport& options) {
  const QSizeF size = pictureSize(picture, options);
  return pdfBytes(size, QObject::tr("Network"), [&](QPainter& painter) {
    paintNetwork(painter, QRectF(QPointF(), size), picture, options);
  });
}

}  // namespace

QImage networkImage(const NetworkPicture& picture, const NetworkExport& options, QString* error) {
  const FileNumbers numbers;
  const QSizeF size = singleSize(picture, options);
  const double scale = scaleOf(options, size);
  const bool tooLarge = scale > largestScale(size);
  QImage image;
  if (!tooLarge) image = QImage((size * scale).toSize(), QImage::Format_RGB32);
  if (image.isNull()) {
    if (error)
      *error = (tooLarge ? QObject::tr("A picture of %1 × %2 pixels is too large.")
                         : QObject::tr("There is not enough memory for a picture of %1 × %2 "
                                       "pixels."))
                   .arg(std::lround(size.width() * scale))
                   .arg(std::lround(size.height() * scale));
    return {};
  }
  NetworkExport single = options;
  single.scale = 1;
  // Qt takes no density below 1.
  image.setDevicePixelRatio(std::max(scale, 1.0));
  QPainter painter(&image);
  painter.scale(std::min(scale, 1.0), std::min(scale, 1.0));
  paintNetwork(painter, QRectF(QPointF(), size), picture, single);
  painter.end();
  return image;
}

void paintNetwork(QPainter& painter, const QRectF& target, const NetworkPicture& picture,
                  const NetworkExport& options) {
  const Theme& theme = themeOf(options);
  NetworkPainter network(theme);
  network.setPicture(picture);
  painter.save();
  const double legend = options.legend ? kLegend : 0;
  const QRectF canvas = target.adjusted(0, 0, 0, -legend);
  network.paint(painter, canvas, fitted(network, canvas));
  if (options.legend) {
    const QRectF bar(target.left(), canvas.bottom(), target.width(), legend);
    painter.fillRect(bar, theme.color(Tone::panel));
    painter.fillRect(QRectF(bar.left(), bar.top(), bar.width(), 1), theme.color(Tone::line));
    painter.setClipRect(bar, Qt::IntersectClip);
    paintLegend(painter, bar, picture, theme, LegendMarks::lines, 0, &network);
  }
  painter.restore();
}

QByteArray networkSvg(const NetworkPicture& picture, const NetworkExport& options) {
  const FileNumbers numbers;
  const QSizeF size = pictureSize(picture, options);
  return svgBytes(size, QObject::tr("Network"), [&](QPainter& painter) {
    paintNetwork(painter, QRectF(QPointF(), size), picture, options);
  });
}

bool exportNetwork(const NetworkPicture& picture, const QString& file, const NetworkExport& options,
                   QString* error) {
  const FileNumbers numbers;
  const QString ending = QFileInfo(file).suffix().toLower();
  QByteArray content;
  if (ending == QLatin1String("png")) {
    content = networkPng(picture, options, error);
    if (content.isEmpty()) return false;
  } else if (ending == QLatin1String("svg")) {
    content = networkSvg(picture, options);
  } else if (ending == QLatin1String("pdf")) {
    content = networkPdf(picture, options);
  } else {
    return refuseEnding(file, error);
  }
  return saveBytes(file, content, QObject::tr("The picture"), error);
}

}  // namespace hopscope
