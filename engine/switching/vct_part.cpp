// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/vct_part.h"

#include <algorithm>

#include "engine/fabric/touch.h"

namespace hopscope {
namespace {

/// Fabric::refresh is due at multiples of this.
constexpr Cycle kRefresh = Cycle{1} << 30;

/// The mean size of packets in flits; exact where all are alike.
double meanOf(const VctPart::Surroundings& s) {
  return s.fabric.alike != 0 ? s.fabric.alike : meanFlits(s.traffic);
}

}  // namespace

VctPart::VctPart(const Surroundings& s)
    : fabric_(s.fabric),
      routing_(&s.routing),
      partition_(s.partition),
      index_(s.index),
      calendar_(s.fabric.horizons),
      mailboxes_{Mailbox(s.partition.parts.size()), Mailbox(s.partition.parts.size())},
      terminals_({s.partition.parts[s.index].firstTerminal, s.partition.parts[s.index].lastTerminal,
                  s.fabric.topology->terminalCount(), s.traffic, s.workload, s.routing, s.seed}),
      router_({s.fabric, calendar_, s.partition, s.partition.parts[s.index], s.routing, s.routes,
               s.switches, terminals_.delivered().split, meanOf(s), s.seed, s.noticeFlits}) {
  const Topology& t = *fabric_.topology;
  const Part& part = partition_.parts[index_];
  for (TerminalId terminal = part.firstTerminal; terminal < part.lastTerminal; ++terminal) {
    const TerminalPlace& place = t.terminals[terminal];
    Source source;
    source.input = t.firstPort[place.router] + place.port;
    source.latency = fabric_.outputs[source.input].linkLatency;
    source.queue = fabric_.inputs[source.input].firstVc;
    source.room = fabric_.inputRoom[source.queue];
    sources_.push_back(source);
  }
  if (fabric_.paces.empty()) return;
  for (const Source& source : sources_) slowStarts_.push_back({fabric_.paces[source.input]});
  if (std::all_of(slowStarts_.begin(), slowStarts_.end(),
                  [](const SlowStart& start) { return start.pace.rate().full(); }))
    slowStarts_.clear();
}

void VctPart::begin(std::uint64_t stretch) {
  Mailbox& mailbox = mailboxes_[stretch % 2];
  if (partition_.parts.size() > 1) warmUp(mailbox);
  hopsBefore_ = router_.flitHops();
  mailbox.clear();
  mailbox_ = &mailbox;
  router_.setMailbox(mailbox);
}

void VctPart::advance(Cycle from, Cycle until) {
  const bool tells = router_.tells();
  if (fabric_.alike != 0)
    tells ? advanceAs<true, true>(from, until) : advanceAs<true, false>(from, until);
  else
    tells ? advanceAs<false, true>(from, until) : advanceAs<false, false>(from, until);
}

template <bool kAlike, bool kTells>
void VctPart::advanceAs(Cycle from, Cycle until) {
  for (Cycle now = from; now < until; ++now) {
    if (now % kRefresh == 0) refresh(now);
    router_.receiveCredits<kAlike>(now);
    if constexpr (kTells) router_.receivePauses(now);
    terminals_.offer(now, *this);
    router_.receiveHeads<kAlike, kTells>(now);
    router_.allocate<kAlike>(now);
    calendar_.deliveries.peek(now + 1, [this](const Packet& packet) {
      terminals_.delivered().prefetch(packet.source, packet.destination, packet.trafficClass);
      if (packet.hasLetter) terminals_.prefetchLetter(packet.source, packet.birth);
    });
    calendar_.deliveries.drain(now, [&](const Packet& packet) { deliver(now, packet); });
  }
}

void VctPart::receive(const VctPart& from, std::uint64_t stretch) {
  from.mailboxes_[stretch % 2].read(
      index_,
      [this](const Mailbox::Head& head) { calendar_.arrivals.push(head.time, head.arrival); },
      [this](const Mailbox::Room& room) { calendar_.credits.push(room.time, room.credit); },
      [this](const Mailbox::Letter& letter) {
        terminals_.expect(letter.source, letter.birth, letter.text);
      });
  from.mailboxes_[stretch % 2].readStops(
      index_, [this](const Mailbox::Stop& stop) { calendar_.pauses.push(stop.time, stop.pause); });
}

void VctPart::refresh(Cycle now) {
  const Topology& t = *fabric_.topology;
  const Part& part = partition_.parts[index_];
  fabric_.refresh(t.firstPort[part.firstRouter], t.firstPort[part.lastRouter], stampOf(now));
}

void VctPart::warmUp(const Mailbox& mailbox) const {
  const Topology& t = *fabric_.topology;
  const Part& part = partition_.parts[index_];
  const PortId first = t.firstPort[part.firstRouter], last = t.firstPort[part.lastRouter];
  const InputPort& end = fabric_.inputs[last - 1];
  touch(fabric_.inputs, first, last);
  touch(fabric_.outputs, first, last);
  touch(fabric_.inputVcs, fabric_.inputs[first].firstVc, end.firstVc + end.vcs);
  fabric_.runs.touch(first, last);
  touch(sources_);
  calendar_.arrivals.touch();
  calendar_.credits.touch();
  calendar_.deliveries.touch();
  calendar_.pauses.touch();
  // Packets deep in source queues do not move: where they are most, loading all of them takes
  // longer than missing those that do.
  constexpr std::uint64_t kMostStill = 16;
  const std::uint64_t moved = (router_.flitHops() - hopsBefore_) / fabric_.longest;
  if (calendar_.queued.size() <= kMostStill * moved) calendar_.queued.touch();
  router_.touch();
  terminals_.touch();
  mailbox.touch();
}

void VctPart::rest(Cycle from, Cycle until) {
  for (Cycle due = (from + kRefresh - 1) / kRefresh * kRefresh; due < until; due += kRefresh)
    refresh(due);
}

void VctPart::countFlits(std::vector<std::uint64_t>& ofChannel) const {
  const Topology& t = *fabric_.topology;
  const Part& part = partition_.parts[index_];
  for (PortId id = t.firstPort[part.firstRouter]; id < t.firstPort[part.lastRouter]; ++id)
    ofChannel[t.ports[id].out] = fabric_.outputs[id].sent;
  for (std::size_t i = 0; i < sources_.size(); ++i)
    ofChannel[t.ports[sources_[i].input].in] = sources_[i].sent;
}

void VctPart::setRouting(const RoutingAlgorithm& routing, bool idle) {
  routing_ = &routing;
  router_.setRouting(routing, idle);
}

void VctPart::setMeasuring(Cycle now, bool measuring) {
  terminals_.setMeasuring(now, measuring);
  if (!measuring) return;
  calendar_.leaveRoom();
  for (Mailbox& mailbox : mailboxes_) mailbox.leaveRoom();
  router_.leaveRoom();
}

void VctPart::setJourneyLog(JourneyLog* log) {
  journeys_ = log;
  router_.setJourneyLog(log);
}

bool VctPart::enter(Cycle now, const NewPacket& entering, Rng& draws) {
  return fabric_.alike != 0 ? enterAs<true>(now, entering, draws)
                            : enterAs<false>(now, entering, draws);
}

template <bool kAlike>
bool VctPart::enterAs(Cycle now, const NewPacket& entering, Rng& draws) {
  const TerminalId terminal = entering.source, destination = entering.destination;
  Source& source = sources_[terminal - partition_.parts[index_].firstTerminal];
  InputVc& queue = fabric_.inputVcs[source.queue];
  const LengthIndex length = kAlike ? LengthIndex{0} : fabric_.lengthOf(entering.flits);
  const std::uint32_t flits = fabric_.flitsOf<kAlike>(length);
  // Were long packets refused more often than short ones, those would be more of the traffic.
  if (queue.flits + fabric_.longest > source.room) return false;
  queue.flits += flits;
  source.sent += flits;

  Packet packet;
  packet.birth = stampOf(now);
  packet.source = terminal & Packet::kLastSource;
  packet.destination = destination;
  packet.detail = routing_->start(terminal, destination, draws).detail;
  packet.measured = terminals_.measures(entering);
  packet.probe = entering.probe;
  packet.length = length;
  packet.trafficClass = entering.trafficClass & (kMostClasses - 1);
  packet.hasLetter = entering.letter != 0;
  if (packet.hasLetter) announce(packet.birth, entering);
  terminals_.countEntered(entering);
  router_.noteEntry(now, source.input, destination);
  if (journeys_ != nullptr && !packet.probe)
    journeys_->begin(terminal, destination, packet.hasLetter, now);
  Cycle arrival = now + Cycle{source.latency};
  if constexpr (!kAlike)
    if (!slowStarts_.empty()) arrival += waitForChannel(now, terminal, flits);
  if (arrival == now)
    router_.enqueue<kAlike>(now, {packet, source.input});
  else
    calendar_.arrivals.push(arrival, {packet, source.input});
  return true;
}

/// How long until a terminal's channel that is not full takes a packet, which it is given.
Cycle VctPart::waitForChannel(Cycle now, TerminalId terminal, std::uint32_t flits) {
  SlowStart& start = slowStarts_[terminal - partition_.parts[index_].firstTerminal];
  if (start.pace.rate().full()) return 0;
  const Cycle begins = std::max(now, start.free);
  start.free = begins + start.pace.take(flits, begins == start.free);
  return begins - now;
}

/// A letter reaches the destination's part before its packet does: no channel to it is shorter than
/// a stretch.
void VctPart::announce(CycleStamp birth, const NewPacket& packet) {
  const RouterId router = fabric_.topology->terminals[packet.destination].router;
  const std::uint32_t part = partition_.partOf[router];
  if (part == index_)
    terminals_.expect(packet.source, birth, packet.letter);
  else
    mailbox_->send(part, Mailbox::Letter{packet.source, birth, packet.letter});
}

void VctPart::deliver(Cycle now, const Packet& packet) {
  if (packet.probe) {
    terminals_.receiveProbe();
    return;
  }
  Delivery delivery;
  delivery.at = now;
  delivery.latency = Cycle{stampOf(now) - packet.birth};
  delivery.source = packet.source;
  delivery.destination = packet.destination;
  delivery.flits = fabric_.flits(packet.length);
  delivery.hops = packet.hops;
  delivery.measured = packet.measured;
  delivery.trafficClass = packet.trafficClass;
  delivery.path = routing_->pathKind({packet.destination, packet.detail});
  if (packet.hasLetter)
    terminals_.receiveLetter(delivery);
  else
    terminals_.receive(delivery);
  if (journeys_ != nullptr && journeys_->follows(packet.source, packet.birth, packet.hasLetter))
    // Where not all links are full, the last hop has had them.
    journeys_->end(now, journeys_->journey().foundOn == kNone || !fabric_.paces.empty()
                            ? 0
                            : Cycle{delivery.flits});
}

}  // namespace hopscope
