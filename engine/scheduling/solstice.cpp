// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <bit>
#include <limits>

#include "engine/core/declare.h"
#include "engine/scheduling/circuit_schedule.h"
#include "engine/scheduling/k_step_matching.h"

namespace hopscope::circuits {
namespace {

void openCells(const Demand& demand, std::int64_t atLeast, BitMatrix& open) {
  open.clear();
  for (std::uint32_t input = 0; input < demand.ports; ++input)
    for (std::uint32_t output = 0; output < demand.ports; ++output)
      if (demand.at(input, output) >= atLeast) open.set(input, output);
}

/// Slices as long as possible first: perfect matchings of cells of at least r, which halves when
/// there is none. What is left is given to the packet switch as soon as that can carry it in the
/// time the circuits take.
CircuitSchedule sliceBig(const Demand& demand, const Values& values) {
  CircuitSchedule schedule;
  schedule.setup = timeAt(values, "reconfiguration", demand);
  const double packetRate = realAt(values, "packet_rate");
  schedule.left = demand;
  schedule.served = {demand.ports, std::vector<std::int64_t>(demand.cells.size(), 0),
                     demand.decimals};
  Demand rest = stuffed(demand);
  schedule.added = rest.total() - demand.total();
  const std::int64_t largest =
      rest.cells.empty() ? 0 : *std::max_element(rest.cells.begin(), rest.cells.end());
  auto threshold = static_cast<std::int64_t>(
      std::bit_floor(static_cast<std::uint64_t>(std::max<std::int64_t>(largest, 1))));
  BitMatrix open(demand.ports, demand.ports);
  KStepMatching matching(demand.ports);
  std::vector<std::uint32_t> outputOf;
  std::int64_t sum = demand.largestSum();  // of each row and column of `rest`
  double time = 0;
  while (sum > 0 && static_cast<double>(sum) > packetRate * time) {
    openCells(rest, threshold, open);
    greedyMatching(open, outputOf);
    matching.improve(open, 2 * demand.ports - 1, outputOf);
    if (std::find(outputOf.begin(), outputOf.end(), kNone) != outputOf.end()) {
      threshold /= 2;
      continue;
    }
    ScheduledConfiguration& next = schedule.configurations.emplace_back();
    next.duration = std::numeric_limits<std::int64_t>::max();
    for (std::uint32_t input = 0; input < demand.ports; ++input)
      next.duration = std::min(next.duration, rest.at(input, outputOf[input]));
    for (std::uint32_t input = 0; input < demand.ports; ++input) {
      const std::uint32_t output = outputOf[input];
      rest.at(input, output) -= next.duration;
      const std::int64_t carried = std::min(next.duration, schedule.left.at(input, output));
      schedule.left.at(input, output) -= carried;
      schedule.served.at(input, output) += carried;
      next.outputOf.push_back(carried > 0 ? static_cast<std::uint16_t>(output) : kNoPort);
    }
    sum -= next.duration;
    time += static_cast<double>(next.duration + schedule.setup);
  }
  return schedule;
}

}  // namespace

CircuitSchedulerEntry solstice() {
  CircuitSchedulerEntry entry;
  entry.name = "solstice";
  entry.label = "Solstice";
  entry.help = "Few long configurations; a packet switch beside the circuits takes the rest.";
  entry.source =
      "Liu, Mukerjee, Li, Feltman, Papen, Savage, Seshan, Voelker, Andersen, Kaminsky, "
      "Porter & Snoeren, Scheduling techniques for hybrid circuit/packet networks, "
      "CoNEXT 2015";
  entry.parameters = {
      reconfigurationParameter(),
      declare::number(ParameterType::real, "packet_rate", "Packet switch", 0.1, 0, 1, "",
                      "Rate of the packet switch's ports as a share of a circuit's.")};
  entry.check = [](const Demand& demand, const Values&) {
    return tooLarge(demand, std::min<std::uint64_t>(demand.pairs() + 2 * demand.ports,
                                                    std::uint64_t{demand.ports} * demand.ports));
  };
  entry.schedule = sliceBig;
  return entry;
}

}  // namespace hopscope::circuits
