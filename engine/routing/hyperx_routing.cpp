// SPDX-License-Identifier: GPL-3.0-or-later
// HyperX: every hop corrects one coordinate at once, the lowest dimension first. Valiant goes so to
// a router drawn among all, then to the destination; the first leg has the lower half of the
// virtual channels, the second one the upper. UGAL-L draws the same router and takes the minimal
// way, on the channels of the second leg, unless the queue there times its hops exceeds that of the
// detour by more than the threshold. Parallel links: the destination modulo their number.
#include "engine/routing/hyperx_routing.h"

#include "engine/routing/entries.h"
#include "engine/routing/grid_paths.h"
#include "engine/routing/router_view.h"
#include "engine/topology/structure.h"

namespace hopscope::routings {
namespace {

/// Ports by where they lead.
class HyperxPaths {
 public:
  explicit HyperxPaths(const Topology& topology) : lag_(structureOf(topology).lag) {
    for (const std::int64_t size : gridSizes(topology)) {
      firstColumn_.push_back(columns_);
      columns_ += static_cast<std::uint32_t>(size);
      sizes_.push_back(static_cast<std::uint32_t>(size));
    }
    const RouterId routers = topology.routerCount();
    coordinates_.reserve(routers * sizes_.size());
    for (RouterId router = 0; router < routers; ++router) {
      RouterId rest = router;
      for (const std::uint32_t size : sizes_) {
        coordinates_.push_back(static_cast<std::uint16_t>(rest % size));
        rest /= size;
      }
    }
    ports_.assign(std::size_t{routers} * columns_ * lag_, kNoPort);
    for (RouterId router = 0; router < routers; ++router)
      for (PortIndex p = 0; p < topology.radix(router); ++p) {
        const LinkEnd& peer = topology.port(router, p).peer;
        if (peer.isTerminal) continue;
        PortIndex* port = &ports_[column(router, peer.node) * lag_];
        while (*port != kNoPort) ++port;
        *port = p;
      }
    for (TerminalId t = 0; t < topology.terminalCount(); ++t)
      targets_.push_back({topology.terminals[t].router, topology.terminals[t].port,
                          static_cast<std::uint16_t>(t % lag_)});
  }

  struct Target {
    RouterId router;
    PortIndex port;
    std::uint16_t lane;
  };
  const Target& target(TerminalId terminal) const { return targets_[terminal]; }
  RouterId routers() const { return static_cast<RouterId>(coordinates_.size() / sizes_.size()); }

  /// Towards another router.
  PortIndex port(RouterId router, RouterId towards, std::uint16_t lane) const {
    return ports_[column(router, towards) * lag_ + lane];
  }

  std::uint32_t distance(RouterId a, RouterId b) const {
    std::uint32_t hops = 0;
    for (std::size_t d = 0; d < sizes_.size(); ++d) hops += at(a, d) != at(b, d) ? 1u : 0u;
    return hops;
  }

 private:
  std::uint16_t at(RouterId router, std::size_t d) const {
    return coordinates_[router * sizes_.size() + d];
  }
  std::size_t column(RouterId router, RouterId towards) const {
    std::size_t d = 0;
    while (at(router, d) == at(towards, d)) ++d;
    return std::size_t{router} * columns_ + firstColumn_[d] + at(towards, d);
  }

  std::uint32_t lag_, columns_ = 0;
  std::vector<std::uint32_t> sizes_, firstColumn_;
  std::vector<std::uint16_t> coordinates_;  ///< router-major
  std::vector<PortIndex> ports_;            ///< router, dimension and coordinate, lane
  std::vector<Target> targets_;
};

class HyperxDimensionOrder final : public RoutingAlgorithm {
 public:
  HyperxDimensionOrder(const Topology& topology, const VcCounts& vcs)
      : paths_(topology), all_(allVirtualChannels(vcs.local)) {}

  RouteChoice route(RouterId router, PortIndex /*input*/, RouteState state) const override {
    const auto& target = paths_.target(state.destination);
    if (router == target.router) return {target.port, 1, 0};
    return {paths_.port(router, target.router, target.lane), all_, 0};
  }

  std::uint32_t routingClass(TerminalId terminal) const override {
    return paths_.target(terminal).lane;
  }

 private:
  HyperxPaths paths_;
  VcMask all_;
};

/// RouteState::detail.
constexpr std::uint32_t kHyperxSecondLeg = 1;
constexpr std::uint32_t kUndecided = 2;  ///< UGAL, at the source
constexpr std::uint32_t kHyperxDetour = 4;
constexpr unsigned kHyperxIntermediateShift = 3;  ///< the router, until the second leg

class HyperxTwoLegs : public RoutingAlgorithm {
 public:
  HyperxTwoLegs(const Topology& topology, const VcCounts& vcs, std::uint32_t firstDetail)
      : paths_(topology),
        vcs_(VcHalves::of(0, vcs.local)),
        channels_(vcs.local),
        firstDetail_(firstDetail) {
    for (const TerminalPlace& place : topology.terminals) home_.push_back(place.router);
  }

  void starts(TerminalId source, TerminalId destination,
              std::vector<RouteState>& out) const override {
    for (RouterId between = 0; between < paths_.routers(); ++between)
      out.push_back(over(between, source, destination));
  }

  RouteState start(TerminalId source, TerminalId destination, Rng& rng) const override {
    return over(rng.below(paths_.routers()), source, destination);
  }

  RouteChoice route(RouterId router, PortIndex /*input*/, RouteState state) const override {
    return (state.detail & kUndecided) != 0 ? minimally(router, state.destination)
                                            : onward(router, state);
  }

  bool nonminimal(RouteState state) const override { return (state.detail & kHyperxDetour) != 0; }

  std::uint32_t routingClass(TerminalId terminal) const override {
    return paths_.target(terminal).lane;
  }

 protected:
  RouteChoice minimally(RouterId router, TerminalId destination) const {
    return onward(router, {destination, kHyperxSecondLeg});
  }

  /// By the way that is decided.
  RouteChoice onward(RouterId router, RouteState state) const {
    const auto& target = paths_.target(state.destination);
    std::uint32_t detail = state.detail;
    if ((detail & kHyperxSecondLeg) == 0 && detail >> kHyperxIntermediateShift == router)
      detail = (detail & kHyperxDetour) | kHyperxSecondLeg;
    const bool second = (detail & kHyperxSecondLeg) != 0;
    const RouterId towards = second ? target.router : detail >> kHyperxIntermediateShift;
    if (towards == router) return {target.port, 1, detail};
    return {paths_.port(router, towards, target.lane), second ? vcs_.upper : vcs_.lower, detail};
  }

  RouteState over(RouterId between, TerminalId source, TerminalId destination) const {
    const RouterId from = home_[source], to = home_[destination];
    // Over the source or the destination is the minimal way: UGAL has nothing to decide there.
    if (between == from || (between == to && firstDetail_ != 0))
      return {destination, kHyperxSecondLeg};
    const bool detour =
        paths_.distance(from, between) + paths_.distance(between, to) > paths_.distance(from, to);
    return {destination,
            between << kHyperxIntermediateShift | firstDetail_ | (detour ? kHyperxDetour : 0)};
  }

  HyperxPaths paths_;
  VcHalves vcs_;
  unsigned channels_;

 private:
  std::uint32_t firstDetail_;
  std::vector<RouterId> home_;  ///< per terminal
};

class HyperxUgal final : public HyperxTwoLegs {
 public:
  HyperxUgal(const Topology& topology, const VcCounts& vcs, double threshold)
      : HyperxTwoLegs(topology, vcs, kUndecided), threshold_(threshold) {}

  void candidates(RouterId router, PortIndex, RouteState state,
                  std::vector<RouteChoice>& out) const override {
    if ((state.detail & kUndecided) == 0) {
      out.push_back(onward(router, state));
      return;
    }
    out.push_back(minimally(router, state.destination));
    const RouteChoice other = detour(router, state);
    if (!(other == out.back())) out.push_back(other);
  }

  Decides decides() const override { return Decides::atSource; }

  RouteChoice choose(const RouterView& view, RouterId router, PortIndex, RouteState state,
                     Rng&) const override {
    if ((state.detail & kUndecided) == 0) return onward(router, state);
    const RouterId between = state.detail >> kHyperxIntermediateShift;
    const RouterId to = paths_.target(state.destination).router;
    const RouteChoice direct = minimally(router, state.destination);
    if (router == to) return direct;
    const RouteChoice other = detour(router, state);
    const double direct_ = queued(view, router, direct.port) * paths_.distance(router, to);
    const double other_ = queued(view, router, other.port) *
                          (paths_.distance(router, between) + paths_.distance(between, to));
    return direct_ <= other_ + threshold_ ? direct : other;
  }

 private:
  RouteChoice detour(RouterId router, RouteState state) const {
    state.detail &= ~kUndecided;
    return onward(router, state);
  }

  /// All that waits for an output.
  double queued(const RouterView& view, RouterId router, PortIndex port) const {
    double flits = 0;
    for (unsigned vc = 0; vc < channels_; ++vc)
      flits += view.occupancy(router, port, static_cast<VcIndex>(vc));
    return flits;
  }

  double threshold_;
};

}  // namespace

bool isHyperx(const Topology& topology) {
  const auto grid = structureOf(topology).grid;
  return grid && grid->rows == RowLinks::complete;
}

std::unique_ptr<RoutingAlgorithm> hyperxDimensionOrder(const Topology& topology,
                                                       const VcCounts& vcs) {
  return std::make_unique<HyperxDimensionOrder>(topology, vcs);
}

Issues checkHyperxValiant(const Topology&, const VcCounts& vcs) {
  return tooFewVirtualChannels(sentence("Valiant on a HyperX"), kHyperxTwoLegs, vcs);
}

std::unique_ptr<RoutingAlgorithm> makeHyperxValiant(const Topology& topology, const VcCounts& vcs) {
  return std::make_unique<HyperxTwoLegs>(topology, vcs, 0);
}

Issues checkHyperxUgal(const Topology&, const VcCounts& vcs) {
  return tooFewVirtualChannels(sentence("UGAL on a HyperX"), kHyperxTwoLegs, vcs);
}

std::unique_ptr<RoutingAlgorithm> makeHyperxUgal(const Topology& topology, const VcCounts& vcs,
                                                 double threshold) {
  return std::make_unique<HyperxUgal>(topology, vcs, threshold);
}

}  // namespace hopscope::routings
