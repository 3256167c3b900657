// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/forwarding/lookup_log.h"
#include "engine/forwarding/lookup_settings.h"
#include "engine/forwarding/lookup_unit.h"
#include "engine/forwarding/node_reduction.h"
#include "engine/forwarding/port_sets.h"
#include "engine/forwarding/recorded_lookup.h"
#include "engine/forwarding/shared_cache.h"
#include "engine/topology/topology.h"

namespace hopscope {

class RoutingAlgorithm;
struct RouteChoice;
struct RouteState;

/// How the routers of a network look routes up.
struct LookupPlan {
  std::vector<LookupSettings> lookups;
  std::vector<std::uint16_t> lookupOf;  ///< per router
  double picosecondsPerCycle = 1000;
  std::uint64_t seed = 1;
  std::uint32_t keys = 0;  ///< terminals of the network
  /// Per entry of `lookups`: what makes tags of destinations, or nullptr; empty: nowhere.
  std::vector<std::shared_ptr<const NodeReduction>> reductions = {};
  /// Says what the caches are warmed up and filled with, and which links are taken in turn; may be
  /// null where no router has a table.
  std::shared_ptr<const RoutingAlgorithm> routing = nullptr;
};

/// What the tables of one router did since cycle 0.
struct RouterLookups {
  LookupCounts caches;              ///< of all ports
  std::uint64_t sharedLookups = 0;  ///< of the cache that the ports share
  std::uint64_t sharedHits = 0;
  std::uint64_t camLookups = 0;  ///< or of the linear table
  Picoseconds camWaited = 0;
  double dynamicEnergy = 0;  ///< nanojoules

  RouterLookups& operator+=(const RouterLookups& other);
  RouterLookups& operator-=(const RouterLookups& other);
};

/// The route-computation stage of every input port: when a head's output port is known. The routing
/// algorithm says which one it is; this says how long the table takes to find out.
class RouteStage {
 public:
  RouteStage(const Topology& topology, const LookupPlan& plan);
  ~RouteStage();
  RouteStage(const RouteStage&) = delete;
  RouteStage& operator=(const RouteStage&) = delete;

  /// False where no router has a table: then every head is ready at once.
  bool tables() const { return !units_.empty(); }

  /// A head to `destination` arrives at `input` at cycle `now`. The cycle from
  /// which it may request, rounded up from picoseconds. `port` says what it is bound for.
  /// The lookup of a probe is not one of an exchange: its packet is still to come.
  template <typename Port>
  Cycle ready(PortId input, TerminalId destination, const Port& port, Cycle now,
              bool probe = false) {
    // A hit at a port with nothing but a cache, which nobody looks at: nearly all are.
    if (const Place& place = places_[input]; place.cacheAlone && !observed(input)) {
      const Picoseconds arrival = now * wholePicoseconds_;
      const Picoseconds known = units_[place.unit].hit(arrival, destination);
      if (known != LookupUnit::kNoHit) return now + cyclesOf(known - arrival);
    }
    return lookUp(input, destination, PortQuery(port), now, probe);
  }

  /// Every port has a cache of its own that knows destinations themselves, packets take no links in
  /// turn, and nobody looks on: then no port's hits are another one's business.
  bool cachesAlone() const {
    return alone_ && portsLogged_ == 0 && portsRecorded_ == 0 && nextLinks_.empty();
  }
  /// What `ready` says, in cycles from now, of a head that hits such a cache; below 0: it does not,
  /// and nothing has happened.
  [[gnu::always_inline]] std::int32_t hit(PortId input, TerminalId destination, Cycle now) {
    const Picoseconds arrival = now * wholePicoseconds_;
    const Picoseconds known = units_[input].hit(arrival, destination);
    return known == LookupUnit::kNoHit ? -1 : static_cast<std::int32_t>(cyclesOf(known - arrival));
  }

  /// Has the processor fetch what a lookup at `input` needs: first its unit, a while later the
  /// lines in which the destination may be.
  [[gnu::always_inline]] void prefetch(PortId input) const {
    if (alone_) return units_[input].prefetch();
    const Place& place = places_[input];
    if (place.unit != kNone) units_[place.unit].prefetch();
  }
  [[gnu::always_inline]] void prefetch(PortId input, TerminalId destination) const {
    if (alone_) return units_[input].prefetch(destination);
    const Place& place = places_[input];
    if (place.unit != kNone) units_[place.unit].prefetch(keyOf(place.router, destination));
  }

  /// What a cache line says of a packet's output: the port, or the set of candidate ports that an
  /// adaptive routing chooses from.
  PortIndex bound(RouterId router, PortIndex input, const RouteState& state);
  /// The port that a line of a router's caches stands for, or of several the one that an idle
  /// network takes; and the other ones.
  PortIndex firstPort(RouterId router, PortIndex output) const;
  std::vector<PortIndex> otherPorts(RouterId router, PortIndex output) const;

  /// The RouteState::detail of a head that looks its route up at a router: with its turn, where
  /// packets take parallel links in turn.
  std::uint32_t nextLink(RouterId router, PortIndex input, const RouteState& state);
  bool roundRobin() const { return !nextLinks_.empty(); }
  /// The routing that packets follow from now on.
  void setRouting(std::shared_ptr<const RoutingAlgorithm> routing);
  /// Other lookups from now on, of the same kinds at the same routers: tables are as before, caches
  /// and what waits for a CAM as at the beginning. What was counted stays counted.
  void rebuild(const LookupPlan& plan);

  /// Empties all caches and switches them off, so that every head asks the CAM; or on again.
  void setCaches(bool enabled);

  /// Puts a destination into the caches of one port, as if it had been asked for before cycle 0.
  void warm(PortId input, TerminalId destination, PortIndex port = 0);

  /// Keeps what is looked up at so many ports from `first` on, until there are `most`; begins with
  /// what the caches were warmed up with, where `warmUp` asks for it. Ports of several routers not
  /// with threads.
  void record(PortId first, PortId ports, std::size_t most, bool warmUp);
  const std::vector<RecordedLookup>& recorded() const { return recorded_; }

  /// Starts a new window for the inspector's "hit in this window" marks.
  void beginWindow();

  /// Keeps the last lookups at the ports of one router from now on; kNone: of none. The others do
  /// not pay for it, and no result depends on it.
  void watch(RouterId router);
  RouterId watched() const { return watched_; }
  /// Whether the caches of a router know destinations by the tags of node reduction.
  bool tagged(RouterId router) const {
    return !reductions_.empty() && reductions_[settingsOf_[router]] != nullptr;
  }
  /// What was kept at an input port; nullptr where its router is not watched.
  const LookupLog* log(PortId input) const;

  /// What was looked up at the watched router, port by port (RouterDetail::lookups).
  std::optional<std::vector<LookupTally>> tallies() const;

  /// The lookup unit of an input port, or nullptr. Of several lanes the first.
  const LookupUnit* unit(PortId input) const;
  /// The cache that the ports of a router share, or nullptr.
  const SharedCache* shared(RouterId router) const;
  /// Since cycle 0.
  LookupCounts portCounts(PortId input) const;  ///< of a port's caches, all lanes
  RouterLookups counts(RouterId router) const;
  RouterLookups counts() const;  ///< of the whole network
  /// What the tables of a router take all the time, in milliwatts.
  double staticPower(RouterId router) const;

 private:
  /// A port's tables.
  struct Place {
    std::uint32_t unit = kNone;  ///< the first of its lanes; kNone without a table
    std::uint32_t cam = kNone;
    std::uint32_t shared = kNone;
    RouterId router = kNone;
    std::uint16_t lanes = 1, turn = 0;  ///< packets take the lanes in turn
    bool cacheAlone = false;            ///< of one lane, that knows destinations themselves
  };

  Cycle lookUp(PortId input, TerminalId destination, const PortQuery& port, Cycle now, bool probe);
  /// Somebody wants to know of each lookup at this port. Ports before the first one wrap around to
  /// large numbers.
  bool observed(PortId input) const {
    return PortId{input - firstLog_} < portsLogged_ ||
           PortId{input - firstRecorded_} < portsRecorded_;
  }

  void build(const LookupPlan& plan);
  /// What the routing needs to be kept of each router and port.
  void makeRoom();
  /// Which terminals the routing leads to, where an exchange has to know it.
  void noteReached();
  LookupCounts countsSinceBuilt(PortId input) const;
  /// Tells the record that all caches are empty now.
  void noteEmptied();
  /// Calls visit(router, input, state) for every lookup that warms caches up.
  template <typename Visit>
  void walkWarmUp(const Visit& visit) const;
  /// How far an exchange of all with all has come, as the port of a terminal sees it.
  struct Exchange {
    TerminalId last = kNone;  ///< destination
    std::uint32_t steps = 0;  ///< from a destination to the next one, without another between
    std::uint16_t lane = 0;   ///< that the last one was looked up in
  };

  /// The terminal that an exchange has `self` send to after `destination`; kNone: to none.
  TerminalId nextInExchange(TerminalId self, TerminalId destination) const;
  /// A terminal sent to `destination`, which was known at `known` in the lane that comes before the
  /// place's turn: recognises an exchange after two steps, has the lane of the destination before
  /// give that up, and the lane of the one to come fetch it.
  void followExchange(PortId input, TerminalId destination, Picoseconds known);
  Picoseconds timeOf(Cycle now) const;
  /// Rounded up, so that a lookup of exactly n cycles costs n.
  Cycle cyclesOf(Picoseconds time) const {
    // A hit takes no division.
    if (time <= wholePicoseconds_) return time > 0 ? 1 : 0;
    return manyCyclesOf(time);
  }
  Cycle manyCyclesOf(Picoseconds time) const;

  PortId firstRecorded_ = 0, portsRecorded_ = 0;
  std::vector<RecordedLookup> recorded_;              ///< as many as it has room for
  std::shared_ptr<const RoutingAlgorithm> warmedBy_;  ///< nullptr where no cache was warmed up
  const Topology* topology_;
  double picosecondsPerCycle_;
  Picoseconds wholePicoseconds_;  ///< the same where it is a whole number, or 0
  /// What the caches of a router know a destination by.
  std::uint32_t keyOf(RouterId router, TerminalId destination) const {
    const NodeReduction* const reduction =
        reductions_.empty() ? nullptr : reductions_[settingsOf_[router]].get();
    return reduction == nullptr ? destination : reduction->tag(router, destination);
  }

  std::vector<LookupSettings> settings_;
  std::vector<std::shared_ptr<const NodeReduction>> reductions_;
  std::vector<std::uint16_t> settingsOf_;  ///< per router
  std::shared_ptr<const RoutingAlgorithm> routing_;
  std::vector<Place> places_;        ///< per PortId
  bool alone_ = false;               ///< all of them `cacheAlone`: a port's unit has its number
  std::optional<LineMemory> lines_;  ///< of the ports' caches
  std::vector<LookupUnit> units_;
  std::vector<SharedCache> sharedCaches_;
  std::vector<CamServer> cams_;
  std::vector<RouterLookups> retired_;      ///< per router: counted before it was rebuilt; or empty
  std::vector<LookupCounts> retiredPorts_;  ///< likewise, per port
  /// Candidate ports of an adaptive routing, and room to find them.
  struct Candidates {
    PortSets sets;
    std::vector<RouteChoice> choices;
    std::vector<PortIndex> ports;
  };
  std::vector<Candidates> candidates_;  ///< per router; empty where the routing never chooses
  std::vector<Exchange> exchanges_;     ///< per port; empty where no cache is refilled
  std::vector<bool> reached_;           ///< per terminal; empty likewise
  /// Per port that stands for parallel links which packets take in turn: whose turn it is; empty
  /// where they don't.
  std::vector<std::uint32_t> nextLinks_;
  RouterId watched_ = kNone;
  PortId firstLog_ = 0;               ///< the port of logs_[0]
  PortId portsLogged_ = 0;            ///< as many as logs_
  std::vector<LookupLog> logs_;       ///< of the watched router's ports
  std::vector<std::uint64_t> asked_;  ///< there, by port and destination; empty: not counted
};

}  // namespace hopscope
