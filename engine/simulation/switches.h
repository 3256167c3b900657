// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/core/ids.h"
#include "engine/fabric/switch_settings.h"
#include "engine/fabric/vc_reuse.h"
#include "engine/scheduling/circuit_registers.h"
#include "engine/switching/hybrid_settings.h"
#include "engine/switching/slotted_circuits.h"
#include "engine/switching/wormhole_settings.h"

namespace hopscope {

/// Virtual cut-through switches: the distinct ones, and which of them each router is.
struct VctSwitches {
  std::vector<SwitchSettings> kinds;
  std::vector<std::uint16_t> kindOf;  ///< per router: index into `kinds`

  const SwitchSettings& of(RouterId router) const { return kinds[kindOf[router]]; }
  bool operator==(const VctSwitches&) const = default;

  /// When virtual channels take the next packet: what the proof of freedom of deadlock depends on.
  VcReuse reuse() const { return VcReuse::whole; }
  /// From the arrival of a head that nothing hinders until it leaves, without a table lookup.
  Cycle headLatency(RouterId router) const { return of(router).latency; }
  /// Buffers that a flit is written into on its way through a router.
  unsigned buffersPassed(RouterId router) const { return of(router).outputBuffer > 0 ? 2 : 1; }
  /// Flits of a probe, where the shortest other one has so many.
  static constexpr std::uint32_t probeFlits(std::uint32_t shortest) { return shortest; }
  /// Packets have one of the lengths that the network was made for.
  static constexpr bool kAnyLength = false;
  /// Flits that a terminal hands over to its interface in a cycle.
  static constexpr std::uint32_t handedOver() { return 1; }
  static constexpr Cycle beside() { return 0; }
};

/// Wormhole routers: alike but for their buffers.
struct WormholeSwitches {
  WormholeSettings settings;
  std::vector<std::uint32_t> bufferFlits;  ///< per router; empty: all as in `settings`

  bool operator==(const WormholeSwitches&) const = default;

  VcReuse reuse() const { return settings.reallocate; }
  Cycle headLatency(RouterId /*router*/) const {
    const WormholeDelays& d = settings.delays;
    // A head that speculates wins the switch in the cycle of its virtual channel.
    const Cycle allocation = d.vcAllocation + (settings.speculative ? 0 : d.switchAllocation);
    return d.route + allocation + d.traversal;
  }
  unsigned buffersPassed(RouterId /*router*/) const { return 1; }
  static constexpr std::uint32_t probeFlits(std::uint32_t /*shortest*/) { return 1; }
  static constexpr bool kAnyLength = true;
  static constexpr std::uint32_t handedOver() { return 1; }
  static constexpr Cycle beside() { return 0; }
};

/// The switch of a hybrid crossbar or the switches of a hybrid tree, and the interfaces facing
/// them.
struct HybridSwitches {
  HybridSettings settings;
  std::uint32_t processorFlits = 5;  ///< a processor hands over in a cycle
  Cycle wire = 1;                    ///< from a terminal to the crossbar, or to the tree's top
  Cycle above = 0;                   ///< of that, from the lowest switches of the tree on
  std::uint32_t levels = 0;          ///< of the tree; 0: a crossbar

  bool operator==(const HybridSwitches&) const = default;

  VcReuse reuse() const { return VcReuse::whole; }
  /// Beside the wires, of a packet for which there is a circuit and its slot, or else of a worm.
  /// A flit of a circuit may be faster than two wires: then it is below 0.
  /// In a tree only wires and interfaces take time.
  Cycle headLatency(RouterId /*router*/) const { return levels > 0 ? 0 : leastTime(); }
  /// What a packet takes beside routers and wires.
  Cycle beside() const { return levels > 0 ? leastTime() : 0; }
  Cycle leastTime() const {
    const Cycle interfaces = 2 * settings.nic - 1;
    // Its request has been to the top of the tree and back before a worm goes that way itself.
    const Cycle worm = interfaces + settings.schedulerLatency + settings.buffer + 2 * above;
    const Cycle circuit = interfaces + settings.straight - 2 * wire;
    if (settings.circuitSlots == 0) return worm;
    return settings.worms ? std::min(worm, circuit) : circuit;
  }
  unsigned buffersPassed(RouterId /*router*/) const { return 1; }
  static constexpr std::uint32_t probeFlits(std::uint32_t /*shortest*/) { return 1; }
  static constexpr bool kAnyLength = true;
  std::uint32_t handedOver() const { return processorFlits; }
};

/// Switches with circuits for all that is sent, or for some pairs, whose slots move on by one each
/// hop.
struct SlottedSwitches {
  SlottedSettings settings;
  /// Pairs that are to have circuits, by source and destination; nothing: all that may send.
  std::optional<std::vector<PortPair>> wanted;
  /// Of traffic: the pairs that these send between have circuits, for their packets alone. Empty:
  /// circuits are for all that goes between their pairs.
  std::vector<std::string> classes;
  /// By source and destination; found as the setup is completed, from all that it may send.
  std::shared_ptr<const PlannedCircuits> circuits;

  bool operator==(const SlottedSwitches& other) const {
    return settings == other.settings && wanted == other.wanted && classes == other.classes;
  }

  VcReuse reuse() const { return VcReuse::whole; }
  /// A channel and the switch before it take a slot together (Setup::linkLatency).
  static constexpr Cycle headLatency(RouterId /*router*/) { return 0; }
  Cycle beside() const { return 2 * settings.nic - 1; }
  unsigned buffersPassed(RouterId /*router*/) const { return 1; }
  static constexpr std::uint32_t probeFlits(std::uint32_t /*shortest*/) { return 1; }
  static constexpr bool kAnyLength = true;
  static constexpr std::uint32_t handedOver() { return 1; }
};

/// The switches of a network, by their model. A model that is added here has the functions that the
/// others have, and what makes its network in make_network.cpp; its parameters and what becomes of
/// them are its entry in design/switch_models.h.
using Switches = std::variant<VctSwitches, WormholeSwitches, HybridSwitches, SlottedSwitches>;

}  // namespace hopscope
