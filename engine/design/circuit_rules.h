// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "engine/design/settings_reader.h"
#include "engine/simulation/setup.h"
#include "engine/workload/application_plan.h"

namespace hopscope {

/// Refuses what switches whose circuits have time slots can't be with: lookups in tables, and
/// routes that change during a run.
void refuseBesideCircuits(const Setup& setup, const SettingsReader& read);

/// Warns of programs that tell of circuits, of which switches of that model have none that programs
/// may change.
Issues unheardCommands(const ApplicationPlan& plan, const std::string& model);

}  // namespace hopscope
