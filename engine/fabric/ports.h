// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>

#include "engine/core/ids.h"
#include "engine/fabric/cycle_stamp.h"
#include "engine/fabric/packet_pool.h"

namespace hopscope {

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
  bool decided = false;  ///< the head has been asked (RoutingAlgorithm::decidesOnce)
};
static_assert(kMaxVcs <= 16);

/// An input port, half a cache line: its buffers share one input of the crossbar.
struct alignas(32) InputPort {
  CycleStamp busyUntil = 0;   ///< the crossbar transfer of the last winner
  CycleStamp wakeAt = 0;      ///< the pending alarm, where it lies in the future
  std::uint32_t firstVc = 0;  ///< index of its first InputVc
  RouterId router = kNone;
  PortId upstream = kNone;          ///< the output that feeds it; kNone at a terminal
  std::uint32_t creditLatency = 0;  ///< of the channel back
  std::uint16_t occupied = 0;       ///< virtual channels with a packet
  PortIndex index = 0;              ///< of the port in its router
  std::uint16_t settings = 0;       ///< index of the router's SwitchSettings
  VcIndex vcs = 1;
  VcIndex pointer = 0;  ///< round robin over virtual channels: looked at first
};

/// The request that an output will grant in this cycle, as far as it has seen them.
struct Leader {
  PortIndex input = kNoPort;  ///< none yet
  VcIndex inputVc = 0, outputVc = 0;
};

/// An output port, one cache line with all that a packet's hop touches of it: a queue that drains
/// at link rate, the credits of the buffers behind it, and the arbiter before it.
struct alignas(64) OutputPort {
  /// Ports with more virtual channels, and routers with more ports, keep theirs in the Fabric.
  static constexpr unsigned kVcs = 4;
  static constexpr unsigned kInputs = 64;

  std::uint64_t sent = 0;                  ///< flits granted since cycle 0
  std::uint64_t waiting = 0;               ///< inputs that wait for a credit
  std::array<std::uint32_t, kVcs> used{};  ///< flits granted and not credited back
  CycleStamp busyUntil = 0;                ///< the crossbar transfer of the last winner
  CycleStamp linkFree = 0;                 ///< once the packet granted last has left
  PortId downstream = kNone;               ///< the input it feeds; kNone: a terminal (ejection)
  std::uint32_t room = 0;                  ///< flits one virtual channel's buffer downstream holds
  std::uint32_t linkLatency = 1;
  std::uint32_t run = 0;  ///< the latest of its Fabric::runs
  PortIndex index = 0;
  PortIndex pointer = 0;  ///< round robin over inputs: looked at first
  Leader leader;
};
static_assert(sizeof(InputPort) == 32 && sizeof(InputVc) == 32 && sizeof(OutputPort) == 64);

}  // namespace hopscope
