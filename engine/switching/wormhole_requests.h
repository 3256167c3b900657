// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/switching/wormhole_state.h"

/// The small events that lead from a flit in a buffer to the crossbar, in the order in which they
/// happen to a head.
namespace hopscope::wormhole {

/// The first flit of a lane that holds an output lane asks for the crossbar.
inline void requestSwitch(State& s, Lane lane) {
  const PortId port = s.portOf(lane);
  InputSide& in = s.inputs[port];
  in.requests |= static_cast<std::uint16_t>(1u << s.vcOf(lane));
  if (s.lean) {
    const PortId out = in.firstPort + s.lanes[lane].outPort;
    s.outputs[out].wants |= std::uint64_t{1} << in.index;
    s.switching.set(out);
  } else {
    s.requesting.set(port);
  }
}

/// The head asks for one of the virtual channels `allowed` of its output port.
inline void enterWanted(State& s, Lane lane) {
  const InputLane& il = s.lanes[lane];
  const InputSide& in = s.inputs[s.portOf(lane)];
  const PortId port = in.firstPort + il.outPort;
  OutputSide& out = s.outputs[port];
  ++out.waiting;
  if (!s.lean) return;
  const std::uint32_t bit = std::uint32_t{in.index} << s.laneShift | s.vcOf(lane);
  s.wanted[out.firstWord + bit / 64] |= std::uint64_t{1} << (bit % 64);
  if (out.available != 0) s.allocating.set(port);
}

/// The head asks no more.
inline void leaveWanted(State& s, Lane lane) {
  const InputLane& il = s.lanes[lane];
  const InputSide& in = s.inputs[s.portOf(lane)];
  const PortId port = in.firstPort + il.outPort;
  OutputSide& out = s.outputs[port];
  --out.waiting;
  if (!s.lean) return;
  const std::uint32_t bit = std::uint32_t{in.index} << s.laneShift | s.vcOf(lane);
  s.wanted[out.firstWord + bit / 64] &= ~(std::uint64_t{1} << (bit % 64));
  if (out.waiting == 0) s.allocating.clear(port);
}

/// The head gets the output lane `outLane`, and asks for the crossbar where there is a credit.
inline void grantLane(State& s, Cycle now, Lane lane, Lane outLane) {
  InputLane& il = s.lanes[lane];
  const PortId port = s.portOf(outLane);
  OutputSide& out = s.outputs[port];
  out.available &= static_cast<std::uint16_t>(~(1u << s.vcOf(outLane)));
  leaveWanted(s, lane);
  if (s.lean && out.available == 0) s.allocating.clear(port);
  il.out = outLane;
  OutputLane& ol = s.outLanes[outLane];
  ol.owner = lane;
  s.notes[lane].granted = static_cast<CycleStamp>(now);
  if (ol.credits != 0) requestSwitch(s, lane);
}

/// The packet's tail has left: the output lane is free for the next packet.
inline void releaseLane(State& s, Lane outLane) {
  const PortId port = s.portOf(outLane);
  OutputSide& out = s.outputs[port];
  s.outLanes[outLane].owner = kNone;
  out.available |= static_cast<std::uint16_t>(1u << s.vcOf(outLane));
  if (s.lean && out.waiting != 0) s.allocating.set(port);
}

/// The lane has nothing more to ask of the crossbar for now.
inline void withdrawSwitch(State& s, Lane lane) {
  const PortId port = s.portOf(lane);
  InputSide& in = s.inputs[port];
  in.requests &= static_cast<std::uint16_t>(~(1u << s.vcOf(lane)));
  if (!s.lean) {
    if (in.requests == 0) s.requesting.clear(port);
    return;
  }
  // Another lane of the port, perhaps one of this cycle's winners of an output lane, may still want
  // the same output.
  const std::uint16_t outPort = s.lanes[lane].outPort;
  for (unsigned rest = in.requests; rest != 0; rest &= rest - 1)
    if (s.lanes[s.laneOf(port, static_cast<unsigned>(std::countr_zero(rest)))].outPort == outPort)
      return;
  const PortId outId = in.firstPort + outPort;
  OutputSide& out = s.outputs[outId];
  out.wants &= ~(std::uint64_t{1} << in.index);
  if (out.wants == 0) s.switching.clear(outId);
}

}  // namespace hopscope::wormhole
