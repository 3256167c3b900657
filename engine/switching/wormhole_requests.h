// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/switching/wormhole_state.h"

/// The small events that lead from a flit in a buffer to the crossbar, in the order in which they
/// happen to a head.
namespace hopscope::wormhole {

inline std::uint16_t vcBit(const State& s, Lane lane) {
  return static_cast<std::uint16_t>(1u << s.vcOf(lane));
}

/// The lane asks `out`, one of the outputs of its router, for the crossbar (State::lean).
inline void askOutput(State& s, OutputSide& out, PortId port, PortIndex input, std::uint16_t vc) {
  out.asking[input] |= vc;
  out.wants |= std::uint64_t{1} << input;
  s.switching.add(port, out.requested == 0);
  out.requested = 1;
}

/// The first flit of a lane that holds an output lane asks for the crossbar.
inline void requestSwitch(State& s, Lane lane) {
  const PortId port = s.portOf(lane);
  InputSide& in = s.inputs[port];
  if (s.lean) {
    const PortId out = in.firstPort + s.lanes[lane].outPort;
    askOutput(s, s.outputs[out], out, in.index, vcBit(s, lane));
  } else {
    in.requests |= vcBit(s, lane);
    s.requesting.set(port);
  }
}

/// The lane has nothing more to ask of the crossbar for now.
inline void withdrawSwitch(State& s, Lane lane) {
  const PortId port = s.portOf(lane);
  InputSide& in = s.inputs[port];
  if (s.lean) {
    OutputSide& out = s.outputs[in.firstPort + s.lanes[lane].outPort];
    // Another lane of the port may still want the same output.
    const auto rest = static_cast<std::uint16_t>(out.asking[in.index] & ~vcBit(s, lane));
    out.asking[in.index] = rest;
    out.wants &= ~(std::uint64_t{rest == 0} << in.index);
  } else {
    in.requests &= static_cast<std::uint16_t>(~vcBit(s, lane));
    if (in.requests == 0) s.requesting.clear(port);
  }
}

/// The head asks for one of the virtual channels `allowed` of its output port.
inline void enterWanted(State& s, Lane lane) {
  const PortId firstPort = s.inputs[s.portOf(lane)].firstPort;
  const PortId port = firstPort + s.lanes[lane].outPort;
  OutputSide& out = s.outputs[port];
  ++out.waiting;
  if (!s.lean) return;
  const std::uint32_t local = lane - s.laneOf(firstPort, 0);
  out.waitingXor ^= static_cast<std::uint16_t>(local);
  out.wanted[local / 64] |= std::uint64_t{1} << (local % 64);
  s.allocating.add(port, out.asked == 0);
  out.asked = 1;
}

/// The head asks no more.
inline void leaveWanted(State& s, Lane lane) {
  const PortId firstPort = s.inputs[s.portOf(lane)].firstPort;
  OutputSide& out = s.outputs[firstPort + s.lanes[lane].outPort];
  --out.waiting;
  if (!s.lean) return;
  const std::uint32_t local = lane - s.laneOf(firstPort, 0);
  out.waitingXor ^= static_cast<std::uint16_t>(local);
  out.wanted[local / 64] &= ~(std::uint64_t{1} << (local % 64));
}

/// The head gets the output lane `outLane`, and asks for the crossbar where there is a credit.
inline void grantLane(State& s, Cycle now, Lane lane, Lane outLane) {
  s.outputs[s.portOf(outLane)].available &= static_cast<std::uint16_t>(~vcBit(s, outLane));
  leaveWanted(s, lane);
  s.lanes[lane].out = outLane;
  s.lanes[lane].granted = static_cast<CycleStamp>(now);
  OutputLane& ol = s.outLanes[outLane];
  ol.owner = lane;
  if (ol.credits != 0) requestSwitch(s, lane);
}

}  // namespace hopscope::wormhole
