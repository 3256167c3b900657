// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/switching/vc_bits.h"
#include "engine/switching/wormhole_part_state.h"

/// The small events that lead from a flit in a buffer to the crossbar, in the order in which they
/// happen to a head.
namespace hopscope::wormhole {

inline std::uint16_t vcBit(const State& s, VcId vcId) {
  return static_cast<std::uint16_t>(1u << s.vcOf(vcId));
}

/// The number of an input VC in its router, and its sets of virtual channels at the
/// output it wants.
struct LeanRequest {
  LeanRequest(const State& s, VcId inputVc)
      : mask(s.maskWords),
        firstPort(s.inputs[s.portOf(inputVc)].firstPort),
        output(firstPort + s.inVcs[inputVc].outPort),
        vcId(inputVc - s.vcIdOf(firstPort, 0)) {}

  VcBits<0> mask;
  PortId firstPort, output;
  unsigned vcId;
};

/// The first flit of a virtual channel that holds an output VC asks for the crossbar.
inline void requestSwitch(PartState& s, VcId vcId) {
  if (s.lean) {
    const LeanRequest request(s, vcId);
    request.mask.set(s.wants(request.output), request.vcId);
    s.switching.add(request.output);
  } else {
    const PortId port = s.portOf(vcId);
    s.inputs[port].requests |= vcBit(s, vcId);
    s.requesting.set(port - s.firstPort);
  }
}

/// The last flit of a packet crosses to an output VC.
inline void freeBehindTail(PartState& s, VcId outVc) {
  s.outVcs[outVc].owner = kNone;
  s.outputs[s.portOf(outVc)].available |=
      static_cast<std::uint16_t>(vcBit(s, outVc) & s.freeBehindTail);
}

/// An output VC has a credit again: what waited for one can go on.
inline void firstCredit(PartState& s, VcId outVc) {
  const PortId port = s.portOf(outVc);
  const VcId owner = s.outVcs[outVc].owner;
  if (s.isTerminal(outVc)) {
    const TerminalId terminal = port - s.ports;
    s.outputs[port].available |= vcBit(s, outVc);
    if (s.sources[terminal].head != kNone) s.sending.set(terminal - s.firstTerminal);
  } else if (owner != kNone && s.inVcs[owner].count != 0) {
    requestSwitch(s, owner);
  }
}

/// A credit comes back where a buffer has to run empty before it takes in another packet. Those who
/// wait for the virtual channel ask in every cycle.
inline void creditOfEmptying(PartState& s, VcId outVc) {
  WormOutputVc& ovc = s.outVcs[outVc];
  if (ovc.credits++ == 0) firstCredit(s, outVc);
  if (ovc.credits != s.room[outVc]) return;
  if (s.isTerminal(outVc)) {
    const TerminalId terminal = s.portOf(outVc) - s.ports;
    if (s.sources[terminal].head != kNone) s.sending.set(terminal - s.firstTerminal);
  } else if (ovc.owner == kNone) {
    s.outputs[s.portOf(outVc)].available |= vcBit(s, outVc);
  }
}

/// The virtual channel has nothing more to ask of the crossbar for now.
inline void withdrawSwitch(PartState& s, VcId vcId) {
  if (s.lean) {
    const LeanRequest request(s, vcId);
    request.mask.clear(s.wants(request.output), request.vcId);
  } else {
    const PortId port = s.portOf(vcId);
    std::uint16_t& requests = s.inputs[port].requests;
    requests &= static_cast<std::uint16_t>(~vcBit(s, vcId));
    if (requests == 0) s.requesting.clear(port - s.firstPort);
  }
}

/// The head asks for one of the virtual channels of its output port.
inline void enterWanted(PartState& s, VcId vcId) {
  if (!s.lean) return;
  const LeanRequest request(s, vcId);
  request.mask.set(s.wanted(request.output), request.vcId);
  s.allocating.add(request.output);
}

/// The head asks no more.
inline void leaveWanted(PartState& s, VcId vcId) {
  if (!s.lean) return;
  const LeanRequest request(s, vcId);
  request.mask.clear(s.wanted(request.output), request.vcId);
}

/// The virtual channel's first flit leaves, the next one comes to the front. False: there is none.
inline bool nextFlit(PartState& s, VcId vcId) {
  WormInputVc& ivc = s.inVcs[vcId];
  if (--ivc.count == 0) return false;
  ivc.front = s.rings[s.ringAt(vcId, 0)];
  ++s.ringHeads[vcId];
  return true;
}

/// The head gets the output VC `outVc`, and asks for the crossbar where there is a
/// credit.
inline void grantVc(PartState& s, Cycle now, VcId vcId, VcId outVc) {
  s.outputs[s.portOf(outVc)].available &= static_cast<std::uint16_t>(~vcBit(s, outVc));
  leaveWanted(s, vcId);
  WormInputVc& ivc = s.inVcs[vcId];
  ivc.pointer |= kHolds;
  ivc.vcs = s.vcOf(outVc);
  ivc.asked = static_cast<CycleStamp>(now) - ivc.asked;
  WormOutputVc& ovc = s.outVcs[outVc];
  ovc.owner = vcId;
  if (ovc.credits != 0) requestSwitch(s, vcId);
}

}  // namespace hopscope::wormhole
