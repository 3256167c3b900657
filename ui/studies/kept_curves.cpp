// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/kept_curves.h"

#include <map>
#include <utility>

namespace hopscope {

namespace {

/// So many of the newest runs are asked whether they are on a run's curve.
constexpr std::size_t kMostAskedForCurve = 500;

/// One point alone is a curve where no lower load was worth trying.
bool isWhole(const std::vector<CurvePoint>& points) {
  return points.size() > 1 || (points.size() == 1 && isOverloaded(points.front().verdict));
}

/// What a curve's points have in common.
Design common(Design design) {
  design.name.clear();
  design.layout = {};
  for (const char* path : {"traffic.load", "run.seed", "run.replications"})
    design.settings.erase(path);
  return design;
}

}  // namespace

bool onOneCurve(const Design& a, const Design& b) {
  return common(a) == common(b);
}

const StoredCurve* measuredCurve(const Design& design, const std::vector<StoredCurve>& curves) {
  const StoredCurve* best = nullptr;
  for (const StoredCurve& curve : curves)
    if (isWhole(curve.points) && (best == nullptr || curve.points.size() >= best->points.size()) &&
        onOneCurve(curve.design, design))
      best = &curve;
  return best;
}

std::vector<CurvePoint> keptCurve(const StoredRun& run, const std::vector<StoredCurve>& curves,
                                  const RunList& runs) {
  if (const StoredCurve* curve = measuredCurve(run.design, curves)) return curve->points;
  std::map<double, std::vector<Results>> byLoad;
  for (const RunHead& each : runs.newest(kMostAskedForCurve))
    if (each.complete && onOneCurve(*runs.design(each.id), run.design))
      if (const auto summary = runs.summary(each.id))
        byLoad[each.offeredLoad].push_back(summary->results);
  if (const RunHead* own = runs.find(run.id);
      own != nullptr && own->complete && byLoad.find(own->offeredLoad) == byLoad.end())
    byLoad[own->offeredLoad].push_back(run.results);
  std::vector<CurvePoint> points;
  for (auto& [load, results] : byLoad) {
    points.push_back(summarize(load, std::move(results)));
    points.back().runs.clear();
  }
  return points;
}

}  // namespace hopscope
