// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/wormhole_allocations.h"

#include <bit>

#include "engine/switching/allocation_log.h"

namespace hopscope::wormhole {
namespace {

/// Visits the input lanes of a set at an output.
template <typename Visit>
void forEachLane(const State& s, PortId output, const std::uint64_t* set, Visit&& visit) {
  for (unsigned w = 0; w < s.maskWords; ++w)
    for (std::uint64_t bits = set[w]; bits != 0; bits &= bits - 1)
      visit(s.outputs[output].firstLane + w * 64 + static_cast<unsigned>(std::countr_zero(bits)));
}

}  // namespace

void noteRequests(const State& s, Cycle now) {
  AllocationLog& log = *s.allocations;
  log.begin(now);
  const Topology& t = *s.topology;
  for (PortId output = t.firstPort[log.router()]; output < t.firstPort[log.router() + 1];
       ++output) {
    const PortIndex index = s.outputs[output].index;
    forEachLane(s, output, s.wants(output), [&](Lane lane) {
      log.ask(s.inputs[s.portOf(lane)].index, s.vcOf(lane), index,
              static_cast<VcIndex>(s.lanes[lane].vcs));
    });
    forEachLane(s, output, s.wants(output) + s.maskWords, [&](Lane lane) {
      log.askChannel(s.inputs[s.portOf(lane)].index, s.vcOf(lane), index);
    });
  }
}

void noteCrossings(const State& s, const Lane* lanes, std::size_t count) {
  AllocationLog& log = *s.allocations;
  for (std::size_t i = 0; i < count; ++i) {
    const InputSide& in = s.inputs[s.portOf(lanes[i])];
    if (in.router == log.router())
      log.grant(in.index, s.vcOf(lanes[i]), static_cast<PortIndex>(s.lanes[lanes[i]].outPort));
  }
}

void noteChannels(const State& s) {
  AllocationLog& log = *s.allocations;
  const PortId first = s.topology->firstPort[log.router()];
  // Those that had asked hold one now, or still ask.
  const std::vector<AllocationRequest> asked = log.detail().channels;
  for (const AllocationRequest& request : asked) {
    const Lane lane = s.laneOf(first + request.input, request.inputVc);
    if (s.holds(lane))
      log.grantChannel(request.input, request.inputVc, static_cast<VcIndex>(s.lanes[lane].vcs));
  }
}

}  // namespace hopscope::wormhole
