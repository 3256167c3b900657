// SPDX-License-Identifier: GPL-3.0-or-later
// Dimension-order routing on mesh and torus: lowest dimension first, in a torus the shorter way
// round and, where both are equal, towards higher coordinates. Rings of four and more close a cycle
// of dependencies, so there a packet changes to the upper half of the virtual channels once it has
// crossed the link between the last coordinate and 0 (the dateline), dimension by dimension.
#include <algorithm>

#include "engine/routing/entries.h"

namespace hopscope::routings {
namespace {

bool isTorus(const Topology& topology) {
  return topology.kind == "torus";
}

/// A shortest way along a ring of two or three routers is one hop, and waits for no other.
bool needsDateline(const Topology& topology, std::int64_t size) {
  return isTorus(topology) && size >= 4;
}

class DimensionOrder final : public RoutingAlgorithm {
 public:
  DimensionOrder(const Topology& topology, const VcCounts& vcs)
      : wraps_(isTorus(topology)),
        routers_(topology.routerCount()),
        all_(allVirtualChannels(vcs.local)) {
    for (const std::int64_t size : integersAt(topology.parameters, "dimensions"))
      dimensions_.push_back({static_cast<std::uint16_t>(size), needsDateline(topology, size)});
    lower_ = allVirtualChannels((vcs.local + 1) / 2);
    upper_ = all_ & ~lower_;
    setCoordinates(topology);
    setPorts(topology);
    setSteps();
    targets_.reserve(topology.terminalCount());
    for (TerminalId t = 0; t < topology.terminalCount(); ++t)
      targets_.push_back({topology.terminals[t].router, topology.terminals[t].port,
                          static_cast<std::uint16_t>(t % lag_)});
  }

  RouteChoice route(RouterId router, PortIndex /*input*/, RouteState state) const override {
    const Target& target = targets_[state.destination];
    const Step step = steps_.empty() ? stepTowards(router, target.router)
                                     : steps_[router * routers_ + target.router];
    if (step.way == kArrived) return {target.port, 1, state.detail};
    const PortIndex port = ports_[(router * ways_ + step.way) * lag_ + target.lane];
    const std::uint32_t d = step.way / 2;
    if (!dimensions_[d].dateline) return {port, all_, 0};
    // The detail says in which dimension a dateline was crossed last: 2 d + 1, else 2 d.
    const bool crossed = state.detail == 2 * d + 1;
    return {port, crossed ? upper_ : lower_, 2 * d + (crossed || step.crosses ? 1u : 0u)};
  }

 private:
  struct Dimension {
    std::uint16_t size;
    bool dateline;
  };
  struct Target {
    RouterId router;
    PortIndex port;
    std::uint16_t lane;  ///< which of parallel links packets to it take
  };
  struct Step {
    std::uint8_t way = kArrived;  ///< 2 * dimension, + 1 upwards
    bool crosses = false;         ///< the link over the dateline
  };
  static constexpr std::uint8_t kArrived = 0xff;
  /// Up to here the steps between all pairs of routers fit into 256 KB and are kept.
  static constexpr std::size_t kTabulated = 362;

  Step stepTowards(RouterId router, RouterId target) const {
    const std::size_t dimensions = dimensions_.size();
    const std::uint16_t* const here = &coordinates_[router * dimensions];
    const std::uint16_t* const there = &coordinates_[target * dimensions];
    for (std::size_t d = 0; d < dimensions; ++d) {
      if (here[d] == there[d]) continue;
      const int size = dimensions_[d].size;
      const bool above = there[d] > here[d];
      const int upwards = there[d] - here[d] + (above ? 0 : size);
      const bool up = wraps_ ? 2 * upwards <= size : above;
      return {static_cast<std::uint8_t>(2 * d + (up ? 1 : 0)), here[d] == (up ? size - 1 : 0)};
    }
    return {};
  }

  void setCoordinates(const Topology& topology) {
    coordinates_.reserve(std::size_t{topology.routerCount()} * dimensions_.size());
    for (RouterId router = 0; router < topology.routerCount(); ++router) {
      RouterId rest = router;
      for (const Dimension& dimension : dimensions_) {
        coordinates_.push_back(static_cast<std::uint16_t>(rest % dimension.size));
        rest /= dimension.size;
      }
    }
  }

  void setSteps() {
    if (routers_ > kTabulated) return;
    for (RouterId router = 0; router < routers_; ++router)
      for (RouterId target = 0; target < routers_; ++target)
        steps_.push_back(stepTowards(router, target));
  }

  /// Sorts every router's ports by dimension and direction, from where they lead.
  void setPorts(const Topology& topology) {
    ways_ = 2 * dimensions_.size();
    std::vector<std::vector<PortIndex>> found(routers_ * ways_);
    for (RouterId router = 0; router < topology.routerCount(); ++router)
      for (PortIndex p = 0; p < topology.radix(router); ++p) {
        const LinkEnd& peer = topology.port(router, p).peer;
        if (peer.isTerminal) continue;
        std::size_t d = 0;
        while (coordinate(router, d) == coordinate(peer.node, d)) ++d;
        const int size = dimensions_[d].size;
        const int step = (coordinate(peer.node, d) - coordinate(router, d) + size) % size;
        if (step == 1) found[router * ways_ + 2 * d + 1].push_back(p);
        if (step == size - 1) found[router * ways_ + 2 * d].push_back(p);
      }
    for (const auto& ports : found) lag_ = std::max(lag_, ports.size());
    ports_.assign(found.size() * lag_, kNoPort);
    for (std::size_t way = 0; way < found.size(); ++way)
      std::copy(found[way].begin(), found[way].end(), ports_.begin() + way * lag_);
  }

  int coordinate(RouterId router, std::size_t d) const {
    return coordinates_[router * dimensions_.size() + d];
  }

  bool wraps_;
  std::size_t routers_, ways_ = 0, lag_ = 1;
  VcMask all_, lower_ = 0, upper_ = 0;
  std::vector<Dimension> dimensions_;
  std::vector<std::uint16_t> coordinates_;  ///< router-major
  std::vector<PortIndex> ports_;            ///< router, dimension, down or up, lane
  std::vector<Target> targets_;
  std::vector<Step> steps_;  ///< router, target router; empty in large networks
};

VcCounts needed(const Topology& topology) {
  const auto& sizes = integersAt(topology.parameters, "dimensions");
  const bool datelines = std::any_of(
      sizes.begin(), sizes.end(), [&](std::int64_t size) { return needsDateline(topology, size); });
  return {datelines ? 2u : 1u, 1};
}

}  // namespace

RoutingEntry dimensionOrder() {
  RoutingEntry entry;
  entry.name = "dimension_order";
  entry.label = "Dimension order";
  entry.help =
      "Corrects one coordinate after the other. In a torus packets take the shorter way round and "
      "change virtual channels at the dateline.";
  entry.source = "Dally & Seitz, IEEE Transactions on Computers 36 (1987)";
  entry.check = [](const Topology& topology, const VcCounts& vcs, const Values&) -> Issues {
    if (topology.kind != "mesh" && topology.kind != "torus")
      return {wrongNetwork("Dimension order", "a mesh or a torus", topology)};
    return tooFewVirtualChannels(
        isTorus(topology) ? "Dimension order on a torus" : "Dimension order on a mesh",
        needed(topology), vcs);
  };
  entry.make = [](const Topology& topology, const VcCounts& vcs, const Values&) {
    return std::make_unique<DimensionOrder>(topology, vcs);
  };
  entry.virtualChannels = [](const Topology& topology, const Values&) {
    return topology.kind == "torus" ? needed(topology) : VcCounts{};
  };
  return entry;
}

}  // namespace hopscope::routings
