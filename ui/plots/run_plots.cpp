// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/run_plots.h"

#include <QLocale>
#include <QObject>
#include <algorithm>
#include <cmath>
#include <limits>

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

bool sustained(const CurvePoint& point) {
  return point.verdict == Verdict::stable;
}

}  // namespace

RunPlots runPlots(const std::vector<WindowSample>& windows, double offeredLoad,
                  std::optional<Cycle> now, std::optional<Cycle> planned) {
  PlotCurve mean = curve(QObject::tr("mean"), 1);
  PlotCurve p99 = curve(QObject::tr("p99"), 2);
  PlotCurve accepted = curve(QObject::tr("accepted"), 3);
  PlotCurve offered = curve(QObject::tr("offered"), 0);
  offered.reference = true;
  PlotCurve hits = curve(QObject::tr("now"), 4);
  for (const WindowSample& window : windows) {
    const auto x = static_cast<double>(window.end);
    for (PlotCurve* each : {&mean, &p99, &accepted, &hits}) each->x.push_back(x);
    mean.y.push_back(window.latencyMean);
    p99.y.push_back(window.latencyP99);
    accepted.y.push_back(window.acceptedLoad);
    hits.y.push_back(window.hitRate * 100);
  }
  const bool anyHits =
      std::any_of(hits.y.begin(), hits.y.end(), [](double value) { return std::isfinite(value); });
  const double lastX = windows.empty() ? 0 : static_cast<double>(windows.back().end);
  double right = std::max(lastX, now ? static_cast<double>(*now) : 0.0);
  if (planned) {
    // The axis grows with the run in round steps, up to the planned end.
    const auto end = static_cast<double>(*planned);
    if (right < end) right = std::min(end, roundAbove(right * 1.05));
  }
  if (!windows.empty()) {
    offered.x = {0, right};
    offered.y = {offeredLoad, offeredLoad};
  }

  RunPlots plots;
  const QString time = QObject::tr("time (cycles)");
  plots.latency.title = QObject::tr("Latency");
  plots.latency.yTitle = QObject::tr("cycles");
  plots.latency.curves = {mean, p99};
  plots.accepted.title = QObject::tr("Accepted load");
  plots.accepted.yTitle = QObject::tr("flits/terminal/cycle");
  plots.accepted.curves = {accepted, offered};
  plots.hitRate.title = QObject::tr("Forwarding-cache hits");
  plots.hitRate.yTitle = QObject::tr("% of lookups");
  if (anyHits) plots.hitRate.curves.push_back(hits);
  plots.hitRate.yMin = 0;
  plots.hitRate.yMax = 100;
  plots.latency.yMin = 0;
  plots.accepted.yMin = 0;
  // Room above the offered line for its name.
  double highest = offeredLoad;
  for (const double value : accepted.y)
    if (std::isfinite(value)) highest = std::max(highest, value);
  if (!windows.empty() && highest > 0) plots.accepted.yMax = 1.2 * highest;
  for (PlotPicture* picture : {&plots.latency, &plots.accepted, &plots.hitRate}) {
    picture->xTitle = time;
    if (right > 0) {
      picture->xMin = 0;
      picture->xMax = right;
    }
    if (now) picture->now = static_cast<double>(*now);
  }
  return plots;
}

std::optional<double> saturationLoad(const std::vector<CurvePoint>& points) {
  double last = 0;
  for (const CurvePoint& point : points) {
    if (!sustained(point)) return last;
    last = point.offered;
  }
  return {};
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
    stable = stable && sustained(point);
    if (!stable) continue;
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
  const std::optional<double> saturation = saturationLoad(points);
  for (PlotPicture* picture : {&plots.latency, &plots.accepted}) {
    picture->xTitle = QObject::tr("offered load (flits/terminal/cycle)");
    picture->xMin = 0;
    picture->yMin = 0;
    if (!points.empty()) picture->xMax = right * 1.02;
    if (saturation)
      picture->marks.push_back(
          {*saturation, QObject::tr("saturates, %1").arg(QLocale().toString(*saturation, 'f', 2)),
           1});
  }
  return plots;
}

}  // namespace hopscope
