// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "engine/core/declare.h"
#include "engine/scheduling/circuit_schedule.h"

namespace hopscope::circuits {
namespace {

std::int64_t dividedUp(std::int64_t amount, std::int64_t by) {
  return (amount + by - 1) / by;
}

/// What a pair's circuits have to carry. With relays each port spreads all it has over the others,
/// which bring it to where it belongs; what meets its destination at once goes there.
std::int64_t mostOfAPair(const Demand& demand, bool relayed) {
  if (!relayed) return *std::max_element(demand.cells.begin(), demand.cells.end());
  if (demand.ports < 2) return 0;  // nobody to relay
  std::vector<std::int64_t> rows(demand.ports, 0), columns(demand.ports, 0);
  for (std::uint32_t input = 0; input < demand.ports; ++input)
    for (std::uint32_t output = 0; output < demand.ports; ++output) {
      rows[input] += demand.at(input, output);
      columns[output] += demand.at(input, output);
    }
  std::int64_t most = 0;
  for (std::uint32_t input = 0; input < demand.ports; ++input)
    for (std::uint32_t output = 0; output < demand.ports; ++output)
      if (input != output)
        most = std::max(most, rows[input] + columns[output] - demand.at(input, output));
  return dividedUp(most, demand.ports - 1);
}

/// Each port faces every other in turn, whatever the demand is.
CircuitSchedule rotate(const Demand& demand, const Values& values) {
  CircuitSchedule schedule;
  schedule.setup = timeAt(values, "guard", demand);
  schedule.served = demand;
  schedule.left = {demand.ports, std::vector<std::int64_t>(demand.cells.size(), 0),
                   demand.decimals};
  const std::int64_t duration = timeAt(values, "slot", demand) - schedule.setup;
  schedule.rounds = dividedUp(mostOfAPair(demand, textAt(values, "relay") == "valiant"), duration);
  for (std::uint32_t turn = 1; turn < demand.ports; ++turn) {
    ScheduledConfiguration& next = schedule.configurations.emplace_back();
    next.duration = duration;
    for (std::uint32_t input = 0; input < demand.ports; ++input)
      next.outputOf.push_back(static_cast<std::uint16_t>((input + turn) % demand.ports));
  }
  return schedule;
}

}  // namespace

CircuitSchedulerEntry rotor() {
  using declare::number;
  CircuitSchedulerEntry entry;
  entry.name = "rotor";
  entry.label = "Rotor";
  entry.help = "Fixed configurations in turn, in which each port faces every other once a round.";
  entry.source =
      "Mellette, McGuinness, Roy, Forencich, Papen, Snoeren & Porter, RotorNet, SIGCOMM "
      "2017; Ballani et al., Sirius, SIGCOMM 2020";
  entry.parameters = {number(ParameterType::integer, "slot", "Slot", std::int64_t{100}, 1, 1e9, "",
                             "Length of a slot with its guard, in the demand's units."),
                      number(ParameterType::integer, "guard", "Guard", std::int64_t{10}, 0, 1e9, "",
                             "Time without traffic at the beginning of each slot."),
                      declare::choice("relay", "Relay", "direct",
                                      {{"direct", "straight to the destination"},
                                       {"valiant", "over any other port (Valiant)"}},
                                      "How traffic finds its slots.")};
  entry.check = [](const Demand& demand, const Values& values) -> Issues {
    if (integerAt(values, "guard") >= integerAt(values, "slot"))
      return {{Severity::error, "guard",
               sentence("The guard of {} leaves nothing of a slot of {}.",
                        integerAt(values, "guard"), integerAt(values, "slot")),
               sentence("Choose a guard below the slot.")}};
    if (demand.ports < 2)
      return {{Severity::error, "demand", sentence("A rotor has 2 ports or more.")}};
    for (std::uint32_t port = 0; port < demand.ports; ++port)
      if (demand.at(port, port) > 0)
        return {{Severity::error, "demand",
                 sentence("Port {} has demand for itself, which a rotor never connects.", port),
                 sentence("Set the table's diagonal to 0.")}};
    return {};
  };
  entry.schedule = rotate;
  return entry;
}

}  // namespace hopscope::circuits
