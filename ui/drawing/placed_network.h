// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "ui/drawing/collapsed_network.h"
#include "ui/drawing/gathered_links.h"
#include "ui/drawing/group_cards.h"
#include "ui/drawing/network_geometry.h"

namespace hopscope {

/// What is worked out of a network and its places before it can be drawn: the smaller network where
/// groups are collapsed, where everything lies, and what is drawn together. It may be made on any
/// thread; then it is handed over.
class PlacedNetwork {
 public:
  /// Nothing: of a network that is still being worked on.
  PlacedNetwork() = default;
  PlacedNetwork(std::shared_ptr<const Topology> topology,
                std::shared_ptr<const Placement> placement);
  PlacedNetwork(const PlacedNetwork&) = delete;
  PlacedNetwork& operator=(const PlacedNetwork&) = delete;

  CollapsedNetwork collapse;
  /// As drawn: the smaller one where groups are collapsed. Null: there is none yet.
  std::shared_ptr<const Topology> topology;
  std::shared_ptr<const Placement> placement;
  NetworkGeometry geometry;
  GroupCards cards;
  std::vector<std::vector<RouterId>> groupRouters;
  std::map<std::int32_t, std::size_t> groupTerminals;
  GatheredLinks links;
};

}  // namespace hopscope
