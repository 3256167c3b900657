// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

#include "engine/core/issue.h"
#include "engine/design/design.h"
#include "engine/routing/routing_algorithm.h"

namespace hopscope {

/// Refuses that phase `index` of a design gives other settings to the routing that is in force, if
/// it looks at queues, learns or draws anew, while there is load: its thresholds and intervals
/// would be judged by what was learnt with others. Another algorithm begins in an empty network
/// instead. `load`: in force until then, 0..1. `before`, `after`: the routings of these times.
Issues checkRoutingUnderLoad(const Design& design, std::size_t index, double load,
                             const RoutingAlgorithm& before, const RoutingAlgorithm& after);

}  // namespace hopscope
