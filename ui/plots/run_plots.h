// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "engine/simulation/results.h"
#include "engine/study/curve.h"
#include "ui/drawing/plot_widget.h"

namespace hopscope {

/// The three plots of one run over time; also drawn by export.
struct RunPlots {
  PlotPicture latency, accepted, hitRate;
};

/// Plots of a run's windows. `now` marks the present cycle of a run that is still going.
RunPlots runPlots(const std::vector<WindowSample>& windows, double offeredLoad,
                  std::optional<Cycle> now, std::optional<Cycle> planned);

/// The two plots of a latency curve against offered load. Latency ends at the last stable point,
/// with a mark where the network saturates; accepted load goes on.
struct CurvePlots {
  PlotPicture latency, accepted;
};

CurvePlots curvePlots(const std::vector<CurvePoint>& points);

/// The highest load that the network still accepts (accepted >= 0.99 of offered, and stable), where
/// a higher one was tried and not accepted.
std::optional<double> saturationLoad(const std::vector<CurvePoint>& points);

}  // namespace hopscope
