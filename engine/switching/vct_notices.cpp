// SPDX-License-Identifier: GPL-3.0-or-later
// What virtual cut-through routers do where queues send notices of congestion: packets of highest
// priority, of which the switch of their destination hears.
#include <algorithm>
#include <memory>
#include <utility>

#include "engine/switching/vct_router.h"

namespace hopscope {

void VctRouter::placeCongestionPoints(const CongestionPoints& points, std::uint32_t noticeFlits) {
  const Topology& t = *fabric_.topology;
  std::vector<std::uint16_t> data;
  for (PortId id = firstPort_; id < firstPort_ + portCount_; ++id) {
    const VcMask notices = routing_->noticeVcs(t.kindOf(t.ports[id].link));
    noticeVcs_.push_back(static_cast<std::uint16_t>(notices));
    data.push_back(static_cast<std::uint16_t>(((VcMask{1} << inputs_[id].vcs) - 1) & ~notices));
  }
  sampler_ = std::make_unique<CongestionSampler>(fabric_, part_, points, std::move(data), seed_);
  heard_.reserve(portCount_);
  noticeLength_ = noticeFlits == 0 ? LengthIndex{0} : fabric_.lengthOf(noticeFlits);
  notices_.counted = true;
}

void VctRouter::tellArrival(Cycle now, PortId input, const Packet& packet) {
  if (pauses_ && pauses_->filled(input, packet.vc)) pause(now, input, packet.vc, true);
  if (sampler_ && !packet.notice) sampler_->entered(input, calendar_.queued);
}

template <bool kAlike>
bool VctRouter::intercepts(Cycle now, const Arrival& arrival) {
  const InputPort& in = inputs_[arrival.input];
  if (fabric_.topology->terminals[arrival.packet.destination].router != in.router) return false;
  giveCredit(now, arrival.input, arrival.packet.vc, kAlike ? 0 : arrival.packet.length);
  heard_.push_back(arrival);
  lastMove_ = now;
  return true;
}

void VctRouter::hearNotices(Cycle now) {
  if (heard_.empty()) return;
  std::sort(heard_.begin(), heard_.end(),
            [](const Arrival& a, const Arrival& b) { return a.input < b.input; });
  for (const Arrival& notice : heard_) {
    const InputPort& in = inputs_[notice.input];
    if (hears_.notices) memory_->noticed(now, in.router, in.index, notice.packet.detail);
    ++notices_.received;
  }
  heard_.clear();
}

template <bool kAlike>
void VctRouter::sendNotices(Cycle now) {
  const Topology& t = *fabric_.topology;
  const CongestionPoints& points = sampler_->points();
  for (const CongestedQueue& each : sampler_->take()) {
    const InputPort& at = inputs_[each.port];
    const RouterId router = at.router;
    const RouteState state = routing_->noticeState(each.source, each.feedback);
    // Of its own packets a switch hears at once, for the port looked at (Benito, section 4.6.4).
    // FOGSim has it for the packet's minimal port, and so begins to divert sooner.
    if (t.terminals[each.source].router == router) {
      if (hears_.notices) memory_->noticed(now, router, at.index, state.detail);
      continue;
    }
    if (points.processesOwn && each.destination != kNone && hears_.notices) {
      const RouteChoice way = routing_->route(router, at.index, {each.destination, each.detail});
      memory_->noticed(now, router, way.port, state.detail);
    }
    // They wait in a virtual channel of their own at the port of the switch's first terminal.
    PortId input = t.firstPort[router];
    while (inputs_[input].upstream != kNone) ++input;
    const auto vc = static_cast<VcIndex>(inputs_[input].vcs - 1);
    InputVc& queue = inputVcs_[inputs_[input].firstVc + vc];
    const std::uint32_t flits = fabric_.flitsOf<kAlike>(noticeLength_);
    const std::uint32_t room =
        std::min(fabric_.inputRoom[inputs_[input].firstVc + vc], std::max(points.room, flits));
    if (queue.flits + flits > room) {
      ++notices_.dropped;
      continue;
    }
    queue.flits += flits;
    Packet packet;
    packet.birth = stampOf(now);
    packet.source = Packet::kLastSource;
    packet.destination = each.source;
    packet.detail = state.detail;
    packet.length = noticeLength_;
    packet.vc = vc;
    packet.notice = true;
    ++notices_.sent;
    enqueue<kAlike>(now, {packet, input});
  }
}

void VctRouter::giveCredit(Cycle now, PortId input, VcIndex vc, LengthIndex length) {
  const InputPort& in = inputs_[input];
  const Credit credit(in.upstream, vc, length);
  const Cycle at = now + Cycle{in.creditLatency};
  if (in.upstream - firstPort_ < portCount_)
    calendar_.credits.push(at, credit);
  else
    mailbox_->send(peerPart_[input - firstPort_], Mailbox::Room{stampOf(at), credit});
}

bool VctRouter::goesAfter(PortId input, PortIndex index, PortId output, VcIndex inputVc) const {
  const OutputPort& out = outputs_[output];
  const bool leads = isNotice(input - index + out.leader.input, out.leader.inputVc);
  if (leads != isNotice(input, inputVc)) return leads;
  return static_cast<PortIndex>(out.leader.input - out.pointer) <
         static_cast<PortIndex>(index - out.pointer);
}

template bool VctRouter::intercepts<true>(Cycle, const Arrival&);
template bool VctRouter::intercepts<false>(Cycle, const Arrival&);
template void VctRouter::sendNotices<true>(Cycle);
template void VctRouter::sendNotices<false>(Cycle);

}  // namespace hopscope
