// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/plot_painting.h"

#include <qcustomplot.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>

#include "ui/drawing/fonts.h"
#include "ui/drawing/oklab.h"
#include "ui/drawing/plot_head.h"
#include "ui/drawing/plot_marks.h"
#include "ui/drawing/plot_tickers.h"

namespace hopscope {

namespace {

/// How much is left of the colour of another run's curve, and of a filled area's.
constexpr float kFaded = 0.5F, kArea = 0.45F;

QCPScatterStyle::ScatterShape shapeOf(int number) {
  switch (plotMarker(number)) {
    case PlotMarker::circle:
    case PlotMarker::ring:
      return QCPScatterStyle::ssCircle;
    case PlotMarker::square:
      return QCPScatterStyle::ssSquare;
    case PlotMarker::triangle:
      return QCPScatterStyle::ssTriangle;
    case PlotMarker::diamond:
      return QCPScatterStyle::ssDiamond;
    case PlotMarker::invertedTriangle:
      return QCPScatterStyle::ssTriangleInverted;
    case PlotMarker::plus:
      return QCPScatterStyle::ssPlus;
    case PlotMarker::disc:
      return QCPScatterStyle::ssDisc;
    case PlotMarker::cross:
      return QCPScatterStyle::ssCross;
  }
  return QCPScatterStyle::ssCircle;
}

/// Ends of a logarithmic axis from its data: what is above 0, out to the next ticks.
QCPRange logDataRange(const PlotPicture& picture, bool horizontal) {
  double low = std::numeric_limits<double>::infinity(), high = 0;
  for (const PlotCurve& curve : picture.curves)
    for (const double value : horizontal ? curve.x : curve.y)
      if (std::isfinite(value) && value > 0) {
        low = std::min(low, value);
        high = std::max(high, value);
      }
  if (!(low <= high)) return {0.1, 10};
  // A decade at least: less of it is as good as linear.
  if (high < 10 * low) {
    const double middle = std::sqrt(low * high);
    low = std::min(low, middle / std::sqrt(10.0));
    high = std::max(high, middle * std::sqrt(10.0));
  }
  // A hair wider, or rounding would cost the tick at an end.
  return {logTickBelow(low / 1.02) * (1 - 1e-9), logTickAbove(high * 1.02) * (1 + 1e-9)};
}

/// Ends of a logarithmic axis; a fixed one counts where it is above 0.
QCPRange logRangeOf(const PlotPicture& picture, bool horizontal) {
  const QCPRange data = logDataRange(picture, horizontal);
  double low = (horizontal ? picture.xMin : picture.yMin).value_or(0);
  double high = (horizontal ? picture.xMax : picture.yMax).value_or(0);
  // A decade where all of the data lies beyond the only one that is fixed.
  if (!(low > 0)) low = !(high > 0) || data.lower < high ? data.lower : high / 10;
  if (!(high > 0)) high = data.upper > low ? data.upper : low * 10;
  return low < high ? QCPRange(low * (1 - 1e-9), high * (1 + 1e-9)) : data;
}

/// Ends of an axis from fixed ends and data; never empty.
QCPRange rangeOf(const PlotPicture& picture, bool horizontal) {
  if (horizontal ? picture.xLog : picture.yLog) return logRangeOf(picture, horizontal);
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const PlotCurve& curve : picture.curves) {
    const std::size_t count = std::min(curve.x.size(), curve.y.size());
    for (std::size_t i = 0; i < count; ++i) {
      if (!std::isfinite(curve.y[i])) continue;
      const double error = !horizontal && i < curve.errors.size() && std::isfinite(curve.errors[i])
                               ? curve.errors[i]
                               : 0;
      const double value = horizontal ? curve.x[i] : curve.y[i];
      low = std::min(low, value - error);
      high = std::max(high, value + error);
    }
  }
  for (const PlotBadge& badge : picture.badges) {
    low = std::min(low, horizontal ? badge.x : badge.y);
    high = std::max(high, horizontal ? badge.x : badge.y);
  }
  if (horizontal && picture.now) {
    low = std::min(low, *picture.now);
    high = std::max(high, *picture.now);
  }
  if (!(low <= high)) {
    low = 0;
    high = 1;
  }
  // A single time stands in the middle, not on the frame.
  if (horizontal && low == high) {
    const double aside = low == 0 ? 1 : std::abs(low) / 2;
    low -= aside;
    high += aside;
  }
  const std::optional<double>& fixedLow = horizontal ? picture.xMin : picture.yMin;
  const std::optional<double>& fixedHigh = horizontal ? picture.xMax : picture.yMax;
  const double span = high - (fixedLow ? *fixedLow : low);
  // Room above the highest point, so that it does not lie on the frame.
  const double room = horizontal ? 0 : 0.06 * span;
  low = fixedLow ? *fixedLow : low - room;
  high = fixedHigh ? *fixedHigh : high + room;
  if (!(high > low)) high = low + std::max(std::abs(low) * 0.1, 1.0);
  // A hair wider, or rounding would cost the tick at an end.
  const double hair = 1e-9 * (high - low);
  return {low - hair, high + hair};
}

/// The sign of a curve's points.
QCPScatterStyle markerOf(const PlotCurve& curve, const PlotStyle& style) {
  const bool ring = plotMarker(curve.number) == PlotMarker::ring;
  return {shapeOf(curve.number), QPen(plotColor(*style.theme, curve.number), style.paper ? 1 : 1.5),
          ring ? QBrush(Qt::NoBrush) : QBrush(style.theme->color(Tone::base)),
          ring ? kRingSize * style.marker : style.marker};
}

QPen curvePen(const PlotCurve& curve, const PlotStyle& style) {
  if (curve.reference) {
    QPen pen(style.theme->color(Tone::t3), style.axis * 1.2, Qt::CustomDashLine, Qt::FlatCap);
    pen.setDashPattern({3, 2});
    return pen;
  }
  QColor color = plotColor(*style.theme, curve.number);
  if (curve.faded) color.setAlphaF(kFaded);
  const QList<qreal> dash = curve.stacked || curve.filled || (style.lone && !curve.faded)
                                ? QList<qreal>()
                                : Theme::curveDash(curve.number, style.dashedCurve);
  const double width = curve.faded || !dash.isEmpty() ? style.dashedCurve : style.curve;
  QPen pen(color, width, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
  if (!dash.isEmpty()) pen.setDashPattern(dash);
  return pen;
}

/// How many tick labels find room beside each other: of a linear axis they are longer.
double labelRoom(const PlotStyle& style, bool horizontal, bool log, double length) {
  const QFontMetricsF metrics(uiFont(style.text));
  const QString longest = log ? QStringLiteral("5000") : QStringLiteral("12.5 k");
  const double each =
      horizontal ? metrics.horizontalAdvance(longest) + style.text : 1.1 * metrics.height();
  return length / each;
}

void styleAxis(QCPAxis& axis, const QString& title, const PlotStyle& style, bool horizontal,
               bool log, double length) {
  const Theme& theme = *style.theme;
  const QPen pen(theme.color(Tone::edge), style.axis);
  axis.setBasePen(pen);
  axis.setTickPen(pen);
  axis.setSubTicks(false);
  axis.setTickLength(0, static_cast<int>(style.tick));
  axis.setTickLabelFont(uiFont(style.text));
  axis.setTickLabelColor(theme.color(Tone::t2));
  axis.setLabelFont(uiFont(style.text));
  axis.setLabelColor(theme.color(Tone::t2));
  axis.setLabel(title);
  axis.setTickLabelPadding(style.paper ? 2 : 4);
  axis.setLabelPadding(style.paper ? 2 : 3);
  axis.setScaleType(log ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
  if (log)
    axis.setTicker(logTicker(labelRoom(style, horizontal, log, length)));
  else
    axis.setTicker(thousandsTicker(horizontal ? labelRoom(style, horizontal, log, length) : 0));
  // Panels are narrow: fewer labels along the x axis.
  axis.ticker()->setTickCount(horizontal && style.paper ? 5 : 4);
  axis.grid()->setVisible(!horizontal);
  axis.grid()->setPen(QPen(theme.color(Tone::line), style.axis));
  axis.grid()->setZeroLinePen(Qt::NoPen);
  axis.setSelectableParts(QCPAxis::spNone);
}

QCPItemText* addText(QCustomPlot& plot, const PlotStyle& style, const QString& text,
                     const QColor& color) {
  auto* item = new QCPItemText(&plot);
  item->setText(text);
  item->setFont(uiFont(style.text));
  item->setColor(color);
  item->setPadding(QMargins(3, 1, 3, 1));
  QColor halo = style.theme->color(Tone::base);
  halo.setAlpha(215);
  item->setBrush(halo);
  item->setPen(Qt::NoPen);
  // Below the curves: a word never hides data.
  item->setLayer(QStringLiteral("grid"));
  return item;
}

void addVertical(QCustomPlot& plot, double x, const QPen& pen) {
  auto* line = new QCPItemStraightLine(&plot);
  line->point1->setCoords(x, 0);
  line->point2->setCoords(x, 1);
  line->setPen(pen);
}

void addMarks(QCustomPlot& plot, const std::vector<PlotMark>& marks,
              const std::vector<PlacedMark>& words, const PlotStyle& style,
              const QSizeF& plotSize) {
  const Theme& theme = *style.theme;
  for (const PlotMark& mark : marks) {
    const QColor color = mark.number > 0 ? theme.curve(mark.number) : theme.color(Tone::t2);
    QPen pen(color, style.curve * 0.7, Qt::CustomDashLine, Qt::FlatCap);
    pen.setDashPattern({1.2, 2});
    addVertical(plot, mark.x, pen);
  }
  for (const PlacedMark& word : words) {
    QCPItemText* text = addText(plot, style, word.shown, theme.color(Tone::t1));
    // Over the curves, on a ground of its own: among them nobody could read it. Where it would hide
    // what was measured it stands below, and the curve passes through it.
    if (!word.covers) {
      text->setLayer(QStringLiteral("main"));
      text->setBrush(theme.color(Tone::base));
    }
    text->position->setTypeX(QCPItemPosition::ptPlotCoords);
    text->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
    text->position->setAxes(plot.xAxis, plot.yAxis);
    text->position->setAxisRect(plot.axisRect());
    text->setPositionAlignment(Qt::AlignTop | (word.leftOfLine ? Qt::AlignRight : Qt::AlignLeft));
    text->position->setCoords(word.x, word.top / std::max(plotSize.height(), 1.0));
  }
}

/// Letters on the points that they are of. Points in one place have theirs beside each other.
void addBadges(QCustomPlot& plot, const std::vector<PlotBadge>& badges, const PlotStyle& style,
               const QSizeF& plotSize) {
  const QCPRange x = plot.xAxis->range(), y = plot.yAxis->range();
  const double side = QFontMetricsF(uiFont(style.text, true)).height();
  std::vector<QPointF> taken;
  for (const PlotBadge& badge : badges) {
    QPointF at((badge.x - x.lower) / x.size() * plotSize.width(),
               (badge.y - y.lower) / y.size() * plotSize.height());
    const double step = at.x() > plotSize.width() / 2 ? -side : side;
    while (std::any_of(taken.begin(), taken.end(), [&](const QPointF& other) {
      return std::abs(other.x() - at.x()) < side && std::abs(other.y() - at.y()) < side;
    }))
      at.rx() += step;
    taken.push_back(at);
    const QColor ground = style.theme->curve(badge.number);
    auto* item = new QCPItemText(&plot);
    item->setText(badge.letter);
    item->setFont(uiFont(style.text, true));
    item->setColor(letterColor(ground));
    item->setBrush(ground);
    item->setPen(QPen(style.theme->color(Tone::base), style.axis));
    item->setPadding(QMargins(3, 0, 3, 0));
    item->setPositionAlignment(Qt::AlignCenter);
    item->setClipToAxisRect(false);
    item->position->setCoords(x.lower + at.x() / plotSize.width() * x.size(), badge.y);
  }
}

/// Names a reference beside its line, where the fewest curves pass: above or below it, from its
/// left to its right.
void nameReference(QCustomPlot& plot, const PlotPicture& picture, const PlotCurve& curve,
                   const PlotStyle& style, const QSizeF& plotSize) {
  if (curve.x.empty() || curve.name.isEmpty()) return;
  const QCPAxis &x = *plot.xAxis, &y = *plot.yAxis;
  const auto onPlot = [&](double at, double value) {
    return QPointF(shareOf(x, at) * plotSize.width(), (1 - shareOf(y, value)) * plotSize.height());
  };
  const QFontMetricsF metrics(uiFont(style.text));
  const QSizeF words(metrics.horizontalAdvance(curve.name) + 6, metrics.height() + 2);
  const bool steps = curve.x.size() > 2;
  const bool level = steps || curve.y.front() == curve.y.back();
  // One that goes in steps is named at its first.
  const QPointF from = onPlot(curve.x.front(), curve.y.front());
  const QPointF to =
      steps ? onPlot(curve.x[1], curve.y[1]) : onPlot(curve.x.back(), curve.y.back());
  const double begin = std::max(from.x(), 0.0), end = std::min(to.x(), plotSize.width());
  const auto lineAt = [&](double px) {
    const double way = to.x() - from.x();
    return way > 0 ? from.y() + (to.y() - from.y()) * (px - from.x()) / way : from.y();
  };
  QRectF best;
  std::ptrdiff_t fewest = std::numeric_limits<std::ptrdiff_t>::max();
  const auto tryAt = [&](double share, bool above, double aside) {
    const double left = begin + share * std::max(end - begin - words.width(), 0.0);
    const double first = lineAt(left), last = lineAt(left + words.width());
    const double top = above ? std::min(first, last) - words.height() - aside
                             : std::max(first, last) + style.curve + aside;
    const QRectF box(QPointF(left, top), words);
    // Half a name outside is worse than one with a curve through it.
    const bool inside = box.top() >= 0 && box.bottom() <= plotSize.height();
    const std::ptrdiff_t crossed =
        (inside ? 0 : static_cast<std::ptrdiff_t>(picture.curves.size()) + 1) +
        std::count_if(picture.curves.begin(), picture.curves.end(), [&](const PlotCurve& other) {
          return &other != &curve && crosses(other, box, onPlot);
        });
    if (crossed >= fewest) return;
    fewest = crossed;
    best = box;
  };
  // Of a rising line left of the middle first: saturation stands on the right. Where a curve keeps
  // to the line all along, the name stands a little aside.
  const std::array shares =
      level ? std::array{0.0, 1.0, 0.5, 0.25} : std::array{0.42, 0.2, 0.0, 0.7};
  for (const double aside : {0.0, 0.5, 1.0})
    for (const double share : shares)
      for (const bool above : {level, !level}) tryAt(share, above, aside * words.height());
  QCPItemText* text = addText(plot, style, curve.name, style.theme->color(Tone::t2));
  text->setBrush(Qt::NoBrush);
  text->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
  text->position->setCoords(atShare(x, best.left() / plotSize.width()),
                            atShare(y, 1 - best.top() / plotSize.height()));
}

void addBars(QCustomPlot& plot, const PlotCurve& curve, const PlotStyle& style) {
  auto* bars = new QCPBars(plot.xAxis, plot.yAxis);
  bars->setName(curve.name);
  const auto count = static_cast<qsizetype>(std::min(curve.x.size(), curve.y.size()));
  bars->setData(QVector<double>(curve.x.begin(), curve.x.begin() + count),
                QVector<double>(curve.y.begin(), curve.y.begin() + count));
  bars->setWidth(0.8);
  bars->setPen(Qt::NoPen);
  QColor fill = style.theme->curve(curve.number);
  if (curve.faded) fill.setAlphaF(kFaded);
  bars->setBrush(fill);
}

void addCurve(QCustomPlot& plot, const PlotCurve& curve, const PlotStyle& style) {
  if (curve.shape == PlotShape::bars) return addBars(plot, curve, style);
  QCPGraph* below = curve.stacked && plot.graphCount() > 0 ? plot.graph() : nullptr;
  QCPGraph* graph = plot.addGraph();
  if (curve.shape == PlotShape::steps) graph->setLineStyle(QCPGraph::lsStepLeft);
  // A graph keeps its points in the order of x, which none of these need to have.
  if (!curve.joined) graph->setLineStyle(QCPGraph::lsNone);
  if (curve.filled || curve.stacked) {
    QColor fill = style.theme->curve(curve.number);
    fill.setAlphaF(kArea);
    graph->setBrush(fill);
    if (below != nullptr) graph->setChannelFillGraph(below);
  }
  graph->setName(curve.name);
  graph->setPen(curvePen(curve, style));
  const auto count = static_cast<qsizetype>(std::min(curve.x.size(), curve.y.size()));
  const QVector<double> x(curve.x.begin(), curve.x.begin() + count);
  const QVector<double> y(curve.y.begin(), curve.y.begin() + count);
  graph->setData(x, y);
  if ((curve.markers || !curve.joined) && !curve.reference)
    graph->setScatterStyle(markerOf(curve, style));
  if (curve.reference) graph->removeFromLegend();
  if (curve.errors.empty()) return;
  auto* bars = new QCPErrorBars(plot.xAxis, plot.yAxis);
  bars->removeFromLegend();
  // Below the markers: a short bar would look like a sign inside them.
  bars->setLayer(QStringLiteral("grid"));
  bars->setDataPlottable(graph);
  bars->setPen(QPen(plotColor(*style.theme, curve.number), style.error));
  bars->setWhiskerWidth(style.whisker);
  bars->setSymbolGap(style.marker);
  QVector<double> errors(count, 0);
  for (qsizetype i = 0; i < count && i < qsizetype(curve.errors.size()); ++i) {
    errors[i] = curve.errors[static_cast<std::size_t>(i)];
  }
  bars->setData(errors);
}

/// Points that are seen whole where they stand on the frame.
class Dots : public QCPCurve {
 public:
  Dots(QCustomPlot& plot, double size)
      : QCPCurve(plot.xAxis, plot.yAxis), reach_(static_cast<int>(std::ceil(size / 2))) {}

 protected:
  QRect clipRect() const override {
    return QCPCurve::clipRect().adjusted(-reach_, -reach_, reach_, reach_);
  }

 private:
  int reach_;
};

/// A point beside no other has no line to be seen by: it gets a dot.
void addLonePoints(QCustomPlot& plot, const PlotCurve& curve, const PlotStyle& style) {
  if (curve.reference || curve.markers || !curve.joined || curve.shape == PlotShape::bars) return;
  const std::size_t count = std::min(curve.x.size(), curve.y.size());
  const auto known = [&](std::size_t i) { return i < count && std::isfinite(curve.y[i]); };
  QVector<double> x, y;
  for (std::size_t i = 0; i < count; ++i) {
    if (!known(i) || known(i + 1) || (i > 0 && known(i - 1))) continue;
    x << curve.x[i];
    y << curve.y[i];
  }
  if (x.isEmpty()) return;
  // No graph: stacked curves are filled down to the graph before them.
  auto* dots = new Dots(plot, style.marker);
  dots->removeFromLegend();
  dots->setData(x, y);
  dots->setLineStyle(QCPCurve::lsNone);
  QColor color = style.theme->curve(curve.number);
  if (curve.faded) color.setAlphaF(kFaded);
  dots->setScatterStyle(
      QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(Qt::NoPen), color, style.marker));
}

/// The longest form of an axis title that fits beside the axis.
QString fittingTitle(const QString& title, double length, const QFont& font) {
  const QFontMetricsF metrics(font);
  QString broken = title;
  const auto bracket = title.indexOf(QStringLiteral(" ("));
  if (bracket > 0) broken.replace(bracket, 1, QLatin1Char('\n'));
  const QString quantity = bracket > 0 ? title.left(bracket) : QString();
  for (const QString& form : {title, broken, quantity}) {
    const QStringList lines = form.split(QLatin1Char('\n'));
    if (std::all_of(lines.begin(), lines.end(), [&](const QString& line) {
          return metrics.horizontalAdvance(line) <= length;
        })) {
      return form;
    }
  }
  return {};
}

}  // namespace

bool hasPoints(const PlotPicture& picture) {
  return std::any_of(picture.curves.begin(), picture.curves.end(), [](const PlotCurve& curve) {
    return !curve.reference &&
           std::any_of(curve.y.begin(), curve.y.end(), [](double y) { return std::isfinite(y); });
  });
}

void fillPlot(QCustomPlot& plot, const PlotPicture& picture, const PlotStyle& given,
              const QSizeF& plotSize, bool keepRanges) {
  PlotStyle style = given;
  style.lone =
      std::count_if(picture.curves.begin(), picture.curves.end(),
                    [](const PlotCurve& curve) { return !curve.reference && !curve.faded; }) == 1;
  const Theme& theme = *style.theme;
  plot.clearItems();
  plot.clearPlottables();
  plot.setBackground(theme.color(style.paper ? Tone::base : style.ground));
  plot.axisRect()->setBackground(theme.color(Tone::base));
  const QFont font = uiFont(style.text);
  styleAxis(*plot.xAxis, fittingTitle(picture.xTitle, plotSize.width(), font), style, true,
            picture.xLog, plotSize.width());
  styleAxis(*plot.yAxis, fittingTitle(picture.yTitle, plotSize.height(), font), style, false,
            picture.yLog, plotSize.height());
  if (!keepRanges) {
    plot.xAxis->setRange(rangeOf(picture, true));
    plot.yAxis->setRange(rangeOf(picture, false));
  }
  // Words stand clear of the curves: the axis ends higher where it may, else they find other
  // places.
  const bool mayEndHigher = !keepRanges && !picture.yMax && !picture.yLog;
  const std::vector<PlacedMark> words =
      placeMarks(picture, *plot.xAxis, *plot.yAxis, style, plotSize, !mayEndHigher);
  if (mayEndHigher)
    plot.yAxis->setRangeUpper(
        endAbove(picture, words, style, plot.xAxis->range(), plot.yAxis->range(), plotSize));
  for (const PlotCurve& curve : picture.curves) {
    if (curve.reference) addCurve(plot, curve, style);
  }
  for (const PlotCurve& curve : picture.curves) {
    if (!curve.reference && curve.faded) addCurve(plot, curve, style);
  }
  for (const PlotCurve& curve : picture.curves) {
    if (!curve.reference && !curve.faded) addCurve(plot, curve, style);
  }
  for (const PlotCurve& curve : picture.curves) addLonePoints(plot, curve, style);
  for (const PlotCurve& curve : picture.curves) {
    if (curve.reference) nameReference(plot, picture, curve, style, plotSize);
  }
  addMarks(plot, picture.marks, words, style, plotSize);
  addBadges(plot, picture.badges, style, plotSize);
  if (picture.now && !style.paper) {
    addVertical(plot, *picture.now, QPen(theme.color(Tone::accent), 2));
  }
}

}  // namespace hopscope
