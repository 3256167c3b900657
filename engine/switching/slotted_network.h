// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "engine/switching/circuit_network.h"
#include "engine/switching/slotted_circuits.h"

namespace hopscope {

/// A network of any topology on which all that is sent has circuits.
struct SlottedPlan {
  CircuitNetworkPlan network;
  SlottedSettings settings;
  std::shared_ptr<const std::vector<PlannedCircuit>> circuits;  ///< by source and destination
};

/// Circuits whose slots move on by one each hop, and the terminals that send over them. A packet
/// that finds no room in its interface is refused, as is one that has no circuit.
std::unique_ptr<Switching> makeSlottedNetwork(const SlottedPlan& plan);

}  // namespace hopscope
