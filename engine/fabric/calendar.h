// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <utility>

#include "engine/fabric/fabric.h"
#include "engine/fabric/packet_pool.h"
#include "engine/fabric/timing_wheel.h"
#include "engine/fabric/waiting_packets.h"

namespace hopscope {

/// A head on its way to an input port.
struct Arrival {
  Packet packet;
  PortId input = kNone;
};

/// Room for one packet that a buffer downstream gives back. One word: output, virtual channel and
/// the packet's length.
class Credit {
 public:
  Credit() = default;
  Credit(PortId output, VcIndex vc, std::uint32_t length)
      : packed_((output * kMaxVcs + vc) * kMostLengths + length) {}

  PortId output() const { return packed_ / (kMaxVcs * kMostLengths); }
  VcIndex vc() const { return static_cast<VcIndex>(packed_ / kMostLengths % kMaxVcs); }
  LengthIndex length() const { return static_cast<LengthIndex>(packed_ % kMostLengths); }

  /// More ports a network of virtual cut-through switches cannot have.
  static constexpr std::size_t kMostPorts =
      (std::size_t{1} << 32) / (std::size_t{kMaxVcs} * kMostLengths);

 private:
  std::uint32_t packed_ = 0;
};

/// A receiver has a virtual channel of an output stop, or go on (FlowControl::pause).
struct Pause {
  PortId output = kNone;
  VcIndex vc = 0;
  bool on = false;
};

/// All that is under way in a part of the network: its packets, and what happens to them when.
struct Calendar {
  explicit Calendar(const Horizons& horizons)
      : arrivals(horizons.arrivals),
        credits(horizons.credits),
        deliveries(horizons.deliveries),
        pauses(horizons.credits) {}

  /// Makes room for what a network that has settled needs, so that nothing is allocated any more.
  void leaveRoom() {
    queued.leaveRoom();
    waiting.leaveRoom();
    arrivals.leaveRoom();
    credits.leaveRoom();
    deliveries.leaveRoom();
    pauses.leaveRoom();
  }

  /// Nothing is under way; packets may still be queued.
  bool empty() const {
    return arrivals.empty() && credits.empty() && deliveries.empty() && pauses.empty();
  }

  /// Whether those behind the head of that queue of an input stand in `waiting`: QueuedPacket::next
  /// of the head and InputVc::tail are positions there then.
  bool linesUp(const InputPort& in, VcIndex vc) const {
    return in.upstream == kNone && vc == 0 && sourcesLineUp;
  }
  /// Calls visit(const QueuedPacket&) for the packets of a queue of an input, its head first.
  template <typename Visit>
  void forEachQueued(const Fabric& fabric, const InputPort& in, VcIndex vc, Visit&& visit) const {
    const InputVc& queue = fabric.inputVcs[in.firstVc + vc];
    if (queue.head == kNone) return;
    const QueuedPacket& head = queued[queue.head];
    if (!linesUp(in, vc)) {
      for (PacketIndex p = queue.head; p != kNone; p = queued[p].next) visit(queued[p]);
      return;
    }
    visit(head);
    QueuedPacket other = head;
    for (auto at = head.next; at != kNone; at = at == queue.tail ? kNone : waiting.after(at)) {
      waiting.read(at, other.packet);
      other.arrival = other.packet.birth + in.creditLatency;
      visit(std::as_const(other));
    }
  }

  PacketPool queued;
  /// Behind heads of source queues, where `sourcesLineUp`.
  WaitingPackets waiting;
  bool sourcesLineUp = false;
  TimingWheel<Arrival> arrivals;
  TimingWheel<Credit, 32> credits;
  TimingWheel<Packet> deliveries;  ///< tails at their terminal
  TimingWheel<Pause> pauses;       ///< only where receivers pause their senders
};

}  // namespace hopscope
