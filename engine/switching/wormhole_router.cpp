// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/wormhole_router.h"

#include <algorithm>

#include "engine/switching/wormhole_requests.h"
#include "engine/switching/wormhole_words.h"

namespace hopscope::wormhole {
namespace {

constexpr Cycle kRoutingHorizon = 1023;
constexpr Cycle kNotYet = -1'000'000;
constexpr std::uint32_t kLongestLookup = 0x7fff'ffffu;

}  // namespace

WormholeRouter::WormholeRouter(State& state, const RoutingAlgorithm& routing, RouteStage& routes,
                               LatencySplit& split, std::uint64_t seed)
    : s_(state),
      routing_(routing),
      routes_(routes),
      split_(split),
      decides_(routing.decides()),
      plain_(state.settings.delays.route == 0 && !state.settings.storeAndForward &&
             !routes.tables()) {
  if (!s_.lean) stages_ = std::make_unique<Stages>(s_, seed);
  if (decides_ != Decides::never)
    for (PortId port = 0; port < s_.ports; ++port)
      draws_.emplace_back(seed, port, RandomPurpose::routing);
  if (!plain_) {
    routed_ = CycleQueue<Lane>(kRoutingHorizon, s_.lanes.size());
    batchStart_.assign(s_.topology->routerCount(), kNotYet);
  }
}

WormholeRouter::~WormholeRouter() = default;

std::uint32_t WormholeRouter::occupancy(RouterId router, PortIndex port, VcIndex vc) const {
  const Lane lane = s_.laneOf(s_.topology->firstPort[router] + port, vc);
  return std::uint32_t{s_.room[lane]} - s_.outLanes[lane].credits;
}

VcMask WormholeRouter::free(RouterId router, PortIndex port) const {
  return s_.outputs[s_.topology->firstPort[router] + port].available;
}

bool WormholeRouter::congested(RouterId /*observer*/, RouterId /*owner*/,
                               PortIndex /*port*/) const {
  return false;
}

void WormholeRouter::receiveCredits(Cycle now) {
  s_.credits.drain(now, [this](Lane lane) {
    OutputLane& out = s_.outLanes[lane];
    if (out.credits++ != 0) return;
    if (s_.isTerminal(lane)) {
      const TerminalId terminal = s_.portOf(lane) - s_.ports;
      s_.outputs[s_.portOf(lane)].available |= static_cast<std::uint16_t>(1u << s_.vcOf(lane));
      if (s_.sources[terminal].head != kNone) s_.sending.set(terminal);
    } else if (out.owner != kNone && s_.lanes[out.owner].count != 0) {
      requestSwitch(s_, out.owner);
    }
  });
}

void WormholeRouter::advanceHeads(Cycle now) {
  for (const Lane lane : s_.exposed) expose(now, lane);
  s_.exposed.clear();
  if (plain_) return;
  routed_.drain(now, [&](Lane lane) {
    if (const auto late = s_.notes[lane].requested - static_cast<CycleStamp>(now);
        late != 0 && late < kNone / 2)
      routed_.push(now + std::min<Cycle>(late, kRoutingHorizon), lane);
    else
      want(lane, routeOf(s_.portOf(lane), s_.packets[packetOf(s_.lanes[lane].front)]));
  });
}

void WormholeRouter::receiveFlits(Cycle now) {
  s_.flights[0].drain(now, [&](const Arrival& arrival) { arrive(now, arrival); });
}

void WormholeRouter::arrive(Cycle now, const Arrival& arrival) {
  const Lane lane = arrival.lane;
  InputLane& il = s_.lanes[lane];
  if (!plain_) {
    if ((arrival.flit & kHead) != 0 && routes_.tables()) lookUp(now, s_.portOf(lane), arrival.flit);
    if ((arrival.flit & kTail) != 0) ++s_.notes[lane].tails;
  }
  if (il.count++ == 0) {
    il.front = arrival.flit;
    if (il.out == kNone)
      expose(now, lane);
    else if (s_.outLanes[il.out].credits != 0)
      requestSwitch(s_, lane);
    return;
  }
  const PortId port = s_.portOf(lane);
  const unsigned shift = s_.ringShift[port];
  const std::uint32_t at = (s_.notes[lane].ringHead + il.count - 2u) & ((1u << shift) - 1);
  s_.rings[s_.ringBase[port] + (std::uint32_t{s_.vcOf(lane)} << shift) + at] = arrival.flit;
  // Store and forward: the tail of a packet that waits for it at the front.
  if (s_.settings.storeAndForward && (arrival.flit & kTail) != 0 && s_.notes[lane].tails == 1 &&
      il.out == kNone)
    expose(now, lane);
}

void WormholeRouter::lookUp(Cycle now, PortId port, Flit flit) {
  WormPacket& packet = s_.packets[packetOf(flit)];
  const InputSide& in = s_.inputs[port];
  const RouteChoice choice =
      routing_.route(in.router, in.index, {packet.destination, packet.detail});
  packet.lookup =
      static_cast<std::uint32_t>(routes_.ready(port, packet.destination, choice.port, now) - now) &
      kLongestLookup;
}

void WormholeRouter::expose(Cycle now, Lane lane) {
  const PortId port = s_.portOf(lane);
  const WormPacket& packet = s_.packets[packetOf(s_.lanes[lane].front)];
  Cycle ready = now;
  if (!plain_) {
    if (s_.settings.storeAndForward && s_.notes[lane].tails == 0) return;
    const Cycle waited = static_cast<CycleStamp>(now) - packet.arrival;
    if (Cycle{packet.lookup} > waited) ready += Cycle{packet.lookup} - waited;
    if (const Cycle delay = s_.settings.delays.route; delay > 0) {
      // A computation of several cycles is not pipelined: join the batch to come, or begin one.
      Cycle& start = batchStart_[s_.inputs[port].router];
      if (start < ready) start = std::max(ready, start + delay);
      ready = start + delay;
    }
    if (ready > now) {
      startRouting(now, lane, ready - now);
      return;
    }
  }
  s_.notes[lane].requested = static_cast<CycleStamp>(now);
  want(lane, routeOf(port, packet));
}

void WormholeRouter::startRouting(Cycle now, Lane lane, Cycle delay) {
  s_.notes[lane].requested = static_cast<CycleStamp>(now + delay);
  routed_.push(now + std::min(delay, kRoutingHorizon), lane);
}

RouteChoice WormholeRouter::routeOf(PortId port, const WormPacket& packet) {
  const InputSide& in = s_.inputs[port];
  const RouteState state{packet.destination, packet.detail};
  if (decides_ == Decides::never) return routing_.route(in.router, in.index, state);
  if (decides_ == Decides::everyHop || s_.isTerminal(in.upstream))
    return routing_.choose(*this, in.router, in.index, state, draws_[port]);
  return routing_.route(in.router, in.index, state);
}

void WormholeRouter::want(Lane lane, const RouteChoice& choice) {
  InputLane& il = s_.lanes[lane];
  const OutputSide& out = s_.outputs[s_.inputs[s_.portOf(lane)].firstPort + choice.port];
  const unsigned all = (1u << out.vcs) - 1;
  il.outPort = choice.port;
  il.allowed = static_cast<std::uint16_t>(
      all & (out.ejects && !s_.settings.ejectOnOneVc ? ~0u : choice.vcs));
  s_.notes[lane].nextDetail = choice.nextDetail;
  enterWanted(s_, lane);
  if (!s_.lean || decides_ != Decides::never) s_.asking.push_back(lane);
}

/// Heads that were granted nothing may want to go elsewhere.
void WormholeRouter::askAgain() {
  std::size_t kept = 0;
  for (const Lane lane : s_.asking) {
    InputLane& il = s_.lanes[lane];
    if (il.out != kNone) continue;
    s_.asking[kept++] = lane;
  }
  s_.asking.resize(kept);
  for (const Lane lane : s_.asking) {
    InputLane& il = s_.lanes[lane];
    const PortId port = s_.portOf(lane);
    const bool decides = decides_ == Decides::everyHop || s_.isTerminal(s_.inputs[port].upstream);
    if (!decides) continue;
    const RouteChoice choice = routeOf(port, s_.packets[packetOf(il.front)]);
    leaveWanted(s_, lane);
    const OutputSide& out = s_.outputs[s_.inputs[port].firstPort + choice.port];
    il.outPort = choice.port;
    il.allowed = static_cast<std::uint16_t>(
        ((1u << out.vcs) - 1) & (out.ejects && !s_.settings.ejectOnOneVc ? ~0u : choice.vcs));
    s_.notes[lane].nextDetail = choice.nextDetail;
    enterWanted(s_, lane);
  }
}

void WormholeRouter::allocate(Cycle now) {
  if (s_.lean) {
    allocateSwitch(s_);
    allocateLanes(s_, now);
  } else {
    stages_->allocate(now);
  }
  depart(now);
  if (decides_ != Decides::never) askAgain();
}

/// Where the cycles went since the head arrived here, up to its arrival at the next input.
void WormholeRouter::account(Cycle now, const LaneNotes& note, const WormPacket& packet,
                             const OutputSide& out, std::uint32_t extra) {
  const auto traversal = static_cast<CycleStamp>(s_.settings.delays.traversal);
  const CycleStamp spent = static_cast<CycleStamp>(now) + 1 - packet.arrival;
  // A speculative head wins both in one cycle, which is the switch's.
  const CycleStamp granted = std::min(note.granted + 1 - packet.arrival, spent - 1);
  const CycleStamp asked = std::min(note.requested - packet.arrival, granted);
  const CycleStamp routed =
      plain_ ? 0
             : std::min(asked, static_cast<CycleStamp>(s_.settings.delays.route) + packet.lookup);
  split_.lookup += routed;
  split_.vcAllocation += granted - asked;
  split_.switchAllocation += (asked - routed) + (spent - granted);
  split_.traversal += traversal + extra;
  split_.channel += out.flight - 1 - traversal;
}

void WormholeRouter::depart(Cycle now) {
  if (s_.winners.empty()) return;
  s_.lastMove = now;
  s_.flitHops += s_.winners.size();
  for (const Winner& winner : s_.winners) {
    const Lane lane = winner.lane;
    InputLane& il = s_.lanes[lane];
    const PortId port = s_.portOf(lane);
    const InputSide& in = s_.inputs[port];
    const Flit flit = il.front;
    const Lane outLane = il.out;
    const unsigned vc = s_.vcOf(lane);
    const OutputSide& out = s_.outputs[s_.portOf(outLane)];
    const Cycle flight = Cycle{out.flight} + winner.extra;

    s_.flights[out.ejects].push(now + flight, {flit, out.downstream + s_.vcOf(outLane)});
    s_.credits.push(now + Cycle{in.creditDelay}, in.upstream + vc);
    ++s_.channelFlits[out.channel];
    const bool credit = --s_.outLanes[outLane].credits != 0;

    if ((flit & kHead) != 0) {
      const LaneNotes& note = s_.notes[lane];
      WormPacket& packet = s_.packets[packetOf(flit)];
      if (packet.measured) account(now, note, packet, out, winner.extra);
      packet.detail = note.nextDetail;
      packet.arrival = static_cast<CycleStamp>(now + flight);
      ++packet.hops;
    }

    if (--il.count != 0) {
      const unsigned shift = s_.ringShift[port];
      il.front = s_.rings[s_.ringBase[port] + (vc << shift) +
                          (s_.notes[lane].ringHead++ & ((1u << shift) - 1))];
    }
    if ((flit & kTail) != 0) {
      releaseLane(s_, outLane);
      withdrawSwitch(s_, lane);
      il.out = kNone;
      if (!plain_) --s_.notes[lane].tails;
      if (il.count != 0) s_.exposed.push_back(lane);
    } else if (il.count == 0 || !credit) {
      withdrawSwitch(s_, lane);
    }
  }
}

}  // namespace hopscope::wormhole
