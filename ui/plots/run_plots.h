// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/design/design.h"
#include "engine/explore/latency_estimate.h"
#include "engine/simulation/results.h"
#include "engine/simulation/window_statistics.h"
#include "engine/study/curve.h"
#include "engine/topology/topology.h"
#include "ui/drawing/plot_widget.h"
#include "ui/plots/phase_marks.h"

namespace hopscope {

/// The plots of one run over time, one for each of plotsOverTime(); also drawn by export. Those of
/// what most runs have nothing of have curves only where there is something.
class RunPlots {
 public:
  RunPlots() : pictures_(plotsOverTime().size()) {}

  /// By its key, which there is.
  PlotPicture& operator[](std::string_view key);
  const PlotPicture& operator[](std::string_view key) const;
  PlotPicture& of(const PlotOverTime& plot);
  /// In the order of plotsOverTime().
  std::vector<PlotPicture*> all();

 private:
  std::vector<PlotPicture> pictures_;
};

/// Those that lists offer ticked first, as `usual` says.
std::vector<const PlotOverTime*> usualFirst(bool PlotOverTime::*usual);

/// Plots of a run's windows. `now` marks the present cycle of a run that is still going.
RunPlots runPlots(const std::vector<WindowSample>& windows, double offeredLoad,
                  std::optional<Cycle> now, std::optional<Cycle> planned,
                  const std::vector<PhaseMark>& phases = {});

/// Says the marks of runPlots() again: `phases` have the numbers that are the default by now.
void renameMarks(RunPlots& plots, const std::vector<PhaseMark>& phases);

/// Latencies of packets: how many a cycle of latency, and which share was at least as fast.
PlotPicture histogramPlot(const std::vector<HistogramBar>& bars);
PlotPicture cumulativePlot(const std::vector<HistogramBar>& bars);
/// What the terminals of each router send, a bar a router; `utilization` is per channel.
PlotPicture fairnessPlot(const Topology& topology, const std::vector<float>& utilization);

/// The two plots of a latency curve against offered load. Latency ends at the last stable point,
/// with a mark where the network saturates; accepted load goes on.
struct CurvePlots {
  PlotPicture latency, accepted;
};

CurvePlots curvePlots(const std::vector<CurvePoint>& points);

/// Adds what was estimated without a simulation to a latency curve, dashed: as far as its loads go,
/// and not higher than it by so much that it can be read no more.
void addEstimate(PlotPicture& latency, const LatencyEstimate& estimate);

/// The highest load that the network still accepts (accepted >= 0.99 of offered, and stable), where
/// a higher one was tried and not accepted. What nothing is known of is passed over, here and
/// below.
std::optional<double> saturationLoad(const std::vector<CurvePoint>& points);

/// The first point whose load is known not to be accepted; null where there is none.
const CurvePoint* firstOverload(const std::vector<CurvePoint>& points);

/// Where a curve saturates, for its mark: between the last load that is accepted and the first that
/// is not, what of the latter was accepted; that load where nothing was.
std::optional<double> saturationMark(const std::vector<CurvePoint>& points);
/// "saturates, 0.125"
QString saturationWords(double load);

}  // namespace hopscope
