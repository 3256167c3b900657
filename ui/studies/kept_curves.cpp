// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/kept_curves.h"

#include <map>
#include <utility>

namespace hopscope {

namespace {

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

const StoredCurve* measuredCurve(const StoredRun& run, const std::vector<StoredCurve>& curves) {
  for (auto curve = curves.rbegin(); curve != curves.rend(); ++curve)
    if (curve->points.size() > 1 && onOneCurve(curve->design, run.design)) return &*curve;
  return nullptr;
}

std::vector<CurvePoint> keptCurve(const StoredRun& run, const std::vector<StoredCurve>& curves,
                                  const std::vector<StoredRun>& runs) {
  if (const StoredCurve* curve = measuredCurve(run, curves)) return curve->points;
  std::map<double, std::vector<Results>> byLoad;
  for (const StoredRun& each : runs)
    if (each.results.complete && onOneCurve(each.design, run.design))
      byLoad[each.results.offeredLoad].push_back(each.results);
  std::vector<CurvePoint> points;
  for (auto& [load, results] : byLoad) {
    points.push_back(summarize(load, std::move(results)));
    points.back().runs.clear();
  }
  return points;
}

}  // namespace hopscope
