// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>

#include "engine/core/issue.h"
#include "engine/findings/remedy.h"
#include "engine/topology/placement.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// What mends an issue of validate(). It was tried out: with it, nothing is said of that place any
/// more, and nothing worse is said elsewhere. Empty where nothing is known that helps.
Remedy remedyFor(const Issue& issue, const Design& design, const Topology& topology,
                 const Placement& placement);

/// What breaks the cycles in which packets can wait for each other: the virtual channels that the
/// routing needs, or another routing. Tried out by the proof; empty where that would take long.
Remedy remedyForDeadlock(const Design& design, const std::stop_token& stop = {});

}  // namespace hopscope
