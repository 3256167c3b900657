// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/run_plots.h"

#include <QLocale>
#include <QObject>
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/core/units.h"
#include "engine/design/catalogue.h"
#include "engine/design/phases.h"
#include "engine/traffic/traffic_pattern.h"

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

namespace {

/// "Adversarial (ADV+i)" without what stands in brackets: there is little room beside a mark.
QString shortLabel(const std::string& label) {
  return QString::fromStdString(label.substr(0, label.find(" (")));
}

}  // namespace

std::vector<PhaseMark> phaseMarks(const Design& design) {
  std::vector<PhaseMark> marks;
  const Values settings = effectiveSettings(design);
  Clock clock;
  clock.frequencyGhz = realAt(settings, "clock.frequency_ghz");
  for (std::size_t i = 0; i < design.phases.size(); ++i) {
    const Phase& phase = design.phases[i];
    Issues ignored;  // the design's own check says what is wrong
    PhaseMark mark;
    mark.at = toCycles(phase.at, clock, "at", ignored);
    const Design inForce = designInPhase(design, i);
    const Value load = effectiveValue(inForce, "traffic.load");
    const auto* whole = std::get_if<std::int64_t>(&load);
    const auto* real = std::get_if<double>(&load);
    mark.load = whole != nullptr ? static_cast<double>(*whole) : real != nullptr ? *real : 0;
    const QString number = QLocale().toString(mark.load, 'f', 2);
    const auto pattern = phase.set.find("traffic.pattern");
    mark.text = QObject::tr("load %1").arg(number);
    if (pattern != phase.set.end())
      if (const auto* name = std::get_if<std::string>(&pattern->second))
        if (const TrafficEntry* entry = trafficPatterns().find(*name))
          mark.text = QStringLiteral("%1, %2").arg(shortLabel(entry->label), number);
    marks.push_back(std::move(mark));
  }
  return marks;
}

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
  for (const WindowSample& window : windows) {
    const auto x = static_cast<double>(window.end);
    for (PlotCurve* each : {&mean, &p99, &accepted, &hits, &nonminimal}) each->x.push_back(x);
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
  for (PlotPicture* picture :
       {&plots.latency, &plots.accepted, &plots.hitRate, &plots.nonminimal}) {
    picture->xTitle = time;
    for (const PhaseMark& phase : phases)
      if (static_cast<double>(phase.at) <= right)
        picture->marks.push_back(
            {static_cast<double>(phase.at), picture == &plots.latency ? phase.text : QString(), 0});
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
