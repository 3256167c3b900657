// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/routing/up_down_order.h"
#include "engine/topology/topology.h"

namespace hopscope {

namespace routings {
class UpDownTables;
}

/// Routers of a network up to which the tables of one chart stay below 67 MB.
inline constexpr std::uint32_t kMostDetourRouters = 4096;
/// Bytes that the tables of all charts of a run may take together.
inline constexpr std::uint64_t kMostDetourBytes = std::uint64_t{1} << 30;

/// What of a network takes no packets.
struct NetworkFaults {
  std::vector<bool> links;    ///< per LinkId, without those of failed routers; both directions
  std::vector<bool> routers;  ///< per RouterId

  /// Per LinkId: failed by itself, or with a router at an end of it.
  std::vector<bool> deadLinks(const Topology& topology) const;
  bool operator==(const NetworkFaults&) const = default;
};

/// What faults leave no path to.
struct LostParts {
  LostParts(const Topology& topology, const NetworkFaults& faults);

  std::vector<bool> routers;  ///< those that failed, or whose links lead nowhere
  std::vector<bool> links;    ///< failed ones, and those of lost routers
};

/// How detours go round links that are dead: by up*/down* over the others, in this order of the
/// routers.
struct DetourChart {
  std::vector<bool> deadLinks;
  routings::UpDownOrder order;

  bool operator==(const DetourChart&) const = default;
};

/// The chart for these links: in the order `until` now, where that still leads everywhere. Without
/// one no packet is on a detour; then nothing where no link is dead, or the order of the whole
/// network, if it will do: so repairing needs no other one.
std::optional<DetourChart> chartDetours(const Topology& topology, std::vector<bool> deadLinks,
                                        const routings::UpDownOrder* until);

/// The tables of the charts of a run, each made once. 4 bytes a pair of routers
/// (up_down_tables.h).
class DetourTables {
 public:
  std::shared_ptr<const routings::UpDownTables> of(const Topology& topology,
                                                   const DetourChart& chart);

 private:
  std::vector<std::pair<DetourChart, std::shared_ptr<const routings::UpDownTables>>> made_;
};

}  // namespace hopscope
