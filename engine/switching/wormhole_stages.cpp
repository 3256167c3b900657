// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/wormhole_stages.h"

#include <algorithm>

#include "engine/switching/wormhole_requests.h"

namespace hopscope::wormhole {
namespace {

constexpr Cycle kLongAgo = -1'000'000;
/// Of switch requests: those of packets with a virtual channel go before speculative ones.
constexpr std::uint8_t kCertain = 1, kSpeculative = 0;

/// Input and output VCs, or inputs and outputs of the crossbar, router by router.
AllocatorShape shapeOf(const PartState& s, std::uint32_t perInput, std::uint32_t perOutput) {
  AllocatorShape shape;
  for (RouterId router = s.firstRouter; router <= s.lastRouter; ++router) {
    const std::uint32_t port = s.topology->firstPort[router] - s.firstPort;
    shape.firstInput.push_back(port * perInput);
    shape.firstOutput.push_back(port * perOutput);
  }
  shape.offset = s.firstPort * perInput;
  shape.outputOffset = s.firstPort * perOutput;
  return shape;
}

}  // namespace

Stages::Stages(PartState& state, std::uint64_t seed)
    : s_(state),
      settings_(state.settings),
      vcs_(makeAllocator(settings_.vcAllocator, shapeOf(s_, 1u << s_.vcShift, 1u << s_.vcShift),
                         InputChoice::byOutput, seed)),
      switch_(makeAllocator(settings_.switchAllocator,
                            shapeOf(s_, settings_.inputSpeedup, settings_.outputSpeedup),
                            InputChoice::byOutput, seed + 1)),
      vcStart_(s_.lastRouter - s_.firstRouter, kLongAgo),
      switchStart_(vcStart_),
      crossbarStart_(vcStart_),
      outOf_(s_.vcCount(), kNone),
      speculating_(s_.portCount(), 0),
      pointers_(s_.portCount() * settings_.inputSpeedup),
      lastSent_(s_.portCount(), kLongAgo) {
  const WormholeDelays& d = settings_.delays;
  vcGrants_ = CycleQueue<Grant>(d.vcAllocation, s_.vcCount());
  switchGrants_ = CycleQueue<Grant>(d.switchAllocation, s_.vcCount());
  granted_.reserve(s_.vcCount());
  won_.reserve(s_.vcCount());
  for (std::size_t input = 0; input < pointers_.size(); ++input)
    pointers_[input] = static_cast<VcIndex>(input % settings_.inputSpeedup);
  if (settings_.holdSwitch) {
    held_.assign(pointers_.size(), kNone);
    heldOut_.assign(s_.portCount() * settings_.outputSpeedup, kNone);
    holds_ = Bitmap(pointers_.size());
  }
}

void Stages::allocate(Cycle now) {
  s_.winners.clear();
  if (s_.allocations != nullptr) s_.allocations->begin(now);
  requestVcs(now);
  requestSwitch(now);
  takeVcs(now);
  if (settings_.holdSwitch) serveHolds(now);
  takeSwitch(now);
}

std::uint32_t Stages::crossbarInput(VcId vcId) const {
  return localOf(s_.portOf(vcId)) * settings_.inputSpeedup + s_.vcOf(vcId) % settings_.inputSpeedup;
}

std::uint32_t Stages::crossbarOutput(VcId vcId) const {
  const InputSide& in = s_.inputs[s_.portOf(vcId)];
  return localOf(in.firstPort + s_.inVcs[vcId].outPort) * settings_.outputSpeedup +
         in.index % settings_.outputSpeedup;
}

bool Stages::isWatched(VcId vcId) const {
  return s_.allocations != nullptr && s_.inputs[s_.portOf(vcId)].router == s_.allocations->router();
}

CycleStamp Stages::ageOf(VcId vcId) const {
  // Of the packet at the front; behind its head that is the same one.
  return s_.packets[packetOf(s_.inVcs[vcId].front)].birth;
}

void Stages::requestVcs(Cycle now) {
  std::size_t kept = 0;
  granted_.clear();
  const Cycle delay = settings_.delays.vcAllocation;
  const unsigned mask = (1u << s_.vcShift) - 1;
  for (const VcId vcId : s_.askers) {
    const InputSide& in = s_.inputs[s_.portOf(vcId)];
    Cycle& start = vcStart_[routerOf(in)];
    if (start != now && now < start + delay) {
      s_.askers[kept++] = vcId;
      continue;
    }
    start = now;
    granted_.push_back({vcId, kNone});
    if (isWatched(vcId))
      s_.allocations->askChannel(in.index, s_.vcOf(vcId), s_.inVcs[vcId].outPort);
    const WormInputVc& ivc = s_.inVcs[vcId];
    const PortId out = in.firstPort + ivc.outPort;
    const auto local = static_cast<PortIndex>(vcId - s_.vcIdOf(in.firstPort, 0));
    for (unsigned open = ivc.vcs & s_.outputs[out].available; open != 0; open &= open - 1) {
      const VcId outVc = s_.vcIdOf(out, static_cast<unsigned>(std::countr_zero(open)));
      vcs_->add({localVcOf(vcId), localVcOf(outVc), local,
                 static_cast<PortIndex>(outVc - s_.vcIdOf(in.firstPort, 0)), s_.vcOf(vcId),
                 static_cast<VcIndex>(outVc & mask), kCertain},
                ageOf(vcId));
    }
  }
  s_.askers.resize(kept);
  for (const Request& winner : vcs_->allocate())
    outOf_[winner.input] = s_.firstVc() + winner.output;
  for (Grant& grant : granted_) {
    grant.out = outOf_[localVcOf(grant.vcId)];
    outOf_[localVcOf(grant.vcId)] = kNone;
    if (grant.out != kNone && isWatched(grant.vcId))
      s_.allocations->grantChannel(s_.inputs[s_.portOf(grant.vcId)].index, s_.vcOf(grant.vcId),
                                   s_.vcOf(grant.out));
    if (delay > 1) vcGrants_.push(now + delay - 1, grant);
  }
  if (delay > 1) granted_.clear();
}

void Stages::takeVcs(Cycle now) {
  const auto take = [&](const Grant& grant) {
    // In a stage of several cycles another packet may have been quicker.
    if (grant.out == kNone ||
        (s_.outputs[s_.portOf(grant.out)].available & vcBit(s_, grant.out)) == 0)
      s_.askers.push_back(grant.vcId);
    else
      grantVc(s_, now, grant.vcId, grant.out);
  };
  if (settings_.delays.vcAllocation > 1)
    vcGrants_.drain(now, take);
  else
    for (const Grant& grant : granted_) take(grant);
}

/// A head without a virtual channel may ask where it could get one with a credit.
bool Stages::speculates(VcId vcId) const {
  const WormInputVc& ivc = s_.inVcs[vcId];
  const PortId out = s_.inputs[s_.portOf(vcId)].firstPort + ivc.outPort;
  for (unsigned open = ivc.vcs & s_.outputs[out].available; open != 0; open &= open - 1)
    if (s_.outVcs[s_.vcIdOf(out, static_cast<unsigned>(std::countr_zero(open)))].credits != 0)
      return true;
  return false;
}

void Stages::requestSwitch(Cycle now) {
  won_.clear();
  if (settings_.speculative)
    for (const Grant& grant : granted_)
      if (speculates(grant.vcId)) {
        const PortId port = s_.portOf(grant.vcId);
        speculating_[localOf(port)] |= static_cast<std::uint16_t>(1u << s_.vcOf(grant.vcId));
        s_.requesting.set(localOf(port));
      }
  for (const std::uint32_t local : s_.requesting.members()) {
    const PortId port = s_.firstPort + local;
    Cycle& start = switchStart_[routerOf(s_.inputs[port])];
    if (start != now && now < start + settings_.delays.switchAllocation) continue;
    start = now;
    requestPort(now + settings_.delays.switchAllocation - 1, port);
    speculating_[local] = 0;
    if (s_.inputs[port].requests == 0) s_.requesting.clear(local);
  }
  for (const Request& winner : switch_->allocate()) {
    const VcId vcId =
        s_.vcIdOf(s_.firstPort + winner.input / settings_.inputSpeedup, winner.inputVc);
    if (isWatched(vcId))
      s_.allocations->grant(s_.inputs[s_.portOf(vcId)].index, winner.inputVc,
                            s_.inVcs[vcId].outPort);
    pointers_[winner.input] = static_cast<VcIndex>((winner.inputVc + settings_.inputSpeedup) %
                                                   s_.outputs[s_.portOf(vcId)].vcs);
    if (settings_.delays.switchAllocation > 1)
      switchGrants_.push(now + settings_.delays.switchAllocation - 1, {vcId, kNone});
    else
      won_.push_back(vcId);
  }
}

/// The requests of one port, crossbar input by crossbar input, from the pointed virtual channel on;
/// certain ones before speculative ones; none to a channel that is closed when they are granted.
void Stages::requestPort(Cycle granted, PortId port) {
  const InputSide& in = s_.inputs[port];
  const std::uint32_t speedup = settings_.inputSpeedup;
  const unsigned vcs = s_.outputs[port].vcs;
  for (std::uint32_t share = 0; share < speedup; ++share) {
    const std::uint32_t input = localOf(port) * speedup + share;
    if (settings_.holdSwitch && held_[input] != kNone) continue;
    for (const bool certain : {true, false}) {
      const unsigned asking = certain ? in.requests : speculating_[localOf(port)];
      if (asking == 0) continue;
      for (unsigned step = 0; step < vcs; ++step) {
        const unsigned vc = (pointers_[input] + step) % vcs;
        if (vc % speedup != share || (asking >> vc & 1u) == 0) continue;
        const VcId vcId = s_.vcIdOf(port, vc);
        if (closed(vcId, granted)) continue;
        const std::uint32_t output = crossbarOutput(vcId);
        if (settings_.holdSwitch && heldOut_[output] != kNone) continue;
        if (isWatched(vcId))
          s_.allocations->ask(
              in.index, static_cast<VcIndex>(vc), s_.inVcs[vcId].outPort,
              certain ? static_cast<VcIndex>(s_.inVcs[vcId].vcs) : AllocationRequest::kAnyVc);
        switch_->add(
            {input, output, static_cast<PortIndex>(input - localOf(in.firstPort) * speedup),
             static_cast<PortIndex>(output - localOf(in.firstPort) * settings_.outputSpeedup),
             static_cast<VcIndex>(vc), 0, certain ? kCertain : kSpeculative},
            ageOf(vcId));
      }
    }
  }
}

/// Crossbar inputs that stay with their packet: its next flit goes, or they are given up.
void Stages::serveHolds(Cycle now) {
  for (const std::uint32_t input : holds_.members()) {
    const VcId vcId = held_[input];
    const WormInputVc& ivc = s_.inVcs[vcId];
    const bool goes = s_.outVcs[s_.outOf(vcId)].credits != 0 && !closed(vcId, now);
    if (goes) win(now, vcId);
    const bool tail = (ivc.front & kTail) != 0;
    if (!goes || tail || ivc.count == 1) {
      heldOut_[crossbarOutput(vcId)] = kNone;
      held_[input] = kNone;
      holds_.clear(input);
    }
  }
}

void Stages::takeSwitch(Cycle now) {
  const auto take = [&](VcId vcId) {
    const WormInputVc& ivc = s_.inVcs[vcId];
    // Speculation fails without a virtual channel; a credit may have gone in the meantime.
    if (!s_.holds(vcId) || s_.outVcs[s_.outOf(vcId)].credits == 0 || ivc.count == 0 ||
        closed(vcId, now))
      return;
    win(now, vcId);
    if (settings_.holdSwitch && (ivc.front & kTail) == 0 && ivc.count > 1) {
      const std::uint32_t input = crossbarInput(vcId), out = crossbarOutput(vcId);
      held_[input] = vcId;
      heldOut_[out] = input;
      holds_.set(input);
    }
  };
  if (settings_.delays.switchAllocation > 1)
    switchGrants_.drain(now, [&](const Grant& grant) { take(grant.vcId); });
  else
    for (const VcId vcId : won_) take(vcId);
}

/// The flit enters the crossbar in the next cycle, or with the next batch where crossing takes
/// several; behind others where an output takes more than one a cycle.
void Stages::win(Cycle now, VcId vcId) {
  const Cycle traversal = settings_.delays.traversal;
  const InputSide& in = s_.inputs[s_.portOf(vcId)];
  Cycle& start = crossbarStart_[routerOf(in)];
  if (start < now + 1) start = std::max(now + 1, start + traversal);
  Cycle sent = start + traversal - 1;
  const std::uint32_t output = localOf(in.firstPort + s_.inVcs[vcId].outPort);
  Cycle& last = lastSent_[output];
  sent = last = std::max(sent, last + 1);
  // As if it had been granted when it will enter the channel.
  if (s_.slowOutputs.any()) s_.slowOutputs.take(output, sent - traversal);
  s_.winners.push_back({vcId, static_cast<std::uint32_t>(sent - now - traversal)});
}

}  // namespace hopscope::wormhole
