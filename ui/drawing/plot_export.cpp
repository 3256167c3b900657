// SPDX-License-Identifier: GPL-3.0-or-later
#include <qcustomplot.h>
#include <QObject>

#include <QBuffer>
#include <QFileInfo>
#include <QPageSize>
#include <QPdfWriter>
#include <QSvgGenerator>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "ui/drawing/fonts.h"
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

/// Lays a picture out for paper; the plot's unit is a point.
void layOutPaper(QCustomPlot& plot, const PlotPicture& picture, const QSize& size,
                 PlotLegend legend) {
  const PlotStyle style = paperStyle();
  plot.axisRect()->setMinimumMargins(QMargins(20, 8, 14, 0));
  fillPlot(plot, picture, style, QSizeF(size) - kAroundAxes, false);
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
  const QSizeF room = QSizeF(size) - kAroundAxes;
  const QCPRange x = plot.xAxis->range(), y = plot.yAxis->range();
  const QSizeF box = plot.legend->minimumOuterSizeHint();
  plot.axisRect()->insetLayout()->setInsetAlignment(
      0, legend == PlotLegend::emptiest
             ? emptiestPlace(picture, {x.lower, y.lower, x.size(), y.size()},
                             {std::min(1.0, box.width() / room.width()),
                              std::min(1.0, box.height() / room.height())})
             : cornerOf(legend));
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

Qt::Alignment emptiestPlace(const PlotPicture& picture, const QRectF& axes, const QSizeF& box) {
  struct Place {
    QRectF room;  // from left to right and from top to bottom, 0..1
    Qt::Alignment alignment;
    int covered;
  };
  std::vector<Place> places;
  // Corners first: of places that cover as little, what is out of the way is taken.
  const std::array<std::pair<double, Qt::Alignment>, 3> sides{
      {{0, Qt::AlignLeft}, {1, Qt::AlignRight}, {0.5, Qt::AlignHCenter}}};
  const std::array<std::pair<double, Qt::Alignment>, 3> heights{
      {{0, Qt::AlignTop}, {1, Qt::AlignBottom}, {0.5, Qt::AlignVCenter}}};
  for (const auto& [down, vertical] : heights)
    for (const auto& [across, horizontal] : sides)
      places.push_back({QRectF(QPointF(across * (1 - box.width()), down * (1 - box.height())), box),
                        vertical | horizontal, 0});
  std::stable_sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
    const auto middle = [](const Place& each) {
      return (each.alignment & (Qt::AlignHCenter | Qt::AlignVCenter)).toInt() != 0;
    };
    return middle(a) < middle(b);
  });
  const auto cover = [&](double x, double y, int weight) {
    const QPointF at((x - axes.left()) / axes.width(), 1 - (y - axes.top()) / axes.height());
    for (Place& each : places)
      if (each.room.contains(at)) each.covered += weight;
  };
  for (const PlotCurve& curve : picture.curves) {
    const std::size_t count = std::min(curve.x.size(), curve.y.size());
    const std::size_t back = curve.joined ? 1 : 0;
    // Lines cover as much as points do: walk along each piece, where there are lines.
    constexpr int kSteps = 16;
    for (std::size_t i = back; i < count; ++i)
      for (int step = 0; step < (curve.joined ? kSteps : 1); ++step) {
        const double px = curve.x[i - back] + (curve.x[i] - curve.x[i - back]) * step / kSteps;
        const double py = curve.y[i - back] + (curve.y[i] - curve.y[i - back]) * step / kSteps;
        if (std::isfinite(py)) cover(px, py, 1);
      }
  }
  // Marks go from bottom to top, where their words stand.
  constexpr int kAlong = 8;
  for (const PlotMark& mark : picture.marks)
    for (int step = 0; step <= kAlong; ++step)
      cover(mark.x, axes.top() + axes.height() * step / kAlong,
            step == kAlong && !mark.text.isEmpty() ? 4 : 1);
  return std::min_element(places.begin(), places.end(),
                          [](const Place& a, const Place& b) { return a.covered < b.covered; })
      ->alignment;
}

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
