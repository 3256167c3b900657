// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "engine/design/design.h"
#include "engine/design/settings_reader.h"
#include "engine/simulation/setup.h"

namespace hopscope {

/// Exact in every JSON reader.
inline constexpr std::int64_t kLargestSeed = 9'007'199'254'740'991;

/// How long a design's run warms up, measures and goes on, in cycles. `findsWarmup`: its settings
/// let the run find the end of the warm-up itself. What cannot be is refused by `read`.
RunSettings resolveRun(const Design& design, const SettingsReader& read, bool findsWarmup);

}  // namespace hopscope
