// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/kept_curves.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <variant>

#include "engine/design/catalogue.h"
#include "projects/stored_run.h"

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

/// Those of all loads, where they are the same and follow each other.
std::optional<CurveSeeds> commonSeeds(const std::map<double, std::multiset<std::int64_t>>& byLoad) {
  if (byLoad.empty()) return {};
  const std::multiset<std::int64_t>& some = byLoad.begin()->second;
  const CurveSeeds seeds{*some.begin(), static_cast<std::int64_t>(some.size())};
  std::multiset<std::int64_t> following;
  for (std::int64_t i = 0; i < seeds.count; ++i) following.insert(seeds.first + i);
  const bool common = std::all_of(byLoad.begin(), byLoad.end(),
                                  [&](const auto& each) { return each.second == following; });
  return common ? std::optional(seeds) : std::nullopt;
}

}  // namespace

CurveSeeds curveSeedsOf(const Design& design) {
  return {std::get<std::int64_t>(effectiveValue(design, "run.seed")),
          std::get<std::int64_t>(effectiveValue(design, "run.replications"))};
}

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

KeptCurve keptCurve(const StoredRun& run, const std::vector<StoredCurve>& curves,
                    const RunList& runs) {
  if (const StoredCurve* curve = measuredCurve(run.design, curves))
    return {curve->points, curveSeedsOf(curve->design)};
  std::map<double, std::vector<Results>> byLoad;
  std::map<double, std::multiset<std::int64_t>> seeds;
  const auto add = [&](double load, const Design& design, const Results& results) {
    byLoad[load].push_back(results);
    const CurveSeeds own = curveSeedsOf(design);
    for (std::int64_t i = 0; i < own.count; ++i) seeds[load].insert(own.first + i);
  };
  for (const RunHead& each : runs.newest(kMostAskedForCurve)) {
    if (!each.complete) continue;
    const auto design = runs.design(each.id);
    if (!design || !onOneCurve(*design, run.design)) continue;
    if (const auto summary = runs.summary(each.id))
      add(each.offeredLoad, *design, summary->results);
  }
  if (const RunHead* own = runs.find(run.id);
      own != nullptr && own->complete && byLoad.find(own->offeredLoad) == byLoad.end())
    add(own->offeredLoad, run.design, run.results);
  KeptCurve curve;
  curve.seeds = commonSeeds(seeds);
  for (auto& [load, results] : byLoad) {
    curve.points.push_back(summarize(load, std::move(results)));
    curve.points.back().runs.clear();
  }
  return curve;
}

}  // namespace hopscope
