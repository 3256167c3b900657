// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/core/issue.h"
#include "engine/simulation/setup.h"

namespace hopscope {

/// Hands the circuits that a plan's programs load while they run (Program::loads) to the setup's
/// hybrid switches. Slots that programs name are kept for that: until then those that have nothing
/// loaded are empty. Refuses slots that there are not, circuits of ranks at one terminal that meet,
/// and what waits for its turn or relays beside. Warns of predictions that are not heard.
Issues takeProgramLoads(Setup& setup, const ApplicationPlan& plan);

}  // namespace hopscope
