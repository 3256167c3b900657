// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/design/settings_reader.h"
#include "engine/simulation/setup.h"

namespace hopscope {

/// Refuses what switches whose circuits have time slots can't be with: lookups in tables, and
/// routes that change during a run.
void refuseBesideCircuits(const Setup& setup, const SettingsReader& read);

}  // namespace hopscope
