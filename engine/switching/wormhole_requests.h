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
    s.switching.set(request.output);
  } else {
    const PortId port = s.portOf(lane);
    s.inputs[port].requests |= vcBit(s, lane);
    s.requesting.set(port);
  }
}

/// The lane has nothing more to ask of the crossbar for now.
inline void withdrawSwitch(State& s, Lane lane) {
  if (s.lean) {
    const LeanRequest request(s, lane);
    request.mask.clear(s.wants(request.output), request.lane);
    if (!request.mask.any(s.wants(request.output))) s.switching.clear(request.output);
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
  s.allocating.set(request.output);
}

/// The head asks no more.
inline void leaveWanted(State& s, Lane lane) {
  if (!s.lean) return;
  const LeanRequest request(s, lane);
  request.mask.clear(s.wanted(request.output), request.lane);
  if (!request.mask.any(s.wanted(request.output))) s.allocating.clear(request.output);
}

/// The lane's next flit comes to the front, and it has one flit less. Without a next one `front` is
/// unused: whether there is one is anybody's guess, so this has no branch, but reads nobody's ring.
inline bool nextFlit(State& s, Lane lane) {
  InputLane& il = s.lanes[lane];
  const bool more = --il.count != 0;
  const Lane from = more ? lane : static_cast<Lane>(s.lanes.size());
  il.front = s.rings[s.ringAt(from, 0)];
  ++s.ringHeads[from];
  return more;
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
