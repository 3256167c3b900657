// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/core/ids.h"
#include "engine/switching/circuit_observation.h"

namespace hopscope::hybrid {

class HybridCrossbar;

/// Everything about the circuits of a crossbar, between two cycles; a walk over all packets.
CircuitDetail observeCircuits(const HybridCrossbar& crossbar, Cycle now);

}  // namespace hopscope::hybrid
