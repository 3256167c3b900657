// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/declare.h"
#include "engine/scheduling/circuit_schedule.h"

namespace hopscope {

const Registry<CircuitSchedulerEntry>& circuitSchedulers() {
  static const Registry<CircuitSchedulerEntry> registry(std::vector<CircuitSchedulerEntry>{
      circuits::birkhoffVonNeumann(), circuits::solstice(), circuits::eclipse(), circuits::rotor(),
      circuits::greedySlots(), circuits::edgeColouring()});
  return registry;
}

double CircuitSchedule::makespan() const {
  double time = 0;
  for (const ScheduledConfiguration& each : configurations)
    time += static_cast<double>(each.duration + setup);
  return time * static_cast<double>(rounds);
}

namespace circuits {

Parameter reconfigurationParameter() {
  return declare::number(ParameterType::integer, "reconfiguration", "Reconfiguration",
                         std::int64_t{0}, 0, 1e9, "",
                         "Time without traffic before each configuration, in the demand's units.");
}

std::int64_t timeAt(const Values& values, const std::string& name, const Demand& demand) {
  std::int64_t time = integerAt(values, name);  // at most 10^9, as the decimals are 9
  for (int i = 0; i < demand.decimals; ++i) time *= 10;
  return time;
}

Issues tooLarge(const Demand& demand, std::uint64_t configurations) {
  constexpr std::uint64_t kMostEntries = 100'000'000;  // of 2 bytes
  if (configurations * demand.ports <= kMostEntries) return {};
  return {{Severity::error, "demand",
           sentence("The schedule may have {} configurations of {} ports.", configurations,
                    demand.ports),
           sentence("Choose fewer ports, or a demand with fewer pairs.")}};
}

}  // namespace circuits

}  // namespace hopscope
