// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>

#include "engine/design/settings_reader.h"
#include "engine/routing/detour_chart.h"
#include "engine/topology/topology.h"
#include "engine/workload/application_plan.h"

namespace hopscope {

/// What a design says about applications.
struct ApplicationReading {
  const Design& design;
  const Topology& topology;
  const Values& settings;  ///< effective
  const Clock& clock;
  std::uint32_t packetFlits = 1;
  std::uint64_t seed = 1;
};

/// The applications of a design without their zero-load times; null where it has none. What is
/// wrong with them goes to `issues`.
std::shared_ptr<ApplicationPlan> resolveApplications(const ApplicationReading& reading,
                                                     const SettingsReader& read, Issues& issues);

/// Refuses what has failed from phase `index` on if it takes ranks along: what they should send
/// would never come.
Issues checkRanksRemain(const ApplicationPlan& plan, const Topology& topology, std::size_t index,
                        const NetworkFaults& faults);

}  // namespace hopscope
