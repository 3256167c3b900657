// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "engine/simulation/setup.h"
#include "engine/workload/head_times.h"

namespace hopscope {

/// How long packets and messages take through the network of a setup where nobody else is. Of
/// tables and caches the time of a lookup that waits for none, and of a cache that of a hit. What
/// packets of one message cost each other is in the times of switches without circuits; where
/// routers have caches, only beside channels that carry less than a flit a cycle.
std::shared_ptr<const HeadTimes> zeroLoadTimes(const Setup& setup);

}  // namespace hopscope
