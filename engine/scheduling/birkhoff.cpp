// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <limits>

#include "engine/scheduling/circuit_schedule.h"
#include "engine/scheduling/k_step_matching.h"

namespace hopscope::circuits {
namespace {

/// As long as rows and columns have equal sums there is a perfect matching of what is left
/// (Birkhoff 1946). Each configuration stays until one of its cells is done; the others keep their
/// partners, so that the next needs few augmenting paths.
CircuitSchedule decomposeWhole(const Demand& demand, const Values& values) {
  CircuitSchedule schedule;
  schedule.setup = timeAt(values, "reconfiguration", demand);
  schedule.served = demand;
  schedule.left = {demand.ports, std::vector<std::int64_t>(demand.cells.size(), 0),
                   demand.decimals};
  Demand rest = stuffed(demand);
  schedule.added = rest.total() - demand.total();
  BitMatrix open(demand.ports, demand.ports);
  for (std::uint32_t input = 0; input < demand.ports; ++input)
    for (std::uint32_t output = 0; output < demand.ports; ++output)
      if (rest.at(input, output) > 0) open.set(input, output);
  KStepMatching matching(demand.ports);
  std::vector<std::uint32_t> outputOf;
  greedyMatching(open, outputOf);
  for (std::int64_t time = demand.largestSum(); time > 0;) {
    matching.improve(open, 2 * demand.ports - 1, outputOf);
    ScheduledConfiguration& next = schedule.configurations.emplace_back();
    next.duration = std::numeric_limits<std::int64_t>::max();
    for (std::uint32_t input = 0; input < demand.ports; ++input) {
      next.duration = std::min(next.duration, rest.at(input, outputOf[input]));
      next.outputOf.push_back(static_cast<std::uint16_t>(outputOf[input]));
    }
    for (std::uint32_t input = 0; input < demand.ports; ++input) {
      std::int64_t& cell = rest.at(input, outputOf[input]);
      cell -= next.duration;
      if (cell > 0) continue;
      open.clear(input, outputOf[input]);
      outputOf[input] = kNone;
    }
    time -= next.duration;
  }
  return schedule;
}

}  // namespace

CircuitSchedulerEntry birkhoffVonNeumann() {
  CircuitSchedulerEntry entry;
  entry.name = "birkhoff_von_neumann";
  entry.label = "Birkhoff–von Neumann";
  entry.help =
      "Permutations whose times add up to the demand: no schedule without waits is shorter.";
  entry.source =
      "Chang, Chen & Huang, On service guarantees for input-buffered crossbar switches, "
      "INFOCOM 2000; Birkhoff 1946";
  entry.parameters = {reconfigurationParameter()};
  entry.check = [](const Demand& demand, const Values&) {
    // Stuffing adds at most two cells a port; each configuration finishes one.
    return tooLarge(demand, std::min<std::uint64_t>(demand.pairs() + 2 * demand.ports,
                                                    std::uint64_t{demand.ports} * demand.ports));
  };
  entry.schedule = decomposeWhole;
  return entry;
}

}  // namespace hopscope::circuits
