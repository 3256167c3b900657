// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/core/ids.h"
#include "engine/core/issue.h"
#include "engine/core/registry.h"
#include "engine/scheduling/demand.h"

namespace hopscope {

/// A configuration of a crossbar and how long it stays.
struct ScheduledConfiguration {
  std::int64_t duration = 0;            ///< in the demand's units, without the time to set it up
  std::vector<std::uint16_t> outputOf;  ///< per input; kNoPort where it is not connected
};

/// What becomes of a demand.
struct CircuitSchedule {
  std::vector<ScheduledConfiguration> configurations;  ///< in order; repeated `rounds` times
  std::int64_t rounds = 1;
  std::int64_t setup = 0;  ///< time without traffic before each configuration
  /// Demand that circuits carry, and what is left for a packet switch beside them.
  Demand served, left;
  /// What was added so that the configurations fill up; without demand, so nobody's.
  std::int64_t added = 0;

  /// Time of all rounds, with that to set up.
  double makespan() const;
};

/// An algorithm that makes a schedule of a demand. Adding one: a file here, a declaration below and
/// a line in circuit_schedulers.cpp.
struct CircuitSchedulerEntry : Entry {
  /// What forbids it on this demand, size above all; may be empty.
  std::function<Issues(const Demand&, const Values&)> check;
  std::function<CircuitSchedule(const Demand&, const Values&)> schedule;
};

const Registry<CircuitSchedulerEntry>& circuitSchedulers();

/// The schedule in words, or as JSON ("hopscope.schedule/1") with each configuration.
std::string describe(const CircuitSchedulerEntry& scheduler, const Demand& demand,
                     const CircuitSchedule& schedule);
std::string writeSchedule(const CircuitSchedulerEntry& scheduler, const Values& values,
                          const Demand& demand, const CircuitSchedule& schedule);

namespace circuits {

/// What schedules have in common: the time to set up a configuration, a parameter that is a time in
/// the units of the demand's cells, and the limit of what a schedule may hold in memory.
Parameter reconfigurationParameter();
std::int64_t timeAt(const Values& values, const std::string& name, const Demand& demand);
Issues tooLarge(const Demand& demand, std::uint64_t configurations);

CircuitSchedulerEntry birkhoffVonNeumann();
CircuitSchedulerEntry solstice();
CircuitSchedulerEntry eclipse();
CircuitSchedulerEntry rotor();
CircuitSchedulerEntry greedySlots();
CircuitSchedulerEntry edgeColouring();

}  // namespace circuits

}  // namespace hopscope
