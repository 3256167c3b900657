// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/fabric/calendar.h"
#include "engine/fabric/fabric.h"
#include "engine/routing/routing_algorithm.h"
#include "engine/switching/route_stage.h"

namespace hopscope {

/// The input side of the routers: queues per virtual channel, and what each head wants.
class InputUnit {
 public:
  InputUnit(Fabric& fabric, PacketPool& queued, const RoutingAlgorithm& routing, RouteStage& routes)
      : fabric_(fabric),
        queued_(queued),
        routing_(routing),
        routes_(routes),
        decides_(routing.decides()) {}

  /// Is the head of this input asked at each attempt where it wants to go?
  bool asks(const InputPort& in) const {
    return decides_ != Decides::never && (decides_ == Decides::everyHop || in.upstream == kNone);
  }

  /// A head arrives and queues up. True where it is first in its queue: the input may try again.
  bool enqueue(Cycle now, const Arrival& arrival) {
    const Packet& packet = arrival.packet;
    InputPort& in = fabric_.inputs[arrival.input];
    const PacketIndex index = queued_.take();
    QueuedPacket& entry = queued_[index];
    entry = {packet, static_cast<CycleStamp>(now), 0, kNone};
    if (routes_.tables()) {
      const RouteChoice choice =
          routing_.route(in.router, in.index, {packet.destination, packet.detail});
      const Cycle ready = routes_.ready(arrival.input, packet.destination, choice.port, now);
      entry.lookup = static_cast<std::uint32_t>(ready - now);
    }
    InputVc& queue = fabric_.inputVcs[in.firstVc + packet.vc];
    // A source queue counts its packets from generation on, so that room is never promised twice.
    if (in.upstream != kNone) queue.flits += fabric_.packetFlits;
    if (queue.head == kNone) {
      queue.head = queue.tail = index;
      in.occupied |= VcMask{1} << packet.vc;
      expose(in, queue);
      return true;
    }
    queued_[queue.tail].next = index;
    queue.tail = index;
    return false;
  }

  /// Takes the head out; the next one is exposed.
  QueuedPacket dequeue(InputPort& in, VcIndex vc) {
    InputVc& queue = fabric_.inputVcs[in.firstVc + vc];
    const PacketIndex index = queue.head;
    const QueuedPacket head = queued_[index];
    queued_.give(index);
    queue.head = head.next;
    queue.flits -= fabric_.packetFlits;
    if (queue.head == kNone) {
      queue.tail = kNone;
      in.occupied &= ~(VcMask{1} << vc);
    } else {
      expose(in, queue);
    }
    return head;
  }

  /// Asks the head of a queue what it wants in this attempt.
  void ask(const RouterView& view, const InputPort& in, InputVc& queue, Rng& rng) {
    const Packet& packet = queued_[queue.head].packet;
    want(in, queue,
         routing_.choose(view, in.router, in.index, {packet.destination, packet.detail}, rng));
  }

  /// All that the head of a queue may want, appended to `out`.
  void candidates(const InputPort& in, const InputVc& queue, std::vector<RouteChoice>& out) const {
    const Packet& packet = queued_[queue.head].packet;
    routing_.candidates(in.router, in.index, {packet.destination, packet.detail}, out);
  }

 private:
  /// Routes the packet at the head.
  void expose(const InputPort& in, InputVc& queue) {
    const QueuedPacket& head = queued_[queue.head];
    if (!asks(in))
      want(in, queue,
           routing_.route(in.router, in.index, {head.packet.destination, head.packet.detail}));
    queue.ready = head.arrival + head.lookup;
    queue.waits = false;
  }

  void want(const InputPort& in, InputVc& queue, const RouteChoice& choice) {
    queue.out = fabric_.topology->firstPort[in.router] + choice.port;
    queue.outVcs = static_cast<std::uint16_t>(choice.vcs);
    queue.nextDetail = choice.nextDetail;
  }

  Fabric& fabric_;
  PacketPool& queued_;
  const RoutingAlgorithm& routing_;
  RouteStage& routes_;
  Decides decides_;
};

}  // namespace hopscope
