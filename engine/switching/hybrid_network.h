// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "engine/switching/circuit_network.h"
#include "engine/switching/hybrid_settings.h"

namespace hopscope {

/// A network of one hybrid crossbar, or a hybrid tree (circuitTree).
struct HybridPlan {
  CircuitNetworkPlan network;
  Cycle wire = 1;   ///< from a terminal to the crossbar, or to the top of the tree; at least 1
  Cycle above = 0;  ///< of it, from the lowest switch of the tree to its top
  HybridSettings settings;
};

/// A crossbar on which circuits and worms share time slots, and its terminals. A packet that finds
/// no room in its NIC is refused; the latency starts when the NIC has taken it.
std::unique_ptr<Switching> makeHybridNetwork(const HybridPlan& plan);

}  // namespace hopscope
