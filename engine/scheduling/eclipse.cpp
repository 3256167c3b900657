// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <vector>

#include "engine/core/declare.h"
#include "engine/scheduling/circuit_schedule.h"
#include "engine/scheduling/heaviest_matching.h"

namespace hopscope::circuits {
namespace {

/// Most durations that are tried for one configuration; of more, evenly chosen ones.
constexpr std::size_t kMostDurations = 64;

/// With a matching given, what it carries per time grows with its duration until a cell is done:
/// the best duration is a demand that is left, or all the time.
std::vector<std::int64_t> durationsOf(const Demand& left, std::int64_t time) {
  std::vector<std::int64_t> durations;
  for (const std::int64_t cell : left.cells)
    if (cell > 0 && cell < time) durations.push_back(cell);
  std::sort(durations.begin(), durations.end());
  durations.erase(std::unique(durations.begin(), durations.end()), durations.end());
  if (durations.size() >= kMostDurations) {
    std::vector<std::int64_t> some;
    for (std::size_t i = 1; i < kMostDurations; ++i)
      some.push_back(durations[i * durations.size() / kMostDurations]);
    durations = std::move(some);
  }
  durations.push_back(time);
  return durations;
}

struct Best {
  std::int64_t carried = 0, duration = 0;
  std::vector<std::uint32_t> outputOf;
};

Best bestConfiguration(const Demand& left, std::int64_t time, std::int64_t setup) {
  Best best;
  std::vector<std::int64_t> weights(left.cells.size());
  std::vector<std::uint32_t> outputOf;
  for (const std::int64_t duration : durationsOf(left, time)) {
    std::transform(left.cells.begin(), left.cells.end(), weights.begin(),
                   [duration](std::int64_t cell) { return std::min(cell, duration); });
    const std::int64_t carried = heaviestMatching(weights, left.ports, outputOf);
    const auto perTime = [setup](std::int64_t amount, std::int64_t lasting) {
      return static_cast<double>(amount) / static_cast<double>(lasting + setup);
    };
    if (best.carried > 0 && perTime(carried, duration) < perTime(best.carried, best.duration))
      continue;
    best = {carried, duration, outputOf};
  }
  // A window longer than all that is left would end in waiting.
  std::int64_t longest = 0;
  for (std::uint32_t input = 0; input < left.ports && best.carried > 0; ++input)
    longest = std::max(longest, left.at(input, best.outputOf[input]));
  best.duration = std::min(best.duration, longest);
  return best;
}

/// Greedy for what grows less and less (submodular): the configuration that carries the most per
/// time, again and again, until the window is full.
CircuitSchedule fillWindow(const Demand& demand, const Values& values) {
  CircuitSchedule schedule;
  schedule.setup = timeAt(values, "reconfiguration", demand);
  schedule.left = demand;
  schedule.served = {demand.ports, std::vector<std::int64_t>(demand.cells.size(), 0),
                     demand.decimals};
  std::int64_t time = timeAt(values, "window", demand);
  while (time > schedule.setup) {
    const Best best = bestConfiguration(schedule.left, time - schedule.setup, schedule.setup);
    if (best.carried == 0) break;
    ScheduledConfiguration& next = schedule.configurations.emplace_back();
    next.duration = best.duration;
    for (std::uint32_t input = 0; input < demand.ports; ++input) {
      const std::uint32_t output = best.outputOf[input];
      const std::int64_t carried = std::min(best.duration, schedule.left.at(input, output));
      schedule.left.at(input, output) -= carried;
      schedule.served.at(input, output) += carried;
      next.outputOf.push_back(carried > 0 ? static_cast<std::uint16_t>(output) : kNoPort);
    }
    time -= best.duration + schedule.setup;
  }
  return schedule;
}

}  // namespace

CircuitSchedulerEntry eclipse() {
  CircuitSchedulerEntry entry;
  entry.name = "eclipse";
  entry.label = "Eclipse";
  entry.help = "Carries as much as it can within a window of time; greedy, and near the best.";
  entry.source =
      "Bojja Venkatakrishnan, Alizadeh & Viswanath, Costly circuits, submodular schedules "
      "and approximate Carathéodory theorems, SIGMETRICS 2016";
  entry.parameters = {
      reconfigurationParameter(),
      declare::number(ParameterType::integer, "window", "Window", std::int64_t{1000}, 1, 1e9, "",
                      "Time for all configurations, in the demand's units.")};
  entry.check = [](const Demand& demand, const Values& values) -> Issues {
    constexpr std::uint32_t kMostPorts = 128;
    if (demand.ports > kMostPorts)
      return {{Severity::error, "demand",
               sentence("Eclipse would take too long for {} ports.", demand.ports),
               sentence("At most {} are possible.", kMostPorts)}};
    if (integerAt(values, "reconfiguration") >= integerAt(values, "window"))
      return {{Severity::error, "window",
               sentence("The window of {} ends before a configuration is set up.",
                        integerAt(values, "window")),
               sentence("Choose a window longer than the reconfiguration, {}.",
                        integerAt(values, "reconfiguration"))}};
    return {};
  };
  entry.schedule = fillWindow;
  return entry;
}

}  // namespace hopscope::circuits
