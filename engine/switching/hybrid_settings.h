// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/core/ids.h"
#include "engine/scheduling/circuit_prediction.h"
#include "engine/scheduling/circuit_registers.h"
#include "engine/scheduling/greedy_scheduler.h"
#include "engine/scheduling/slot_order.h"
#include "engine/scheduling/tree_scheduler.h"

namespace hopscope {

/// A configuration that is loaded before a run.
struct LoadedConfiguration {
  std::vector<PortPair> pairs;  ///< sound (checkConfiguration)
  /// Flits that its pairs have to carry together before the next one takes its place; 0: it stays.
  std::uint64_t flits = 0;

  bool operator==(const LoadedConfiguration&) const = default;
};

/// A configuration that a program loads while it runs.
struct CommandedConfiguration {
  std::uint32_t slot = 0;  ///< one with a loaded configuration
  LoadedConfiguration configuration;

  bool operator==(const CommandedConfiguration&) const = default;
};

/// How a packet finds its circuits.
enum class CircuitRelay : std::uint8_t {
  direct,  ///< it takes the circuit to its destination
  valiant  ///< to any other port, and from there to its destination
};

/// A crossbar on which circuits and worms share time slots, or a tree on which circuits do, and the
/// interfaces (NICs) facing it.
/// Times in cycles; a flit is what a link carries in a cycle. A wire to the switch or back (flits,
/// requests and grants alike) is as long as the terminals' channels.
struct HybridSettings {
  std::uint32_t circuitSlots = 4;  ///< K; 0: worms only
  bool worms = true;               ///< one more slot, in which the switch's buffers send
  SlotPolicy policy = SlotPolicy::skipEmpty;
  PreemptScope scope = PreemptScope::global;
  SlotLengths lengths{20, 20};  ///< 0: that kind of slot is left out
  Cycle guard = 0;              ///< at the beginning of a slot, without data

  Cycle nic = 1;                ///< from the processor into its NIC, or out of it; at least 1
  Cycle straight = 10;          ///< a flit of a circuit from NIC to NIC; at least 1
  Cycle buffer = 1;             ///< a flit of a worm through the switch
  Cycle schedulerLatency = 8;   ///< of a pass
  Cycle schedulerInterval = 8;  ///< from one pass to the next; at least 1
  SlotChoice slotChoice = SlotChoice::roundRobin;
  CellRotation rotation = CellRotation::roundRobin;
  std::string scheduler = "greedy";  ///< of slotSchedulers()
  std::uint32_t pathStages = 9;      ///< of "k_step": longest augmenting path, odd
  TreeSchedulerSettings ways;        ///< of a tree's circuits

  bool prefetchGrant = false;        ///< worms are scheduled while those before them leave
  std::uint32_t wormFlits = 16;      ///< longest worm; each is scheduled anew
  std::uint32_t nicFlits = 1024;     ///< buffer of a NIC, for worms and circuits together
  std::uint32_t pairFlits = 0;       ///< of it, for the circuits of one destination; 0: all
  std::uint32_t switchFlits = 1024;  ///< buffer of the switch for each input's worms

  Eviction eviction = Eviction::timeOut;
  Cycle evictionLimit = 0;        ///< cycles that a circuit is idle, or uses of others
  Adding adding = Adding::onUse;  ///< where there are worms; else a waiting packet asks
  std::uint32_t addingThreshold = 4;
  CircuitRelay relay = CircuitRelay::direct;      ///< other ones only where all pairs stay loaded
  std::uint32_t relayFlits = 1024;                ///< of a NIC's buffer for packets of others
  std::vector<LoadedConfiguration> loaded;        ///< into slots 0, 1, …; more than slots wait
  std::vector<CommandedConfiguration> commanded;  ///< by programs; beside it none of `loaded` waits

  bool operator==(const HybridSettings&) const = default;
};

/// More slots of circuits than this there are not.
inline constexpr std::uint32_t kMostCircuitSlots = 1024;

}  // namespace hopscope
