// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/routing/hop_tables.h"
#include "engine/routing/up_down_order.h"

namespace hopscope::routings {

/// The shortest of the paths that up*/down* allows between all pairs of routers. 4 bytes a pair.
class UpDownTables {
 public:
  /// What a packet may still do.
  enum Phase : std::uint32_t { kMayGoUp, kOnlyDown };

  /// Over the links of `neighbours`, to the routers that have terminals in `topology`.
  UpDownTables(const Topology& topology, const Neighbours& neighbours, UpDownOrder order);

  const UpDownOrder& order() const { return order_; }

  /// The next hop to `target`, or nullptr where there is no legal path; among equally good ones
  /// `destination` chooses.
  const HopTables::Hop* next(Phase phase, RouterId router, RouterId target,
                             std::uint32_t destination) const {
    return tables_.next(phase, router, target, destination);
  }
  PortIndex port(const HopTables::Hop& hop, std::uint32_t destination) const {
    return tables_.port(hop, destination);
  }
  Phase after(RouterId router, const HopTables::Hop& hop) const {
    return order_.goesUp(router, hop.to) ? kMayGoUp : kOnlyDown;
  }

 private:
  /// Hops to a destination router from every router, by phase; kNone where there is no legal path.
  using Distances = std::array<std::vector<std::uint32_t>, 2>;

  void search(RouterId destination, Distances& distance,
              std::vector<std::pair<RouterId, Phase>>& queue) const;
  void fill(const std::vector<TerminalPlace>& targets);

  UpDownOrder order_;
  HopTables tables_;
};

/// Routers up to which they stay below 67 MB.
inline constexpr std::uint32_t kMostUpDownRouters = kMostTableRouters / 2;

}  // namespace hopscope::routings
