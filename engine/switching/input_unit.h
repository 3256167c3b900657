// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

#include "engine/fabric/fabric.h"
#include "engine/routing/routing_algorithm.h"
#include "engine/switching/route_stage.h"

namespace hopscope {

/// The input side of all routers: queues per virtual channel, and what each head wants.
class InputUnit {
 public:
  InputUnit(Fabric& fabric, const RoutingAlgorithm& routing, RouteStage& routes)
      : fabric_(fabric), routing_(routing), routes_(routes) {}

  /// A head arrives and queues up. True where it is first in its queue: the input may try again.
  bool enqueue(Cycle now, PacketIndex index, PortId id) {
    Packet& packet = fabric_.packets[index];
    InputPort& in = fabric_.inputs[id];
    packet.arrival = static_cast<CycleStamp>(now);
    packet.lookup = 0;
    packet.next = kNone;
    if (routes_.tables()) {
      const RouteChoice choice =
          routing_.route(in.router, in.index, {packet.destination, packet.detail});
      packet.lookup =
          static_cast<std::uint32_t>(routes_.ready(id, packet.destination, choice.port, now) - now);
    }
    InputVc& queue = fabric_.inputVcs[in.firstVc + packet.vc];
    // A source queue counts its packets from generation on, so that room is never promised twice.
    if (in.upstream != kNone) queue.flits += fabric_.packetFlits;
    if (queue.head == kNone) {
      queue.head = queue.tail = index;
      in.occupied |= VcMask{1} << packet.vc;
      expose(now, in, queue);
      return true;
    }
    fabric_.packets[queue.tail].next = index;
    queue.tail = index;
    return false;
  }

  /// Takes the head out; the next one is exposed.
  PacketIndex dequeue(Cycle now, InputPort& in, VcIndex vc) {
    InputVc& queue = fabric_.inputVcs[in.firstVc + vc];
    const PacketIndex index = queue.head;
    queue.head = fabric_.packets[index].next;
    queue.flits -= fabric_.packetFlits;
    if (queue.head == kNone) {
      queue.tail = kNone;
      in.occupied &= ~(VcMask{1} << vc);
    } else {
      expose(now, in, queue);
    }
    return index;
  }

 private:
  /// Routes the packet at the head.
  void expose(Cycle now, const InputPort& in, InputVc& queue) {
    const Packet& packet = fabric_.packets[queue.head];
    const RouteChoice choice =
        routing_.route(in.router, in.index, {packet.destination, packet.detail});
    queue.out = fabric_.topology->firstPort[in.router] + choice.port;
    queue.outVcs = choice.vcs;
    queue.nextDetail = choice.nextDetail;
    // Waiting may have outlasted the lookup: then this lies in the past.
    const CycleStamp waited = static_cast<CycleStamp>(now) - packet.arrival;
    queue.ready = now - Cycle{waited} + Cycle{packet.lookup};
  }

  Fabric& fabric_;
  const RoutingAlgorithm& routing_;
  RouteStage& routes_;
};

}  // namespace hopscope
