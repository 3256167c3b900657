// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/topology/topology.h"

namespace hopscope::routings {

/// The geometry of a HyperX: coordinates of routers, and ports by where they lead. Parallel links:
/// the destination modulo their number.
class HyperxPaths {
 public:
  explicit HyperxPaths(const Topology& topology);

  struct Target {
    RouterId router;
    PortIndex port;
    std::uint16_t link;  ///< which of parallel links packets to it take
  };

  const Target& target(TerminalId terminal) const { return targets_[terminal]; }
  RouterId routers() const { return static_cast<RouterId>(coordinates_.size() / sizes_.size()); }
  std::size_t dimensions() const { return sizes_.size(); }
  std::uint32_t size(std::size_t dimension) const { return sizes_[dimension]; }
  std::uint16_t at(RouterId router, std::size_t dimension) const {
    return coordinates_[router * sizes_.size() + dimension];
  }

  /// The router that has another coordinate in this dimension, and all others alike.
  RouterId moved(RouterId router, std::size_t dimension, std::uint32_t coordinate) const {
    RouterId stride = 1;
    for (std::size_t d = 0; d < dimension; ++d) stride *= sizes_[d];
    return router - at(router, dimension) * stride + coordinate * stride;
  }

  /// Towards another router, in the lowest dimension in which they differ.
  PortIndex port(RouterId router, RouterId towards, std::uint16_t link) const {
    std::size_t d = 0;
    while (at(router, d) == at(towards, d)) ++d;
    return port(router, d, at(towards, d), link);
  }
  /// To the router that has another coordinate in this dimension, and all others alike.
  PortIndex port(RouterId router, std::size_t dimension, std::uint32_t coordinate,
                 std::uint16_t link) const {
    return ports_[(std::size_t{router} * columns_ + firstColumn_[dimension] + coordinate) * lag_ +
                  link];
  }

  std::uint32_t distance(RouterId a, RouterId b) const {
    std::uint32_t hops = 0;
    for (std::size_t d = 0; d < sizes_.size(); ++d) hops += at(a, d) != at(b, d) ? 1u : 0u;
    return hops;
  }

 private:
  std::uint32_t lag_, columns_ = 0;
  std::vector<std::uint32_t> sizes_, firstColumn_;
  std::vector<std::uint16_t> coordinates_;  ///< router-major
  std::vector<PortIndex> ports_;            ///< router, dimension and coordinate, link
  std::vector<Target> targets_;
};

/// HyperX or flattened butterfly.
bool isHyperx(const Topology& topology);

}  // namespace hopscope::routings
