// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/forwarding/node_reduction.h"
#include "engine/routing/routing_algorithm.h"

namespace hopscope::routings {

/// Mesh, torus, ring or hypercube: routers on a grid, linked to their neighbours.
bool isGrid(const Topology& topology);
/// Torus or ring: rows close to rings.
bool isWrapped(const Topology& topology);
/// "a torus", also "a HyperX": for sentences.
Sentence gridInWords(const Topology& topology);
/// The sizes of its dimensions.
std::vector<std::int64_t> gridSizes(const Topology& topology);
/// Whether some ring is so long that its channels wait for each other all the way round. A shortest
/// path along a ring of two or three routers is one hop, and waits for no other.
bool hasDatelines(const Topology& topology);

/// Virtual channels in two halves, the lower one with the odd channel.
struct VcHalves {
  VcMask all = 0, lower = 0, upper = 0;

  /// Of the `count` channels from `first` on. A single one is both halves.
  static VcHalves of(unsigned first, unsigned count);
};

/// Where a grid's paths differ from what is usual.
struct GridRules {
  RingThreshold threshold = RingThreshold::floor;  ///< from where on a ring is taken downwards
  LagSelect links = LagSelect::modulo;             ///< of parallel links
};

/// The geometry of a grid: coordinates, directions and the ports that lead there. In a ring the
/// shorter direction is taken and, where both are equal, the one to higher coordinates. Parallel
/// links: the destination's number modulo their number.
class GridPaths {
 public:
  explicit GridPaths(const Topology& topology, const GridRules& rules = {});

  static constexpr std::uint8_t kArrived = 0xff;
  struct Step {
    std::uint8_t direction = kArrived;  ///< 2 * dimension, + 1 upwards
    bool crosses = false;  ///< the link between the last coordinate and 0, the dateline
  };
  struct Target {
    RouterId router;
    PortIndex port;
    std::uint16_t link;  ///< which of parallel links packets to it take
  };

  std::size_t routers() const { return routers_; }
  std::size_t dimensions() const { return dimensions_.size(); }
  std::uint32_t links() const { return static_cast<std::uint32_t>(lag_); }
  bool hasDateline(std::size_t dimension) const { return dimensions_[dimension].dateline; }
  const Target& target(TerminalId terminal) const { return targets_[terminal]; }
  PortIndex port(RouterId router, std::uint8_t direction, std::uint16_t link) const {
    return ports_[(router * directions_ + direction) * lag_ + link];
  }

  /// The step towards `target` in the lowest dimension in which it differs.
  Step step(RouterId router, RouterId target) const {
    return steps_.empty() ? firstStep(router, target) : steps_[router * routers_ + target];
  }
  /// The same in the highest dimension.
  Step lastStep(RouterId router, RouterId target) const;
  /// The step in one dimension; arrived where the coordinates are equal.
  Step stepIn(std::size_t dimension, RouterId router, RouterId target) const;
  /// Whether the direction opposite to stepIn's is as short.
  bool eitherDirection(std::size_t dimension, RouterId router, RouterId target) const;
  /// Whether a packet that steps from `router` has the dateline of that dimension ahead.
  bool crossesAhead(std::size_t dimension, const Step& step, RouterId router,
                    RouterId target) const;
  std::uint32_t distance(RouterId a, RouterId b) const;

 private:
  struct Dimension {
    std::uint16_t size;
    bool dateline;
  };
  /// Up to here the steps between all pairs of routers fit into 256 KB and are kept.
  static constexpr std::size_t kTabulated = 362;

  Step firstStep(RouterId router, RouterId target) const;
  void setCoordinates();
  void setPorts(const Topology& topology);
  int coordinate(RouterId router, std::size_t d) const {
    return coordinates_[router * dimensions_.size() + d];
  }

  bool wraps_;
  RingThreshold threshold_;
  std::size_t routers_, directions_ = 0, lag_ = 1;
  std::vector<Dimension> dimensions_;
  std::vector<std::uint16_t> coordinates_;  ///< router-major
  std::vector<PortIndex> ports_;            ///< router, dimension, down or up, link
  std::vector<Target> targets_;
  std::vector<Step> steps_;  ///< router, target router; empty in large networks
};

/// What a packet remembers of datelines: 2 * dimension, + 1 once it has crossed that dimension's.
/// Its number of bits in a RouteState::detail:
inline constexpr unsigned kDatelineBits = 5;

/// A dimension-order step with its virtual channels: those of the upper half once the packet has
/// crossed the dateline of the dimension it moves in. `memory` is replaced.
VcMask takeDateline(const GridPaths& grid, const GridPaths::Step& step, const VcHalves& vcs,
                    std::uint32_t& memory);

}  // namespace hopscope::routings
