// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/switching/allocation_log.h"
#include "engine/switching/bitmap.h"
#include "engine/switching/cycle_queue.h"
#include "engine/switching/journey.h"
#include "engine/switching/partition.h"
#include "engine/switching/port_list.h"
#include "engine/switching/slow_channels.h"
#include "engine/switching/wormhole_packets.h"
#include "engine/switching/wormhole_state.h"

namespace hopscope::wormhole {

/// A flit that may cross the switch in this cycle.
struct Winner {
  VcId vcId = 0;            ///< input
  std::uint32_t extra = 0;  ///< cycles in the switch beyond the shortest path
};

/// One part of a wormhole network: consecutive routers with their terminals, what is active among
/// them, and what they have sent. Flits and credits for another part lie in queues of the part that
/// sent them, a row for each cycle: the other part takes out rows of cycles that its sender has
/// left behind, so that both may run at the same time, and nothing is copied.
struct PartState : State {
  PartState(const State& shared, const Partition& partition, std::uint32_t index,
            PacketStore& store);
  PartState(const PartState&) = delete;
  PartState& operator=(const PartState&) = delete;

  /// Has it hear of what another part sends it, which may be itself. Once for each part.
  void hear(PartState& from);

  /// Has the processor fetch the packets whose heads come from other parts in cycle `now`: they are
  /// in another core's cache.
  void prefetchArrivals(Cycle now) const {
    for (const CycleQueue<Arrival>* const queue : arriving)
      if (queue != &flights[kToInputs])
        queue->peek(now, [this](const Arrival& arrival) {
          if ((arrival.flit & kHead) != 0) packets.prefetch(packetOf(arrival.flit));
        });
  }

  /// The same of the rows that are to take what it sends to others in cycles [from, until).
  void prefetchRows(Cycle from, Cycle until) const {
    constexpr Cycle kMostRows = 4;
    for (Cycle row = until; row < until + std::min(until - from, kMostRows); ++row) {
      for (std::size_t i = kToFirstNeighbour; i < flights.size(); ++i) flights[i].prefetch(row);
      for (std::size_t i = kCreditsToFirstNeighbour; i < credits.size(); ++i)
        credits[i].prefetch(row);
    }
  }

  VcId firstVc() const { return vcIdOf(firstPort, 0); }
  std::size_t portCount() const { return lastPort - firstPort; }
  std::size_t vcCount() const { return portCount() << vcShift; }

  std::uint32_t part;  ///< its number
  RouterId firstRouter, lastRouter;
  PortId firstPort, lastPort;
  TerminalId firstTerminal, lastTerminal;

  /// Outputs with members in their masks, and maybe some without. Where the state is lean, closed
  /// ones are not among those that switch.
  PortList switching, allocating;
  SlowChannels slowOutputs;       ///< by the output, from its first
  SlowChannels slowTerminals;     ///< likewise
  CycleQueue<PortId> reopening;   ///< closed outputs, where the state is lean
  Bitmap requesting;              ///< input ports with requests, numbered from its first
  Bitmap sending;                 ///< terminals that may have a flit to send, likewise
  std::vector<PortId> accepting;  ///< inputs with grants, in one cycle's allocation
  std::vector<Winner> winners;    ///< of one cycle's switch allocation
  std::vector<VcId> exposed;      ///< input VCs whose next head came to the front last cycle
  std::vector<VcId> askers;       ///< input VCs that ask for an output VC, where a list is kept

  /// Flits on the wires: to an input VC, or to a terminal, with the router's output VC.
  std::vector<CycleQueue<Arrival>> flights;
  /// Per flit that left a buffer: the output VC it goes back to.
  std::vector<CycleQueue<VcId>> credits;
  std::vector<CycleQueue<Arrival>*> arriving;  ///< of all parts, those with flits for its input VCs
  std::vector<CycleQueue<VcId>*> returning;    ///< likewise with credits for its output VCs
  PacketPlaces packets;
  /// Packets of a terminal's programs that take turns with those in its source queue.
  struct InTurn {
    PacketIndex head = kNone, tail = kNone;
  };
  std::vector<InTurn> inTurn;  ///< per terminal from its first; empty where there are no programs
  JourneyLog* journeys = nullptr;        ///< where a packet is followed
  AllocationLog* allocations = nullptr;  ///< where one of its routers is looked into
  Cycle lastMove = 0;
  std::uint64_t flitHops = 0;

 private:
  std::vector<std::uint32_t> neighbours_;  ///< parts, in the order of their queues
};

/// All parts of a network, in their order.
using PartStates = std::vector<const PartState*>;

}  // namespace hopscope::wormhole
