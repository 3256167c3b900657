// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/vct_router.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "engine/fabric/touch.h"
#include "engine/switching/slowest_local_channel.h"

namespace hopscope {
namespace {

constexpr std::int32_t kNever = std::numeric_limits<std::int32_t>::max();
/// A head that asked too early: as if it had made a request, but in vain.
constexpr std::int32_t kSpent = -1;

/// Every input port may meet every output port of its router; numbered from the part's first.
AllocatorShape shapeOf(const Topology& t, const Part& part) {
  AllocatorShape shape;
  for (RouterId r = part.firstRouter; r <= part.lastRouter; ++r)
    shape.firstInput.push_back(t.firstPort[r] - t.firstPort[part.firstRouter]);
  shape.firstOutput = shape.firstInput;
  shape.offset = shape.outputOffset = t.firstPort[part.firstRouter];
  return shape;
}

/// One request an input, one grant an output, by round robin.
bool isPlain(const AllocatorSettings& settings) {
  return settings.kind == AllocatorKind::separableInputFirst &&
         settings.arbiter == ArbiterKind::roundRobin && settings.iterations == 1;
}

std::vector<PartIndex> peerParts(const VctRouter::Surroundings& s, PortId first, PortId last) {
  std::vector<PartIndex> parts;
  for (PortId id = first; id < last; ++id) {
    const PortId peer = s.fabric.inputs[id].upstream;
    parts.push_back(peer == kNone ? PartIndex{0}
                                  : s.partition.partOf[s.fabric.inputs[peer].router]);
  }
  return parts;
}

}  // namespace

VctRouter::VctRouter(const Surroundings& s)
    : fabric_(s.fabric),
      inputs_(s.fabric.inputs.data()),
      outputs_(s.fabric.outputs.data()),
      inputVcs_(s.fabric.inputVcs.data()),
      calendar_(s.calendar),
      routing_(&s.routing),
      split_(s.split),
      part_(s.part),
      seed_(s.seed),
      firstPort_(s.fabric.topology->firstPort[s.part.firstRouter]),
      portCount_(s.fabric.topology->firstPort[s.part.lastRouter] - firstPort_),
      peerPart_(peerParts(s, firstPort_, firstPort_ + portCount_)),
      meanFlits_(s.meanFlits),
      paced_(!s.fabric.paces.empty()),
      view_(s.fabric),
      sortsArrivals_(s.routes.tables()),
      arrivalAt_(sortsArrivals_ ? portCount_ : 0),
      arrived_(sortsArrivals_ ? portCount_ : 0),
      inputUnit_(s.fabric, firstPort_, firstPort_ + portCount_, s.calendar, s.routing, s.routes),
      outputUnit_(s.fabric),
      alarms_(portCount_),
      active_(portCount_) {
  const AllocatorShape shape = shapeOf(*s.fabric.topology, s.part);
  std::uint64_t stream = s.seed;
  for (const SwitchSettings& settings : s.switches) {
    Rules rules;
    rules.times = s.fabric.times[rules_.size()];
    rules.onRequest = settings.pointer == PointerRule::onRequest;
    rules.consumer = settings.ejection == EjectionRule::consumer;
    rules.letsGo = settings.outputHold == OutputHold::transfer;
    rules.queueless = settings.outputBuffer == 0;
    if (!isPlain(settings.allocator)) {
      allocators_.push_back(makeAllocator(settings.allocator, shape, InputChoice::asAdded, stream));
      rules.allocator = allocators_.back().get();
      rules.allRequests = rules.allocator->wantsAllRequests();
    }
    ++stream;
    rules_.push_back(rules);
  }
  if (!s.fabric.pauseLimits.empty())
    pauses_ = std::make_unique<PauseControl>(s.fabric, firstPort_, firstPort_ + portCount_);
  if (const auto points = s.routing.congestionPoints())
    placeCongestionPoints(*points, s.noticeFlits);
  prepareChoices(s.routing);
  makeMemory(s.routing);
  for (auto& outputs : contested_) outputs = BoundedList<PortId>(portCount_);
  losers_ = BoundedList<PortId>(portCount_);
}

void VctRouter::prepareChoices(const RoutingAlgorithm& routing) {
  if (routing.decides() == Decides::never || !choices_.empty()) return;
  for (PortId id = firstPort_; id < firstPort_ + portCount_; ++id)
    choices_.emplace_back(seed_, id, RandomPurpose::choice);
}

void VctRouter::makeMemory(const RoutingAlgorithm& routing) {
  const Topology& t = *fabric_.topology;
  const Cycle local =
      slowestLocalChannel(t, [this](PortId id) { return Cycle{fabric_.outputs[id].linkLatency}; });
  memory_ = routing.makeMemory(
      {t, part_.firstRouter, part_.lastRouter, meanFlits_, local, longestTransfer()});
  hears_ = memory_ ? memory_->hears() : Hears{};
  view_.setMemory(memory_.get());
  inputUnit_.setMemory(memory_.get());
  noteWatchers();
}

Cycle VctRouter::longestTransfer() const {
  std::uint32_t most = fabric_.longest;
  for (const auto& ofLengths : fabric_.transfers)
    most = std::max(most, *std::max_element(ofLengths.begin(), ofLengths.end()));
  for (const SwitchTimes& times : fabric_.times) most = std::max(most, times.transferCycles);
  for (PortId id = firstPort_; id < firstPort_ + portCount_; ++id)
    most = std::max(most, fabric_.incoming(id, fabric_.longest));
  return Cycle{most};
}

QueueHead VctRouter::headOf(PortId input, VcIndex vc, const Packet& packet) const {
  const InputPort& in = inputs_[input];
  return {in.router, in.index, vc, packet.destination, packet.detail};
}

void VctRouter::tellHead(Cycle now, PortId input, VcIndex vc) {
  const PacketIndex head = inputVcs_[inputs_[input].firstVc + vc].head;
  if (head != kNone) memory_->headed(now, headOf(input, vc, calendar_.queued[head].packet));
}

[[gnu::noinline]] void VctRouter::tellLeft(Cycle now, PortId input, VcIndex vc,
                                           const Packet& packet, Cycle until) {
  memory_->left(now, headOf(input, vc, packet), until);
  tellHead(now, input, vc);
}

void VctRouter::tellEntry(Cycle now, PortId input, TerminalId destination) {
  const InputPort& in = inputs_[input];
  memory_->entered(now, {in.router, in.index, destination});
}

void VctRouter::learnt(Cycle now, Learnt what, std::vector<float>& out) const {
  if (!memory_) return;
  if (what == Learnt::level) {
    for (RouterId r = part_.firstRouter; r < part_.lastRouter; ++r)
      out.push_back(static_cast<float>(memory_->learnt(now, r, 0)));
    return;
  }
  for (PortId id = firstPort_; id < firstPort_ + portCount_; ++id)
    out.push_back(
        outputs_[id].downstream == kNone
            ? std::numeric_limits<float>::quiet_NaN()
            : static_cast<float>(memory_->learnt(now, inputs_[id].router, outputs_[id].index)));
}

void VctRouter::describe(Cycle now, RouterId router, std::vector<LearntFact>& out) const {
  if (memory_) memory_->describe(now, router, out);
  routing_->describe(view_, router, out);
}

void VctRouter::setRouting(const RoutingAlgorithm& routing, bool idle) {
  routing_ = &routing;
  inputUnit_.setRouting(routing);
  prepareChoices(routing);
  if (idle) makeMemory(routing);
  for (PortId id = firstPort_; id < firstPort_ + portCount_; ++id) {
    const InputPort& in = inputs_[id];
    for (unsigned rest = in.occupied; rest != 0; rest &= rest - 1)
      inputUnit_.reroute(id, in,
                         inputVcs_[in.firstVc + static_cast<unsigned>(std::countr_zero(rest))]);
    if (in.occupied != 0) activate(id);
  }
}

template <bool kAlike>
void VctRouter::allocate(Cycle now) {
  const CycleStamp stamp = stampOf(now);
  if (allocations_ != nullptr) allocations_->begin(now);
  view_.setNow(now);
  if (hears_.queues != nullptr || hears_.heads) memory_->settle(now, view_);
  alarms_.ring(stamp, [&](std::uint32_t index) {
    const PortId input = firstPort_ + index;
    InputPort& in = inputs_[input];
    const std::int32_t left = ahead(in.wakeAt, stamp);
    if (left == 0) activate(input);
    if (left > 0) alarms_.set(stamp, left, index);
  });
  active_.drain([&](std::uint32_t index)
                    HOPSCOPE_INLINE { attempt<kAlike>(stamp, firstPort_ + index); });
  for (auto& outputs : contested_) {
    for (const PortId output : outputs) {
      OutputPort& out = outputs_[output];
      const Leader winner = std::exchange(out.leader, {});
      out.pointer = static_cast<PortIndex>(winner.input + 1);
      move<kAlike>(now, output - out.index + winner.input, output, winner.inputVc, winner.outputVc);
    }
    outputs.clear();
  }
  for (const auto& allocator : allocators_)
    for (const Request& winner : allocator->allocate())
      move<kAlike>(now, winner.input + firstPort_, winner.output + firstPort_, winner.inputVc,
                   winner.outputVc);
  for (const PortId input : losers_) retry(stamp, input);
  losers_.clear();
  if (sampler_) sendNotices<kAlike>(now);
  lookAhead(now);
}

void VctRouter::retry(CycleStamp now, PortId input) {
  InputPort& in = inputs_[input];
  if (ahead(in.busyUntil, now) > 0) return;  // it has won
  // With one head and its output taken, nothing changes before that is free again.
  if (holdsOne(in.occupied)) {
    const auto vc = static_cast<VcIndex>(std::countr_zero(in.occupied));
    const InputVc& queue = inputVcs_[in.firstVc + vc];
    const std::int32_t taken = ahead(outputs_[queue.out].busyUntil, now);
    if (taken > 1 && !inputUnit_.decidesAnew(in, queue)) {
      setAlarm(now, input, in, taken);
      return;
    }
  }
  activate(input);
}

void VctRouter::lookAhead(Cycle now) const {
  // In two steps, because the second address stands behind the first.
  calendar_.arrivals.peek(now + 2, [this](const Arrival& a) { inputUnit_.prefetchSoon(a); });
  calendar_.credits.peek(now + 1, [this](Credit c) { prefetch(outputs_[c.output()]); });
  calendar_.arrivals.peek(now + 1, [this](const Arrival& a) { inputUnit_.prefetchNext(a); });
}

[[gnu::always_inline]] inline void VctRouter::bid(PortId input, PortIndex index, PortId output,
                                                  VcIndex inputVc, VcIndex outputVc) {
  OutputPort& out = outputs_[output];
  // Steps from the pointer to an input, but for the inputs there are not: those before the pointer
  // wrap round.
  const auto distance = [&](PortIndex i) { return static_cast<PortIndex>(i - out.pointer); };
  if (out.leader.input == kNoPort) {
    const bool leaves = out.downstream - firstPort_ >= portCount_;
    contested_[out.downstream == kNone ? 0 : 1 + leaves].add(output);
  } else if (sampler_ ? goesAfter(input, index, output, inputVc)
                      : distance(out.leader.input) < distance(index)) {
    losers_.add(input);
    return;
  } else {
    losers_.add(input - index + out.leader.input);
  }
  out.leader = {index, inputVc, outputVc};
}

std::uint32_t VctRouter::gathers(PortId input, PortId output, const Packet& packet) const {
  const LinkRate &in = fabric_.paces[input].rate(), &out = fabric_.paces[output].rate();
  if (!(in < out) || isOwnNotice(input, packet)) return 0;
  const std::uint32_t flits = fabric_.flits(packet.length);
  return static_cast<std::uint32_t>(in.span(flits) - out.leastSpan(flits));
}

template <bool kAlike>
[[gnu::always_inline]] inline std::int32_t VctRouter::attempt(CycleStamp now, PortId input,
                                                              InputPort& in, const Rules& rules,
                                                              VcIndex vc) {
  InputVc& queue = inputVcs_[in.firstVc + vc];
  if (const std::int32_t unknown = ahead(queue.ready, now); unknown > 0) return unknown;
  const bool decidesAnew = inputUnit_.decidesAnew(in, queue);
  if (decidesAnew) inputUnit_.ask(view_, input, in, queue, choices_[input - firstPort_]);

  if constexpr (!kAlike)
    if (paced_) {
      const QueuedPacket& head = calendar_.queued[queue.head];
      const std::int32_t early = ahead(head.arrival + gathers(input, queue.out, head.packet), now);
      if (early > 0) return inputUnit_.decidesAnew(in, queue) ? 1 : early;
    }
  const OutputPort& out = outputs_[queue.out];
  if (rules.consumer && out.downstream == kNone) {
    if (ahead(out.linkFree - rules.times.latency, now) > 0) {
      if (rules.allocator == nullptr) losers_.add(input);
      return kSpent;
    }
  } else {
    const std::int32_t wait = outputUnit_.wait(now, queue.out, rules.times);
    if (wait > 0)
      return decidesAnew && inputUnit_.decidesAnew(in, queue)
                 ? nextChance(now, input, in, rules, queue)
                 : wait;
  }
  const VcIndex outVc = outputUnit_.freeVc(queue.out, queue.outVcs);
  if (outVc == kNoVc) return waitForRoom(now, in, queue);
  if (allocations_ != nullptr) noteRequest(input, queue.out, vc, outVc);
  if (rules.allocator == nullptr)
    bid(input, in.index, queue.out, vc, outVc);
  else
    addRequest(*rules.allocator, input, in, queue, vc, outVc);
  return 0;
}

template <bool kAlike>
[[gnu::always_inline]] inline void VctRouter::attempt(CycleStamp now, PortId input) {
  InputPort& in = inputs_[input];
  if (in.occupied == 0) return;
  if (const std::int32_t busy = ahead(in.busyUntil, now); busy > 0) {
    setAlarm(now, input, in, busy);
    return;
  }
  const Rules& rules = rules_[in.settings];
  // Occupied virtual channels, the one whose turn it is first.
  unsigned first = in.pointer;
  if (sampler_)
    if (const unsigned notices = in.occupied & noticeVcs_[input - firstPort_]; notices != 0)
      first = static_cast<unsigned>(std::countr_zero(notices));
  unsigned waiting = std::rotr(in.occupied, static_cast<int>(first));
  std::int32_t wake = kNever;
  bool requested = false;
  for (; waiting != 0; waiting &= waiting - 1) {
    const auto vc =
        static_cast<VcIndex>((first + static_cast<unsigned>(std::countr_zero(waiting))) % kMaxVcs);
    const std::int32_t outcome = attempt<kAlike>(now, input, in, rules, vc);
    if (outcome > 0) {
      wake = std::min(wake, outcome);
      continue;
    }
    requested = true;
    if (rules.allRequests) continue;
    if (rules.onRequest) in.pointer = static_cast<VcIndex>(vc + 1);
    break;
  }
  if (!requested && wake != kNever) setAlarm(now, input, in, wake);
  // The outputs themselves say who has lost; an allocator does not.
  if (requested && rules.allocator != nullptr) losers_.add(input);
}

std::int32_t VctRouter::waitForRoom(CycleStamp now, const InputPort& in, InputVc& queue) {
  if (!queue.waits) {
    queue.waits = true;
    queue.roomless = now;
  }
  if (inputUnit_.decidesAnew(in, queue)) return 1;
  outputUnit_.waitForCredit(queue.out, in.index);
  return kNever;
}

void VctRouter::addRequest(Allocator& allocator, PortId input, const InputPort& in,
                           const InputVc& queue, VcIndex inputVc, VcIndex outputVc) {
  const Request request{input - firstPort_,
                        queue.out - firstPort_,
                        in.index,
                        outputs_[queue.out].index,
                        inputVc,
                        outputVc};
  if (allocator.wantsAges())
    allocator.add(request, calendar_.queued[queue.head].packet.birth);
  else
    allocator.add(request);
}

std::int32_t VctRouter::nextChance(CycleStamp now, PortId input, const InputPort& in,
                                   const Rules& rules, const InputVc& queue) {
  if (inputUnit_.redraws()) return 1;
  std::int32_t earliest = kNever;
  inputUnit_.forEachOutput(input, in, queue, [&](PortIndex index) {
    if (earliest == 1) return;
    const PortId port = input - in.index + index;
    earliest = std::min(earliest, outputUnit_.wait(now + 1, port, rules.times) + 1);
  });
  return earliest;
}

template <bool kAlike>
[[gnu::always_inline]] inline void VctRouter::move(Cycle time, PortId input, PortId output,
                                                   VcIndex inputVc, VcIndex outputVc) {
  const CycleStamp now = stampOf(time);
  InputPort& in = inputs_[input];
  OutputPort& out = outputs_[output];
  const InputVc& queue = inputVcs_[in.firstVc + inputVc];
  const Wanted wanted{queue.nextDetail, queue.roomless, queue.waits};
  const QueuedPacket& head = inputUnit_.dequeue<kAlike>(input, in, inputVc);
  const Rules& rules = rules_[in.settings];
  const std::uint32_t flits = fabric_.flitsOf<kAlike>(head.packet.length);

  // Cut-through: the crossbar is held until the tail, which may still be arriving, has passed.
  std::uint32_t crossing =
      kAlike ? rules.times.transferCycles : fabric_.transfers[in.settings][head.packet.length];
  std::uint32_t coming = flits;
  if constexpr (!kAlike)
    if (paced_) {
      const auto least = [&](PortId port) {
        return static_cast<std::uint32_t>(fabric_.paces[port].rate().leastSpan(flits));
      };
      // The next packet of the channel may be there as soon.
      if (!isOwnNotice(input, head.packet)) coming = least(input);
      if (rules.queueless) crossing = std::max(crossing, least(output));
    }
  const std::int32_t transfer =
      std::max(static_cast<std::int32_t>(crossing),
               ahead(head.arrival, now) + static_cast<std::int32_t>(coming));
  in.busyUntil = now + static_cast<CycleStamp>(transfer);
  if (!rules.onRequest) in.pointer = static_cast<VcIndex>(inputVc + 1);
  if (in.occupied != 0) setAlarm(now, input, in, transfer);
  if (hears_.heads) tellLeft(time, input, inputVc, head.packet, time + Cycle{transfer});

  out.sent += flits;
  flitHops_ += flits;
  lastMove_ = time;
  CycleStamp departure = 0;
  if (out.downstream == kNone && rules.consumer) {
    departure = now + rules.times.latency;
    if constexpr (kAlike)
      out.linkFree = departure + flits;
    else
      out.linkFree = departure + (paced_ ? outputUnit_.busy(output, departure, flits) : flits);
  } else {
    out.busyUntil = rules.letsGo ? now + crossing : in.busyUntil;
    departure = outputUnit_.depart<kAlike>(now, output, rules.times, outputVc, flits);
  }
  if (head.packet.measured) countWait(now, in, wanted, head, departure, out, rules, split_);
  if (observed_) noteGrant(time, input, output, inputVc, wanted, head, departure);

  if (in.upstream != kNone) {
    const Credit credit(in.upstream, inputVc, kAlike ? 0 : head.packet.length);
    const Cycle at = time + Cycle{in.creditLatency};
    if (in.upstream - firstPort_ < portCount_)
      calendar_.credits.push(at, credit);
    else
      mailbox_->send(peerPart_[input - firstPort_], Mailbox::Room{stampOf(at), credit});
  }

  const Cycle arrival = time + ahead(departure, now) + Cycle{out.linkLatency};
  if (out.downstream == kNone) {
    calendar_.deliveries.push(arrival + Cycle{out.linkFree - departure}, head.packet);
    return;
  }
  tellQueue(output);
  Arrival& next = out.downstream - firstPort_ < portCount_
                      ? calendar_.arrivals.append(arrival)
                      : mailbox_->sendHead(peerPart_[output - firstPort_], stampOf(arrival));
  next.packet = head.packet;
  next.packet.vc = outputVc;
  next.packet.detail = wanted.nextDetail;
  next.packet.hops = static_cast<std::uint16_t>(head.packet.hops + 1);
  next.input = out.downstream;
}

void VctRouter::noteRequest(PortId input, PortId output, VcIndex inputVc, VcIndex outputVc) {
  if (inputs_[input].router == allocations_->router())
    allocations_->ask(inputs_[input].index, inputVc, outputs_[output].index, outputVc);
}

[[gnu::noinline]] void VctRouter::noteGrant(Cycle time, PortId input, PortId output,
                                            VcIndex inputVc, const Wanted& wanted,
                                            const QueuedPacket& head, CycleStamp departure) {
  const InputPort& in = inputs_[input];
  if (hears_.grants && in.upstream == kNone)
    memory_->granted(time, {in.router, in.index, head.packet.destination}, wanted.nextDetail);
  if (pauses_ && pauses_->drained(input, inputVc)) pause(time, input, inputVc, false);
  if (!head.packet.notice) {
    if (sampler_)
      sampler_->granted(stampOf(time), output, head.packet.source,
                        static_cast<LengthIndex>(head.packet.length));
    if (hears_.sends) memory_->sent(time, inputs_[input].router, outputs_[output].index);
  }
  if (allocations_ != nullptr && inputs_[input].router == allocations_->router())
    allocations_->grant(inputs_[input].index, inputVc, outputs_[output].index);
  if (journeys_ != nullptr && !head.packet.probe && !head.packet.notice &&
      journeys_->follows(head.packet.source, head.packet.birth, head.packet.hasLetter))
    noteHop(time, input, output, wanted, head, departure);
}

void VctRouter::noteHop(Cycle time, PortId input, PortId output, const Wanted& wanted,
                        const QueuedPacket& head, CycleStamp departure) {
  const InputPort& in = inputs_[input];
  const CycleStamp now = stampOf(time);
  JourneyHop& hop =
      journeys_->hop(fabric_.topology->ports[input].in, fabric_.topology->ports[output].out,
                     time - Cycle{now - head.arrival});
  if (in.upstream == kNone) hop.wire = Cycle{in.creditLatency};
  if (const PortId next = outputs_[output].downstream; next != kNone)
    journeys_->goesBy(
        routing_->intermediate(inputs_[next].router, {head.packet.destination, wanted.nextDetail}));
  countWait(now, in, wanted, head, departure, outputs_[output], rules_[in.settings], hop.spent);
}

[[gnu::always_inline]] inline void VctRouter::countWait(
    CycleStamp now, const InputPort& in, const Wanted& wanted, const QueuedPacket& head,
    CycleStamp departure, const OutputPort& out, const Rules& rules, LatencySplit& into) const {
  const CycleStamp waited = now - head.arrival;
  const CycleStamp roomless = wanted.waits ? now - wanted.roomless : 0;
  // A packet may have waited behind others for longer than its lookup took.
  const CycleStamp lookup = std::min(head.lookup, waited - roomless);
  CycleStamp gathered = 0;
  if (paced_) {
    const std::uint32_t all = gathers(static_cast<PortId>(&in - inputs_),
                                      static_cast<PortId>(&out - outputs_), head.packet);
    gathered = std::min(all - std::min(all, lookup), waited - roomless - lookup);
    into.serialization += gathered;
  }
  if (in.upstream == kNone) {
    // A slow channel has packets wait for it, too.
    into.source +=
        waited - lookup - gathered + (head.arrival - head.packet.birth - in.creditLatency);
    into.channel += in.creditLatency;
    if (!paced_) into.serialization += fabric_.flits(head.packet.length);
  } else {
    into.vcAllocation += roomless;
    into.switchAllocation += waited - roomless - lookup - gathered;
  }
  into.lookup += lookup;
  into.traversal += rules.times.latency;
  into.switchAllocation += departure - now - rules.times.latency;
  into.channel += out.linkLatency;
  if (paced_ && out.downstream == kNone) into.serialization += out.linkFree - departure;
}

template void VctRouter::allocate<true>(Cycle);
template void VctRouter::allocate<false>(Cycle);

}  // namespace hopscope
