// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "engine/routing/routing_algorithm.h"

namespace hopscope {

namespace routings {
class UpDownTables;
}

/// Routers of a network up to which the tables of detours stay below 67 MB a set of faults.
inline constexpr std::uint32_t kMostDetourRouters = 4096;
/// Bytes that the tables of all sets of faults of a run may take together.
inline constexpr std::uint64_t kMostDetourBytes = std::uint64_t{1} << 30;

/// What of a network takes no packets.
struct NetworkFaults {
  std::vector<bool> links;    ///< per LinkId, without those of failed routers; both directions
  std::vector<bool> routers;  ///< per RouterId

  /// Per LinkId: failed by itself, or with a router at an end of it.
  std::vector<bool> deadLinks(const Topology& topology) const;
  bool operator==(const NetworkFaults&) const = default;
};

/// A routing over a network parts of which have failed. Where all that the routing wants at a
/// router goes over failed links, the packet changes for good to the detour: the shortest up*/down*
/// way over the surviving links, on a virtual channel of its own, the last of each channel. No
/// packet goes back from there, and the detour's channels wait for each other in one direction
/// only; so what is free of deadlock without faults is so with them.
///
/// Nothing is lost. A failed link takes nothing new; what was given to it, and what is on a detour
/// that already goes down and has no other way, still crosses it. A failed router passes on what it
/// holds and what is on its way to its terminals when it fails; one that faults have cut off does
/// too.
///
/// The tables take 4 bytes a pair of routers for each set of faults (up_down_tables.h).
class FaultDetour final : public RoutingAlgorithm {
 public:
  /// `base` has `vcs`; the network has one more on each link between routers. `before`: the routing
  /// until now, of the same base, or nullptr where no packet is under way.
  FaultDetour(std::shared_ptr<const Topology> topology,
              std::shared_ptr<const RoutingAlgorithm> base, const VcCounts& vcs,
              NetworkFaults faults, std::shared_ptr<const FaultDetour> before);
  ~FaultDetour() override;

  const std::shared_ptr<const RoutingAlgorithm>& sharedBase() const { return base_; }
  const NetworkFaults& faults() const { return faults_; }
  /// False where the routers had to be put into another up*/down* order than `before`. Then packets
  /// on a detour at that moment follow two orders, of which together nothing is proved.
  bool keepsOrder() const { return keepsOrder_; }

  /// Of pairs of terminals of live routers; of others none.
  void starts(TerminalId source, TerminalId destination,
              std::vector<RouteState>& out) const override;
  double likelihood(TerminalId source, TerminalId destination, RouteState state) const override;
  void candidates(RouterId router, PortIndex input, RouteState state,
                  std::vector<RouteChoice>& out) const override;
  RouteState start(TerminalId source, TerminalId destination, Rng& rng) const override;
  RouteChoice route(RouterId router, PortIndex input, RouteState state) const override;
  Decides decides() const override { return base_->decides(); }
  RouteChoice choose(const RouterView& view, RouterId router, PortIndex input, RouteState state,
                     Rng& rng) const override;
  bool comparesTwoWays() const override { return base_->comparesTwoWays(); }
  TwoWays twoWays(RouterId router, PortIndex input, RouteState state) const override;
  /// The mean over virtual channels now includes one more, so the threshold is scaled: nothing is
  /// judged otherwise while no packet is on a detour.
  std::optional<CongestionBroadcast> broadcast() const override;
  std::uint32_t turns() const override { return base_->turns(); }
  RouteState inTurn(RouteState state, std::uint32_t turn) const override;
  /// A detour counts as a non-minimal way.
  bool nonminimal(RouteState state) const override;
  std::uint32_t routingClass(TerminalId terminal) const override {
    return base_->routingClass(terminal);
  }
  bool looksAtInput() const override { return base_->looksAtInput(); }
  VcMask escapeVcs(RouterId router, PortIndex port) const override;

 private:
  bool dead(RouterId router, PortIndex port) const {
    return deadPorts_[topology_->firstPort[router] + port];
  }
  /// A packet that a router without a way out holds, or that is on its way to one, goes as before.
  bool drains(RouterId router, TerminalId destination) const {
    return before_ != nullptr &&
           (cutOff_[router] || cutOff_[topology_->terminals[destination].router]);
  }
  /// Of a packet that is on the detour, or turns to it here.
  RouteChoice detour(RouterId router, RouteState state) const;
  RouteChoice aliveOrDetour(RouterId router, RouteState state, const RouteChoice& choice) const;
  void findCutOff();
  void chart();

  std::shared_ptr<const Topology> topology_;
  std::shared_ptr<const RoutingAlgorithm> base_;
  VcCounts vcs_;
  NetworkFaults faults_;
  std::shared_ptr<const FaultDetour> before_;
  std::vector<bool> cutOff_;                 ///< routers that failed, or whose links lead nowhere
  std::vector<bool> deadLinks_, deadPorts_;  ///< those of routers cut off among them
  /// Absent as long as nothing has ever failed.
  std::shared_ptr<const routings::UpDownTables> tables_;
  bool keepsOrder_ = true;
};

}  // namespace hopscope
