// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/issue.h"
#include "engine/core/registry.h"
#include "engine/core/rng.h"
#include "engine/fabric/vc_counts.h"
#include "engine/forwarding/conditional_rules.h"
#include "engine/routing/congestion_points.h"
#include "engine/routing/learnt.h"
#include "engine/routing/path_kind.h"
#include "engine/routing/router_memory.h"
#include "engine/topology/topology.h"

namespace hopscope {

class RouterView;

/// What a packet carries for its routing.
struct RouteState {
  TerminalId destination = kNone;
  std::uint32_t detail = 0;  ///< the algorithm's own: phase, slot, intermediate router

  bool operator==(const RouteState&) const = default;
};

/// One admissible next step.
struct RouteChoice {
  PortIndex port = kNoPort;      ///< output port of the router
  VcMask vcs = 1;                ///< virtual channels of that port it may take; bit 0 for ejection
  std::uint32_t nextDetail = 0;  ///< RouteState::detail after the step
  /// Of `vcs`, the escape network (Duato 1993), by default all: those that a packet may wait for
  /// for ever. A head with a choice that leaves others must have one with an escape at every hop,
  /// and `choose` must want it whenever the others are taken.
  VcMask escape = ~VcMask{0};
  /// Wanted only where a virtual channel has room for the whole packet, and else given up for
  /// another step: nobody ever waits for it, unless a packet may stretch over several buffers.
  bool opportunistic = false;

  bool operator==(const RouteChoice&) const = default;
};

/// Which heads are asked again, at each of their attempts, where they want to go.
enum class Decides : std::uint8_t {
  never,     ///< `route` tells all: the path is fixed by the state
  atSource,  ///< a head in its source queue; from the first hop on the way is fixed
  everyHop,  ///< every head
};

/// What is known of the loads of channels where every terminal sends to all others alike: they need
/// not be counted pair by pair then (uniformLoads).
enum class Evenness : std::uint8_t {
  none,     ///< nothing
  rows,     ///< of a grid: one coordinate after the other, as if there were no others
  classes,  ///< channels of a class carry the same, and what comes to any terminal loads them alike
  levels,   ///< likewise, and each of `starts` takes as many channels of each class
};

/// The head of a source queue that is about to try to leave it.
struct SourceAttempt {
  RouterId router;
  PortIndex input;
  RouteState state;
  /// Attempts of this head so far, all in vain; the latest wanted the step after which its state
  /// would have been `wanted`.
  std::uint32_t refusals = 0;
  std::uint32_t wanted = 0;
};

/// A routing algorithm over one network. Immutable after construction, shared by threads.
/// `starts` and `candidates` are pure and complete: the deadlock proof and the count of channel
/// loads walk them. `start`, `route` and `choose` are what the run uses; they return one of them.
class RoutingAlgorithm {
 public:
  virtual ~RoutingAlgorithm() = default;

  /// Every route state with which a packet from `source` to `destination` may enter its first
  /// router, appended to `out`. Where the state is drawn, a state stands there as often as it is
  /// likely.
  virtual void starts(TerminalId source, TerminalId destination,
                      std::vector<RouteState>& out) const;

  /// How likely one of `starts` is, relative to the others listed; for draws that no short list of
  /// equally likely states expresses.
  virtual double likelihood(TerminalId source, TerminalId destination, RouteState state) const;

  /// Every admissible next step of a packet in `state` that came in by `input`. Appended to `out`.
  /// At the destination's router: its terminal port.
  virtual void candidates(RouterId router, PortIndex input, RouteState state,
                          std::vector<RouteChoice>& out) const;

  /// The outputs of `candidates` alone, appended to `out`; one may stand there twice. By default
  /// taken from those; worth saying quickly where heads are asked at every hop.
  virtual void outputs(RouterId router, PortIndex input, RouteState state,
                       std::vector<PortIndex>& out) const;

  /// The state of a new packet: one of `starts`, by default the first. Draws from `rng`, a stream
  /// of the source terminal for this purpose alone.
  virtual RouteState start(TerminalId source, TerminalId destination, Rng& rng) const;

  /// The next step; must not allocate. A deterministic algorithm implements only this, and the
  /// three above follow from it. Of an algorithm that chooses: the step in an idle network.
  virtual RouteChoice route(RouterId router, PortIndex input, RouteState state) const = 0;

  /// Which heads `choose` is asked for; all others take `route`.
  virtual Decides decides() const { return Decides::never; }

  /// Of heads that are asked: at their first attempt alone. The step wanted then stands until the
  /// head is granted. Virtual cut-through only.
  virtual bool decidesOnce() const { return false; }

  /// The step wanted in this attempt; must not allocate. The head keeps asking until it is granted.
  /// Draws from `rng`, a stream of the input port.
  virtual RouteChoice choose(const RouterView& view, RouterId router, PortIndex input,
                             RouteState state, Rng& rng) const;

  /// Whether `choose` looks at the queues of other routers than its own. Such a network is not cut
  /// into parts, whose times differ.
  virtual bool looksElsewhere() const { return false; }

  /// Whether heads of source queues may exchange their state for another one of `starts`. It stays
  /// with the packet although the attempt may be in vain, and is fixed once the packet has left.
  virtual bool redraws() const { return false; }
  /// The state with which the head attempts to leave, by default its own; must not allocate. Draws
  /// from `rng`, a stream of the input port.
  virtual RouteState redraw(const RouterView& view, const SourceAttempt& attempt, Rng& rng) const;

  /// What the routers of a part are to learn while the network runs; nullptr: nothing. Made when
  /// the network is empty, outlived by the algorithm, handed to `choose` and `redraw` by their
  /// view.
  virtual std::unique_ptr<RouterMemory> makeMemory(const MemoryPlan& plan) const;
  /// What of it is a number that can be watched over time.
  virtual Learnt learns() const { return Learnt::nothing; }

  /// What a router's decisions follow from besides what it has learnt (RouterMemory::describe), for
  /// who looks at that router; appended to `out`. Between two cycles.
  virtual void describe(const RouterView& /*view*/, RouterId /*router*/,
                        std::vector<LearntFact>& /*out*/) const {}

  /// Which queues of the switches send notices to those whose packets they hold. Virtual
  /// cut-through only, and the same for all routings of a run.
  virtual std::optional<CongestionPoints> congestionPoints() const { return std::nullopt; }
  /// The state of a notice to the switch of a terminal. It is routed as a packet is, on virtual
  /// channels of its own, which are of highest priority (noticeVcs).
  virtual RouteState noticeState(TerminalId destination, std::uint32_t feedback) const;
  /// Of links of a kind, the virtual channels that notices take.
  virtual VcMask noticeVcs(LinkKind kind) const;

  /// What kind of path a packet has taken that arrives with this state, or that travels with it.
  virtual PathKind pathKind(RouteState state) const;
  /// The router by way of which a packet goes that comes to `router` with this state, which may be
  /// that one; kNone where it goes by way of none, or has passed it.
  virtual RouterId intermediate(RouterId /*router*/, RouteState /*state*/) const { return kNone; }

  /// Of a routing by way of intermediate routers both of whose legs know nothing of each other:
  /// destinations with equal numbers are alike to packets on their first leg. `starts` leads over
  /// the same routers whatever the destination, the source itself included, and what a packet
  /// brings to its intermediate router does not say, to its next steps, where it was bound for.
  /// Then the deadlock proof need not walk all triples of source, router and destination. nullopt:
  /// it is not so.
  virtual std::optional<std::uint32_t> firstLegClass(TerminalId /*destination*/) const {
    return std::nullopt;
  }

  /// How many parallel links packets take in turn: the head that looks its route up at a router
  /// gets the next of those parallel to the one that `route` names. `route` then follows the link
  /// in its state, which `nextDetail` has forgotten. 1: none.
  virtual std::uint32_t parallelLinks() const { return 1; }
  virtual RouteState onLink(RouteState state, std::uint32_t /*link*/) const { return state; }

  /// Terminals of one router with equal numbers are routed alike: as sources, and as destinations
  /// up to the port at their router. The deadlock proof walks one of them for all. By default each
  /// terminal stands for itself.
  virtual std::uint32_t routingClass(TerminalId terminal) const { return terminal; }

  /// Classes of channels are links of a kind between routers of the same levels of a tree, and of
  /// other networks links of a kind. What fails breaks it.
  virtual Evenness evenness() const { return Evenness::none; }

  /// Whether `candidates` depends on the input by which a packet came, and not only on the router
  /// and the state.
  virtual bool looksAtInput() const { return false; }
};

/// A routing algorithm in the registry. Adding one: a file here and a line in algorithms.cpp.
struct RoutingEntry : Entry {
  /// Free of deadlock only by an escape network (RouteChoice::escape), and so only with
  /// VcReuse::empty or VcReuse::whole.
  bool escape = false;
  /// Takes steps that are opportunistic (RouteChoice), and so only with VcReuse::whole.
  bool wholePackets = false;
  /// What forbids this algorithm on this network with these virtual channels; empty: it fits.
  std::function<Issues(const Topology&, const VcCounts&, const Values&)> check;
  /// Builds it. Called only where `check` found no error.
  std::function<std::unique_ptr<RoutingAlgorithm>(const Topology&, const VcCounts&, const Values&)>
      make;
  /// Whether heads of source queues draw their state anew (RoutingAlgorithm::redraws), which only
  /// switches can do where packets wait in the router for their terminal; nullptr: they never do.
  std::function<bool(const Topology&, const Values&)> redraws;
  /// The fewest virtual channels with which it is free of deadlock on this network, with these
  /// parameters of its own (complete with defaults).
  std::function<VcCounts(const Topology&, const Values&)> virtualChannels;

  /// Its congestion points (RoutingAlgorithm::congestionPoints); nullptr: it has none.
  std::function<CongestionPoints(const Values&)> congestionPoints = nullptr;
  /// Of an algorithm that forwarding tables can follow by rules that hold only while their port is
  /// not paused: which these are. Else empty.
  std::function<ConditionalRules(const Topology&, const Values&)> conditionalRules = nullptr;

  /// `virtualChannels` with the defaults of its parameters.
  VcCounts fewestVirtualChannels(const Topology& topology) const {
    return virtualChannels(topology, defaultsOf(parameters));
  }
};

const Registry<RoutingEntry>& routingAlgorithms();

/// One more algorithm for as long as this lives, for tests: entries of the registry move.
class AddedRouting {
 public:
  explicit AddedRouting(RoutingEntry entry);
  ~AddedRouting();
  AddedRouting(const AddedRouting&) = delete;
  AddedRouting& operator=(const AddedRouting&) = delete;
};

/// Values that dimension order takes beside its parameters, of any kind: rings as in
/// RingThreshold::ceil, parallel links as in LagSelect::crc or LagSelect::roundRobin.
inline constexpr const char* kPrintedThreshold = "printed_threshold";
inline constexpr const char* kLinksByCrc = "links_by_crc";
inline constexpr const char* kLinksRoundRobin = "links_round_robin";

}  // namespace hopscope
