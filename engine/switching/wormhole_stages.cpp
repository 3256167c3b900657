// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/wormhole_stages.h"

#include <algorithm>

#include "engine/switching/wormhole_requests.h"

namespace hopscope::wormhole {
namespace {

constexpr Cycle kLongAgo = -1'000'000;
/// Of switch requests: those of packets with a virtual channel go before speculative ones.
constexpr std::uint8_t kCertain = 1, kSpeculative = 0;

/// Input and output lanes, or ways into and out of the crossbar, router by router.
AllocatorShape shapeOf(const State& s, std::uint32_t perInput, std::uint32_t perOutput) {
  AllocatorShape shape;
  for (const std::uint32_t port : s.topology->firstPort) {
    shape.firstInput.push_back(port * perInput);
    shape.firstOutput.push_back(port * perOutput);
  }
  return shape;
}

}  // namespace

Stages::Stages(State& state, std::uint64_t seed)
    : s_(state),
      settings_(state.settings),
      lanes_(makeAllocator(settings_.vcAllocator,
                           shapeOf(s_, 1u << s_.laneShift, 1u << s_.laneShift),
                           InputChoice::byOutput, seed)),
      switch_(makeAllocator(settings_.switchAllocator,
                            shapeOf(s_, settings_.inputSpeedup, settings_.outputSpeedup),
                            InputChoice::byOutput, seed + 1)),
      laneStart_(s_.topology->routerCount(), kLongAgo),
      switchStart_(laneStart_),
      crossbarStart_(laneStart_),
      outOf_(s_.lanes.size(), kNone),
      speculating_(s_.ports, 0),
      turn_(std::size_t{s_.ports} * settings_.inputSpeedup),
      lastSent_(s_.ports, kLongAgo) {
  const WormholeDelays& d = settings_.delays;
  laneGrants_ = CycleQueue<Grant>(d.vcAllocation, s_.lanes.size());
  switchGrants_ = CycleQueue<Grant>(d.switchAllocation, s_.lanes.size());
  granted_.reserve(s_.lanes.size());
  won_.reserve(s_.lanes.size());
  for (std::size_t way = 0; way < turn_.size(); ++way)
    turn_[way] = static_cast<VcIndex>(way % settings_.inputSpeedup);
  if (settings_.holdSwitch) {
    held_.assign(turn_.size(), kNone);
    heldOut_.assign(std::size_t{s_.ports} * settings_.outputSpeedup, kNone);
    holds_ = Bitmap(turn_.size());
  }
}

void Stages::allocate(Cycle now) {
  s_.winners.clear();
  if (s_.allocations != nullptr) s_.allocations->begin(now);
  requestLanes(now);
  requestSwitch(now);
  takeLanes(now);
  if (settings_.holdSwitch) serveHolds(now);
  takeSwitch(now);
}

std::uint32_t Stages::inputWay(Lane lane) const {
  return s_.portOf(lane) * settings_.inputSpeedup + s_.vcOf(lane) % settings_.inputSpeedup;
}

std::uint32_t Stages::outputWay(Lane lane) const {
  const InputSide& in = s_.inputs[s_.portOf(lane)];
  return (in.firstPort + s_.lanes[lane].outPort) * settings_.outputSpeedup +
         in.index % settings_.outputSpeedup;
}

bool Stages::isWatched(Lane lane) const {
  return s_.allocations != nullptr && s_.inputs[s_.portOf(lane)].router == s_.allocations->router();
}

CycleStamp Stages::ageOf(Lane lane) const {
  // Of the packet at the front; behind its head that is the same one.
  return s_.packets[packetOf(s_.lanes[lane].front)].birth;
}

void Stages::requestLanes(Cycle now) {
  std::size_t kept = 0;
  granted_.clear();
  const Cycle delay = settings_.delays.vcAllocation;
  const unsigned mask = (1u << s_.laneShift) - 1;
  for (const Lane lane : s_.askers) {
    const InputSide& in = s_.inputs[s_.portOf(lane)];
    Cycle& start = laneStart_[in.router];
    if (start != now && now < start + delay) {
      s_.askers[kept++] = lane;
      continue;
    }
    start = now;
    granted_.push_back({lane, kNone});
    if (isWatched(lane))
      s_.allocations->askChannel(in.index, s_.vcOf(lane), s_.lanes[lane].outPort);
    const InputLane& il = s_.lanes[lane];
    const PortId out = in.firstPort + il.outPort;
    const auto local = static_cast<PortIndex>(lane - s_.laneOf(in.firstPort, 0));
    for (unsigned open = il.vcs & s_.outputs[out].available; open != 0; open &= open - 1) {
      const Lane outLane = s_.laneOf(out, static_cast<unsigned>(std::countr_zero(open)));
      lanes_->add(
          {lane, outLane, local, static_cast<PortIndex>(outLane - s_.laneOf(in.firstPort, 0)),
           s_.vcOf(lane), static_cast<VcIndex>(outLane & mask), kCertain},
          ageOf(lane));
    }
  }
  s_.askers.resize(kept);
  for (const Request& winner : lanes_->allocate()) outOf_[winner.input] = winner.output;
  for (Grant& grant : granted_) {
    grant.out = outOf_[grant.lane];
    outOf_[grant.lane] = kNone;
    if (grant.out != kNone && isWatched(grant.lane))
      s_.allocations->grantChannel(s_.inputs[s_.portOf(grant.lane)].index, s_.vcOf(grant.lane),
                                   s_.vcOf(grant.out));
    if (delay > 1) laneGrants_.push(now + delay - 1, grant);
  }
  if (delay > 1) granted_.clear();
}

void Stages::takeLanes(Cycle now) {
  const auto take = [&](const Grant& grant) {
    // In a stage of several cycles another packet may have been quicker.
    if (grant.out == kNone ||
        (s_.outputs[s_.portOf(grant.out)].available & vcBit(s_, grant.out)) == 0)
      s_.askers.push_back(grant.lane);
    else
      grantLane(s_, now, grant.lane, grant.out);
  };
  if (settings_.delays.vcAllocation > 1)
    laneGrants_.drain(now, take);
  else
    for (const Grant& grant : granted_) take(grant);
}

/// A head without a virtual channel may ask where it could get one with a credit.
bool Stages::speculates(Lane lane) const {
  const InputLane& il = s_.lanes[lane];
  const PortId out = s_.inputs[s_.portOf(lane)].firstPort + il.outPort;
  for (unsigned open = il.vcs & s_.outputs[out].available; open != 0; open &= open - 1)
    if (s_.outLanes[s_.laneOf(out, static_cast<unsigned>(std::countr_zero(open)))].credits != 0)
      return true;
  return false;
}

void Stages::requestSwitch(Cycle now) {
  won_.clear();
  if (settings_.speculative)
    for (const Grant& grant : granted_)
      if (speculates(grant.lane)) {
        const PortId port = s_.portOf(grant.lane);
        speculating_[port] |= static_cast<std::uint16_t>(1u << s_.vcOf(grant.lane));
        s_.requesting.set(port);
      }
  for (const PortId port : s_.requesting.members()) {
    Cycle& start = switchStart_[s_.inputs[port].router];
    if (start != now && now < start + settings_.delays.switchAllocation) continue;
    start = now;
    requestPort(port);
    speculating_[port] = 0;
    if (s_.inputs[port].requests == 0) s_.requesting.clear(port);
  }
  for (const Request& winner : switch_->allocate()) {
    const Lane lane = s_.laneOf(winner.input / settings_.inputSpeedup, winner.inputVc);
    if (isWatched(lane))
      s_.allocations->grant(s_.inputs[s_.portOf(lane)].index, winner.inputVc,
                            s_.lanes[lane].outPort);
    turn_[winner.input] = static_cast<VcIndex>((winner.inputVc + settings_.inputSpeedup) %
                                               s_.outputs[s_.portOf(lane)].vcs);
    if (settings_.delays.switchAllocation > 1)
      switchGrants_.push(now + settings_.delays.switchAllocation - 1, {lane, kNone});
    else
      won_.push_back(lane);
  }
}

/// The requests of one port, way by way, the lane whose turn it is first; certain ones before
/// speculative ones.
void Stages::requestPort(PortId port) {
  const InputSide& in = s_.inputs[port];
  const std::uint32_t ways = settings_.inputSpeedup;
  const unsigned vcs = s_.outputs[port].vcs;
  for (std::uint32_t way = 0; way < ways; ++way) {
    const std::uint32_t input = port * ways + way;
    if (settings_.holdSwitch && held_[input] != kNone) continue;
    for (const bool certain : {true, false}) {
      const unsigned asking = certain ? in.requests : speculating_[port];
      if (asking == 0) continue;
      for (unsigned turn = 0; turn < vcs; ++turn) {
        const unsigned vc = (turn_[input] + turn) % vcs;
        if (vc % ways != way || (asking >> vc & 1u) == 0) continue;
        const Lane lane = s_.laneOf(port, vc);
        const std::uint32_t output = outputWay(lane);
        if (settings_.holdSwitch && heldOut_[output] != kNone) continue;
        if (isWatched(lane))
          s_.allocations->ask(
              in.index, static_cast<VcIndex>(vc), s_.lanes[lane].outPort,
              certain ? static_cast<VcIndex>(s_.lanes[lane].vcs) : AllocationRequest::kAnyVc);
        switch_->add({input, output, static_cast<PortIndex>(input - in.firstPort * ways),
                      static_cast<PortIndex>(output - in.firstPort * settings_.outputSpeedup),
                      static_cast<VcIndex>(vc), 0, certain ? kCertain : kSpeculative},
                     ageOf(lane));
      }
    }
  }
}

/// Ways that stay with their packet: the next flit goes, or the way is given up.
void Stages::serveHolds(Cycle now) {
  for (const std::uint32_t way : holds_.members()) {
    const Lane lane = held_[way];
    const InputLane& il = s_.lanes[lane];
    const bool goes = s_.outLanes[s_.outOf(lane)].credits != 0;
    if (goes) win(now, lane);
    const bool tail = (il.front & kTail) != 0;
    if (!goes || tail || il.count == 1) {
      heldOut_[outputWay(lane)] = kNone;
      held_[way] = kNone;
      holds_.clear(way);
    }
  }
}

void Stages::takeSwitch(Cycle now) {
  const auto take = [&](Lane lane) {
    const InputLane& il = s_.lanes[lane];
    // Speculation fails without a virtual channel; a credit may have gone in the meantime.
    if (!s_.holds(lane) || s_.outLanes[s_.outOf(lane)].credits == 0 || il.count == 0) return;
    win(now, lane);
    if (settings_.holdSwitch && (il.front & kTail) == 0 && il.count > 1) {
      const std::uint32_t way = inputWay(lane), out = outputWay(lane);
      held_[way] = lane;
      heldOut_[out] = way;
      holds_.set(way);
    }
  };
  if (settings_.delays.switchAllocation > 1)
    switchGrants_.drain(now, [&](const Grant& grant) { take(grant.lane); });
  else
    for (const Lane lane : won_) take(lane);
}

/// The flit enters the crossbar in the next cycle, or with the next batch where crossing takes
/// several; behind others where an output takes more than one a cycle.
void Stages::win(Cycle now, Lane lane) {
  const Cycle traversal = settings_.delays.traversal;
  const InputSide& in = s_.inputs[s_.portOf(lane)];
  Cycle& start = crossbarStart_[in.router];
  if (start < now + 1) start = std::max(now + 1, start + traversal);
  Cycle sent = start + traversal - 1;
  Cycle& last = lastSent_[in.firstPort + s_.lanes[lane].outPort];
  sent = last = std::max(sent, last + 1);
  s_.winners.push_back({lane, static_cast<std::uint32_t>(sent - now - traversal)});
}

}  // namespace hopscope::wormhole
