// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/routing/routing_algorithm.h"
#include "engine/switching/terminals.h"
#include "engine/switching/wormhole_state.h"

namespace hopscope::wormhole {

/// The ports of terminals that face a wormhole network, phase by phase: what they generate waits in
/// a queue of theirs, of any length, and leaves it flit by flit; what comes is handed over when its
/// tail is there.
class TerminalPorts final : SourceQueues {
 public:
  TerminalPorts(State& state, const Terminals::Plan& plan);

  // The phases of cycle `now`.
  void deliver(Cycle now);
  void generate(Cycle now) { terminals_.offer(now, *this); }
  /// Every terminal with a packet and a credit sends a flit. A packet takes the next virtual
  /// channel that has a credit.
  void send(Cycle now);

  void setRouting(const RoutingAlgorithm& routing) { routing_ = &routing; }

  Terminals& terminals() { return terminals_; }
  const Terminals& terminals() const { return terminals_; }
  /// A packet was refused for want of memory.
  bool full() const { return full_; }

 private:
  bool enter(Cycle now, const NewPacket& entering, Rng& draws) override;
  void drop(const NewPacket& packet) override { terminals_.countDropped(packet); }
  void receive(Cycle now, PacketIndex index);
  unsigned emptyBuffers(PortId output, unsigned vcs) const;

  State& state_;
  const RoutingAlgorithm* routing_;
  Terminals terminals_;
  bool full_ = false;
};

}  // namespace hopscope::wormhole
