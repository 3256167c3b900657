// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <stop_token>
#include <vector>

#include "engine/design/design.h"
#include "engine/simulation/results.h"

namespace hopscope {

/// One point of a latency curve: all replications of one load.
struct CurvePoint {
  double offered = 0;
  double accepted = 0;
  double latencyMean = 0, latencyP99 = 0;
  double ci95 = 0;  ///< half-width over replications, or of the one run's batch means
  double hitRate = 0;
  Verdict verdict = Verdict::stable;
  std::vector<Results> runs;  ///< as simulated
};

/// The point that these runs of one load (at least one) make together: means over the seeds, the
/// worst verdict.
CurvePoint summarize(double offered, std::vector<Results> runs);

struct CurveRequest {
  Design design;                 ///< `run.replications` runs per load
  std::vector<double> loads;     ///< ascending
  unsigned jobs = 0;             ///< threads; 0: one per core
  bool stopAtSaturation = true;  ///< start no load above the first saturated one
};

struct CurveProgress {
  std::size_t done = 0, total = 0;  ///< runs
  double fraction = 0;              ///< by simulated cycles, running points included
};

/// Simulates the loads on a pool of threads. Points are reported in ascending load, each when it
/// and all before it are finished; the result does not depend on the number of threads.
/// `onPoint` and `onProgress` are called from worker threads, one at a time. Ends early when `stop`
/// is requested, keeping the finished points. Throws std::invalid_argument if the design has
/// errors.
std::vector<CurvePoint> latencyCurve(
    const CurveRequest& request, std::stop_token stop = {},
    const std::function<void(const CurvePoint&)>& onPoint = {},
    const std::function<void(const CurveProgress&)>& onProgress = {});

}  // namespace hopscope
