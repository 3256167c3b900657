// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <stop_token>
#include <vector>

#include "engine/topology/topology.h"
#include "ui/drawing/link_bundles.h"
#include "ui/drawing/network_geometry.h"

namespace hopscope {

/// Which part of the network each link spans, and the bundles that may take the links' place. The
/// bundles are made when they are asked for first, or all at once on another thread.
class GatheredLinks {
 public:
  /// More links between routers than this are drawn as bundles where they would cover each other.
  static constexpr std::size_t kMostLinks = 5000;

  /// For leaving out what isn't seen, canvas units.
  struct Box {
    float left = 0, top = 0, right = 0, bottom = 0;
  };
  struct Gathered {
    LinkBundles bundles;
    std::vector<Box> boxes;  ///< by bundle
  };

  GatheredLinks() = default;
  /// Both must outlive it.
  GatheredLinks(const Topology& topology, const NetworkGeometry& geometry);

  const std::vector<Box>& boxes() const { return boxes_; }  ///< by link
  std::size_t betweenRouters() const { return betweenRouters_; }
  /// Bundles as bundleLinks() makes them.
  const Gathered& gathered(bool wholeGroups);
  /// Makes all that may be asked for, until a stop is requested.
  void gatherAll(const std::stop_token& stop);

 private:
  const Topology* topology_ = nullptr;
  const NetworkGeometry* geometry_ = nullptr;
  std::vector<Box> boxes_;
  std::size_t betweenRouters_ = 0;
  std::array<std::unique_ptr<Gathered>, 2> made_;  ///< by wholeGroups
};

}  // namespace hopscope
