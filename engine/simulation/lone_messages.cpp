// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/lone_messages.h"

#include <map>
#include <mutex>
#include <numeric>
#include <tuple>
#include <utility>

#include "engine/simulation/make_network.h"
#include "engine/simulation/run_workload.h"
#include "engine/workload/application_workload.h"
#include "engine/workload/listed_program.h"

namespace hopscope {
namespace {

constexpr TerminalId kSender = 0, kReceiver = 1;
constexpr Cycle kLongest = Cycle{1} << 40;
constexpr std::size_t kPacketBytes = std::size_t{1} << 20;
/// Packets until a way is filled, and for each virtual channel of a terminal, until all is again as
/// it was: whole rounds of any way's virtual channels.
constexpr std::uint64_t kFilling = 48, kRounds = 12;

struct RowHop {
  Cycle latency = 0;  ///< of the cable from the router on
  VcMask vcs = 0;
  std::uint32_t router =
      0;  ///< what it is like: the flits of its buffers, or the kind of its switch
  LinkKind kind = LinkKind::local;
  std::uint32_t flits = 1, cycles = 1;  ///< the cable's LinkRate

  auto key() const { return std::tuple(latency, vcs, router, kind, flits, cycles); }
  bool operator<(const RowHop& other) const { return key() < other.key(); }
};

/// A way without its places.
struct Shape {
  Cycle first = 0;  ///< latency of the sender's cable
  LinkRate firstRate;
  std::vector<RowHop> hops;

  bool operator<(const Shape& other) const {
    if (firstRate != other.firstRate)
      return std::tie(firstRate.flits, firstRate.cycles) <
             std::tie(other.firstRate.flits, other.firstRate.cycles);
    return std::tie(first, hops) < std::tie(other.first, other.hops);
  }
};

/// From one end of a row of routers to the other; back on any virtual channel.
class RowRouting final : public RoutingAlgorithm {
 public:
  explicit RowRouting(const Shape& shape) {
    for (const RowHop& hop : shape.hops) vcs_.push_back(hop.vcs);
  }
  RouteChoice route(RouterId router, PortIndex /*input*/, RouteState state) const override {
    const bool on = state.destination == kReceiver;
    return {static_cast<PortIndex>(on ? 1 : 0), on ? vcs_[router] : VcMask{1}};
  }

 private:
  std::vector<VcMask> vcs_;  ///< per router
};

/// Ports of each router: back, and on.
Topology rowOf(const Shape& shape) {
  enum : std::uint8_t { ofTerminals, ofLocal, ofGlobal };
  TopologyBuilder row(kDrawnKind, {},
                      {{"terminal", "", LinkKind::terminal},
                       {"local", "", LinkKind::local},
                       {"global", "", LinkKind::global}});
  for (std::size_t i = 0; i < shape.hops.size(); ++i) row.addRouter();
  row.addTerminal(0);
  for (RouterId r = 0; r + 1 < shape.hops.size(); ++r)
    row.connect(r, r + 1, shape.hops[r].kind == LinkKind::global ? ofGlobal : ofLocal);
  row.addTerminal(static_cast<RouterId>(shape.hops.size() - 1));
  return row.build();
}

/// What a router's switch has of its own.
std::uint32_t likeOf(const Switches& switches, RouterId router) {
  if (const auto* vct = std::get_if<VctSwitches>(&switches)) return vct->kindOf[router];
  const auto& wormhole = std::get<WormholeSwitches>(switches);
  return wormhole.bufferFlits.empty() ? wormhole.settings.bufferFlits
                                      : wormhole.bufferFlits[router];
}

void makeLike(const std::vector<RowHop>& hops, Switches& switches) {
  auto* const vct = std::get_if<VctSwitches>(&switches);
  if (vct != nullptr)
    vct->kindOf.clear();
  else
    std::get<WormholeSwitches>(switches).bufferFlits.clear();
  for (const RowHop& hop : hops)
    if (vct != nullptr)
      vct->kindOf.push_back(static_cast<std::uint16_t>(hop.router));
    else
      std::get<WormholeSwitches>(switches).bufferFlits.push_back(hop.router);
}

/// Packets after which cables of all these rates are where they were, if that is not too many:
/// after as many as are counted then they are within a cycle of it.
std::uint64_t roundOf(const std::vector<LinkRate>& rates) {
  constexpr std::uint64_t kMost = 1000;
  std::uint64_t round = 1;
  for (const LinkRate& rate : rates)
    if (const std::uint64_t both = std::lcm(round, std::uint64_t{rate.flits}); both <= kMost)
      round = both;
  return round;
}

class SimulatedLoneMessages final : public LoneMessages {
 public:
  explicit SimulatedLoneMessages(const Setup& setup)
      : topology_(setup.topology), linkLatency_(setup.linkLatency), linkRates_(setup.linkRates) {
    like_.switches = setup.switches;
    like_.virtualChannels = setup.virtualChannels;
    like_.packetFlits = setup.packetFlits;
    like_.traffic = setup.traffic;
    like_.lookups = {LookupSettings{}};
    like_.execution.packetBytes = kPacketBytes;
    period_ = kRounds * like_.virtualChannels.terminal * roundOf(linkRates_);
  }

  std::uint32_t shapeOf(LinkId first, const std::vector<PathHop>& hops) const override {
    Shape shape{linkLatency_[first], rateOf(linkRates_, first), {}};
    for (const PathHop& hop : hops) {
      const LinkKind kind = topology_->kindOf(hop.out);
      const VcMask all = ~VcMask{0} >> (8 * sizeof(VcMask) - like_.virtualChannels.of(kind));
      const LinkRate rate = rateOf(linkRates_, hop.out);
      shape.hops.push_back({linkLatency_[hop.out], hop.vcs & all,
                            likeOf(like_.switches, hop.router), kind, rate.flits, rate.cycles});
    }
    const std::lock_guard guard(lock_);
    const auto [at, isNew] =
        numbers_.try_emplace(shape, static_cast<std::uint32_t>(numbers_.size()));
    if (isNew) shapes_.push_back(&at->first);
    return at->second;
  }

  Cycle time(std::uint32_t shape, std::uint64_t flits) const override {
    const std::lock_guard guard(lock_);
    Cycle& known = times_.try_emplace({shape, flits}, -1).first->second;
    if (known >= 0) return known;
    const std::uint64_t last = (flits - 1) % like_.packetFlits + 1;
    const std::uint64_t packets = (flits - last) / like_.packetFlits + 1;
    const auto sent = [&](std::uint64_t count) {
      return send(*shapes_[shape], (count - 1) * like_.packetFlits + last);
    };
    if (packets < kFilling + 2 * period_) return known = sent(packets);
    const std::uint64_t begun = kFilling + (packets - kFilling) % period_;
    const Cycle filled = sent(begun);
    const auto rounds = static_cast<Cycle>((packets - begun) / period_);
    return known = filled + rounds * (sent(begun + period_) - filled);
  }

 private:
  /// The cycles until so many flits are there.
  Cycle send(const Shape& shape, std::uint64_t flits) const {
    Setup row = like_;
    row.topology = std::make_shared<Topology>(rowOf(shape));
    row.routing = std::make_shared<RowRouting>(shape);
    row.lookupOf.assign(shape.hops.size(), 0);
    makeLike(shape.hops, row.switches);
    row.linkLatency = {shape.first};
    if (!linkRates_.empty()) row.linkRates = {shape.firstRate};
    for (const RowHop& hop : shape.hops) {
      row.linkLatency.push_back(hop.latency);
      if (!linkRates_.empty()) row.linkRates.push_back({hop.flits, hop.cycles});
    }
    auto plan = std::make_shared<ApplicationPlan>();
    plan->endpoints.eager = kMostBytes;
    plan->packets = {row.packetFlits, 1, 0};
    plan->headTimes = std::make_shared<const HeadTimes>(HeadTimes::Plan{
        row.topology, row.routing, row.linkLatency, std::vector<Cycle>(shape.hops.size(), 0)});
    Job job;
    job.places = {kSender, kReceiver};
    job.program = std::make_shared<ListedProgram>(
        std::vector<Operations>{{Operation::send(1, flits)}, {Operation::receive(0)}});
    plan->jobs.push_back(std::move(job));
    row.applications = plan;
    const auto workload = std::make_shared<ApplicationWorkload>(plan);
    const auto network = makeNetwork(row, workload);
    runToEnd(*network, *workload, kLongest);
    return workload->outcomes().front().completion;
  }

  std::shared_ptr<const Topology> topology_;
  std::vector<Cycle> linkLatency_;
  std::vector<LinkRate> linkRates_;
  Setup like_;
  std::uint64_t period_ = 1;
  mutable std::mutex lock_;
  mutable std::map<Shape, std::uint32_t> numbers_;
  mutable std::vector<const Shape*> shapes_;
  mutable std::map<std::pair<std::uint32_t, std::uint64_t>, Cycle> times_;
};

}  // namespace

std::unique_ptr<const LoneMessages> simulatedLoneMessages(const Setup& setup) {
  return std::make_unique<SimulatedLoneMessages>(setup);
}

}  // namespace hopscope
