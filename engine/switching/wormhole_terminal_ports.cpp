// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/wormhole_terminal_ports.h"

#include <utility>

#include "engine/switching/bitmap.h"
#include "engine/switching/wormhole_journey.h"

namespace hopscope::wormhole {
namespace {

/// Where so many packets wait, programs and those who send at a rate take turns.
constexpr unsigned kMostBefore = 16;

}  // namespace

TerminalPorts::TerminalPorts(PartState& state, const Terminals::Plan& plan,
                             const Partition& partition, bool tables)
    : state_(state),
      partition_(partition),
      routing_(&plan.routing),
      terminals_(plan),
      passes_(terminals_.oneEach() && !tables && !state.settings.vcByDestination &&
              state.freeBehindTail != 0 && !state.slowTerminals.any()) {
  if (plan.workload == nullptr) return;
  state_.inTurn.resize(plan.last - plan.first);
  turning_.reserve(state_.inTurn.size());
}

void TerminalPorts::generate(Cycle now) {
  terminals_.offerTo(now, *this);
  if (!turning_.empty()) takeTurns();
}

bool TerminalPorts::enter(Cycle now, const NewPacket& entering, Rng& draws) {
  const TerminalId terminal = entering.source, destination = entering.destination;
  // Programs lose nothing.
  if (state_.settings.dropWhenBusy && entering.letter == 0 && !entering.probe &&
      state_.sources[terminal].head != kNone)
    return false;
  if (!state_.packets.hasRoom()) {
    full_ = true;
    return false;
  }
  const PacketIndex index = state_.packets.take();
  const auto birth = static_cast<CycleStamp>(now);
  // All of it at once: bit by bit it would be read and written again and again.
  state_.packets[index] = {
      .birth = birth,
      .source = terminal,
      .destination = destination,
      .detail = routing_->start(terminal, destination, draws).detail,
      .flits = static_cast<std::uint16_t>(entering.flits),
      .hops = 0,
      .lookup = 0,
      .hasLetter = entering.letter != 0,
      .trafficClass = static_cast<std::uint32_t>(entering.trafficClass & (kMostClasses - 1)),
      .measured = terminals_.measures(entering),
      .probe = entering.probe,
  };
  if (entering.letter != 0) announce(birth, entering);
  terminals_.countEntered(entering);
  joinQueue(now, entering, index);
  if (state_.journeys != nullptr && !entering.probe)
    state_.journeys->begin(terminal, destination, entering.letter != 0, now);
  return true;
}

void TerminalPorts::joinQueue(Cycle now, const NewPacket& entering, PacketIndex index) {
  const std::uint32_t local = entering.source - state_.firstTerminal;
  Source& source = state_.sources[entering.source];
  if (entering.letter != 0) {
    if (waitsForTurn(local, source, index)) return;
    ++source.letters;
  }
  if (source.head != kNone) {
    state_.packets[source.tail].next = index;
    source.tail = index;
  } else if (!passes_ || !entering.alone || entering.flits != 1 ||
             !leaveAtOnce(now, entering.source, source, index)) {
    source.head = source.tail = index;
    state_.sending.set(local);
  }
}

/// Where many packets wait, one of a program takes turns with them.
bool TerminalPorts::waitsForTurn(std::uint32_t local, const Source& source, PacketIndex index) {
  PartState::InTurn& inTurn = state_.inTurn[local];
  if (inTurn.head != kNone) {
    state_.packets[inTurn.tail].next = index;
  } else {
    if (!isCrowded(source)) return false;
    inTurn.head = index;
    turning_.push_back(local);
  }
  inTurn.tail = index;
  return true;
}

/// Many packets wait. Behind one of a program there is nothing to gain: those keep their order.
bool TerminalPorts::isCrowded(const Source& source) const {
  if (source.head == kNone || state_.packets[source.tail].hasLetter != 0) return false;
  PacketIndex packet = source.head;
  for (unsigned before = 1; before < kMostBefore; ++before)
    if ((packet = state_.packets[packet].next) == kNone) return false;
  return true;
}

/// Source queues grow without bound where more is sent than the network takes, and a program waits
/// for its answers: behind all of a queue it would come on ever more slowly. Of those that wait for
/// their turn one is put behind the packet at the front, once no other one of a program is left in
/// the queue: it would be overtaken.
void TerminalPorts::takeTurns() {
  std::erase_if(turning_, [&](std::uint32_t local) {
    Source& source = state_.sources[state_.firstTerminal + local];
    if (source.letters != 0) return false;
    ++source.letters;
    PartState::InTurn& inTurn = state_.inTurn[local];
    const PacketIndex packet = inTurn.head;
    PacketIndex& next = state_.packets[packet].next;
    if (source.head == kNone) {
      inTurn.head = std::exchange(next, kNone);
      source.head = source.tail = packet;
    } else {
      PacketIndex& second = state_.packets[source.head].next;
      if (second == kNone) source.tail = packet;
      inTurn.head = std::exchange(next, second);
      second = packet;
    }
    state_.sending.set(local);
    return inTurn.head == kNone;
  });
}

/// What `send` would do in this cycle with a packet of one flit that nothing is before. False:
/// there is no credit.
bool TerminalPorts::leaveAtOnce(Cycle now, TerminalId terminal, Source& source, PacketIndex index) {
  const PortId side = state_.ports + terminal;
  OutputSide& out = state_.outputs[side];
  if (out.available == 0) return false;
  source.vc = static_cast<VcIndex>(nextBit(out.available, source.vc + 1u));
  WormPacket& packet = state_.packets[index];
  packet.arrival = static_cast<CycleStamp>(now + out.flight);
  if (packet.measured) countSent(0, out.flight);
  state_.flights[kToInputs].push(now + Cycle{out.flight},
                                 {index << 2 | kHead | kTail, out.downstream + source.vc});
  spendCredit(out, state_.vcIdOf(side, source.vc));
  return true;
}

template <bool kSlow>
void TerminalPorts::sendAs(Cycle now) {
  Source* const sources = state_.sources.data();
  OutputSide* const outputs = state_.outputs.data();
  WormPacket* const packets = state_.packets.data();
  for (const std::uint32_t local : state_.sending.members()) {
    if constexpr (kSlow)
      if (state_.slowTerminals.closed(local, now)) continue;
    const TerminalId terminal = state_.firstTerminal + local;
    Source& source = sources[terminal];
    const PortId side = state_.ports + terminal;
    OutputSide& out = outputs[side];
    const bool begins = source.flitsLeft == 0;
    const PacketIndex index = source.head;
    WormPacket& packet = packets[index];
    // Of a terminal, `available` are the virtual channels with a credit.
    unsigned open = out.available;
    if (!begins)
      open &= 1u << source.vc;
    else if (state_.settings.vcByDestination)
      open &= 1u << packet.destination % out.vcs;
    if (begins && state_.freeBehindTail == 0) open &= emptyBuffers(side, out.vcs);
    if (open == 0) {
      state_.sending.clear(local);
      continue;
    }
    Flit flit = index << 2;
    if (begins) {
      source.vc = static_cast<VcIndex>(nextBit(open, source.vc + 1u));
      source.flitsLeft = packet.flits;
      flit |= kHead;
      packet.arrival = static_cast<CycleStamp>(now + out.flight);
      if (packet.measured) countSent(static_cast<CycleStamp>(now) - packet.birth, out.flight);
    }
    if (--source.flitsLeft == 0) {
      flit |= kTail;
      source.letters -= packet.hasLetter;
      source.head = packet.next;
      if (source.head == kNone) state_.sending.clear(local);
    }
    state_.flights[kToInputs].push(now + Cycle{out.flight}, {flit, out.downstream + source.vc});
    spendCredit(out, state_.vcIdOf(side, source.vc));
    if constexpr (kSlow) state_.slowTerminals.take(local, now);
  }
}
template void TerminalPorts::sendAs<true>(Cycle);
template void TerminalPorts::sendAs<false>(Cycle);

/// A letter reaches the destination's part before its packet does: no channel to it is shorter than
/// parts may be out of step.
void TerminalPorts::announce(CycleStamp birth, const NewPacket& packet) {
  const RouterId router = state_.topology->terminals[packet.destination].router;
  const std::uint32_t part = partition_.partOf[router];
  if (part == state_.part)
    terminals_.expect(packet.source, birth, packet.letter);
  else
    mailbox_->send(part, Mailbox::Letter{packet.source, birth, packet.letter});
}

/// Virtual channels of an output whose buffer downstream is empty.
unsigned TerminalPorts::emptyBuffers(PortId output, unsigned vcs) const {
  unsigned empty = 0;
  for (unsigned vc = 0; vc < vcs; ++vc) {
    const VcId vcId = state_.vcIdOf(output, vc);
    empty |= static_cast<unsigned>(state_.outVcs[vcId].credits == state_.room[vcId]) << vc;
  }
  return empty;
}

void TerminalPorts::deliver(Cycle now) {
  if (terminals_.delivered().prefetches())
    // A cycle ahead, in which the processor finds the time to fetch them.
    state_.flights[kToTerminals].peek(now + 1, [this](const Arrival& ejected) {
      const WormPacket& packet = state_.packets[packetOf(ejected.flit)];
      terminals_.delivered().prefetch(packet.source, packet.destination, packet.trafficClass);
    });
  state_.flights[kToTerminals].drain(now, [this, now](const Arrival& ejected) {
    const InputSide& in = state_.inputs[state_.portOf(ejected.vcId)];
    state_.credits[kCreditsToOwn].push(now + Cycle{in.creditDelay} + state_.settings.delays.credit,
                                       ejected.vcId);
    if ((ejected.flit & kTail) != 0) receive(now, packetOf(ejected.flit));
  });
}

void TerminalPorts::receive(Cycle now, PacketIndex index) {
  const WormPacket& packet = state_.packets[index];
  const auto stamp = static_cast<CycleStamp>(now);
  if (packet.probe != 0) {
    terminals_.receiveProbe();
    state_.packets.give(index);
    return;
  }
  if (packet.measured) terminals_.delivered().split.serialization += stamp - packet.arrival;
  Delivery delivery{now,
                    Cycle{stamp - packet.birth},
                    packet.source,
                    packet.destination,
                    packet.flits,
                    packet.hops - std::uint32_t{1},
                    packet.measured != 0,
                    routing_->pathKind({packet.destination, packet.detail}),
                    static_cast<std::uint8_t>(packet.trafficClass)};
  if (packet.hasLetter != 0)
    terminals_.receiveLetter(delivery);
  else
    terminals_.receive(delivery);
  if (isFollowed(state_, packet)) state_.journeys->end(now, Cycle{stamp - packet.arrival});
  state_.packets.give(index);
}

}  // namespace hopscope::wormhole
