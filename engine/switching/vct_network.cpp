// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/vct_network.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "engine/core/thread_team.h"
#include "engine/switching/vct_audit.h"
#include "engine/switching/vct_observation.h"
#include "engine/switching/vct_part.h"
#include "engine/switching/vct_standing.h"

namespace hopscope {
namespace {

/// Where notices of congestion are sent, terminals' ports have a virtual channel for them, in which
/// those of their switch wait.
FabricPlan withNotices(const VctPlan& plan) {
  FabricPlan fabric = plan.fabric;
  if (plan.routing->congestionPoints()) fabric.virtualChannels.terminal = 2;
  return fabric;
}

/// What a core's cache holds; all where a decision depends on routers far off.
std::uint32_t portsAPart(const VctPlan& plan) {
  constexpr std::uint32_t kInCache = 1'200;
  if (plan.routing->looksElsewhere()) return std::numeric_limits<std::uint32_t>::max();
  return plan.portsAPart == 0 ? kInCache : plan.portsAPart;
}

/// Parts that run for the lookahead of their partition one after the other, or at the same time.
class VctNetwork final : public Switching {
 public:
  explicit VctNetwork(const VctPlan& plan)
      : fabric_(withNotices(plan)),
        switches_(plan.fabric.switches),
        switchOf_(plan.fabric.switchOf),
        routing_(plan.routing),
        redraws_(plan.routing->redraws()),
        routes_(*plan.fabric.topology, plan.lookups),
        partition_(cut(*plan.fabric.topology, plan.fabric.linkLatency, portsAPart(plan))),
        workload_(plan.workload),
        channelFlits_(plan.fabric.topology->channelCount(), 0),
        team_(std::min<unsigned>(plan.threads, static_cast<unsigned>(partition_.parts.size()))) {
    for (std::uint32_t index = 0; index < partition_.parts.size(); ++index)
      parts_.push_back(std::make_unique<VctPart>(
          VctPart::Surroundings{fabric_, partition_, index, *routing_, routes_, switches_,
                                plan.traffic, workload_.get(), plan.seed, plan.noticeFlits}));
  }

  Cycle now() const override { return now_; }

  void setMeasuring(bool measuring) override {
    for (const auto& part : parts_) part->setMeasuring(now_, measuring);
    if (!measuring) return;
    standing(false);
    standing_.leaveRoom();
  }
  void setTraffic(const TrafficPlan& plan) override {
    for (const auto& part : parts_) part->setTraffic(now_, plan);
  }
  void setRouting(std::shared_ptr<const RoutingAlgorithm> routing) override {
    const bool none = idle();
    for (const auto& part : parts_) part->setRouting(*routing, none);
    routes_.setRouting(routing);
    redraws_ = redraws_ || routing->redraws();
    routing_ = std::move(routing);
  }
  void setJourneyLog(JourneyLog* log) override {
    for (const auto& part : parts_) part->setJourneyLog(log);
  }
  void groupDeliveries(const DeliveryGroups& groups) override {
    for (const auto& part : parts_) part->groupDeliveries(groups);
  }
  void beginWindow() override {
    for (const auto& part : parts_) part->beginWindow();
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
  std::uint64_t alive() const override { return injected().generated - delivered(); }
  bool idle() const override {
    return alive() + probesAlive() + notices().underWay() == 0 &&
           std::all_of(parts_.begin(), parts_.end(),
                       [](const auto& part) { return part->terminals().noneHeld(); });
  }
  std::uint64_t measuredDelivered() const override {
    return sumOf([](const VctPart& part) { return part.delivered().measured(); });
  }
  std::uint64_t flitHops() const override {
    return sumOf([](const VctPart& part) { return part.router().flitHops(); });
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
    for (const auto& part : parts_) part->countFlits(channelFlits_);
    return channelFlits_;
  }
  NoticeCounts notices() const override {
    NoticeCounts sum;
    for (const auto& part : parts_) sum += part->router().notices();
    return sum;
  }
  PauseCounts pauses() const override {
    PauseCounts sum;
    for (const auto& part : parts_) sum += part->router().pauses(now_);
    return sum;
  }
  void observePaused(std::vector<ChannelPause>& out) const override {
    out.clear();
    for (const auto& part : parts_) part->router().observePaused(out);
  }
  std::optional<std::uint64_t> recomputations() const override {
    if (!redraws_) return std::nullopt;
    return sumOf([](const VctPart& part) { return part.router().recomputations(); });
  }
  Learnt learns() const override { return routing_->learns(); }
  void learnt(std::vector<float>& out) const override {
    out.clear();
    if (learns() == Learnt::nothing) return;
    for (const auto& part : parts_) part->router().learnt(now_, learns(), out);
  }
  const RouteStage& routes() const override { return routes_; }
  RouteStage& routes() override { return routes_; }
  void watchLookups(RouterId router) override { routes_.watch(router); }
  void watchAllocations(RouterId router) override {
    if ((allocations_ ? allocations_->router() : kNone) == router) return;
    for (const auto& part : parts_) part->setAllocationLog(nullptr);
    allocations_.reset();
    if (router >= partition_.partOf.size()) return;
    allocations_ = std::make_unique<AllocationLog>(router);
    parts_[partition_.partOf[router]]->setAllocationLog(allocations_.get());
  }

  Cycle lastMove() const override {
    Cycle latest = 0;
    for (const auto& part : parts_) latest = std::max(latest, part->router().lastMove());
    return latest;
  }
  Cycle longestPause() const override { return fabric_.horizons.farthest(); }
  bool underWay() const override {
    return std::any_of(parts_.begin(), parts_.end(),
                       [](const auto& part) { return !part->calendar().empty(); }) ||
           lookupsUnderWay(fabric_, now_);
  }
  StandingBuffers standing(bool still) const override {
    return standing_.find(fabric_, parts_, partition_, *routing_, now_, still);
  }

  void forEachUnderWay(const std::function<void(const PacketUnderWay&)>& visit) const override {
    for (std::size_t i = 0; i < parts_.size(); ++i)
      hopscope::forEachUnderWay(fabric_, partition_.parts[i], parts_[i]->calendar(), now_, visit);
  }
  void observePackets(std::uint32_t most, std::vector<MovingPacket>& out) const override {
    out.clear();
    for (const auto& part : parts_)
      hopscope::observePackets(fabric_, *routing_, part->calendar(), now_, most, out);
  }
  bool hasQueues() const override { return true; }
  bool countsCredits() const override { return fabric_.pauseLimits.empty(); }
  void observeQueues(std::vector<ChannelQueue>& out) const override {
    out.assign(fabric_.topology->channelCount(), {});
    for (std::size_t i = 0; i < parts_.size(); ++i)
      hopscope::observeQueues(fabric_, *routing_, partition_.parts[i], parts_[i]->calendar(), now_,
                              out);
  }
  std::optional<MovingPacket> find(TerminalId source, CycleStamp birth) const override {
    for (std::size_t i = 0; i < parts_.size(); ++i)
      if (const auto found = findPacket(fabric_, *routing_, partition_.parts[i],
                                        parts_[i]->calendar(), now_, source, birth))
        return found;
    return {};
  }
  void observeBuffers(RouterId router, RouterDetail& out) const override {
    hopscope::observeRouter(fabric_, nullptr, router, now_, switches_[switchOf_[router]], out);
    observeWaiting(fabric_, *routing_, parts_[partition_.partOf[router]]->calendar(), router, now_,
                   switches_[switchOf_[router]], out.waiting);
  }
  void observeRouter(RouterId router, RouterDetail& out) const override {
    hopscope::observeRouter(fabric_, &routes_, router, now_, switches_[switchOf_[router]], out);
    observeWaiting(fabric_, *routing_, parts_[partition_.partOf[router]]->calendar(), router, now_,
                   switches_[switchOf_[router]], out.waiting);
    out.learnt.clear();
    parts_[partition_.partOf[router]]->router().describe(now_, router, out.learnt);
    out.allocation.reset();
    if (allocations_ && allocations_->router() == router && allocations_->detail().cycle >= 0)
      out.allocation = allocations_->detail();
  }
  std::vector<std::string> violations() const override {
    std::vector<std::string> found = creditViolations(fabric_, parts_, partition_, now_);
    const std::uint64_t present = packetsPresent(fabric_, parts_, partition_, now_);
    const std::uint64_t expected = alive() + probesAlive() + notices().underWay();
    if (expected != present)
      found.push_back(fmt::format("{} packets are in the network, {} should be at cycle {}.",
                                  present, expected, now_));
    return found;
  }

 protected:
  void run(Cycle until) override {
    if (until <= now_) return;
    const auto parts = static_cast<std::uint32_t>(parts_.size());
    for (bool first = true; now_ < until; first = false) {
      const Cycle end = std::min(until, now_ + partition_.lookahead);
      // A part takes in what it was sent when it runs, as it is in the cache then.
      team_.each(parts, [this, end, first](std::uint32_t i) {
        parts_[i]->begin(stretch_ + 1);
        if (!first) receive(i);
        parts_[i]->advance(now_, end);
      });
      ++stretch_;
      now_ = end;
    }
    team_.each(parts, [this](std::uint32_t i) { receive(i); });
  }
  void rest(Cycle until) override {
    for (const auto& part : parts_) part->rest(now_, until);
    now_ = until;
  }
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

  std::uint64_t probesAlive() const {
    return injected().prefetches -
           sumOf([](const VctPart& part) { return part.delivered().probes(); });
  }
  std::uint64_t delivered() const {
    return sumOf([](const VctPart& part) { return part.delivered().packets(); });
  }

  void receive(std::uint32_t index) {
    for (std::uint32_t from = 0; from < parts_.size(); ++from)
      if (from != index) parts_[index]->receive(*parts_[from], stretch_);
  }

  Fabric fabric_;
  std::vector<SwitchSettings> switches_;
  std::vector<std::uint16_t> switchOf_;
  std::shared_ptr<const RoutingAlgorithm> routing_;
  bool redraws_;  ///< that one does, or one before it
  RouteStage routes_;
  Partition partition_;
  std::shared_ptr<Workload> workload_;  ///< may be null
  VctParts parts_;
  std::unique_ptr<AllocationLog> allocations_;  ///< of the router that is looked into
  std::uint64_t stretch_ = 0;                   ///< the number of the latest one
  /// Gathered when asked for: ports count for themselves, with what else they touch.
  mutable std::vector<std::uint64_t> channelFlits_;
  mutable VctStanding standing_;
  Cycle now_ = 0;
  ThreadTeam team_;
};

}  // namespace

std::unique_ptr<Switching> makeVctNetwork(const VctPlan& plan) {
  return std::make_unique<VctNetwork>(plan);
}

}  // namespace hopscope
