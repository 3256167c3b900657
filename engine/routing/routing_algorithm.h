// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/core/issue.h"
#include "engine/core/registry.h"
#include "engine/fabric/vc_counts.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// What a packet carries for its routing.
struct RouteState {
  TerminalId destination = kNone;
  std::uint32_t detail = 0;  ///< the algorithm's own: phase, slot, intermediate router

  bool operator==(const RouteState&) const = default;
};

/// One admissible next step.
struct RouteChoice {
  PortIndex port = kNoPort;      ///< output port of the router
  VcMask vcs = 1;                ///< virtual channels of that port it may take; bit 0 for ejection
  std::uint32_t nextDetail = 0;  ///< RouteState::detail after the step

  bool operator==(const RouteChoice&) const = default;
};

/// A routing algorithm over one network. Immutable after construction, shared by threads.
/// `starts` and `candidates` are pure and complete: the deadlock proof walks them. `route` is what
/// the run uses; it returns one of the candidates.
class RoutingAlgorithm {
 public:
  virtual ~RoutingAlgorithm() = default;

  /// Every route state with which a packet from `source` to `destination` may enter its first
  /// router. Appended to `out`.
  virtual void starts(TerminalId source, TerminalId destination,
                      std::vector<RouteState>& out) const;

  /// Every admissible next step of a packet in `state` that came in by `input`. Appended to `out`.
  /// At the destination's router: its terminal port.
  virtual void candidates(RouterId router, PortIndex input, RouteState state,
                          std::vector<RouteChoice>& out) const;

  /// The state of a new packet. The first of `starts` unless overridden.
  virtual RouteState start(TerminalId source, TerminalId destination) const;

  /// The next step; must not allocate. A deterministic algorithm implements only this, and the
  /// three above follow from it.
  virtual RouteChoice route(RouterId router, PortIndex input, RouteState state) const = 0;
};

/// A routing algorithm in the registry. Adding one: a file here and a line in algorithms.cpp.
struct RoutingEntry : Entry {
  /// What forbids this algorithm on this network with these virtual channels; empty: it fits.
  std::function<Issues(const Topology&, const VcCounts&, const Values&)> check;
  /// Builds it. Called only where `check` found no error.
  std::function<std::unique_ptr<RoutingAlgorithm>(const Topology&, const VcCounts&, const Values&)>
      make;
  /// The fewest virtual channels with which it is free of deadlock on this network.
  std::function<VcCounts(const Topology&)> virtualChannels;
};

const Registry<RoutingEntry>& routingAlgorithms();

}  // namespace hopscope
