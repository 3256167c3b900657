// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/run_plots.h"

#include <QObject>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <utility>

#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

PlotCurve curve(const QString& name, int number) {
  PlotCurve out;
  out.name = name;
  out.number = number;
  return out;
}

/// The next round number: 1, 1.5, 2, 3, 5 or 7.5 times a power of ten.
double roundAbove(double value) {
  if (value <= 0) return 1;
  const double decade = std::pow(10.0, std::floor(std::log10(value)));
  for (const double factor : {1.0, 1.5, 2.0, 3.0, 5.0, 7.5})
    if (factor * decade >= value) return factor * decade;
  return 10 * decade;
}

/// Whether values are something to be drawn.
bool says(Presence presence, const std::vector<double>& values) {
  return presence == Presence::always ||
         std::any_of(values.begin(), values.end(), [&](double value) {
           return presence == Presence::known ? std::isfinite(value) : value > 0;
         });
}

/// Of all that was offered, what arrives where nothing but chance is missing.
constexpr double kByChance = 0.98;

bool sustained(const CurvePoint& point) {
  return point.verdict == Verdict::stable;
}

}  // namespace

PlotPicture& RunPlots::of(const PlotOverTime& plot) {
  return pictures_.at(static_cast<std::size_t>(&plot - plotsOverTime().data()));
}

PlotPicture& RunPlots::operator[](std::string_view key) {
  return const_cast<PlotPicture&>(std::as_const(*this)[key]);
}

const PlotPicture& RunPlots::operator[](std::string_view key) const {
  const std::vector<PlotOverTime>& plots = plotsOverTime();
  const auto found = std::find_if(plots.begin(), plots.end(),
                                  [key](const PlotOverTime& plot) { return plot.key == key; });
  return pictures_.at(static_cast<std::size_t>(found - plots.begin()));
}

std::vector<PlotPicture*> RunPlots::all() {
  std::vector<PlotPicture*> all;
  for (PlotPicture& each : pictures_) all.push_back(&each);
  return all;
}

std::vector<const PlotOverTime*> usualFirst(bool PlotOverTime::*usual) {
  std::vector<const PlotOverTime*> plots;
  for (const bool first : {true, false})
    for (const PlotOverTime& plot : plotsOverTime())
      if (plot.*usual == first) plots.push_back(&plot);
  return plots;
}

namespace {

using Windows = std::vector<WindowSample>;

PlotCurve curveOf(const Windows& windows, const Statistic<WindowSample>& statistic,
                  const QString& name, int number) {
  PlotCurve out = curve(name, number);
  const double scale = wordsOf(statistic.measure).scale;
  for (const WindowSample& window : windows) {
    out.x.push_back(static_cast<double>(window.end));
    out.y.push_back(statistic.of(window) * scale);
  }
  return out;
}

/// The parts of a whole one above the other, as they stand on the screen; those that are nowhere
/// above 0 are left out.
void stack(PlotPicture& picture, const Windows& windows, const std::string& whole) {
  std::map<int, const Statistic<WindowSample>*> parts;
  for (const Statistic<WindowSample>& each : windowStatistics())
    if (each.part != nullptr && each.name == whole + '.' + each.part->name)
      parts[each.part->place] = &each;
  std::vector<double> below(windows.size(), 0);
  for (const auto& [place, part] : parts) {
    PlotCurve area = curveOf(windows, *part, engineText(part->part->label), part->part->curve);
    area.filled = picture.curves.empty();
    area.stacked = !area.filled;
    if (!says(Presence::aboveZero, area.y)) continue;
    for (std::size_t i = 0; i < windows.size(); ++i) area.y[i] = below[i] + area.y[i];
    below = area.y;
    picture.curves.push_back(std::move(area));
  }
}

/// The offered load as a line of steps, and room above it for its name.
void addOffered(PlotPicture& picture, double load, double right,
                const std::vector<PhaseMark>& phases) {
  PlotCurve offered = curve(QObject::tr("offered"), 0);
  offered.reference = true;
  double highest = load;
  const std::vector<double> accepted = picture.curves.front().y;
  if (!accepted.empty()) {
    offered.x = {0};
    offered.y = {load};
    for (const PhaseMark& phase : phases) {
      const auto at = static_cast<double>(phase.at);
      if (at > right) break;
      offered.x.insert(offered.x.end(), {at, at});
      offered.y.insert(offered.y.end(), {offered.y.back(), phase.load});
      highest = std::max(highest, phase.load);
    }
    offered.x.push_back(right);
    offered.y.push_back(offered.y.back());
  }
  // Applications alone offer no load: a line along the axis would say that they offer none.
  if (std::none_of(offered.y.begin(), offered.y.end(), [](double y) { return y > 0; })) {
    offered.x.clear();
    offered.y.clear();
  }
  picture.curves.push_back(offered);
  for (const double value : accepted)
    if (std::isfinite(value)) highest = std::max(highest, value);
  if (!accepted.empty() && highest > 0) picture.yMax = 1.2 * highest;
}

}  // namespace

RunPlots runPlots(const std::vector<WindowSample>& windows, double offeredLoad,
                  std::optional<Cycle> now, std::optional<Cycle> planned,
                  const std::vector<PhaseMark>& phases) {
  const double lastX = windows.empty() ? 0 : static_cast<double>(windows.back().end);
  double right = std::max(lastX, now ? static_cast<double>(*now) : 0.0);
  if (planned) {
    // The axis grows with the run in round steps, up to the planned end.
    const auto end = static_cast<double>(*planned);
    if (right < end) right = std::min(end, roundAbove(right * 1.05));
  }
  RunPlots plots;
  for (const PlotOverTime& plot : plotsOverTime()) {
    PlotPicture& picture = plots.of(plot);
    picture.title = engineText(plot.title);
    picture.xTitle = QObject::tr("time (cycles)");
    picture.yTitle = engineText(plot.axis);
    picture.yMin = 0;
    if (plot.top > 0) picture.yMax = plot.top;
    for (const PlotOverTime::Curve& each : plot.curves) {
      PlotCurve line =
          curveOf(windows, windowStatistic(each.statistic), engineText(each.name), each.number);
      if (plot.steps) line.shape = PlotShape::steps;
      if (says(plot.drawn, line.y)) picture.curves.push_back(std::move(line));
    }
    if (plot.stacked != nullptr) stack(picture, windows, plot.stacked);
    if (plot.offered) addOffered(picture, offeredLoad, right, phases);
    for (const PhaseMark& phase : phases)
      if (static_cast<double>(phase.at) <= right)
        picture.marks.push_back({static_cast<double>(phase.at), phase.text, 0});
    if (right > 0) {
      picture.xMin = 0;
      picture.xMax = right;
    }
    if (now) picture.now = static_cast<double>(*now);
  }
  return plots;
}

void renameMarks(RunPlots& plots, const std::vector<PhaseMark>& phases) {
  for (PlotPicture* picture : plots.all())
    for (std::size_t i = 0; i < std::min(picture->marks.size(), phases.size()); ++i)
      picture->marks[i].text = phases[i].text;
}

PlotPicture histogramPlot(const std::vector<HistogramBar>& bars) {
  PlotPicture picture;
  picture.title = QObject::tr("Latencies");
  picture.xTitle = QObject::tr("latency (cycles)");
  picture.yTitle = QObject::tr("packets per cycle of latency");
  picture.yMin = 0;
  PlotCurve count = curve(QObject::tr("packets"), 1);
  count.shape = PlotShape::steps;
  count.filled = true;
  double end = 0;
  for (const HistogramBar& bar : bars) {
    if (bar.count == 0) continue;
    // Nothing lies between bars that do not touch.
    if (!count.x.empty() && bar.lower > end) {
      count.x.push_back(end);
      count.y.push_back(0);
    }
    count.x.push_back(bar.lower);
    count.y.push_back(static_cast<double>(bar.count) / (bar.upper - bar.lower));
    end = bar.upper;
  }
  if (count.x.empty()) return picture;
  count.x.push_back(end);
  count.y.push_back(0);
  picture.xMin = 0;
  picture.curves.push_back(std::move(count));
  return picture;
}

PlotPicture cumulativePlot(const std::vector<HistogramBar>& bars) {
  PlotPicture picture;
  picture.title = QObject::tr("Latencies, cumulative");
  picture.xTitle = QObject::tr("latency (cycles)");
  picture.yTitle = QObject::tr("% at least as fast");
  picture.yMin = 0;
  picture.yMax = 100;
  double all = 0;
  for (const HistogramBar& bar : bars) all += static_cast<double>(bar.count);
  if (all == 0) return picture;
  PlotCurve share = curve(QObject::tr("packets"), 1);
  double sum = 0;
  for (const HistogramBar& bar : bars) {
    if (bar.count == 0) continue;
    share.x.insert(share.x.end(), {bar.lower, bar.upper});
    share.y.push_back(100 * sum / all);
    sum += static_cast<double>(bar.count);
    share.y.push_back(100 * sum / all);
  }
  picture.xMin = 0;
  picture.curves.push_back(std::move(share));
  return picture;
}

PlotPicture fairnessPlot(const Topology& topology, const std::vector<float>& utilization) {
  PlotPicture picture;
  picture.title = QObject::tr("Sent per router");
  picture.xTitle = QObject::tr("router");
  picture.yTitle = QObject::tr("flits/terminal/cycle");
  picture.yMin = 0;
  PlotCurve sent = curve(QObject::tr("its terminals"), 3);
  sent.shape = PlotShape::bars;
  std::vector<double> sum(topology.routerCount(), 0);
  std::vector<int> count(topology.routerCount(), 0);
  for (const TerminalPlace& place : topology.terminals) {
    const std::size_t channel = 2 * std::size_t{place.link};
    if (channel >= utilization.size() || !std::isfinite(utilization[channel])) continue;
    sum[place.router] += static_cast<double>(utilization[channel]);
    ++count[place.router];
  }
  for (RouterId router = 0; router < topology.routerCount(); ++router) {
    if (count[router] == 0) continue;
    sent.x.push_back(router);
    sent.y.push_back(sum[router] / count[router]);
  }
  if (sent.x.empty()) return picture;
  picture.xMin = -0.6;
  picture.xMax = static_cast<double>(topology.routerCount()) - 0.4;
  picture.curves.push_back(std::move(sent));
  return picture;
}

std::optional<double> saturationLoad(const std::vector<CurvePoint>& points) {
  double last = 0;
  for (const CurvePoint& point : points) {
    if (isOverloaded(point.verdict)) return last;
    if (sustained(point)) last = point.offered;
  }
  return {};
}

const CurvePoint* firstOverload(const std::vector<CurvePoint>& points) {
  const auto found = std::find_if(points.begin(), points.end(), [](const CurvePoint& point) {
    return isOverloaded(point.verdict);
  });
  return found == points.end() ? nullptr : &*found;
}

std::optional<double> saturationMark(const std::vector<CurvePoint>& points) {
  const CurvePoint* over = firstOverload(points);
  if (over == nullptr) return {};
  const CurvePoint* last = nullptr;
  for (const CurvePoint& point : points) {
    if (&point == over) break;
    if (sustained(point)) last = &point;
  }
  const double from = last == nullptr ? 0 : last->offered;
  double mark = from;
  if (std::isfinite(over->accepted)) {
    // Terminals that a pattern keeps silent accept nothing at any load. What a measurement misses
    // by chance is no silent terminal: taken for one, it would lift the mark above what any load
    // can bring through.
    double share = last == nullptr || last->accepted <= 0 ? 1 : last->accepted / from;
    if (share > kByChance) share = 1;
    mark = std::clamp(over->accepted / share, from, over->offered);
  }
  // Where nothing got through: the load itself, as 0 would say that it bears none at all.
  return mark > 0 ? mark : over->offered;
}

QString saturationWords(double load) {
  return QObject::tr("saturates, %1").arg(loadText(load, 3));
}

CurvePlots curvePlots(const std::vector<CurvePoint>& points) {
  PlotCurve mean = curve(QObject::tr("mean"), 1);
  PlotCurve p99 = curve(QObject::tr("p99"), 2);
  PlotCurve accepted = curve(QObject::tr("accepted"), 3);
  PlotCurve offered = curve(QObject::tr("all accepted"), 0);
  mean.markers = p99.markers = accepted.markers = true;
  offered.reference = true;
  bool stable = true;
  for (const CurvePoint& point : points) {
    accepted.x.push_back(point.offered);
    accepted.y.push_back(point.accepted);
    stable = stable && !isOverloaded(point.verdict);
    if (!stable || !sustained(point)) continue;
    mean.x.push_back(point.offered);
    mean.y.push_back(point.latencyMean);
    mean.errors.push_back(std::isfinite(point.ci95) ? point.ci95 : 0);
    p99.x.push_back(point.offered);
    p99.y.push_back(point.latencyP99);
  }
  const double right = points.empty() ? 1 : points.back().offered;
  if (!points.empty()) {
    offered.x = {0, right};
    offered.y = {0, right};
  }
  CurvePlots plots;
  plots.latency.title = QObject::tr("Latency");
  plots.latency.yTitle = QObject::tr("latency (cycles)");
  plots.latency.curves = {mean, p99};
  plots.accepted.title = QObject::tr("Accepted load");
  plots.accepted.yTitle = QObject::tr("accepted load (flits/terminal/cycle)");
  plots.accepted.curves = {accepted, offered};
  const std::optional<double> saturation = saturationMark(points);
  for (PlotPicture* picture : {&plots.latency, &plots.accepted}) {
    picture->xTitle = QObject::tr("offered load (flits/terminal/cycle)");
    picture->xMin = 0;
    picture->yMin = 0;
    if (!points.empty()) picture->xMax = right * 1.02;
    if (saturation) picture->marks.push_back({*saturation, saturationWords(*saturation), 1});
  }
  return plots;
}

void addEstimate(PlotPicture& latency, const LatencyEstimate& estimate) {
  constexpr double kHigher = 1.6;  // than the highest latency of the curve
  PlotCurve dashed = curve(
      estimate.doubt.empty() ? QObject::tr("estimate") : QObject::tr("estimate, does not hold"), 0);
  dashed.reference = true;
  double most = 0;
  for (const PlotCurve& each : latency.curves)
    for (const double y : each.y) most = std::max(most, y);
  for (const LatencyEstimate::Point& point : estimate.points) {
    if (latency.xMax && point.load > *latency.xMax) break;
    if (most > 0 && point.latency > kHigher * most) break;
    dashed.x.push_back(point.load);
    dashed.y.push_back(point.latency);
  }
  if (!dashed.x.empty()) latency.curves.push_back(std::move(dashed));
}

}  // namespace hopscope
