// SPDX-License-Identifier: GPL-3.0-or-later
#include <qcustomplot.h>
#include <QObject>

#include <QBuffer>
#include <QFileInfo>
#include <QPageSize>
#include <QPdfWriter>
#include <QSvgGenerator>
#include <algorithm>
#include <cmath>

#include "ui/drawing/fonts.h"
#include "ui/drawing/legend_place.h"
#include "ui/drawing/picture_bytes.h"
#include "ui/drawing/plot_painting.h"
#include "ui/drawing/plot_paper.h"
#include "ui/drawing/plot_widget.h"
#include "ui/drawing/save_bytes.h"
#include "ui/words/file_numbers.h"

namespace hopscope {

PlotStyle paperStyle() {
  PlotStyle style;
  style.theme = &Theme::light();
  style.text = 8;
  style.axis = 0.75;
  style.curve = style.dashedCurve = 1.25;
  style.marker = 5;
  style.tick = 3;
  style.error = 0.75;
  style.whisker = 4;
  style.paper = true;
  return style;
}

namespace {

Qt::Alignment cornerOf(PlotLegend legend) {
  const bool top = legend == PlotLegend::topLeft || legend == PlotLegend::topRight;
  const bool left = legend == PlotLegend::topLeft || legend == PlotLegend::bottomLeft;
  return (top ? Qt::AlignTop : Qt::AlignBottom) | (left ? Qt::AlignLeft : Qt::AlignRight);
}

constexpr QSizeF kAroundAxes(55, 38);  ///< what scales and titles take, points

constexpr int kInset = 4;  ///< between the legend and the axes, points

/// Where the axes and what is on them will be drawn, as toPainter() finds out.
void arrange(QCustomPlot& plot, const QSize& size) {
  plot.setViewport(QRect(QPoint(), size));
  for (const auto phase :
       {QCPLayoutElement::upPreparation, QCPLayoutElement::upMargins, QCPLayoutElement::upLayout})
    plot.plotLayout()->update(phase);
}

PlotFrame frameOf(const QCustomPlot& plot, const PlotStyle& style) {
  PlotFrame frame;
  frame.rect = plot.axisRect()->rect();
  frame.inset = kInset;
  frame.reach = style.marker / 2;
  frame.onPlot = [&plot](double x, double y) {
    return QPointF(plot.xAxis->coordToPixel(x), plot.yAxis->coordToPixel(y));
  };
  for (int i = 0; i < plot.itemCount(); ++i)
    if (const auto* words = qobject_cast<const QCPItemText*>(plot.item(i)))
      frame.words.push_back(
          QRectF(words->topLeft->pixelPosition(), words->bottomRight->pixelPosition())
              .normalized());
  return frame;
}

/// Moves the legend below the axes, in as many columns as there is room for. Its height.
int putBelow(QCustomPlot& plot, int width) {
  QCPLegend& legend = *plot.legend;
  int widest = 1;
  for (int i = 0; i < legend.itemCount(); ++i)
    widest = std::max(widest, legend.item(i)->minimumOuterSizeHint().width());
  plot.axisRect()->insetLayout()->take(&legend);
  legend.setFillOrder(QCPLayoutGrid::foColumnsFirst);
  legend.setWrap(
      std::clamp(width / (widest + legend.columnSpacing()), 1, std::max(1, legend.itemCount())));
  plot.plotLayout()->addElement(1, 0, &legend);
  plot.plotLayout()->setRowStretchFactor(1, 0.001);  // as high as it must be
  plot.plotLayout()->setRowSpacing(0);
  return legend.minimumOuterSizeHint().height();
}

/// Lays a picture out for paper; the plot's unit is a point.
void layOutPaper(QCustomPlot& plot, const PlotPicture& picture, const QSize& size,
                 PlotLegend legend) {
  const PlotStyle style = paperStyle();
  const QSizeF room = QSizeF(size) - kAroundAxes;
  plot.axisRect()->setMinimumMargins(QMargins(20, 8, 14, 0));
  fillPlot(plot, picture, style, room, false);
  plot.legend->setVisible(legend != PlotLegend::none);
  plot.legend->setFont(uiFont(style.text));
  plot.legend->setTextColor(style.theme->color(Tone::t1));
  plot.legend->setBorderPen(Qt::NoPen);
  QColor ground = style.theme->color(Tone::base);
  ground.setAlpha(200);
  plot.legend->setBrush(ground);
  plot.legend->setIconSize(18, 8);
  // A sample line runs on for 5 points under a clip, which SVG does not know.
  plot.legend->setIconTextPadding(8);
  plot.legend->setRowSpacing(1);
  plot.legend->setMargins(QMargins(3, 2, 3, 2));
  QCPLayoutInset& inside = *plot.axisRect()->insetLayout();
  inside.setMargins(QMargins(kInset, kInset, kInset, kInset));
  if (legend == PlotLegend::none) return;
  if (legend != PlotLegend::emptiest) {
    inside.setInsetAlignment(0, cornerOf(legend));
    return;
  }
  arrange(plot, size);
  if (const auto place =
          freePlace(picture, frameOf(plot, style), plot.legend->minimumOuterSizeHint())) {
    inside.setInsetAlignment(0, *place);
    return;
  }
  // What stands in the plot finds its place anew where the axes are lower.
  const int taken = putBelow(plot, size.width());
  fillPlot(plot, picture, style, room - QSizeF(0, taken), false);
}

constexpr double kDotsPerInch = 300;

QImage emptyPaper(const QSize& size) {
  QImage image((QSizeF(size) * kDotsPerInch / 72).toSize(), QImage::Format_RGB32);
  image.fill(Qt::white);
  image.setDotsPerMeterX(static_cast<int>(kDotsPerInch / 0.0254));
  image.setDotsPerMeterY(static_cast<int>(kDotsPerInch / 0.0254));
  return image;
}

QImage paperImage(QCustomPlot& plot, const QSize& size) {
  const double scale = kDotsPerInch / 72;
  QImage image = emptyPaper(size);
  QPixmap picture = plot.toPixmap(size.width(), size.height(), scale);
  QPainter painter(&image);
  picture.setDevicePixelRatio(1);
  painter.drawPixmap(0, 0, picture);
  painter.end();
  return image;
}

}  // namespace

QSize paperSize(double widthMillimetres) {
  const double width = widthMillimetres / 25.4 * 72;
  // A narrow column wants a squarer plot.
  const double height = width * (widthMillimetres > 120 ? 0.5 : 0.68);
  return {static_cast<int>(std::lround(width)), static_cast<int>(std::lround(height))};
}

QByteArray paperBytes(const std::function<void(QCPPainter&)>& paint, const QSize& size,
                      const QString& ending, const QString& title) {
  const auto onto = [&](QPaintDevice& device, double scale) {
    QCPPainter painter(&device);
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.scale(scale, scale);
    paint(painter);
    painter.end();
  };
  if (ending == QLatin1String("png")) {
    QImage image = emptyPaper(size);
    onto(image, kDotsPerInch / 72);
    return pngBytes(image);
  }
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  if (ending == QLatin1String("svg")) {
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(72);
    generator.setSize(size);
    generator.setViewBox(QRect(QPoint(), size));
    generator.setTitle(title);
    onto(generator, 1);
  } else if (ending == QLatin1String("pdf")) {
    QPdfWriter writer(&buffer);
    writer.setPageSize(QPageSize(QSizeF(size), QPageSize::Point, QString(), QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF());
    writer.setResolution(72);
    onto(writer, 1);
  }
  return bytes;
}

QByteArray paperBytes(QCustomPlot& plot, const QSize& size, const QString& ending,
                      const QString& title) {
  if (ending == QLatin1String("png")) return pngBytes(paperImage(plot, size));
  return paperBytes(
      [&](QCPPainter& painter) { plot.toPainter(&painter, size.width(), size.height()); }, size,
      ending, title);
}

QImage plotImage(const PlotPicture& picture, const PlotPaper& paper) {
  const FileNumbers numbers;
  QCustomPlot plot;
  const QSize size = paperSize(paper.widthMillimetres);
  layOutPaper(plot, picture, size, paper.legend);
  return paperImage(plot, size);
}

QByteArray plotSvg(const PlotPicture& picture, double widthMillimetres) {
  return plotSvg(picture, PlotPaper{widthMillimetres, PlotLegend::emptiest});
}

QByteArray plotSvg(const PlotPicture& picture, const PlotPaper& paper) {
  const FileNumbers numbers;
  QCustomPlot plot;
  const QSize size = paperSize(paper.widthMillimetres);
  layOutPaper(plot, picture, size, paper.legend);
  return paperBytes(plot, size, QStringLiteral("svg"), picture.title);
}

bool exportPlot(const PlotPicture& picture, const QString& file, double widthMillimetres,
                QString* error) {
  return exportPlot(picture, file, PlotPaper{widthMillimetres, PlotLegend::emptiest}, error);
}

bool exportPlot(const PlotPicture& picture, const QString& file, const PlotPaper& paper,
                QString* error) {
  const FileNumbers numbers;
  const QString ending = QFileInfo(file).suffix().toLower();
  const QSize size = paperSize(paper.widthMillimetres);
  QCustomPlot plot;
  layOutPaper(plot, picture, size, paper.legend);
  const QByteArray content = paperBytes(plot, size, ending, picture.title);
  if (content.isEmpty()) return refuseEnding(file, error);
  return saveBytes(file, content, QObject::tr("The plot"), error);
}

}  // namespace hopscope
