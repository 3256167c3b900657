// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <limits>
#include <optional>
#include <vector>

#include "engine/simulation/results.h"
#include "engine/study/curve.h"
#include "ui/plots/run_plots.h"

namespace hopscope {

/// One of the runs whose curves lie over each other. Its place decides its curve number.
struct OverlaidRun {
  QString name;                    ///< "A Minimal"
  std::vector<CurvePoint> points;  ///< against offered load; may be empty
  std::vector<WindowSample> windows;
  double load = 0;  ///< offered in the run itself
  QString letter = {};
  double latency = std::numeric_limits<double>::quiet_NaN();  ///< NaN: no steady state
  double accepted = std::numeric_limits<double>::quiet_NaN();
};

OverlaidRun overlaidRun(const QString& letter, const QString& name, std::vector<CurvePoint> points,
                        const Results& results);

/// Latency and accepted load of all against offered load. Runs of one curve have it together, and
/// each run's own point its letter. Each latency ends at its last stable point, with a mark in its
/// colour where the network saturates; where all runs are of one load, that is marked too.
CurvePlots overlaidCurves(const std::vector<OverlaidRun>& runs);

/// The same against time, of the runs themselves. `now`: the time looked at.
CurvePlots overlaidWindows(const std::vector<OverlaidRun>& runs, std::optional<double> now = {});

}  // namespace hopscope
