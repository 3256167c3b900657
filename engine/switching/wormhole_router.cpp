// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/wormhole_router.h"

#include <algorithm>

#include "engine/switching/slowest_local_channel.h"
#include "engine/switching/wormhole_bit_allocation.h"
#include "engine/switching/wormhole_journey.h"
#include "engine/switching/wormhole_requests.h"

namespace hopscope::wormhole {
namespace {

constexpr Cycle kRoutingHorizon = 1023;
constexpr Cycle kNotYet = -1'000'000;

}  // namespace

WormholeRouter::WormholeRouter(PartState& state, const RoutingAlgorithm& routing,
                               RouteStage& routes, LatencySplit& split, double packetFlits,
                               std::uint64_t seed, bool reroutes)
    : s_(state),
      routing_(&routing),
      routes_(routes),
      split_(split),
      decides_(routing.decides()),
      reroutes_(reroutes),
      keepsAskers_(!state.lean || reroutes || routing.decides() != Decides::never),
      plain_(state.settings.delays.route == 0 && !state.settings.storeAndForward &&
             !routes.tables()),
      seed_(seed),
      packetFlits_(packetFlits) {
  if (s_.lean)
    words_ = makeBitAllocation(s_, routing, split);
  else
    stages_ = std::make_unique<Stages>(s_, seed);
  // The shortcut has forgotten what a head was routed with.
  shortcut_ = s_.lean && plain_ && !reroutes && decides_ == Decides::never;
  if (!shortcut_) pending_.resize(s_.vcCount());
  prepareDraws();
  makeMemory();
  if (!plain_) {
    routed_ = CycleQueue<VcId>(kRoutingHorizon, s_.vcCount());
    batchStart_.assign(s_.lastRouter - s_.firstRouter, kNotYet);
  }
}

WormholeRouter::~WormholeRouter() = default;

void WormholeRouter::prepareDraws() {
  if (decides_ == Decides::never || !draws_.empty()) return;
  for (PortId port = s_.firstPort; port < s_.lastPort; ++port)
    draws_.emplace_back(seed_, port, RandomPurpose::routing);
}

void WormholeRouter::makeMemory() {
  const Topology& t = *s_.topology;
  const Cycle local = slowestLocalChannel(t, [this](PortId id) { return s_.channelLatency(id); });
  memory_ = routing_->makeMemory({t, s_.firstRouter, s_.lastRouter, packetFlits_, local});
  queues_ = memory_ ? memory_->hears().queues : nullptr;
}

void WormholeRouter::setRouting(Cycle now, const RoutingAlgorithm& routing, bool idle) {
  routing_ = &routing;
  decides_ = routing.decides();
  prepareDraws();
  if (idle) makeMemory();
  rerouteUntil_ = now + s_.settings.delays.vcAllocation;
  askAgain(true);
}

std::uint32_t WormholeRouter::occupancy(RouterId router, PortIndex port, VcIndex vc) const {
  return s_.occupancy(s_.vcIdOf(s_.topology->firstPort[router] + port, vc));
}

VcMask WormholeRouter::free(RouterId router, PortIndex port) const {
  return s_.outputs[s_.topology->firstPort[router] + port].available;
}

double WormholeRouter::meanOccupancy(RouterId router, PortIndex port) const {
  const PortId id = s_.topology->firstPort[router] + port;
  const unsigned vcs = s_.outputs[id].vcs;
  std::uint32_t flits = 0;
  for (unsigned vc = 0; vc < vcs; ++vc) flits += s_.occupancy(s_.vcIdOf(id, vc));
  return static_cast<double>(flits) / vcs;
}

void WormholeRouter::describe(Cycle now, RouterId router, std::vector<LearntFact>& out) const {
  if (memory_) memory_->describe(now, router, out);
  routing_->describe(*this, router, out);
}

bool WormholeRouter::paused(RouterId router, PortIndex port, VcIndex vc) const {
  return s_.outVcs[s_.vcIdOf(s_.topology->firstPort[router] + port, vc)].credits == 0;
}

void WormholeRouter::receiveCredits(Cycle now) {
  now_ = now;
  if (shortcut_ && queues_ == nullptr) return words_->receiveCredits(now);
  const auto take = [this](VcId vcId) {
    if (queues_ != nullptr && !s_.isTerminal(vcId) &&
        queues_[s_.portOf(vcId) - s_.firstPort] != 0) {
      const InputSide& in = s_.inputs[s_.portOf(vcId)];
      memory_->queueChanged(in.router, in.index);
    }
    if (s_.freeBehindTail == 0)
      creditOfEmptying(s_, vcId);
    else if (s_.outVcs[vcId].credits++ == 0)
      firstCredit(s_, vcId);
  };
  for (auto* const credits : s_.returning) credits->drain(now, take);
  if (queues_ != nullptr) memory_->settle(now, *this);
}

void WormholeRouter::advanceHeads(Cycle now) {
  if (shortcut_) return words_->advanceHeads(now);
  for (const VcId vcId : s_.exposed) expose(now, vcId);
  s_.exposed.clear();
  if (plain_) return;
  routed_.drain(now, [&](VcId vcId) {
    if (const auto late = pendingAt(vcId).asked - static_cast<CycleStamp>(now);
        late != 0 && late < kNone / 2)
      routed_.push(now + std::min<Cycle>(late, kRoutingHorizon), vcId);
    else
      ask(vcId, routeOf(s_.portOf(vcId), s_.packets[packetOf(s_.inVcs[vcId].front)]));
  });
}

void WormholeRouter::receiveFlits(Cycle now) {
  if (shortcut_) return words_->receiveFlits(now);
  for (auto* const flights : s_.arriving)
    flights->drain(now, [&](const Arrival& arrival) { arrive(now, arrival); });
}

void WormholeRouter::arrive(Cycle now, const Arrival& arrival) {
  const VcId vcId = arrival.vcId;
  WormInputVc& ivc = s_.inVcs[vcId];
  if (!plain_) {
    if ((arrival.flit & kHead) != 0 && routes_.tables()) lookUp(now, s_.portOf(vcId), arrival.flit);
    if ((arrival.flit & kTail) != 0 && s_.settings.storeAndForward) ++s_.tails[vcId];
  }
  if (ivc.count++ == 0) {
    ivc.front = arrival.flit;
    if (!s_.holds(vcId))
      expose(now, vcId);
    else if (s_.outVcs[s_.outOf(vcId)].credits != 0)
      requestSwitch(s_, vcId);
    return;
  }
  s_.rings[s_.ringAt(vcId, ivc.count - 2u)] = arrival.flit;
  // Store and forward: the tail of a packet that waits for it at the front.
  if (s_.settings.storeAndForward && (arrival.flit & kTail) != 0 && s_.tails[vcId] == 1 &&
      !s_.holds(vcId))
    expose(now, vcId);
}

void WormholeRouter::lookUp(Cycle now, PortId port, Flit flit) {
  WormPacket& packet = s_.packets[packetOf(flit)];
  const InputSide& in = s_.inputs[port];
  const auto bound = [&] {
    return routes_.bound(in.router, in.index, {packet.destination, packet.detail});
  };
  const Cycle ready = routes_.ready(port, packet.destination, bound, now, packet.probe != 0);
  packet.lookup = static_cast<std::uint32_t>(ready - now) & kLongestLookup;
  if (routes_.roundRobin())
    packet.detail = routes_.nextLink(in.router, in.index, {packet.destination, packet.detail});
}

void WormholeRouter::expose(Cycle now, VcId vcId) {
  const PortId port = s_.portOf(vcId);
  const WormPacket& packet = s_.packets[packetOf(s_.inVcs[vcId].front)];
  Cycle ready = now;
  if (!plain_) {
    if (s_.settings.storeAndForward && s_.tails[vcId] == 0) return;
    const Cycle waited = static_cast<CycleStamp>(now) - packet.arrival;
    if (Cycle{packet.lookup} > waited) ready += Cycle{packet.lookup} - waited;
    if (const Cycle delay = s_.settings.delays.route; delay > 0) {
      // A computation of several cycles is not pipelined: join the batch to come, or begin one.
      Cycle& start = batchStart_[s_.inputs[port].router - s_.firstRouter];
      if (start < ready) start = std::max(ready, start + delay);
      ready = start + delay;
    }
    if (ready > now) {
      startRouting(now, vcId, ready - now);
      return;
    }
  }
  pendingAt(vcId).asked = s_.inVcs[vcId].asked = static_cast<CycleStamp>(now);
  ask(vcId, routeOf(port, packet));
}

void WormholeRouter::startRouting(Cycle now, VcId vcId, Cycle delay) {
  pendingAt(vcId).asked = s_.inVcs[vcId].asked = static_cast<CycleStamp>(now + delay);
  routed_.push(now + std::min(delay, kRoutingHorizon), vcId);
}

RouteChoice WormholeRouter::routeOf(PortId port, const WormPacket& packet) {
  const InputSide& in = s_.inputs[port];
  const RouteState state{packet.destination, packet.detail};
  if (decides_ == Decides::never) return routing_->route(in.router, in.index, state);
  if (decides_ == Decides::everyHop || s_.isTerminal(in.upstream))
    return routing_->choose(*this, in.router, in.index, state, draws_[port - s_.firstPort]);
  return routing_->route(in.router, in.index, state);
}

void WormholeRouter::want(VcId vcId, const RouteChoice& choice) {
  WormInputVc& ivc = s_.inVcs[vcId];
  const OutputSide& out = s_.outputs[s_.inputs[s_.portOf(vcId)].firstPort + choice.port];
  ivc.outPort = choice.port;
  ivc.vcs = static_cast<std::uint16_t>((choice.vcs & out.all) | out.always);
  pendingAt(vcId).detail = choice.nextDetail;
  enterWanted(s_, vcId);
}

void WormholeRouter::ask(VcId vcId, const RouteChoice& choice) {
  want(vcId, choice);
  if (keepsAskers_) s_.askers.push_back(vcId);
}

/// Heads that were granted nothing may want to go elsewhere: those that routing asks, or all.
void WormholeRouter::askAgain(bool all) {
  std::size_t kept = 0;
  for (const VcId vcId : s_.askers) {
    if (s_.holds(vcId)) continue;
    s_.askers[kept++] = vcId;
  }
  s_.askers.resize(kept);
  for (const VcId vcId : s_.askers) {
    const PortId port = s_.portOf(vcId);
    const bool decides =
        all || decides_ == Decides::everyHop || s_.isTerminal(s_.inputs[port].upstream);
    if (!decides) continue;
    const RouteChoice choice = routeOf(port, s_.packets[packetOf(s_.inVcs[vcId].front)]);
    leaveWanted(s_, vcId);
    want(vcId, choice);
  }
}

void WormholeRouter::allocate(Cycle now) {
  if (shortcut_) return words_->allocateAndDepart(now);
  if (s_.lean)
    words_->allocate(now);
  else
    stages_->allocate(now);
  depart(now);
  if (reroutes_ || decides_ != Decides::never) askAgain(now < rerouteUntil_);
}

/// Where the cycles went since the head arrived here, up to its arrival at the next input.
void WormholeRouter::account(Cycle now, VcId vcId, const WormPacket& packet, const OutputSide& out,
                             std::uint32_t extra, LatencySplit& into) const {
  const auto traversal = static_cast<CycleStamp>(s_.settings.delays.traversal);
  const CycleStamp spent = static_cast<CycleStamp>(now) + 1 - packet.arrival;
  // A speculative head wins both in one cycle, which is the switch's.
  const CycleStamp since = pendingAt(vcId).asked - packet.arrival;
  const CycleStamp granted = std::min(since + s_.inVcs[vcId].asked + 1, spent - 1);
  const CycleStamp asked = std::min(since, granted);
  const CycleStamp routed =
      plain_ ? 0
             : std::min(asked, static_cast<CycleStamp>(s_.settings.delays.route) + packet.lookup);
  into.lookup += routed;
  into.vcAllocation += granted - asked;
  into.switchAllocation += (asked - routed) + (spent - granted);
  into.traversal += traversal + extra;
  into.channel += out.flight - 1 - traversal;
}

void WormholeRouter::depart(Cycle now) {
  if (s_.winners.empty()) return;
  s_.lastMove = now;
  s_.flitHops += s_.winners.size();
  WormInputVc* const inVcs = s_.inVcs.data();
  const InputSide* const inputs = s_.inputs.data();
  OutputSide* const outputs = s_.outputs.data();
  WormPacket* const packets = s_.packets.data();
  WormOutputVc* const outVcs = s_.outVcs.data();
  s_.exposed.resize(s_.winners.size());
  std::size_t exposed = 0;
  for (const Winner& winner : s_.winners) {
    const VcId vcId = winner.vcId;
    WormInputVc& ivc = inVcs[vcId];
    const PortId port = s_.portOf(vcId);
    const InputSide& in = inputs[port];
    const Flit flit = ivc.front;
    const VcId outVc = s_.outOf(vcId);
    const unsigned vc = s_.vcOf(vcId);
    OutputSide& out = outputs[s_.portOf(outVc)];
    const Cycle flight = Cycle{out.flight} + winner.extra;

    s_.flights[out.queue].push(now + flight, {flit, out.downstream + s_.vcOf(outVc)});
    s_.credits[in.creditQueue].push(now + Cycle{in.creditDelay}, in.upstream + vc);
    ++out.sent;
    WormOutputVc& ovc = outVcs[outVc];
    const bool credit = --ovc.credits != 0;
    if (queues_ != nullptr && queues_[s_.portOf(outVc) - s_.firstPort] != 0)
      memory_->queueChanged(in.router, ivc.outPort);

    if ((flit & kHead) != 0) {
      WormPacket& packet = packets[packetOf(flit)];
      if (packet.measured) account(now, vcId, packet, out, winner.extra, split_);
      if (isFollowed(s_, packet))
        account(now, vcId, packet, out, winner.extra,
                noteHop(s_, *routing_, now, port, s_.portOf(outVc), packet));
      packet.detail = pendingAt(vcId).detail;
      packet.arrival = static_cast<CycleStamp>(now + flight);
      ++packet.hops;
    }

    const bool more = nextFlit(s_, vcId);
    if ((flit & kTail) != 0) {
      freeBehindTail(s_, outVc);
      withdrawSwitch(s_, vcId);
      ivc.pointer &= static_cast<std::uint16_t>(~kHolds);
      if (s_.settings.storeAndForward) --s_.tails[vcId];
      s_.exposed[exposed] = vcId;
      exposed += more;
    } else if (!more || !credit) {
      withdrawSwitch(s_, vcId);
    }
  }
  s_.exposed.resize(exposed);
}

}  // namespace hopscope::wormhole
