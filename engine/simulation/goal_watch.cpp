// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/goal_watch.h"

#include <algorithm>
#include <utility>

#include "engine/core/not_a_number.h"
#include "engine/statistics/share.h"
#include "engine/workload/application_workload.h"

namespace hopscope {

void GoalWatch::begin(const RunGoal& goal, const Simulation& simulation) {
  goal_ = goal;
  begun_ = simulation.now();
  windowsSeen_ = simulation.windows().size();
  ranks_.clear();
  const ApplicationWorkload* applications = simulation.applications();
  if (goal_.rank.any() && applications != nullptr) {
    const std::uint32_t end = std::min(applications->ranks().count(), goal_.rank.first) +
                              std::min(applications->ranks().count(), goal_.rank.count);
    ranks_.reserve(end - std::min(end, goal_.rank.first));
    for (std::uint32_t id = goal_.rank.first; id < end; ++id)
      // What it has come to before is nothing to wait for.
      if (const Rank* rank = applications->rank(id); rank != nullptr && !came(*rank))
        ranks_.push_back(rank);
  }
  counts_.reset();
  value_.reset();
  rank_ = kNone;
}

Cycle GoalWatch::slice(const Simulation& simulation, Cycle slice) const {
  if (goal_.followed && simulation.journey() != nullptr) return std::min<Cycle>(slice, 1);
  if (!ranks_.empty()) slice = std::min(slice - 1, simulation.restsUntil() - simulation.now()) + 1;
  if (goal_.window.any()) slice = std::min(slice, simulation.windowEnd() - simulation.now());
  if (goal_.delivered > 0) {
    // A terminal receives at most one packet a cycle.
    const std::uint64_t delivered = simulation.packetsDelivered();
    const std::uint64_t missing = goal_.delivered - std::min(goal_.delivered, delivered);
    const auto terminals = std::max<std::uint64_t>(1, simulation.setup().topology->terminalCount());
    slice = std::min(slice, std::max<Cycle>(1, static_cast<Cycle>(missing / terminals)));
  }
  return slice;
}

bool GoalWatch::met(const Simulation& simulation) {
  if (goal_.delivered > 0 && simulation.packetsDelivered() >= goal_.delivered) return true;
  if (goal_.followed) {
    const Journey* journey = simulation.journey();
    if (journey != nullptr && journey->delivered >= 0) return true;
  }
  if (!ranks_.empty() && rankCame()) return true;
  return goal_.window.any() && windowHolds(simulation);
}

bool GoalWatch::rankCame() {
  const auto it =
      std::find_if(ranks_.begin(), ranks_.end(), [this](const Rank* rank) { return came(*rank); });
  if (it == ranks_.end()) return false;
  rank_ = (*it)->id;
  return true;
}

bool GoalWatch::came(const Rank& rank) const {
  switch (goal_.rank.event) {
    case RankCondition::Event::waits:
      return (rank.phase == RankPhase::waiting || rank.blocked) && rank.since >= begun_ &&
             rank.times.finished < 0;
    case RankCondition::Event::iteration:
      return rank.iteration >= goal_.rank.iteration;
    case RankCondition::Event::finished:
      return rank.times.finished >= 0;
    case RankCondition::Event::none:
      break;
  }
  return false;
}

bool GoalWatch::windowHolds(const Simulation& simulation) {
  const std::vector<WindowSample>& windows = simulation.windows();
  const std::size_t seen = std::exchange(windowsSeen_, windows.size());
  if (windows.size() <= seen) return false;
  // Slices end with windows: there is one new one.
  const double value =
      goal_.window.quantity != nullptr ? goal_.window.quantity(windows.back()) : ofPart(simulation);
  if (!goal_.window.holds(value)) return false;
  value_ = value;
  return true;
}

double GoalWatch::ofPart(const Simulation& simulation) {
  const std::uint32_t part = goal_.window.part;
  WatchList watch;
  watch.windows = false;
  if (goal_.window.ofPart == PartQuantity::buffered) watch.router = part;
  simulation.snapshot(picture_, watch);
  Counts now{picture_.cycle, 0, 0};
  switch (goal_.window.ofPart) {
    case PartQuantity::buffered: {
      std::uint64_t flits = 0;
      if (!picture_.router) return kNan;
      for (const PortDetail& port : picture_.router->ports)
        for (const std::uint32_t waiting : port.inputFlits) flits += waiting;
      return static_cast<double>(flits);
    }
    case PartQuantity::utilization:
      if (part >= picture_.channelFlits.size()) return kNan;
      now.all = picture_.channelFlits[part];
      break;
    case PartQuantity::hitRate:
      if (part >= picture_.routerLookups.size()) return kNan;
      now.all = picture_.routerLookups[part];
      now.hits = picture_.routerHits[part];
      break;
  }
  const std::optional<Counts> before = std::exchange(counts_, now);
  if (!before) return kNan;
  if (goal_.window.ofPart == PartQuantity::hitRate)
    return share(now.hits - before->hits, now.all - before->all);
  const LinkRate rate = rateOf(simulation.setup().linkRates, part / 2);
  return share((now.all - before->all) * rate.cycles,
               static_cast<std::uint64_t>(now.at - before->at) * rate.flits);
}

}  // namespace hopscope
