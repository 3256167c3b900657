// SPDX-License-Identifier: GPL-3.0-or-later
// HyperX: every hop corrects one coordinate at once, the lowest dimension first. Valiant goes so to
// a router drawn among all, then to the destination; the first leg has the lower half of the
// virtual channels, the second one the upper. UGAL-L draws the same router and takes the minimal
// path, on the channels of the second leg, unless the queue there times its hops exceeds that of
// the detour by more than the threshold. Parallel links: the destination modulo their number.
#include "engine/routing/hyperx_routing.h"

#include "engine/routing/entries.h"
#include "engine/routing/grid_paths.h"
#include "engine/routing/hyperx_paths.h"
#include "engine/routing/port_queue.h"
#include "engine/routing/router_view.h"

namespace hopscope::routings {
namespace {

class HyperxDimensionOrder final : public RoutingAlgorithm {
 public:
  HyperxDimensionOrder(const Topology& topology, const VcCounts& vcs)
      : paths_(topology), all_(allVirtualChannels(vcs.local)) {}

  RouteChoice route(RouterId router, PortIndex /*input*/, RouteState state) const override {
    const auto& target = paths_.target(state.destination);
    if (router == target.router) return {target.port, 1, 0};
    return {paths_.port(router, target.router, target.link), all_, 0};
  }

  std::uint32_t routingClass(TerminalId terminal) const override {
    return paths_.target(terminal).link;
  }
  Evenness evenness() const override { return Evenness::rows; }

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
  HyperxTwoLegs(const Topology& topology, const VcCounts& vcs, const HyperxDraws& draws,
                std::uint32_t firstDetail)
      : paths_(topology),
        vcs_(VcHalves::of(0, vcs.local)),
        draws_(draws),
        firstDetail_(firstDetail) {
    for (const TerminalPlace& place : topology.terminals) home_.push_back(place.router);
  }

  void starts(TerminalId source, TerminalId destination,
              std::vector<RouteState>& out) const override {
    const RouterId from = home_[source];
    for (RouterId between = 0; between < paths_.routers(); ++between)
      if (mayBeBetween(between, from, paths_.target(destination).router))
        out.push_back(over(between, from, destination));
  }

  RouteState start(TerminalId source, TerminalId destination, Rng& rng) const override {
    return draw(home_[source], destination, rng);
  }

  Decides decides() const override { return draws_.recompute ? Decides::atSource : Decides::never; }
  bool redraws() const override { return draws_.recompute; }
  RouteState redraw(const RouterView&, const SourceAttempt& attempt, Rng& rng) const override {
    const TerminalId destination = attempt.state.destination;
    if (attempt.refusals == 0 || attempt.router == paths_.target(destination).router)
      return attempt.state;
    return draw(attempt.router, destination, rng);
  }

  RouteChoice route(RouterId router, PortIndex /*input*/, RouteState state) const override {
    return (state.detail & kUndecided) != 0 ? minimally(router, state.destination)
                                            : onward(router, state);
  }

  PathKind pathKind(RouteState state) const override {
    return (state.detail & kHyperxDetour) != 0 ? PathKind::other : PathKind::minimal;
  }
  RouterId intermediate(RouterId, RouteState state) const override {
    const bool decided = (state.detail & (kHyperxSecondLeg | kUndecided)) == 0;
    return decided ? state.detail >> kHyperxIntermediateShift : RouterId{kNone};
  }

  std::uint32_t routingClass(TerminalId terminal) const override {
    return paths_.target(terminal).link;
  }
  std::optional<std::uint32_t> firstLegClass(TerminalId destination) const override {
    if (draws_.restricted || draws_.recompute || firstDetail_ != 0) return std::nullopt;
    return paths_.target(destination).link;
  }

 protected:
  RouteChoice minimally(RouterId router, TerminalId destination) const {
    return onward(router, {destination, kHyperxSecondLeg});
  }

  /// By what is decided.
  RouteChoice onward(RouterId router, RouteState state) const {
    const auto& target = paths_.target(state.destination);
    std::uint32_t detail = state.detail;
    if ((detail & kHyperxSecondLeg) == 0 && detail >> kHyperxIntermediateShift == router)
      detail = (detail & kHyperxDetour) | kHyperxSecondLeg;
    const bool second = (detail & kHyperxSecondLeg) != 0;
    const RouterId towards = second ? target.router : detail >> kHyperxIntermediateShift;
    if (towards == router) return {target.port, 1, detail};
    return {paths_.port(router, towards, target.link), second ? vcs_.upper : vcs_.lower, detail};
  }

  bool mayBeBetween(RouterId between, RouterId from, RouterId to) const {
    for (std::size_t d = 0; draws_.restricted && d < paths_.dimensions(); ++d)
      if (paths_.at(from, d) == paths_.at(to, d) && paths_.at(between, d) != paths_.at(from, d))
        return false;
    return true;
  }

  RouteState draw(RouterId from, TerminalId destination, Rng& rng) const {
    const RouterId to = paths_.target(destination).router;
    if (!draws_.restricted) return over(rng.below(paths_.routers()), from, destination);
    RouterId between = from;
    for (std::size_t d = 0; d < paths_.dimensions(); ++d)
      if (paths_.at(from, d) != paths_.at(to, d))
        between = paths_.moved(between, d, rng.below(paths_.size(d)));
    return over(between, from, destination);
  }

  RouteState over(RouterId between, RouterId from, TerminalId destination) const {
    const RouterId to = paths_.target(destination).router;
    // Over the source or the destination is the minimal path: UGAL has nothing to decide there.
    if (between == from || (between == to && firstDetail_ != 0))
      return {destination, kHyperxSecondLeg};
    const bool detour =
        paths_.distance(from, between) + paths_.distance(between, to) > paths_.distance(from, to);
    return {destination,
            between << kHyperxIntermediateShift | firstDetail_ | (detour ? kHyperxDetour : 0)};
  }

  HyperxPaths paths_;
  VcHalves vcs_;

 private:
  HyperxDraws draws_;
  std::uint32_t firstDetail_;
  std::vector<RouterId> home_;  ///< per terminal
};

class HyperxUgal final : public HyperxTwoLegs {
 public:
  HyperxUgal(const Topology& topology, const VcCounts& vcs, const HyperxDraws& draws,
             double threshold)
      : HyperxTwoLegs(topology, vcs, draws, kUndecided),
        threshold_(threshold),
        channels_(vcs.local) {}

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
    const double direct_ =
        queuedFlits(view, router, direct.port, channels_) * paths_.distance(router, to);
    const double other_ = queuedFlits(view, router, other.port, channels_) *
                          (paths_.distance(router, between) + paths_.distance(between, to));
    return direct_ <= other_ + threshold_ ? direct : other;
  }

 private:
  RouteChoice detour(RouterId router, RouteState state) const {
    state.detail &= ~kUndecided;
    return onward(router, state);
  }

  double threshold_;
  unsigned channels_;
};

}  // namespace

std::unique_ptr<RoutingAlgorithm> hyperxDimensionOrder(const Topology& topology,
                                                       const VcCounts& vcs) {
  return std::make_unique<HyperxDimensionOrder>(topology, vcs);
}

HyperxDraws HyperxDraws::of(const Values& values) {
  return {std::get<bool>(values.at("restricted")), std::get<bool>(values.at("recompute"))};
}

Issues checkHyperxValiant(const Topology&, const VcCounts& vcs) {
  return tooFewVirtualChannels(sentence("Valiant on a HyperX"), kHyperxTwoLegs, vcs);
}

std::unique_ptr<RoutingAlgorithm> makeHyperxValiant(const Topology& topology, const VcCounts& vcs,
                                                    const HyperxDraws& draws) {
  return std::make_unique<HyperxTwoLegs>(topology, vcs, draws, 0);
}

Issues checkHyperxUgal(const Sentence& label, const VcCounts& vcs) {
  return tooFewVirtualChannels(label, kHyperxTwoLegs, vcs);
}

std::unique_ptr<RoutingAlgorithm> makeHyperxUgal(const Topology& topology, const VcCounts& vcs,
                                                 const HyperxDraws& draws, double threshold) {
  return std::make_unique<HyperxUgal>(topology, vcs, draws, threshold);
}

}  // namespace hopscope::routings
