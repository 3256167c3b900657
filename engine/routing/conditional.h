// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "engine/forwarding/conditional_rules.h"
#include "engine/routing/router_view.h"
#include "engine/routing/routing_algorithm.h"

/// Routing by rules that hold only while their port is not paused, one function a family; the entry
/// "conditional" dispatches to them. What routing decides and what tables of these rules decide is
/// the same: both ask for the port by router and destination switch (or group) alone.
namespace hopscope::routings {

/// The parameters as the algorithms use them.
struct ConditionalPolicy {
  bool onceAHead = false;     ///< decided at the first attempt, and kept to
  bool repeats = false;       ///< hosts share global ports, or links to other rows, in turn
  bool byRow = false;         ///< HyperX: by another row, not by a lower dimension first
  unsigned alternatives = 1;  ///< trees: other ports upwards
};
ConditionalPolicy conditionalPolicy(const Values& values);

/// Whether all virtual channels that a step may take are paused.
inline bool isPaused(const RouterView& view, RouterId router, const RouteChoice& step) {
  for (VcIndex vc = 0; vc < kMaxVcs; ++vc)
    if ((step.vcs >> vc & 1) != 0 && !view.paused(router, step.port, vc)) return false;
  return true;
}

/// Whether rules by a port hold (LearntFact::What::rulesHold), by the virtual channels that they
/// may give.
inline void describeRules(const RouterView& view, RouterId router, PortIndex port, VcMask vcs,
                          std::vector<LearntFact>& out) {
  unsigned all = 0, open = 0;
  for (VcIndex vc = 0; vc < kMaxVcs; ++vc) {
    if ((vcs >> vc & 1) == 0) continue;
    ++all;
    if (!view.paused(router, port, vc)) ++open;
  }
  if (all > 0) out.push_back({LearntFact::What::rulesHold, port, static_cast<double>(open) / all});
}

Issues checkConditionalDragonfly(const Topology& topology, const VcCounts& vcs,
                                 const Values& values);
VcCounts conditionalDragonflyVcs(const Values& values);
std::unique_ptr<RoutingAlgorithm> conditionalDragonfly(const Topology& topology,
                                                       const VcCounts& vcs, const Values& values);
ConditionalRules conditionalDragonflyRules(const Topology& topology, const Values& values);

Issues checkConditionalHyperx(const Topology& topology, const VcCounts& vcs, const Values& values);
VcCounts conditionalHyperxVcs(const Topology& topology, const Values& values);
std::unique_ptr<RoutingAlgorithm> conditionalHyperx(const Topology& topology, const Values& values);
ConditionalRules conditionalHyperxRules(const Topology& topology, const Values& values);

/// Trees with one side whose terminals are at the leaves.
bool isConditionalTree(const Topology& topology);
std::unique_ptr<RoutingAlgorithm> conditionalTree(const Topology& topology, const VcCounts& vcs,
                                                  const Values& values);
ConditionalRules conditionalTreeRules(const Values& values);

}  // namespace hopscope::routings
