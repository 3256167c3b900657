// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/vct_network.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/switching/vct_observation.h"
#include "engine/switching/vct_router.h"

namespace hopscope {
namespace {

/// With packets in the network and no move for this long, nothing will move any more: no wire,
/// switch or table takes longer.
Cycle pauseOf(const VctPlan& plan, const Fabric& fabric) {
  Picoseconds slowest = 0;
  for (const LookupSettings& lookup : plan.lookups.lookups)
    slowest = std::max(slowest, lookup.camLatency + lookup.camInterval + lookup.cache.latency +
                                    lookup.cache.interval);
  return 10 * (fabric.arrivals.horizon() + static_cast<Cycle>(static_cast<double>(slowest) /
                                                              plan.lookups.picosecondsPerCycle)) +
         1000;
}

class VctNetwork final : public Switching {
 public:
  explicit VctNetwork(const VctPlan& plan)
      : fabric_(plan.fabric),
        switches_(plan.fabric.switches),
        switchOf_(plan.fabric.switchOf),
        routing_(plan.routing),
        routes_(*plan.fabric.topology, plan.lookups),
        tally_(plan.fabric.topology->terminalCount()),
        router_(fabric_, *routing_, routes_, switches_, tally_.split),
        injection_(plan.traffic, plan.seed, 0, plan.fabric.topology->terminalCount()),
        pause_(pauseOf(plan, fabric_)) {}

  void advance(Cycle until) override {
    for (; now_ < until; ++now_) {
      router_.receiveCredits(now_);
      generate();
      router_.receiveHeads(now_);
      router_.allocate(now_);
      fabric_.deliveries.drain(now_, [this](PacketIndex index) { deliver(index); });
    }
  }
  Cycle now() const override { return now_; }

  void setMeasuring(bool measuring) override {
    injection_.setMeasuring(measuring);
    if (measuring) measureFrom_ = now_;
  }
  void setTraffic(const TrafficPlan& plan) override { injection_.setTraffic(now_, plan); }
  void beginWindow() override {
    tally_.clearWindow();
    routes_.beginWindow();
  }

  InjectionCounts injected() const override { return injection_.counts(); }
  std::uint64_t alive() const override { return fabric_.packets.alive(); }
  std::uint64_t measuredDelivered() const override { return tally_.measured; }
  std::uint64_t flitHops() const override { return router_.flitHops(); }
  void tally(DeliveryTally& into) const override { into.merge(tally_); }
  const std::vector<std::uint64_t>& channelFlits() const override { return fabric_.channelFlits; }
  const RouteStage& routes() const override { return routes_; }

  Cycle lastMove() const override { return router_.lastMove(); }
  Cycle longestPause() const override { return pause_; }
  bool headsWait() const override {
    return std::any_of(fabric_.inputs.begin(), fabric_.inputs.end(),
                       [](const InputPort& in) { return in.occupied != 0; });
  }
  std::vector<WaitingVc> waitingCycle() const override { return {}; }

  void observePackets(std::uint32_t most, std::vector<MovingPacket>& out) const override {
    hopscope::observePackets(fabric_, now_, most, out);
  }
  void observeRouter(RouterId router, RouterDetail& out) const override {
    hopscope::observeRouter(fabric_, routes_, router, now_,
                            switches_[switchOf_[router]].outputBuffer, out);
  }
  std::vector<std::string> violations() const override {
    std::vector<std::string> found = fabric_.violations(now_);
    const std::uint64_t accounted = tally_.packets + fabric_.packets.alive();
    if (injection_.counts().generated != accounted)
      found.push_back(fmt::format("{} packets were generated, {} are accounted for at cycle {}.",
                                  injection_.counts().generated, accounted, now_));
    return found;
  }

 private:
  void generate() {
    injection_.generate(
        now_, [this](TerminalId terminal, TerminalId destination, std::uint32_t flits, Rng& draws) {
          const Topology& t = *fabric_.topology;
          const TerminalPlace& place = t.terminals[terminal];
          const PortId input = t.firstPort[place.router] + place.port;
          const std::uint32_t firstVc = fabric_.inputs[input].firstVc;
          InputVc& queue = fabric_.inputVcs[firstVc];
          if (queue.flits + flits > fabric_.inputRoom[firstVc]) return false;
          queue.flits += flits;
          fabric_.channelFlits[2 * place.link] += flits;

          const PacketIndex index = fabric_.packets.take();
          Packet& packet = fabric_.packets[index];
          packet.birth = static_cast<CycleStamp>(now_);
          packet.source = terminal;
          packet.destination = destination;
          packet.detail = routing_->start(terminal, destination, draws).detail;
          packet.measured = injection_.measuring();
          const auto latency = Cycle{fabric_.outputs[input].linkLatency};
          if (latency == 0)
            router_.enqueue(now_, index, input);
          else
            fabric_.arrivals.push(now_ + latency, {index, input});
          return true;
        });
  }

  void deliver(PacketIndex index) {
    const Packet& packet = fabric_.packets[index];
    tally_.add({now_, Cycle{static_cast<CycleStamp>(now_) - packet.birth}, packet.source,
                packet.destination, fabric_.packetFlits, packet.hops, packet.measured,
                packet.measured && routing_->nonminimal({packet.destination, packet.detail})},
               measureFrom_);
    fabric_.packets.give(index);
  }

  Fabric fabric_;
  std::vector<SwitchSettings> switches_;
  std::vector<std::uint16_t> switchOf_;
  std::shared_ptr<const RoutingAlgorithm> routing_;
  RouteStage routes_;
  DeliveryTally tally_;
  VctRouter router_;
  Injection injection_;
  Cycle pause_;
  Cycle now_ = 0;
  Cycle measureFrom_ = 0;
};

}  // namespace

std::unique_ptr<Switching> makeVctNetwork(const VctPlan& plan) {
  return std::make_unique<VctNetwork>(plan);
}

}  // namespace hopscope
