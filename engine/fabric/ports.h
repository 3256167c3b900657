// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "engine/core/ids.h"
#include "engine/fabric/packet_pool.h"

namespace hopscope {

/// Index into the network's flat port arrays: Topology::firstPort[router] + port. A router's port
/// is an input and an output with the same index.
using PortId = std::uint32_t;

/// One virtual channel of an input port: a queue of packets and what its head wants. Half a cache
/// line.
struct alignas(32) InputVc {
  PacketIndex head = kNone, tail = kNone;
  std::uint32_t flits = 0;       ///< in the buffer (source queue: from generation on)
  PortId out = kNone;            ///< the head's output
  std::uint32_t nextDetail = 0;  ///< the head's route state after this hop
  CycleStamp ready = 0;          ///< the head may request from then on
  CycleStamp roomless = 0;       ///< since when it waits for room downstream, while `waits`
  std::uint16_t outVcs = 0;      ///< virtual channels it may take there
  bool waits = false;
};
static_assert(kMaxVcs <= 16);

/// An input port, one cache line: its buffers share one way into the crossbar.
struct alignas(64) InputPort {
  Cycle busyUntil = 0;        ///< the crossbar transfer of the last winner
  Cycle wakeAt = 0;           ///< the pending alarm, where it lies in the future
  Cycle attemptedAt = -1;     ///< the cycle it was last put on the list of those that try
  std::uint32_t firstVc = 0;  ///< index of its first InputVc
  RouterId router = kNone;
  PortId upstream = kNone;          ///< the output that feeds it; kNone at a terminal
  std::uint32_t creditLatency = 0;  ///< of the way back
  VcMask occupied = 0;              ///< virtual channels with a packet
  PortIndex index = 0;              ///< of the port in its router
  std::uint16_t settings = 0;       ///< index of the router's SwitchSettings
  VcIndex vcs = 1;
  VcIndex pointer = 0;  ///< round robin over virtual channels: looked at first
};

/// An output port, one cache line: a queue that drains at link rate, and the credits of the buffers
/// behind it.
struct alignas(64) OutputPort {
  Cycle busyUntil = 0;        ///< the crossbar transfer of the last winner
  Cycle lastDeparture = 0;    ///< head of the packet granted last onto the link
  std::uint32_t firstVc = 0;  ///< index of its first credit counter
  std::uint32_t room = 0;     ///< flits one virtual channel's buffer downstream holds
  PortId downstream = kNone;  ///< the input it feeds; kNone: a terminal (ejection)
  std::uint32_t switchLatency = 1, linkLatency = 1;
  std::uint32_t firstSlot = 0;  ///< of its ring of departures in the output queue
  std::uint32_t slots = 0;      ///< packets the output queue holds
  std::uint32_t nextSlot = 0;
  std::uint32_t firstWaiting = 0;  ///< of its words in the mask of inputs that wait for credit
  ChannelId channel = kNone;       ///< the link in this direction
  PortIndex index = 0;
  VcIndex vcs = 1;
  std::uint16_t waitingWords = 1;  ///< 64 inputs each
};
static_assert(sizeof(InputPort) == 64 && sizeof(OutputPort) == 64);

}  // namespace hopscope
