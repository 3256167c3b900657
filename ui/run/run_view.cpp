// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/run_view.h"

#include <algorithm>
#include <cmath>

#include "ui/run/failures.h"
#include "ui/run/run_plan.h"

namespace hopscope {

std::size_t phasesBegun(const RunView& view) {
  if (view.design == nullptr || view.design->phases.empty()) return 0;
  if (view.snapshot != nullptr)
    return phasesInForce(*view.design, *view.snapshot,
                         view.past ? view.past->end - 1 : view.snapshot->cycle);
  if (view.results == nullptr) return 0;
  return phasesInForce(*view.design, view.results->events,
                       view.past ? view.past->end - 1 : lastCycle(*view.results));
}

Cycle plannedCycles(const Snapshot& snapshot) {
  return snapshot.ranks ? 0 : snapshot.planned;
}

Cycle plannedEnd(const Snapshot& snapshot) {
  if (!snapshot.ranks) return snapshot.planned;
  if (snapshot.phase == RunPhase::done) return snapshot.cycle;
  // Not at each cycle another one, or the axis would never rest.
  Cycle end = 1'000;
  while (end < snapshot.cycle) end *= 2;
  return end;
}

std::vector<std::pair<ChannelId, float>> hottestChannels(const NetworkHeat& heat,
                                                         std::size_t most) {
  std::vector<std::pair<ChannelId, float>> busy;
  const std::vector<float>& values = heat.channelUtilization;
  for (std::size_t c = 0; c < values.size(); ++c)
    if (std::isfinite(values[c]) && values[c] > 0)
      busy.emplace_back(static_cast<ChannelId>(c), values[c]);
  const auto count = static_cast<std::ptrdiff_t>(std::min(most, busy.size()));
  std::partial_sort(busy.begin(), busy.begin() + count, busy.end(),
                    [](const auto& a, const auto& b) {
                      return a.second != b.second ? a.second > b.second : a.first < b.first;
                    });
  busy.resize(static_cast<std::size_t>(count));
  return busy;
}

}  // namespace hopscope
