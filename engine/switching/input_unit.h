// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <vector>

#include "engine/fabric/calendar.h"
#include "engine/fabric/fabric.h"
#include "engine/fabric/touch.h"
#include "engine/routing/router_memory.h"
#include "engine/routing/routing_algorithm.h"
#include "engine/switching/route_stage.h"
#include "engine/switching/vct_view.h"

namespace hopscope {

/// The input side of the routers: queues per virtual channel, and what each head wants.
class InputUnit {
 public:
  /// Of input ports [first, last).
  InputUnit(Fabric& fabric, PortId first, PortId last, Calendar& calendar,
            const RoutingAlgorithm& routing, RouteStage& routes)
      : fabric_(fabric),
        inputs_(fabric.inputs.data()),
        inputVcs_(fabric.inputVcs.data()),
        calendar_(calendar),
        queued_(calendar.queued),
        routing_(&routing),
        routes_(routes),
        tables_(routes.tables()),
        decides_(routing.decides()),
        once_(routing.decidesOnce()),
        first_(first),
        last_(last) {
    // Moving up costs some instructions, so that lines are for where whole networks wait while
    // switches learn. What a table has found out is kept with each packet, and so is when one comes
    // whose terminal's channel is slow.
    sourcesLineUp_ = routing.congestionPoints().has_value() && !tables_ && fabric.paces.empty();
    calendar_.sourcesLineUp = sourcesLineUp_;
    setRouting(routing);
  }

  /// Other routes, from now on; calls of `reroute` are to follow.
  void setRouting(const RoutingAlgorithm& routing) {
    routing_ = &routing;
    decides_ = routing.decides();
    once_ = routing.decidesOnce();
    attempts_.assign(routing.redraws() ? last_ - first_ : 0, 0);
    outputs_.assign(decides_ == Decides::atSource ? last_ - first_ : 0, {});
  }
  /// What hears of attempts in vain; may be nullptr.
  void setMemory(RouterMemory* memory) {
    refusals_ = memory != nullptr && memory->hears().refusals ? memory : nullptr;
  }
  /// Do heads of source queues draw their state anew at each attempt?
  bool redraws() const { return !attempts_.empty(); }
  /// How often one drew another state after an attempt in vain.
  std::uint64_t recomputations() const { return recomputations_; }
  /// Routes the head of a queue anew; it is known as soon as it would have been.
  void reroute(PortId input, const InputPort& in, InputVc& queue) {
    expose(input, in, queue, queued_[queue.head]);
  }

  /// Is the head of this queue asked at its next attempt where it wants to go?
  bool decidesAnew(const InputPort& in, const InputVc& queue) const {
    return chooses(in) && !(once_ && queue.decided);
  }

  /// Has the processor fetch what the head that arrives in two cycles needs, or in one.
  [[gnu::always_inline]] void prefetchSoon(const Arrival& arrival) const {
    prefetch(inputs_[arrival.input]);
    if (tables_) routes_.prefetch(arrival.input);
  }
  [[gnu::always_inline]] void prefetchNext(const Arrival& arrival) const {
    prefetch(inputVcs_[inputs_[arrival.input].firstVc + arrival.packet.vc]);
    if (tables_) routes_.prefetch(arrival.input, arrival.packet.destination);
  }

  /// RouteStage's.
  bool cachesAlone() const { return routes_.cachesAlone(); }
  std::int32_t hit(Cycle now, const Arrival& arrival) {
    return routes_.hit(arrival.input, arrival.packet.destination, now);
  }

  /// A head arrives, looks its route up where there are tables, and queues up; `kAlike`: all
  /// packets have one length. True where it is first in its queue: the input may try again.
  template <bool kAlike>
  [[gnu::always_inline]] bool enqueue(Cycle now, const Arrival& arrival) {
    const InputPort& in = inputs_[arrival.input];
    if (sourcesLineUp_) [[unlikely]]
      if (calendar_.linesUp(in, arrival.packet.vc) && lineUp(inputVcs_[in.firstVc], arrival.packet))
        return false;
    const PacketIndex index = take(now, arrival);
    if (tables_) lookUp(now, arrival.input, in, queued_[index]);
    return append<kAlike>(arrival, index);
  }
  /// The same of one whose route will be known in so many cycles.
  template <bool kAlike>
  bool join(Cycle now, const Arrival& arrival, std::uint32_t lookup) {
    const PacketIndex index = take(now, arrival);
    queued_[index].lookup = lookup;
    return append<kAlike>(arrival, index);
  }

  /// Takes the head out; the next one is exposed. What is returned stands until the next packet
  /// queues up.
  template <bool kAlike>
  const QueuedPacket& dequeue(PortId input, InputPort& in, VcIndex vc) {
    InputVc& queue = inputVcs_[in.firstVc + vc];
    const PacketIndex index = queue.head;
    const QueuedPacket& head = queued_[index];
    if (sourcesLineUp_) [[unlikely]]
      if (head.next != kNone && calendar_.linesUp(in, vc)) {
        queue.flits -= fabric_.flitsOf<kAlike>(head.packet.length);
        return moveUp(input, in, queue, queued_[index]);
      }
    queue.head = head.next;
    queue.flits -= fabric_.flitsOf<kAlike>(head.packet.length);
    if (queue.head == kNone)
      in.occupied = static_cast<std::uint16_t>(in.occupied & ~(1u << vc));
    else
      expose(input, in, queue, queued_[queue.head]);
    queued_.give(index);
    return head;
  }

  /// Asks the head of a queue what it wants in this attempt.
  void ask(const VctView& view, PortId input, const InputPort& in, InputVc& queue, Rng& rng) {
    queue.decided = true;
    if (redraws() && in.upstream == kNone) redraw(view, input, in, queue, rng);
    const Packet& packet = queued_[queue.head].packet;
    want(input, in, queue,
         routing_->choose(view, in.router, in.index, {packet.destination, packet.detail}, rng));
  }

  /// Calls visit(index) for each output that the head of a queue, which is asked, may want.
  template <typename Visit>
  void forEachOutput(PortId input, const InputPort& in, const InputVc& queue, const Visit& visit) {
    Outputs* const known = outputs_.empty() ? nullptr : &outputs_[input - first_];
    if (known != nullptr && known->count != kUnknown) {
      for (std::uint8_t i = 0; i < known->count; ++i) visit(known->ports[i]);
      return;
    }
    const Packet& packet = queued_[queue.head].packet;
    wantable_.clear();
    routing_->outputs(in.router, in.index, {packet.destination, packet.detail}, wantable_);
    const bool few = known != nullptr && wantable_.size() <= known->ports.size();
    if (few) known->count = 0;
    for (const PortIndex port : wantable_) {
      if (few) known->ports[known->count++] = port;
      visit(port);
    }
  }

 private:
  /// Does routing leave it to the head of a queue of this input where it goes?
  bool chooses(const InputPort& in) const {
    return decides_ != Decides::never && (decides_ == Decides::everyHop || in.upstream == kNone);
  }

  /// A place for a packet that arrives.
  PacketIndex take(Cycle now, const Arrival& arrival) {
    const PacketIndex index = queued_.take();
    QueuedPacket& entry = queued_[index];
    entry.packet = arrival.packet;
    entry.arrival = stampOf(now);
    entry.lookup = 0;
    entry.next = kNone;
    return index;
  }

  /// Puts it at the end of its queue.
  template <bool kAlike>
  bool append(const Arrival& arrival, PacketIndex index) {
    const Packet& packet = arrival.packet;
    InputPort& in = inputs_[arrival.input];
    InputVc& queue = inputVcs_[in.firstVc + packet.vc];
    // A source queue counts its packets from generation on, so that room is never promised twice.
    if (in.upstream != kNone) queue.flits += fabric_.flitsOf<kAlike>(packet.length);
    if (queue.head == kNone) {
      queue.head = queue.tail = index;
      in.occupied = static_cast<std::uint16_t>(in.occupied | 1u << packet.vc);
      expose(arrival.input, in, queue, queued_[index]);
      return true;
    }
    queued_[queue.tail].next = index;
    queue.tail = index;
    return false;
  }

  /// A packet comes to a source queue; false where it is to be the head.
  [[gnu::noinline]] bool lineUp(InputVc& queue, const Packet& packet) {
    if (queue.head == kNone) return false;
    PacketIndex& first = queued_[queue.head].next;
    queue.tail = calendar_.waiting.append(first == kNone ? kNone : queue.tail, packet);
    if (first == kNone) first = queue.tail;
    return true;
  }
  /// The head of a source queue becomes the packet behind it; returns the one before.
  [[gnu::noinline]] const QueuedPacket& moveUp(PortId input, const InputPort& in, InputVc& queue,
                                               QueuedPacket& head) {
    leaving_ = head;
    WaitingPackets& waiting = calendar_.waiting;
    waiting.read(head.next, head.packet);
    head.arrival = head.packet.birth + in.creditLatency;
    head.next = waiting.leave(head.next, queue.tail);
    if (head.next != kNone) waiting.prefetch(head.next);
    expose(input, in, queue, head);
    return leaving_;
  }

  void lookUp(Cycle now, PortId input, const InputPort& in, QueuedPacket& entry) {
    const TerminalId destination = entry.packet.destination;
    const auto port = [&] {
      return routes_.bound(in.router, in.index, {destination, entry.packet.detail});
    };
    entry.lookup = static_cast<std::uint32_t>(
        routes_.ready(input, destination, port, now, entry.packet.probe) - now);
    if (routes_.roundRobin())
      entry.packet.detail =
          routes_.nextLink(in.router, in.index, {destination, entry.packet.detail});
  }

  /// Routes the packet at the head.
  void expose(PortId input, const InputPort& in, InputVc& queue, const QueuedPacket& head) {
    if (chooses(in)) {
      if (redraws()) attempts_[input - first_] = 0;
      if (!outputs_.empty()) outputs_[input - first_].count = kUnknown;
    } else {
      want(input, in, queue,
           routing_->route(in.router, in.index, {head.packet.destination, head.packet.detail}));
    }
    queue.ready = head.arrival + head.lookup;
    queue.waits = false;
    queue.decided = false;
  }

  /// The head of a source queue attempts with the state that it draws now.
  void redraw(const VctView& view, PortId input, const InputPort& in, const InputVc& queue,
              Rng& rng) {
    Packet& packet = queued_[queue.head].packet;
    std::uint32_t& attempts = attempts_[input - first_];
    if (attempts > 0 && refusals_ != nullptr)
      refusals_->refused(view.now(), {in.router, in.index, packet.destination}, queue.nextDetail);
    const RouteState state{packet.destination, packet.detail};
    packet.detail =
        routing_->redraw(view, {in.router, in.index, state, attempts, queue.nextDetail}, rng)
            .detail;
    if (attempts > 0 && packet.detail != state.detail) ++recomputations_;
    ++attempts;
  }

  void want(PortId input, const InputPort& in, InputVc& queue, const RouteChoice& choice) {
    queue.out = input - in.index + choice.port;
    queue.outVcs = static_cast<std::uint16_t>(choice.vcs);
    queue.nextDetail = choice.nextDetail;
    // Looked at when the head tries, later in this cycle.
    __builtin_prefetch(&fabric_.outputs[queue.out], 1);
  }

  Fabric& fabric_;
  // The fabric's arrays, which never move, a load nearer.
  InputPort* const inputs_;
  InputVc* const inputVcs_;
  Calendar& calendar_;
  PacketPool& queued_;
  QueuedPacket leaving_;  ///< a source queue whose next packet has its place
  const RoutingAlgorithm* routing_;
  RouteStage& routes_;
  bool tables_;
  bool sourcesLineUp_;  ///< Calendar::sourcesLineUp, a load nearer
  Decides decides_;
  bool once_;
  PortId first_, last_;
  /// Per input port, of the head of a source queue, which has one virtual channel in use: how often
  /// it has tried. Empty where it keeps its state.
  std::vector<std::uint32_t> attempts_;
  std::uint64_t recomputations_ = 0;
  RouterMemory* refusals_ = nullptr;  ///< that hears of them
  static constexpr std::uint8_t kUnknown = 0xff;
  /// What the head of a source queue may want, once it has been found out.
  struct Outputs {
    std::array<PortIndex, 2> ports{};
    std::uint8_t count = kUnknown;
  };
  std::vector<Outputs> outputs_;     ///< per input port, where heads decide at their source
  std::vector<PortIndex> wantable_;  ///< by the head that is being looked at
};

}  // namespace hopscope
