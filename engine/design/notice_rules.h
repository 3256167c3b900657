// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/design/settings_reader.h"
#include "engine/routing/congestion_points.h"
#include "engine/simulation/setup.h"

namespace hopscope {

/// Refuses congestion points that the switches of a design cannot have: at outputs without a queue,
/// or with notices that no buffer has room for. `reader`: of the design's own settings.
void checkCongestionPoints(const Setup& setup, const CongestionPoints& points,
                           const SettingsReader& reader);

}  // namespace hopscope
