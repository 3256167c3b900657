// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/switching/lane_mask.h"
#include "engine/switching/wormhole_state.h"

/// The small events that lead from a flit in a buffer to the crossbar, in the order in which they
/// happen to a head.
namespace hopscope::wormhole {

inline std::uint16_t vcBit(const State& s, Lane lane) {
  return static_cast<std::uint16_t>(1u << s.vcOf(lane));
}

/// The number of an input lane in its router, and its sets of lanes at the output it wants.
struct LeanRequest {
  LeanRequest(State& s, Lane inputLane)
      : mask(s.maskWords),
        firstPort(s.inputs[s.portOf(inputLane)].firstPort),
        output(firstPort + s.lanes[inputLane].outPort),
        lane(inputLane - s.laneOf(firstPort, 0)) {}

  LaneMask<0> mask;
  PortId firstPort, output;
  unsigned lane;
};

/// The first flit of a lane that holds an output lane asks for the crossbar.
inline void requestSwitch(State& s, Lane lane) {
  if (s.lean) {
    const LeanRequest request(s, lane);
    request.mask.set(s.wants(request.output), request.lane);
    s.switching.add(request.output);
  } else {
    const PortId port = s.portOf(lane);
    s.inputs[port].requests |= vcBit(s, lane);
    s.requesting.set(port);
  }
}

/// The last flit of a packet crosses to an output lane.
inline void freeBehindTail(State& s, Lane outLane) {
  s.outLanes[outLane].owner = kNone;
  s.outputs[s.portOf(outLane)].available |=
      static_cast<std::uint16_t>(vcBit(s, outLane) & s.freeBehindTail);
}

/// An output lane has a credit again: what waited for one can go on.
inline void firstCredit(State& s, Lane outLane) {
  const PortId port = s.portOf(outLane);
  const Lane owner = s.outLanes[outLane].owner;
  if (s.isTerminal(outLane)) {
    const TerminalId terminal = port - s.ports;
    s.outputs[port].available |= vcBit(s, outLane);
    if (s.sources[terminal].head != kNone) s.sending.set(terminal);
  } else if (owner != kNone && s.lanes[owner].count != 0) {
    requestSwitch(s, owner);
  }
}

/// A credit comes back where a buffer has to run empty before it takes in another packet. Those who
/// wait for the virtual channel ask in every cycle.
inline void creditOfEmptying(State& s, Lane outLane) {
  OutputLane& ol = s.outLanes[outLane];
  if (ol.credits++ == 0) firstCredit(s, outLane);
  if (ol.credits != s.room[outLane]) return;
  if (s.isTerminal(outLane)) {
    const TerminalId terminal = s.portOf(outLane) - s.ports;
    if (s.sources[terminal].head != kNone) s.sending.set(terminal);
  } else if (ol.owner == kNone) {
    s.outputs[s.portOf(outLane)].available |= vcBit(s, outLane);
  }
}

/// The lane has nothing more to ask of the crossbar for now.
inline void withdrawSwitch(State& s, Lane lane) {
  if (s.lean) {
    const LeanRequest request(s, lane);
    request.mask.clear(s.wants(request.output), request.lane);
  } else {
    const PortId port = s.portOf(lane);
    std::uint16_t& requests = s.inputs[port].requests;
    requests &= static_cast<std::uint16_t>(~vcBit(s, lane));
    if (requests == 0) s.requesting.clear(port);
  }
}

/// The head asks for one of the virtual channels of its output port.
inline void enterWanted(State& s, Lane lane) {
  if (!s.lean) return;
  const LeanRequest request(s, lane);
  request.mask.set(s.wanted(request.output), request.lane);
  s.allocating.add(request.output);
}

/// The head asks no more.
inline void leaveWanted(State& s, Lane lane) {
  if (!s.lean) return;
  const LeanRequest request(s, lane);
  request.mask.clear(s.wanted(request.output), request.lane);
}

/// The lane's first flit leaves, the next one comes to the front. False: there is none.
inline bool nextFlit(State& s, Lane lane) {
  InputLane& il = s.lanes[lane];
  if (--il.count == 0) return false;
  il.front = s.rings[s.ringAt(lane, 0)];
  ++s.ringHeads[lane];
  return true;
}

/// The head gets the output lane `outLane`, and asks for the crossbar where there is a credit.
inline void grantLane(State& s, Cycle now, Lane lane, Lane outLane) {
  s.outputs[s.portOf(outLane)].available &= static_cast<std::uint16_t>(~vcBit(s, outLane));
  leaveWanted(s, lane);
  InputLane& il = s.lanes[lane];
  il.turn |= kHolds;
  il.vcs = s.vcOf(outLane);
  il.asked = static_cast<CycleStamp>(now) - il.asked;
  OutputLane& ol = s.outLanes[outLane];
  ol.owner = lane;
  if (ol.credits != 0) requestSwitch(s, lane);
}

}  // namespace hopscope::wormhole
