// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/wormhole_network.h"

#include <algorithm>
#include <utility>

#include "engine/core/thread_team.h"
#include "engine/switching/wormhole_observation.h"
#include "engine/switching/wormhole_part.h"
#include "engine/switching/wormhole_standing.h"

namespace hopscope {
namespace {

using namespace wormhole;

/// Parts pay from so many ports each on, and up to so many, also in one thread: for the few cycles
/// in which it goes on, a part stays in the nearer caches. Eight took 13 % less time than one for a
/// fat tree of 4,096 terminals, 9 % for a Dragonfly of 1,056, and for a mesh of 64 x 64 between 15
/// (far beyond saturation) and 29 % (at a low load).
constexpr std::uint32_t kPortsAPart = 490, kEnoughParts = 8;
/// In which nobody looks at what others do, because there are none.
constexpr Cycle kAlone = 64;
/// Packets that a terminal hands over in a cycle, at the most; and room for packets that is kept.
constexpr std::size_t kNewAtMost = 4, kSpare = std::size_t{1} << 20;
/// Of routers, in the cycles before parts met: with fewer, threads would wait for each other longer
/// than they work.
constexpr std::uint64_t kHopsWorthSharing = 150;
/// A part with many places for packets free gives those that it need not keep to one with few.
constexpr std::size_t kManyFree = 4 * PacketStore::kBlock, kKept = PacketStore::kBlock,
                      kFewFree = kKept / 2;

Plan statePlan(const WormholePlan& plan) {
  return {plan.topology, plan.linkLatency, plan.virtualChannels,
          plan.settings, plan.bufferFlits, plan.linkRates};
}

/// Routers that tell each other something are groups; of a routing that comes later nothing is
/// known.
bool mustKeepGroups(const WormholePlan& plan) {
  const Topology& t = *plan.topology;
  return plan.reroutes || plan.routing->makeMemory({t, 0, t.routerCount(), 1, 1}) != nullptr;
}

Partition cutFor(const WormholePlan& plan, bool tables) {
  const auto ports = static_cast<std::uint32_t>(plan.topology->ports.size());
  std::uint32_t parts = ports / (plan.portsAPart != 0 ? plan.portsAPart : kPortsAPart);
  if (plan.portsAPart == 0) parts = std::min(parts, std::max(kEnoughParts, 2 * plan.threads));
  if (tables || plan.routing->looksElsewhere()) parts = 1;
  parts = std::min<std::uint32_t>(parts, kMostNeighbours);
  return cutEvenly(*plan.topology, plan.linkLatency, parts, parts > 1 && mustKeepGroups(plan));
}

/// No wire and no stage of a router takes longer.
Cycle slowestOf(const State& state) {
  const WormholeDelays& d = state.settings.delays;
  Cycle closed = 0;
  for (const LinkRate& rate : state.linkRates) closed = std::max(closed, rate.span(1));
  return state.longestWire + d.route + d.vcAllocation + d.switchAllocation + closed;
}

/// Parts that run side by side for as long as nothing that one sends is with another one.
class WormholeNetwork final : public Switching {
 public:
  explicit WormholeNetwork(const WormholePlan& plan)
      : routing_(plan.routing),
        routes_(*plan.topology, plan.lookups),
        partition_(cutFor(plan, routes_.tables())),
        arrays_(statePlan(plan), partition_),
        s_(arrays_.state()),
        packets_(plan.packetBytes / sizeof(WormPacket),
                 std::min<std::size_t>(plan.threads, partition_.parts.size()) > 1),
        workload_(plan.workload),
        newInACycle_(kNewAtMost * std::max<std::size_t>(1, plan.topology->terminalCount())),
        channelFlits_(plan.topology->channelCount(), 0),
        team_(std::min<unsigned>(plan.threads, static_cast<unsigned>(partition_.parts.size()))) {
    const auto count = static_cast<std::uint32_t>(partition_.parts.size());
    for (std::uint32_t index = 0; index < count; ++index)
      parts_.push_back(std::make_unique<WormholePart>(
          WormholePart::Surroundings{s_, partition_, index, packets_, *routing_, routes_,
                                     plan.traffic, workload_.get(), plan.seed, plan.reroutes}));
    for (const auto& part : parts_) {
      for (const auto& other : parts_) part->state().hear(other->state());
      states_.push_back(&part->state());
    }
    // Room for the packets of a stretch is there before it begins.
    const Cycle most = std::max<Cycle>(1, static_cast<Cycle>(kSpare / newInACycle_));
    hopsWorthSharing_ = plan.portsAPart == 0 ? kHopsWorthSharing : 0;
    stretchCycles_ = count == 1 ? kAlone : std::min(s_.stretch, most);
  }

  Cycle now() const override { return now_; }

  void setMeasuring(bool measuring) override {
    for (const auto& part : parts_) part->setMeasuring(now_, measuring);
    if (!measuring) return;
    // Half as many again as there have been at the most.
    packets_.reserve(packets_.claimed() / 2 + PacketStore::kBlock + neededFor(stretchCycles_));
    for (const auto& part : parts_) part->state().packets.begin(false);
    standing(false);
    standing_.leaveRoom();
  }
  void setJourneyLog(JourneyLog* log) override {
    for (const auto& part : parts_) part->state().journeys = log;
  }
  void setTraffic(const TrafficPlan& plan) override {
    for (const auto& part : parts_) part->terminals().setTraffic(now_, plan);
  }
  void setRouting(std::shared_ptr<const RoutingAlgorithm> routing) override {
    const bool none = idle();
    for (const auto& part : parts_) part->setRouting(now_, *routing, none);
    routes_.setRouting(routing);
    routing_ = std::move(routing);
  }
  void groupDeliveries(const DeliveryGroups& groups) override {
    for (const auto& part : parts_) part->terminals().delivered().setGroups(groups);
  }
  void beginWindow() override {
    for (const auto& part : parts_) part->terminals().delivered().clearWindow();
    routes_.beginWindow();
  }

  InjectionCounts injected() const override {
    InjectionCounts sum;
    for (const auto& part : parts_) sum += part->terminals().injected();
    return sum;
  }
  void offered(std::vector<std::uint64_t>& out) const override {
    for (const auto& part : parts_) part->terminals().offered(out);
  }
  std::uint64_t alive() const override { return allAlive() - probesAlive(); }
  bool idle() const override {
    return allAlive() == 0 && std::all_of(parts_.begin(), parts_.end(), [](const auto& part) {
             return part->terminals().noneHeld();
           });
  }
  std::uint64_t measuredDelivered() const override {
    return sumOf([](const WormholePart& part) { return part.delivered().measured(); });
  }
  std::uint64_t flitHops() const override {
    return sumOf([](const WormholePart& part) { return part.state().flitHops; });
  }
  void tally(DeliveryTally& into) const override {
    for (const auto& part : parts_) part->delivered().addTo(into);
  }
  DeliveryGroups deliveryGroups() const override {
    DeliveryGroups sum = parts_.front()->delivered().groups();
    for (std::size_t i = 1; i < parts_.size(); ++i) sum += parts_[i]->delivered().groups();
    return sum;
  }
  const std::vector<std::uint64_t>& channelFlits() const override {
    for (PortId output = 0; output < s_.outputs.size(); ++output)
      channelFlits_[s_.channelOf(output)] = s_.outputs[output].sent;
    return channelFlits_;
  }
  const RouteStage& routes() const override { return routes_; }
  RouteStage& routes() override { return routes_; }
  void watchLookups(RouterId router) override { routes_.watch(router); }
  void watchAllocations(RouterId router) override {
    if ((allocations_ ? allocations_->router() : kNone) == router) return;
    for (const auto& part : parts_) part->state().allocations = nullptr;
    allocations_.reset();
    if (router >= partition_.partOf.size()) return;
    allocations_ = std::make_unique<AllocationLog>(router);
    partOf(router).state().allocations = allocations_.get();
  }

  Cycle lastMove() const override {
    Cycle latest = 0;
    for (const PartState* part : states_) latest = std::max(latest, part->lastMove);
    return latest;
  }
  Cycle longestPause() const override { return slowestOf(s_); }
  bool underWay() const override {
    return std::any_of(parts_.begin(), parts_.end(),
                       [](const auto& part) { return part->underWay(); });
  }
  bool full() const override {
    return std::any_of(parts_.begin(), parts_.end(), [](const auto& part) { return part->full(); });
  }
  StandingBuffers standing(bool still) const override {
    standing_.begin(states_, *routing_);
    for (const auto& part : parts_)
      standing_.look(part->state(), part->router().routing(), now_, still);
    return standing_.settle();
  }

  void forEachUnderWay(const std::function<void(const PacketUnderWay&)>& visit) const override {
    wormhole::forEachUnderWay(states_, now_, visit);
  }
  void observePackets(std::uint32_t most, std::vector<MovingPacket>& out) const override {
    wormhole::observePackets(states_, *routing_, now_, most, out);
  }
  bool hasQueues() const override { return true; }
  bool countsCredits() const override { return true; }
  void observeQueues(std::vector<ChannelQueue>& out) const override {
    wormhole::observeQueues(states_, *routing_, now_, out);
  }
  std::optional<MovingPacket> find(TerminalId source, CycleStamp birth) const override {
    return wormhole::findPacket(states_, *routing_, now_, source, birth);
  }
  std::optional<std::uint64_t> outputConflicts() const override {
    return wormhole::outputConflicts(s_);
  }
  void observeBuffers(RouterId router, RouterDetail& out) const override {
    wormhole::observeRouter(states_, nullptr, router, now_, out);
    wormhole::observeWaiting(partOf(router).state(), router, now_, out.waiting);
  }
  void observeRouter(RouterId router, RouterDetail& out) const override {
    wormhole::observeRouter(states_, &routes_, router, now_, out);
    wormhole::observeWaiting(partOf(router).state(), router, now_, out.waiting);
    out.learnt.clear();
    partOf(router).router().describe(now_, router, out.learnt);
    out.allocation.reset();
    if (allocations_ && allocations_->router() == router && allocations_->detail().cycle >= 0)
      out.allocation = allocations_->detail();
  }
  std::vector<std::string> violations() const override {
    const InjectionCounts counts = injected();
    return wormhole::violations(states_, now_, counts.generated + counts.prefetches,
                                sumOf([](const WormholePart& part) {
                                  return part.delivered().packets() + part.delivered().probes();
                                }));
  }

 protected:
  void run(Cycle until) override {
    if (until <= now_) return;
    const auto parts = static_cast<std::uint32_t>(parts_.size());
    while (now_ < until) {
      const Cycle wanted = std::min(until - now_, stretchCycles_);
      // Where memory may run full, every cycle begins with a look at it.
      const std::size_t alive = allAlive();
      const bool tight = alive + newInACycle_ * static_cast<std::size_t>(wanted) >= packets_.most();
      const Cycle end = now_ + (tight ? 1 : wanted);
      const bool closed = !prepare(end - now_) || (tight && alive >= packets_.most());
      ++stretch_;
      const auto work = [this, end, closed](std::uint32_t i) {
        parts_[i]->begin(stretch_, closed);
        receive(i);
        parts_[i]->advance(now_, end);
      };
      if (const std::uint64_t hops = flitHops();
          hops - std::exchange(hopsBefore_, hops) >= hopsWorthSharing_)
        team_.each(parts, work);
      else
        for (std::uint32_t i = 0; i < parts; ++i) work(i);
      now_ = end;
    }
    // Letters are where they belong between two calls.
    ++stretch_;
    for (std::uint32_t i = 0; i < parts; ++i) {
      parts_[i]->begin(stretch_, false);
      receive(i);
    }
  }
  void rest(Cycle until) override { now_ = until; }
  bool hasWorkload() const override { return workload_ != nullptr; }
  Cycle nextOffer() const override {
    Cycle next = kNoCycle;
    for (const auto& part : parts_) next = std::min(next, part->terminals().nextOffer(now_));
    return next;
  }

 private:
  template <typename Count>
  std::uint64_t sumOf(const Count& count) const {
    std::uint64_t sum = 0;
    for (const auto& part : parts_) sum += count(*part);
    return sum;
  }
  std::uint64_t allAlive() const {
    std::int64_t sum = 0;
    for (const PartState* part : states_) sum += part->packets.alive();
    return static_cast<std::uint64_t>(sum);
  }
  /// Probes under way, whose packets are still to come.
  std::uint64_t probesAlive() const {
    return injected().prefetches -
           sumOf([](const WormholePart& part) { return part.delivered().probes(); });
  }
  WormholePart& partOf(RouterId router) const { return *parts_[partition_.partOf[router]]; }

  /// Takes in what others sent in the stretch before the one that has begun.
  void receive(std::uint32_t index) {
    if (!workload_) return;
    for (std::uint32_t from = 0; from < parts_.size(); ++from)
      if (from != index) parts_[index]->receive(*parts_[from], stretch_ - 1);
  }

  /// Places for packets without which some cycles must not begin: one part alone makes room when it
  /// has to.
  std::size_t neededFor(Cycle cycles) const {
    if (parts_.size() == 1) return 0;
    return packets_.placesOfAPacket() * newInACycle_ * static_cast<std::size_t>(cycles) +
           parts_.size() * PacketStore::kBlock;
  }
  /// False: the machine has no memory for them.
  bool prepare(Cycle cycles) {
    if (parts_.size() > 1) shareFreePlaces();
    return packets_.reserve(neededFor(cycles));
  }

  /// Parts that send more packets than they receive would claim places for ever.
  void shareFreePlaces() {
    const auto [poorest, richest] =
        std::minmax_element(parts_.begin(), parts_.end(), [](const auto& a, const auto& b) {
          return a->state().packets.freePlaces() < b->state().packets.freePlaces();
        });
    PacketPlaces& few = (*poorest)->state().packets;
    PacketPlaces& many = (*richest)->state().packets;
    if (few.freePlaces() < kFewFree && many.freePlaces() >= kManyFree) few.adoptFree(many, kKept);
  }

  std::shared_ptr<const RoutingAlgorithm> routing_;
  RouteStage routes_;
  Partition partition_;
  Arrays arrays_;
  const State& s_;
  PacketStore packets_;
  std::shared_ptr<Workload> workload_;  ///< may be null
  WormholeParts parts_;
  PartStates states_;                           ///< theirs
  std::unique_ptr<AllocationLog> allocations_;  ///< of the router that is looked into
  std::size_t newInACycle_;                     ///< packets, at the most
  Cycle stretchCycles_ = 1;
  std::uint64_t hopsWorthSharing_ = 0, hopsBefore_ = 0;  ///< flitHops, in one stretch and before it
  std::uint64_t stretch_ = 1;                            ///< the number of the latest one
  /// Gathered when asked for: outputs count for themselves, with what else a flit touches.
  mutable std::vector<std::uint64_t> channelFlits_;
  mutable WormholeStanding standing_;
  Cycle now_ = 0;
  ThreadTeam team_;
};

}  // namespace

std::unique_ptr<Switching> makeWormholeNetwork(const WormholePlan& plan) {
  return std::make_unique<WormholeNetwork>(plan);
}

}  // namespace hopscope
