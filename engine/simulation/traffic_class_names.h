// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/simulation/setup.h"

namespace hopscope {

/// The classes of traffic that a run tells apart, by name: a class keeps its number when a phase
/// changes the others. Empty where no traffic is mixed.
using ClassNames = std::vector<std::string>;

/// What packets belong to while the traffic of a run is not mixed, but was or will be.
inline constexpr const char* kNoClass = "no class";
/// What packets of applications belong to beside mixed traffic.
inline constexpr const char* kApplicationsClass = "applications";

/// Appends the classes of the traffic from the start and in each phase (none where it is not mixed)
/// that are not among `names` yet.
void nameClasses(const std::vector<ClassNames>& inForce, ClassNames& names);
/// Those of the setup and its phases, and of its applications.
void nameClasses(const Setup& setup, ClassNames& names);
/// ApplicationPlan::trafficClass: behind the classes that the setup has from the start; 0 where
/// there are none.
std::uint8_t classOfApplications(const Setup& setup);

/// TrafficPlan::classIds.
std::vector<std::uint8_t> classIdsOf(const TrafficPattern& pattern, const ClassNames& names);

}  // namespace hopscope
