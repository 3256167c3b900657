// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/wormhole_allocations.h"

#include <bit>

#include "engine/switching/allocation_log.h"

namespace hopscope::wormhole {
namespace {

/// Visits the input VCs of a set at an output.
template <typename Visit>
void forEachVc(const PartState& s, PortId output, const std::uint64_t* set, Visit&& visit) {
  for (unsigned w = 0; w < s.maskWords; ++w)
    for (std::uint64_t bits = set[w]; bits != 0; bits &= bits - 1)
      visit(s.outputs[output].firstVc + w * 64 + static_cast<unsigned>(std::countr_zero(bits)));
}

}  // namespace

void noteRequests(const PartState& s, Cycle now) {
  AllocationLog& log = *s.allocations;
  log.begin(now);
  const Topology& t = *s.topology;
  for (PortId output = t.firstPort[log.router()]; output < t.firstPort[log.router() + 1];
       ++output) {
    const PortIndex index = s.outputs[output].index;
    forEachVc(s, output, s.wants(output), [&](VcId vcId) {
      log.ask(s.inputs[s.portOf(vcId)].index, s.vcOf(vcId), index,
              static_cast<VcIndex>(s.inVcs[vcId].vcs));
    });
    forEachVc(s, output, s.wants(output) + s.maskWords, [&](VcId vcId) {
      log.askChannel(s.inputs[s.portOf(vcId)].index, s.vcOf(vcId), index);
    });
  }
}

void noteCrossings(const PartState& s, const VcId* inVcs, std::size_t count) {
  AllocationLog& log = *s.allocations;
  for (std::size_t i = 0; i < count; ++i) {
    const InputSide& in = s.inputs[s.portOf(inVcs[i])];
    if (in.router == log.router())
      log.grant(in.index, s.vcOf(inVcs[i]), static_cast<PortIndex>(s.inVcs[inVcs[i]].outPort));
  }
}

void noteChannels(const PartState& s) {
  AllocationLog& log = *s.allocations;
  const PortId first = s.topology->firstPort[log.router()];
  // Those that had asked hold one now, or still ask.
  const std::vector<AllocationRequest> asked = log.detail().channels;
  for (const AllocationRequest& request : asked) {
    const VcId vcId = s.vcIdOf(first + request.input, request.inputVc);
    if (s.holds(vcId))
      log.grantChannel(request.input, request.inputVc, static_cast<VcIndex>(s.inVcs[vcId].vcs));
  }
}

}  // namespace hopscope::wormhole
