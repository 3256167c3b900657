// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/study/curve.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>

#include "engine/design/compile.h"
#include "engine/statistics/confidence_interval.h"
#include "engine/statistics/mean.h"
#include "engine/study/batch.h"

namespace hopscope {

namespace {

void refuseErrors(const Design& design) {
  for (const Issue& issue : validate(design))
    if (issue.severity == Severity::error) throw std::invalid_argument(describe(issue));
}

std::vector<Design> designsOf(const CurveRequest& request) {
  std::vector<Design> designs;
  for (const double load : request.loads) {
    designs.push_back(request.design);
    designs.back().settings["traffic.load"] = load;
    refuseErrors(designs.back());
  }
  return designs;
}

template <typename Get>
double meanOverSeeds(const std::vector<Results>& runs, Get get) {
  Mean mean;
  for (const Results& run : runs)
    if (const double value = get(run); std::isfinite(value)) mean.add(value);
  return mean.value();
}

/// Puts points that finish in any order into ascending order.
class Collector {
 public:
  Collector(const CurveRequest& request, const std::function<void(const CurvePoint&)>& onPoint)
      : request_(request),
        onPoint_(onPoint),
        arrived_(request.loads.size()),
        wanted_(arrived_.size()) {}

  /// How many of all loads are wanted now.
  std::size_t add(std::size_t index, Results results) {
    if (request_.stopAtSaturation && isOverloaded(results.verdict))
      wanted_ = std::min(wanted_, index + 1);
    arrived_[index] = std::move(results);
    while (points_.size() < wanted_ && arrived_[points_.size()]) {
      const std::size_t point = points_.size();
      std::vector<Results> runs;
      runs.push_back(std::move(*arrived_[point]));
      points_.push_back(summarize(request_.loads[point], std::move(runs)));
      if (onPoint_) onPoint_(points_.back());
    }
    return wanted_;
  }

  std::vector<CurvePoint> take() { return std::move(points_); }

 private:
  const CurveRequest& request_;
  const std::function<void(const CurvePoint&)>& onPoint_;
  std::vector<std::optional<Results>> arrived_;
  std::size_t wanted_;
  std::vector<CurvePoint> points_;
};

}  // namespace

CurvePoint summarize(double offered, std::vector<Results> runs) {
  CurvePoint point;
  point.offered = offered;
  point.accepted = meanOverSeeds(runs, [](const Results& run) { return run.acceptedLoad; });
  point.latencyMean = meanOverSeeds(runs, [](const Results& run) { return run.latency.mean; });
  point.latencyP99 = meanOverSeeds(runs, [](const Results& run) { return run.latency.p99; });
  std::uint64_t lookups = 0;
  std::uint64_t hits = 0;
  std::vector<double> means;
  point.verdict = runs.front().verdict;
  for (const Results& run : runs) {
    lookups += run.cache.lookups;
    hits += run.cache.hits;
    if (std::isfinite(run.latency.mean)) means.push_back(run.latency.mean);
    point.verdict = worse(point.verdict, run.verdict);
  }
  point.ci95 = runs.size() > 1 ? confidence95(means).halfWidth : runs.front().latency.ci95;
  point.hitRate = lookups > 0 ? static_cast<double>(hits) / static_cast<double>(lookups)
                              : std::numeric_limits<double>::quiet_NaN();
  point.runs = std::move(runs);
  return point;
}

std::vector<CurvePoint> latencyCurve(const CurveRequest& request, std::stop_token stop,
                                     const std::function<void(const CurvePoint&)>& onPoint,
                                     const std::function<void(const CurveProgress&)>& onProgress) {
  const std::vector<Design> designs = designsOf(request);
  Collector collector(request, onPoint);
  BatchHooks hooks;
  hooks.finished = [&collector](std::size_t index, Results results) {
    return collector.add(index, std::move(results));
  };
  if (onProgress)
    hooks.progress = [&onProgress](const BatchProgress& progress) {
      onProgress({progress.done, progress.total, progress.fraction});
    };
  runBatch(designs, request.jobs, std::move(stop), hooks);
  return collector.take();
}

}  // namespace hopscope
