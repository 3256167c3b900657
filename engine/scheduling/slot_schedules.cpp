// SPDX-License-Identifier: GPL-3.0-or-later
// Schedules in which each pair has one slot, as long as its most demanding circuit needs it.
#include <algorithm>

#include "engine/scheduling/circuit_schedule.h"
#include "engine/scheduling/edge_colouring.h"
#include "engine/scheduling/greedy_scheduler.h"

namespace hopscope::circuits {
namespace {

std::vector<PortPair> pairsOf(const Demand& demand) {
  std::vector<PortPair> pairs;
  for (std::uint32_t input = 0; input < demand.ports; ++input)
    for (std::uint32_t output = 0; output < demand.ports; ++output)
      if (demand.at(input, output) > 0) pairs.push_back({input, output});
  return pairs;
}

/// The most circuits of one port.
std::uint32_t degreeOf(const std::vector<PortPair>& pairs, std::uint32_t ports) {
  std::vector<std::uint32_t> inputs(ports, 0), outputs(ports, 0);
  std::uint32_t degree = 0;
  for (const PortPair& pair : pairs)
    degree = std::max({degree, ++inputs[pair.input], ++outputs[pair.output]});
  return degree;
}

CircuitSchedule emptySchedule(const Demand& demand, const Values& values) {
  CircuitSchedule schedule;
  schedule.setup = timeAt(values, "reconfiguration", demand);
  schedule.served = demand;
  schedule.left = {demand.ports, std::vector<std::int64_t>(demand.cells.size(), 0),
                   demand.decimals};
  return schedule;
}

void addCircuit(CircuitSchedule& schedule, const Demand& demand, std::uint32_t slot,
                const PortPair& pair) {
  while (schedule.configurations.size() <= slot)
    schedule.configurations.push_back({0, std::vector<std::uint16_t>(demand.ports, kNoPort)});
  ScheduledConfiguration& configuration = schedule.configurations[slot];
  configuration.outputOf[pair.input] = static_cast<std::uint16_t>(pair.output);
  configuration.duration = std::max(configuration.duration, demand.at(pair.input, pair.output));
}

CircuitSchedule packGreedily(const Demand& demand, const Values& values) {
  CircuitSchedule schedule = emptySchedule(demand, values);
  const std::vector<PortPair> pairs = pairsOf(demand);
  if (pairs.empty()) return schedule;
  // Two ports of d circuits each leave one of 2 d - 1 slots open for the circuit between them.
  CircuitRegisters registers(demand.ports, 2 * degreeOf(pairs, demand.ports) - 1);
  GreedyScheduler scheduler(registers, SlotChoice::firstFit, CellRotation::none, 0);
  BitMatrix requests(demand.ports, demand.ports);
  for (const PortPair& pair : pairs) requests.set(pair.input, pair.output);
  for (const CircuitChange& change : scheduler.step(requests))
    addCircuit(schedule, demand, change.slot, {change.input, change.output});
  return schedule;
}

CircuitSchedule colour(const Demand& demand, const Values& values) {
  CircuitSchedule schedule = emptySchedule(demand, values);
  const std::vector<PortPair> pairs = pairsOf(demand);
  const SlotAssignment assignment = colourEdges(pairs, demand.ports);
  for (std::size_t i = 0; i < pairs.size(); ++i)
    addCircuit(schedule, demand, assignment.slot[i], pairs[i]);
  return schedule;
}

Issues tooManySlots(const Demand& demand, std::uint64_t factor) {
  return tooLarge(demand, factor * degreeOf(pairsOf(demand), demand.ports));
}

}  // namespace

CircuitSchedulerEntry greedySlots() {
  CircuitSchedulerEntry entry;
  entry.name = "greedy";
  entry.label = "Greedy";
  entry.help = "Each pair takes the first slot in which its ports are free, low ports first.";
  entry.source = "Ding, PhD thesis, University of Pittsburgh 2006, sections 3.4 and 5.3";
  entry.parameters = {reconfigurationParameter()};
  entry.check = [](const Demand& demand, const Values&) { return tooManySlots(demand, 2); };
  entry.schedule = packGreedily;
  return entry;
}

CircuitSchedulerEntry edgeColouring() {
  CircuitSchedulerEntry entry;
  entry.name = "edge_colouring";
  entry.label = "Edge colouring";
  entry.help = "Each pair has a slot, and there are as few slots as the busiest port has pairs.";
  entry.source = "König 1916; Ding 2006, section 5.1";
  entry.parameters = {reconfigurationParameter()};
  entry.check = [](const Demand& demand, const Values&) { return tooManySlots(demand, 1); };
  entry.schedule = colour;
  return entry;
}

}  // namespace hopscope::circuits
