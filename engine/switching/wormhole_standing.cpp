// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/wormhole_standing.h"

#include <algorithm>
#include <bit>

#include "engine/switching/wormhole_observation.h"

namespace hopscope::wormhole {

void WormholeStanding::begin(const PartStates& parts, const RoutingAlgorithm& routing) {
  s_ = parts.front();
  routing_ = &routing;
  graph_.begin(s_->inVcs.size());
  returning_.assign(s_->outVcs.size(), 0);
  unrouted_.assign(s_->inVcs.size(), 0);
  for (const PartState* part : parts)
    for (const CycleQueue<VcId>& credits : part->credits)
      credits.forEach(0, [this](Cycle, VcId outVc) { ++returning_[outVc]; });
}

/// For a virtual channel of an output, which its packet holds already or would have to be given.
bool WormholeStanding::waitsForVc(VcId outVc, bool held) {
  const WormOutputVc& ovc = s_->outVcs[outVc];
  const std::uint32_t credits = ovc.credits + returning_[outVc];
  const bool empties = !held && s_->freeBehindTail == 0;
  const bool room = empties ? credits == s_->room[outVc] : credits > 0;
  const VcId holder = held ? kNone : ovc.owner;
  if (room && holder == kNone) return false;
  const VcId buffer = s_->outputs[s_->portOf(outVc)].downstream + s_->vcOf(outVc);
  graph_.orFor(holder, room && !empties ? kNone : buffer);
  return true;
}

bool WormholeStanding::waitsFor(PortId output, unsigned vcs) {
  const OutputSide& out = s_->outputs[output];
  if (out.ejects()) return false;
  for (vcs = (vcs & out.all) | out.always; vcs != 0; vcs &= vcs - 1)
    if (!waitsForVc(s_->vcIdOf(output, static_cast<unsigned>(std::countr_zero(vcs))), false))
      return false;
  return true;
}

/// For all that a head may choose.
bool WormholeStanding::waitsForAll(const InputSide& in, const WormPacket& packet) {
  choices_.clear();
  routing_->candidates(in.router, in.index, {packet.destination, packet.detail}, choices_);
  return std::all_of(choices_.begin(), choices_.end(), [&](const RouteChoice& choice) {
    return waitsFor(in.firstPort + choice.port, choice.vcs);
  });
}

void WormholeStanding::see(const PartState& part, VcId vcId, bool still) {
  const WormInputVc& ivc = s_->inVcs[vcId];
  const InputSide& in = s_->inputs[s_->portOf(vcId)];
  const PortId output = in.firstPort + ivc.outPort;
  if (s_->holds(vcId)) {
    // Also of a packet whose next flits are still behind: they will come, and stand here.
    if (s_->outputs[output].ejects()) return;
    graph_.wait(vcId);
    if (!waitsForVc(s_->outOf(vcId), true)) graph_.goesOn();
    return;
  }
  if (ivc.count == 0 || unrouted_[vcId] != 0) return;
  if (s_->lean && !asksForChannel(part, vcId)) return;
  if (s_->settings.storeAndForward && s_->tails[vcId] == 0) return;
  const Decides decides = routing_->decides();
  const bool chooses = !still && (decides == Decides::everyHop ||
                                  (decides == Decides::atSource && s_->isTerminal(in.upstream)));
  graph_.wait(vcId);
  if (!waitsFor(output, ivc.vcs) ||
      (chooses && !waitsForAll(in, part.packets[packetOf(ivc.front)])))
    graph_.goesOn();
}

void WormholeStanding::look(const PartState& part, const CycleQueue<VcId>& routed, Cycle next,
                            bool still) {
  for (const VcId vcId : part.exposed) unrouted_[vcId] = 1;
  if (!routed.empty()) routed.forEach(next, [this](Cycle, VcId vcId) { unrouted_[vcId] = 1; });
  for (PortId port = part.firstPort; port < part.lastPort; ++port)
    for (unsigned vc = 0; vc < s_->outputs[port].vcs; ++vc) see(part, s_->vcIdOf(port, vc), still);
}

StandingBuffers WormholeStanding::settle() {
  StandingBuffers standing;
  standing.buffers = graph_.settle();
  if (standing.buffers == 0) return standing;
  for (const VcId vcId : graph_.cycle())
    standing.cycle.push_back({s_->topology->ports[s_->portOf(vcId)].in, s_->vcOf(vcId)});
  return standing;
}

}  // namespace hopscope::wormhole
