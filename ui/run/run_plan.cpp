// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/run_plan.h"

#include <algorithm>

#include "engine/core/units.h"
#include "engine/design/phases.h"

namespace hopscope {

std::size_t phasesInForce(const Design& design, const std::vector<RunEvent>& events, Cycle at) {
  if (events.empty()) return RunPlan{{}, phaseBegins(design)}.begun(at);
  return phasesInForce(events, at);
}

std::size_t phasesInForce(const Design& design, const Snapshot& snapshot, Cycle at) {
  if (at > snapshot.cycle) return RunPlan{{}, phaseBegins(design)}.begun(at);
  return phasesInForce(snapshot.events, at);
}

void RunPlan::setBegins(const std::vector<TrafficPhase>& phases) {
  begins.clear();
  for (const TrafficPhase& phase : phases) begins.push_back(phase.at);
}

Cycle RunPlan::nextBegin(Cycle now) const {
  Cycle at = std::max<Cycle>(1, now);
  while (std::binary_search(begins.begin(), begins.end(), at)) ++at;
  return at;
}

Cycle RunPlan::add(const Phase& change, Cycle now) {
  const Cycle at = nextBegin(now);
  const auto place = static_cast<std::ptrdiff_t>(begun(at));
  Phase phase = change;
  phase.at = at;
  design.phases.insert(design.phases.begin() + place, phase);
  begins.insert(begins.begin() + place, at);
  return at;
}

std::size_t RunPlan::begun(Cycle cycle) const {
  return static_cast<std::size_t>(std::upper_bound(begins.begin(), begins.end(), cycle) -
                                  begins.begin());
}

Design RunPlan::inForce(Cycle now) const {
  const std::size_t before = begunBefore(now);
  return before == 0 ? design : designInPhase(design, before - 1);
}

}  // namespace hopscope
