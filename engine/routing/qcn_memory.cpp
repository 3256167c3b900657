// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/routing/qcn_memory.h"

#include <algorithm>

#include "engine/routing/qcn_notice.h"

namespace hopscope::routings {

QcnMemory::QcnMemory(const MemoryPlan& plan, const QcnReaction& reaction)
    : topology_(plan.topology),
      reaction_(reaction),
      firstRouter_(plan.firstRouter),
      firstPort_(plan.topology.firstPort[plan.firstRouter]),
      ports_(plan.topology.firstPort[plan.lastRouter] - firstPort_),
      routers_(plan.lastRouter - plan.firstRouter) {
  for (RouterId router = plan.firstRouter; router < plan.lastRouter; ++router)
    for (PortIndex p = 0; p < topology_.radix(router); ++p) {
      if (topology_.port(router, p).peer.isTerminal) continue;
      ports_[index(router, p)].transit = true;
      ++routers_[router - firstRouter_].ports;
    }
}

void QcnMemory::raise(PortState& port) const {
  port.probability = std::min(100.0, port.probability + reaction_.increase);
}

void QcnMemory::lower(PortState& port, double factor) const {
  port.probability = std::max(reaction_.least, port.probability * factor);
}

void QcnMemory::hear(RouterId router, PortIndex port, std::uint32_t feedback) {
  PortState& state = ports_[index(router, port)];
  RouterState& all = routers_[router - firstRouter_];
  state.sent = 0;
  if (!reaction_.compares) {
    lower(state, 1 - reaction_.reduction * feedback);
    return;
  }
  all.feedback += feedback - state.feedback;
  state.feedback = feedback;
  const double mean = static_cast<double>(all.feedback) / std::max(1u, all.ports);
  if (feedback < mean - reaction_.below)
    raise(state);
  else if (feedback > mean + reaction_.above)
    lower(state, 1 - reaction_.reduction * (feedback - mean));
}

void QcnMemory::noticed(Cycle /*now*/, RouterId router, PortIndex port, std::uint32_t detail) {
  hear(router, port, feedbackOf(detail));
}

void QcnMemory::describe(Cycle /*now*/, RouterId router, std::vector<LearntFact>& out) {
  for (PortIndex p = 0; p < topology_.radix(router); ++p) {
    const PortState& state = ports_[index(router, p)];
    if (!state.transit) continue;
    out.push_back({LearntFact::What::probability, p, state.probability / 100});
    out.push_back({LearntFact::What::feedback, p, static_cast<double>(state.feedback)});
  }
}

void QcnMemory::sent(Cycle /*now*/, RouterId router, PortIndex output) {
  PortState& state = ports_[index(router, output)];
  if (!state.transit || ++state.sent < reaction_.packets) return;
  state.sent = 0;
  raise(state);
}

}  // namespace hopscope::routings
