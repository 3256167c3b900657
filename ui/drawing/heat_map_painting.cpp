// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/heat_map_painting.h"

#include <qcustomplot.h>

#include <QFileInfo>
#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "engine/core/not_a_number.h"
#include "ui/drawing/fonts.h"
#include "ui/drawing/heat_scale.h"
#include "ui/drawing/oklab.h"
#include "ui/drawing/picture_bytes.h"
#include "ui/drawing/plot_tickers.h"
#include "ui/drawing/save_bytes.h"
#include "ui/words/file_numbers.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

using Content = HeatMapPicture::Content;

/// Cells narrower than this have no line between them, and more than so many no number or sign.
constexpr double kLinedCell = 9;
constexpr std::size_t kMostCellTexts = 1200;
constexpr double kMapPaperWidth = 178;  // mm
constexpr int kMapNoteHigh = 16;        // points
constexpr int kMapScaleWide = 10;
constexpr double kLongestName = 130;  // px, of a row
constexpr int kMapStops = 16;

/// Values further apart than this are told apart by colours of their logarithms only.
constexpr double kFarValues = 30;

/// From the least to the largest value.
struct ColourScale {
  double least = 0, most = 1;
  bool log = false;

  explicit ColourScale(const HeatMapPicture& picture)
      : least(picture.least),
        most(picture.most > picture.least ? picture.most : picture.least + 1),
        log(least > 0 && most / least > kFarValues) {}

  double share(double value) const {
    return log ? std::log(value / least) / std::log(most / least)
               : (value - least) / (most - least);
  }
};

void styleMapAxis(QCPAxis& axis, const QString& title, const PlotStyle& style) {
  const Theme& theme = *style.theme;
  axis.setBasePen(Qt::NoPen);
  axis.setTickPen(Qt::NoPen);
  axis.setSubTicks(false);
  axis.setTickLength(0, 0);
  axis.setTickLabelFont(uiFont(style.text));
  axis.setTickLabelColor(theme.color(Tone::t2));
  axis.setLabelFont(uiFont(style.text));
  axis.setLabelColor(theme.color(Tone::t2));
  axis.setLabel(title);
  axis.setTickLabelPadding(4);
  axis.setLabelPadding(style.paper ? 2 : 3);
  axis.grid()->setVisible(false);
  axis.setSelectableParts(QCPAxis::spNone);
}

/// The names that find room, each in the middle of its cells.
void nameCells(QCPAxis& axis, const QStringList& names, const PlotStyle& style, double length) {
  const QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
  const QFontMetricsF metrics(uiFont(style.text));
  const bool across = axis.axisType() == QCPAxis::atBottom;
  double needs = metrics.height();
  QStringList shown;
  for (const QString& name : names) {
    shown << (across ? name : metrics.elidedText(name, Qt::ElideRight, kLongestName));
    if (across) needs = std::max(needs, metrics.horizontalAdvance(name) + 10);
  }
  const auto count = static_cast<double>(names.size());
  const auto step = static_cast<qsizetype>(std::ceil(needs * count / std::max(1.0, length)));
  for (qsizetype i = 0; i < shown.size(); i += std::max<qsizetype>(1, step))
    ticker->addTick(static_cast<double>(i), shown[i]);
  axis.setTicker(ticker);
  axis.setRange(-0.5, count - 0.5);
}

QCPColorGradient heatGradient(const Theme& theme) {
  QCPColorGradient gradient;
  QMap<double, QColor> stops;
  for (int i = 0; i <= kMapStops; ++i) {
    const double share = static_cast<double>(i) / kMapStops;
    stops.insert(share, HeatScale::interpolate(theme, HeatRamp::heat, share));
  }
  gradient.setColorStops(stops);
  gradient.setNanHandling(QCPColorGradient::nhTransparent);
  return gradient;
}

void addCellText(QCustomPlot& plot, double x, double y, const QString& text, const QColor& color,
                 int size) {
  auto* item = new QCPItemText(&plot);
  item->setText(text);
  item->setFont(uiFont(size));
  item->setColor(color);
  item->position->setCoords(x, y);
  item->setSelectable(false);
}

void addCellLine(QCustomPlot& plot, QPointF from, QPointF to, const QPen& pen) {
  auto* line = new QCPItemLine(&plot);
  line->start->setCoords(from);
  line->end->setCoords(to);
  line->setPen(pen);
  line->setSelectable(false);
}

/// Numbers where they fit, signs of what has none.
void writeCells(QCustomPlot& plot, const HeatMapPicture& picture, const PlotStyle& style,
                const ColourScale& scale, const QSizeF& cell) {
  const QFontMetricsF metrics(uiFont(style.text));
  const Theme& theme = *style.theme;
  const QColor dark(0x1A, 0x1F, 0x27);
  for (qsizetype row = 0; row < picture.rows.size(); ++row)
    for (qsizetype column = 0; column < picture.columns.size(); ++column) {
      const HeatMapPicture::Cell& each =
          picture.at(static_cast<std::size_t>(column), static_cast<std::size_t>(row));
      QString text = cellSign(each.content);
      QColor color = theme.color(each.content == Content::failed ? Tone::bad : Tone::t2);
      if (each.content == Content::value) {
        text = figureText(each.mean);
        if (each.isPartial()) text += QLatin1String(kPartialSign);
        const auto fits = [&] {
          return metrics.horizontalAdvance(text) + 6 <= cell.width() &&
                 metrics.height() <= cell.height();
        };
        if (!fits()) text = each.isPartial() ? QLatin1String(kPartialSign) : QString();
        if (!fits()) continue;
        const QColor fill = HeatScale::interpolate(theme, HeatRamp::heat, scale.share(each.mean));
        color = contrastRatio(fill, Qt::white) >= contrastRatio(fill, dark) ? Qt::white : dark;
      }
      if (!text.isEmpty())
        addCellText(plot, static_cast<double>(column), static_cast<double>(row), text, color,
                    style.text);
    }
}

}  // namespace

void fillHeatMap(QCustomPlot& plot, const HeatMapPicture& picture, const PlotStyle& style,
                 const QSizeF& plotSize) {
  const Theme& theme = *style.theme;
  plot.clearItems();
  plot.clearPlottables();
  for (int i = plot.plotLayout()->columnCount(); i-- > 1;)
    if (QCPLayoutElement* old = plot.plotLayout()->element(0, i)) plot.plotLayout()->remove(old);
  plot.plotLayout()->simplify();
  plot.setBackground(theme.color(Tone::base));
  plot.axisRect()->setBackground(theme.color(Tone::raised));
  plot.axisRect()->setupFullAxesBox(false);
  plot.xAxis2->setVisible(false);
  plot.yAxis2->setVisible(false);
  if (picture.isEmpty()) return;
  styleMapAxis(*plot.xAxis, picture.xTitle, style);
  styleMapAxis(*plot.yAxis, picture.yTitle, style);
  nameCells(*plot.xAxis, picture.columns, style, plotSize.width());
  nameCells(*plot.yAxis, picture.rows, style, plotSize.height());

  const auto wide = static_cast<int>(picture.columns.size()),
             high = static_cast<int>(picture.rows.size());
  auto* map = new QCPColorMap(plot.xAxis, plot.yAxis);
  // A map of one column or row has no distance between its cells' middles.
  map->data()->setSize(std::max(2, wide), std::max(2, high));
  map->data()->setRange(QCPRange(0, std::max(2, wide) - 1), QCPRange(0, std::max(2, high) - 1));
  map->data()->fill(kNan);
  for (int row = 0; row < high; ++row)
    for (int column = 0; column < wide; ++column)
      if (const auto& cell =
              picture.at(static_cast<std::size_t>(column), static_cast<std::size_t>(row));
          cell.content == Content::value)
        map->data()->setCell(column, row, cell.mean);
  const ColourScale scale(picture);
  map->setInterpolate(false);
  map->setTightBoundary(false);
  map->setSelectable(QCP::stNone);
  auto* colours = new QCPColorScale(&plot);
  plot.plotLayout()->addElement(0, 1, colours);
  colours->setType(QCPAxis::atRight);
  colours->setBarWidth(kMapScaleWide);
  colours->setRangeDrag(false);
  colours->setRangeZoom(false);
  styleMapAxis(*colours->axis(), picture.valueTitle, style);
  colours->setDataScaleType(scale.log ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
  colours->axis()->setTicker(scale.log ? logTicker(plotSize.height() / 30) : thousandsTicker());
  colours->axis()->ticker()->setTickCount(4);
  // The frame around the bar.
  for (QCPAxis* each : plot.findChildren<QCPAxis*>())
    if (each->axisRect() != plot.axisRect()) each->setBasePen(Qt::NoPen);
  map->setColorScale(colours);
  map->setGradient(heatGradient(theme));
  map->setDataRange(QCPRange(scale.least, scale.most));

  const QSizeF cell(plotSize.width() / wide, plotSize.height() / high);
  if (std::min(cell.width(), cell.height()) >= kLinedCell) {
    const QPen gap(theme.color(Tone::base), style.paper ? 1 : 2);
    for (int column = 1; column < wide; ++column)
      addCellLine(plot, {column - 0.5, -0.5}, {column - 0.5, high - 0.5}, gap);
    for (int row = 1; row < high; ++row)
      addCellLine(plot, {-0.5, row - 0.5}, {wide - 0.5, row - 0.5}, gap);
  }
  if (picture.cells.size() <= kMostCellTexts) writeCells(plot, picture, style, scale, cell);
}

bool exportHeatMap(const HeatMapPicture& picture, const QString& file, QString* error) {
  const FileNumbers numbers;
  const PlotStyle style = paperStyle();
  const QSize size = paperSize(kMapPaperWidth);
  QCustomPlot plot;
  plot.setLocale(QLocale());
  fillHeatMap(plot, picture, style, QSizeF(size) - QSizeF(130, 40));
  const bool noted = !picture.note.isEmpty();
  const QSize whole = size + QSize(0, noted ? kMapNoteHigh : 0);
  const QByteArray content = paperBytes(
      [&](QCPPainter& painter) {
        plot.toPainter(&painter, size.width(), size.height());
        if (!noted) return;
        painter.setFont(uiFont(style.text));
        painter.setPen(style.theme->color(Tone::t2));
        painter.drawText(QRectF(8, size.height(), size.width() - 16, kMapNoteHigh),
                         Qt::AlignLeft | Qt::AlignTop, picture.note);
      },
      whole, QFileInfo(file).suffix().toLower(), picture.title);
  if (content.isEmpty()) return refuseEnding(file, error);
  return saveBytes(file, content, QObject::tr("The plot"), error);
}

}  // namespace hopscope
