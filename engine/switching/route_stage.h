// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/forwarding/lookup_settings.h"
#include "engine/forwarding/lookup_unit.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// How the routers of a network look routes up.
struct LookupPlan {
  std::vector<LookupSettings> lookups;
  std::vector<std::uint16_t> lookupOf;  ///< per router
  double picosecondsPerCycle = 1000;
  std::uint64_t seed = 1;
};

/// With packets in a network and no move for this long, nothing will move any more: no wire or
/// stage takes longer than `slowest` cycles, and no table longer than those of `lookups`.
Cycle longestPause(Cycle slowest, const LookupPlan& lookups);

/// The route-computation stage of every input port: when a head's output port is known. The routing
/// algorithm says which one it is; this says how long the table takes to find out.
class RouteStage {
 public:
  RouteStage(const Topology& topology, const LookupPlan& plan);

  /// False where no router has a table: then every head is ready at once.
  bool tables() const { return !units_.empty(); }

  /// A head bound for `port` arrives at `input` at cycle `now`. The cycle from which it may
  /// request, rounded up from picoseconds.
  Cycle ready(PortId input, std::uint32_t key, PortIndex port, Cycle now);

  /// Starts a new window for the inspector's "hit in this window" marks.
  void beginWindow();

  /// The lookup unit of an input port, or nullptr.
  const LookupUnit* unit(PortId input) const;
  const std::vector<CamServer>& cams() const { return cams_; }
  /// Lookups and hits of all caches of a router, since cycle 0.
  LookupCounts counts(RouterId router) const;
  LookupCounts counts() const;  ///< of the whole network

 private:
  const Topology* topology_;
  double picosecondsPerCycle_;
  std::vector<std::uint32_t> unitOf_, camOf_;  ///< per PortId; kNone without a table
  std::vector<LookupUnit> units_;
  std::vector<CamServer> cams_;
};

}  // namespace hopscope
