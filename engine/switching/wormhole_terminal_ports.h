// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/routing/routing_algorithm.h"
#include "engine/switching/mailbox.h"
#include "engine/switching/partition.h"
#include "engine/switching/terminals.h"
#include "engine/switching/wormhole_part_state.h"

namespace hopscope::wormhole {

/// The ports of the terminals of one part of a wormhole network, phase by phase: what they generate
/// waits in a queue of theirs, of any length, and leaves it flit by flit; what comes is handed over
/// when its tail is there.
class TerminalPorts final : public SourceQueues {
 public:
  /// `tables`: routers look heads up in the order in which they come, which is that of terminals.
  TerminalPorts(PartState& state, const Terminals::Plan& plan, const Partition& partition,
                bool tables);

  // The phases of cycle `now`.
  void deliver(Cycle now);
  void generate(Cycle now);
  /// Every terminal with a packet and a credit sends a flit. A packet takes the next virtual
  /// channel that has a credit.
  void send(Cycle now) { state_.slowTerminals.any() ? sendAs<true>(now) : sendAs<false>(now); }

  void setRouting(const RoutingAlgorithm& routing) { routing_ = &routing; }
  /// Where letters to terminals of other parts are put.
  void setMailbox(Mailbox& mailbox) { mailbox_ = &mailbox; }

  Terminals& terminals() { return terminals_; }
  const Terminals& terminals() const { return terminals_; }
  /// A packet was refused for want of memory.
  bool full() const { return full_; }

  bool enter(Cycle now, const NewPacket& entering, Rng& draws) override;
  void drop(const NewPacket& packet) override { terminals_.countDropped(packet); }

 private:
  /// `kSlow`: the channels of some are closed behind each flit.
  template <bool kSlow>
  void sendAs(Cycle now);
  bool waitsForTurn(std::uint32_t local, const Source& source, PacketIndex index);
  bool isCrowded(const Source& source) const;
  void joinQueue(Cycle now, const NewPacket& entering, PacketIndex index);
  void takeTurns();
  bool leaveAtOnce(Cycle now, TerminalId terminal, Source& source, PacketIndex index);
  /// A measured packet's first flit leaves, so long after its generation.
  void countSent(CycleStamp waited, std::uint32_t flight) {
    LatencySplit& split = terminals_.delivered().split;
    split.source += waited;
    split.traversal += 1;
    split.channel += flight - 1;
  }
  /// A flit leaves a terminal.
  void spendCredit(OutputSide& out, VcId outVc) {
    if (--state_.outVcs[outVc].credits == 0)
      out.available &= static_cast<std::uint16_t>(~(1u << state_.vcOf(outVc)));
    ++out.sent;
  }
  void announce(CycleStamp birth, const NewPacket& packet);
  void receive(Cycle now, PacketIndex index);
  unsigned emptyBuffers(PortId output, unsigned vcs) const;

  PartState& state_;
  const Partition& partition_;
  Mailbox* mailbox_ = nullptr;
  const RoutingAlgorithm* routing_;
  Terminals terminals_;
  bool passes_;  ///< a packet of one flit may leave in the cycle it enters, past the queue
  bool full_ = false;
  std::vector<std::uint32_t> turning_;  ///< terminals with packets that wait for their turn
};

}  // namespace hopscope::wormhole
