// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/compare_plots.h"

#include <QObject>
#include <QStringList>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/words/numbers.h"
#include "ui/words/result_words.h"

namespace hopscope {

namespace {

CurvePlots emptyPlots(const QString& xTitle) {
  CurvePlots plots;
  plots.latency.title = QObject::tr("Latency");
  plots.latency.yTitle = QObject::tr("mean latency (cycles)");
  plots.accepted.title = QObject::tr("Throughput");
  plots.accepted.yTitle = QObject::tr("accepted load (flits/terminal/cycle)");
  for (PlotPicture* picture : {&plots.latency, &plots.accepted}) {
    picture->xTitle = xTitle;
    picture->xMin = 0;
    picture->yMin = 0;
  }
  return plots;
}

bool oneLoad(const std::vector<OverlaidRun>& runs) {
  return std::all_of(runs.begin(), runs.end(),
                     [&runs](const OverlaidRun& run) { return run.load == runs.front().load; });
}

/// Equal latencies, of which there may be none.
bool alike(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

bool onOneCurve(const OverlaidRun& a, const OverlaidRun& b) {
  return !a.points.empty() &&
         std::equal(a.points.begin(), a.points.end(), b.points.begin(), b.points.end(),
                    [](const CurvePoint& one, const CurvePoint& other) {
                      return one.offered == other.offered && one.accepted == other.accepted &&
                             alike(one.latencyMean, other.latencyMean);
                    });
}

void addBadges(const std::vector<OverlaidRun>& runs, CurvePlots& plots) {
  int number = 0;
  for (const OverlaidRun& run : runs) {
    ++number;
    if (run.load == 0) continue;
    if (std::isfinite(run.latency))
      plots.latency.badges.push_back({run.load, run.latency, run.letter, number});
    if (std::isfinite(run.accepted))
      plots.accepted.badges.push_back({run.load, run.accepted, run.letter, number});
  }
}

}  // namespace

OverlaidRun overlaidRun(const QString& letter, const QString& name, std::vector<CurvePoint> points,
                        const Results& results) {
  return {QStringLiteral("%1 %2").arg(letter, name),
          std::move(points),
          results.windows,
          results.offeredLoad,
          letter,
          results.verdict == Verdict::stable ? results.latency.mean
                                             : std::numeric_limits<double>::quiet_NaN(),
          measuredLoad(results)};
}

CurvePlots overlaidCurves(const std::vector<OverlaidRun>& runs) {
  CurvePlots plots = emptyPlots(QObject::tr("offered load (flits/terminal/cycle)"));
  double right = 0;
  int number = 0;
  for (auto each = runs.begin(); each != runs.end(); ++each) {
    const OverlaidRun& run = *each;
    ++number;
    if (run.load == 0) continue;  // one of applications alone: it has no place on this axis
    const auto same = [&run](const OverlaidRun& other) { return onOneCurve(run, other); };
    if (std::any_of(runs.begin(), each, same)) continue;
    QStringList sharing;
    for (auto other = each; other != runs.end(); ++other)
      if (same(*other)) sharing << other->letter;
    const CurvePlots own = curvePlots(run.points);
    PlotCurve mean = own.latency.curves.front();
    PlotCurve accepted = own.accepted.curves.front();
    for (PlotCurve* curve : {&mean, &accepted}) {
      curve->name = sharing.size() > 1 ? sharing.join(QStringLiteral(", ")) : run.name;
      curve->number = number;
    }
    if (!run.points.empty()) right = std::max(right, run.points.back().offered);
    plots.latency.curves.push_back(std::move(mean));
    plots.accepted.curves.push_back(std::move(accepted));
    if (const std::optional<double> saturation = saturationMark(run.points))
      plots.latency.marks.push_back({*saturation, saturationWords(*saturation), number});
  }
  if (right <= 0) return plots;
  for (const OverlaidRun& run : runs) right = std::max(right, run.load);
  addBadges(runs, plots);
  PlotCurve all;
  all.name = QObject::tr("all accepted");
  all.reference = true;
  all.number = 0;
  all.x = all.y = {0, right};
  plots.accepted.curves.push_back(std::move(all));
  plots.latency.xMax = plots.accepted.xMax = right * 1.02;
  if (oneLoad(runs))
    plots.accepted.marks.push_back(
        {runs.front().load, QObject::tr("load %1").arg(loadText(runs.front().load)), 0});
  return plots;
}

CurvePlots overlaidWindows(const std::vector<OverlaidRun>& runs, std::optional<double> now) {
  CurvePlots plots = emptyPlots(QObject::tr("time (cycles)"));
  plots.latency.now = plots.accepted.now = now;
  int number = 0;
  for (const OverlaidRun& run : runs) {
    PlotCurve mean;
    mean.name = run.name;
    mean.number = ++number;
    PlotCurve accepted = mean;
    for (const WindowSample& window : run.windows) {
      const auto x = static_cast<double>(window.end);
      mean.x.push_back(x);
      mean.y.push_back(window.latencyMean);
      accepted.x.push_back(x);
      accepted.y.push_back(window.acceptedLoad);
    }
    plots.latency.curves.push_back(std::move(mean));
    plots.accepted.curves.push_back(std::move(accepted));
  }
  return plots;
}

}  // namespace hopscope
