// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/run_plots.h"

#include <QLocale>
#include <QObject>
#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/inspectors/energy_words.h"
#include "ui/inspectors/split_bar.h"

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

std::vector<PlotPicture*> RunPlots::all() {
  return {&latency, &accepted, &hitRate, &nonminimal, &percentiles,
          &split,   &underWay, &power,   &energy};
}

namespace {

/// Causes one above the other, `amount(window, cause)` of each; those that are nowhere above 0 are
/// left out.
template <typename Cause, typename Amount>
void stack(PlotPicture& picture, const std::vector<WindowSample>& windows,
           const std::vector<Cause>& causes, const Amount& amount) {
  std::vector<double> below(windows.size(), 0);
  for (const Cause& cause : causes) {
    PlotCurve area = curve(cause.name, cause.curve);
    area.filled = picture.curves.empty();
    area.stacked = !area.filled;
    bool any = false;
    for (std::size_t i = 0; i < windows.size(); ++i) {
      const double own = amount(windows[i], cause);
      any = any || own > 0;
      area.x.push_back(static_cast<double>(windows[i].end));
      area.y.push_back(below[i] + own);
    }
    if (!any) continue;
    below = area.y;
    picture.curves.push_back(std::move(area));
  }
}

PlotPicture splitPlot(const std::vector<WindowSample>& windows) {
  PlotPicture picture;
  picture.title = QObject::tr("Where cycles go");
  picture.yTitle = QObject::tr("% of the cycles");
  picture.yMin = 0;
  picture.yMax = 100;
  stack(picture, windows, latencyCauses(),
        [](const WindowSample& window, const LatencyCause& cause) {
          return 100 * window.split.*cause.part;
        });
  return picture;
}

PlotPicture powerPlot(const std::vector<WindowSample>& windows) {
  PlotPicture picture;
  picture.title = QObject::tr("Power");
  picture.yTitle = QObject::tr("W, all switches");
  picture.yMin = 0;
  stack(picture, windows, energyCauses(), [](const WindowSample& window, const EnergyCause& cause) {
    return window.power.*cause.part;
  });
  return picture;
}

}  // namespace

RunPlots runPlots(const std::vector<WindowSample>& windows, double offeredLoad,
                  std::optional<Cycle> now, std::optional<Cycle> planned,
                  const std::vector<PhaseMark>& phases) {
  PlotCurve mean = curve(QObject::tr("mean"), 1);
  PlotCurve p99 = curve(QObject::tr("p99"), 2);
  PlotCurve accepted = curve(QObject::tr("accepted"), 3);
  PlotCurve offered = curve(QObject::tr("offered"), 0);
  offered.reference = true;
  PlotCurve hits = curve(QObject::tr("now"), 4);
  PlotCurve nonminimal = curve(QObject::tr("now"), 5);
  PlotCurve half = curve(QObject::tr("p50"), 3);
  PlotCurve p95 = curve(QObject::tr("p95"), 1);
  PlotCurve underWay = curve(QObject::tr("now"), 8);
  PlotCurve energy = curve(QObject::tr("now"), 1);
  for (const WindowSample& window : windows) {
    const auto x = static_cast<double>(window.end);
    for (PlotCurve* each :
         {&mean, &p99, &accepted, &hits, &nonminimal, &half, &p95, &underWay, &energy})
      each->x.push_back(x);
    half.y.push_back(window.latencyP50);
    p95.y.push_back(window.latencyP95);
    underWay.y.push_back(window.underWay);
    energy.y.push_back(window.energyPerPacket);
    nonminimal.y.push_back(window.nonminimal * 100);
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
  double highest = offeredLoad;
  if (!windows.empty()) {
    offered.x = {0};
    offered.y = {offeredLoad};
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

  RunPlots plots;
  const QString time = QObject::tr("time (cycles)");
  plots.latency.title = QObject::tr("Latency");
  plots.latency.yTitle = QObject::tr("cycles");
  plots.latency.curves = {mean, p99};
  plots.percentiles.title = QObject::tr("Percentiles");
  plots.percentiles.yTitle = QObject::tr("cycles");
  plots.percentiles.curves = {half, p95, p99};
  plots.percentiles.yMin = 0;
  plots.split = splitPlot(windows);
  plots.underWay.title = QObject::tr("Under way");
  plots.underWay.yTitle = QObject::tr("packets");
  plots.underWay.curves = {underWay};
  plots.underWay.yMin = 0;
  plots.power = powerPlot(windows);
  plots.energy.title = QObject::tr("Energy per packet");
  plots.energy.yTitle = QObject::tr("nJ");
  plots.energy.yMin = 0;
  if (std::any_of(energy.y.begin(), energy.y.end(), [](double value) { return value > 0; }))
    plots.energy.curves = {energy};
  plots.accepted.title = QObject::tr("Accepted load");
  plots.accepted.yTitle = QObject::tr("flits/terminal/cycle");
  plots.accepted.curves = {accepted, offered};
  plots.hitRate.title = QObject::tr("Forwarding-cache hits");
  plots.hitRate.yTitle = QObject::tr("% of lookups");
  if (anyHits) plots.hitRate.curves.push_back(hits);
  plots.nonminimal.title = QObject::tr("Non-minimal packets");
  plots.nonminimal.yTitle = QObject::tr("% of those delivered");
  if (std::any_of(nonminimal.y.begin(), nonminimal.y.end(), [](double value) { return value > 0; }))
    plots.nonminimal.curves.push_back(nonminimal);
  plots.nonminimal.yMin = 0;
  plots.nonminimal.yMax = 100;
  plots.hitRate.yMin = 0;
  plots.hitRate.yMax = 100;
  plots.latency.yMin = 0;
  plots.accepted.yMin = 0;
  // Room above the offered line for its name.
  for (const double value : accepted.y)
    if (std::isfinite(value)) highest = std::max(highest, value);
  if (!windows.empty() && highest > 0) plots.accepted.yMax = 1.2 * highest;
  for (PlotPicture* picture : plots.all()) {
    picture->xTitle = time;
    for (const PhaseMark& phase : phases)
      if (static_cast<double>(phase.at) <= right)
        picture->marks.push_back({static_cast<double>(phase.at), phase.text, 0});
    if (right > 0) {
      picture->xMin = 0;
      picture->xMax = right;
    }
    if (now) picture->now = static_cast<double>(*now);
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
