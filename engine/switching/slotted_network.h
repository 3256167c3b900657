// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "engine/fabric/vc_counts.h"
#include "engine/switching/circuit_network.h"
#include "engine/switching/slotted_circuits.h"

namespace hopscope {

/// A network of any topology with circuits for what is sent, or for some of it.
struct SlottedPlan {
  CircuitNetworkPlan network;
  SlottedSettings settings;
  std::shared_ptr<const PlannedCircuits> circuits;  ///< by source and destination
  /// Of best effort (slotted::BestEffort).
  VcCounts virtualChannels = {};
  std::uint32_t longestPacket = 1;  ///< flits
};

/// Circuits whose slots move on by one each hop, and the terminals that send over them. A packet
/// that has no circuit travels in what they leave free, where settings allow that; else it is
/// refused, as is one that finds no room in its interface.
std::unique_ptr<Switching> makeSlottedNetwork(const SlottedPlan& plan);

}  // namespace hopscope
