// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/lone_messages.h"

#include <algorithm>
#include <bit>
#include <map>
#include <mutex>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

#include "engine/simulation/make_network.h"
#include "engine/simulation/run_workload.h"
#include "engine/workload/application_workload.h"
#include "engine/workload/listed_program.h"

namespace hopscope {
namespace {

/// The receiver's row of a linear table is its first.
constexpr TerminalId kReceiver = 0, kSender = 1;
constexpr Cycle kLongest = Cycle{1} << 40;
constexpr std::size_t kPacketBytes = std::size_t{1} << 20;
/// Packets until a way is filled, beside those that its buffers hold, and for each virtual channel
/// of a terminal, until all is again as it was: whole rounds of any way's virtual channels.
constexpr std::uint64_t kFilling = 48, kRounds = 12;
/// Longer periods are not waited for. Of so many packets it is seen whether the slowest channel or
/// table on the way is never idle, and so what more of them take.
constexpr std::uint64_t kLongestPeriod = 4096;
/// Where that is a linear table: each destination has a way of its own then.
constexpr std::uint64_t kLongestTablePeriod = 48;
/// Whole cycles that come out a little less are whole cycles.
constexpr double kSlack = 1e-6;

struct RowHop {
  Cycle latency = 0;  ///< of the cable from the router on
  VcMask vcs = 0;
  std::uint32_t bufferFlits = 0;  ///< of a wormhole router
  LinkKind kind = LinkKind::local;
  std::uint16_t switchKind = 0;  ///< of virtual cut-through
  std::uint16_t lookup = 0;      ///< index into Setup::lookups
  std::uint32_t rows = 1;        ///< of its linear table that are read
  LinkRate rate;                 ///< of that cable

  auto key() const {
    return std::tuple(latency, vcs, bufferFlits, kind, switchKind, lookup, rows, rate.flits,
                      rate.cycles);
  }
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
    const bool atLast = router + 1 == vcs_.size();
    return {static_cast<PortIndex>(on != atLast ? 1 : 0), on ? vcs_[router] : VcMask{1}};
  }

 private:
  std::vector<VcMask> vcs_;  ///< per router
};

/// Ports of each router: back, and on; of the last one, on and back. Links: the receiver's, the
/// sender's, and those between routers.
Topology rowOf(const Shape& shape) {
  enum : std::uint8_t { ofTerminals, ofLocal, ofGlobal };
  TopologyBuilder row(kDrawnKind, {},
                      {{"terminal", "", LinkKind::terminal},
                       {"local", "", LinkKind::local},
                       {"global", "", LinkKind::global}});
  for (std::size_t i = 0; i < shape.hops.size(); ++i) row.addRouter();
  row.addTerminal(static_cast<RouterId>(shape.hops.size() - 1));
  row.addTerminal(0);
  for (RouterId r = 0; r + 1 < shape.hops.size(); ++r)
    row.connect(r, r + 1, shape.hops[r].kind == LinkKind::global ? ofGlobal : ofLocal);
  return row.build();
}

/// How many cycles it takes until times that are no whole cycles come out as whole ones: 0 where
/// that is not known.
std::uint64_t cyclesToRepeat(Picoseconds each, double picosecondsPerCycle) {
  const auto cycle = static_cast<Picoseconds>(picosecondsPerCycle);
  if (each <= 0) return 1;
  if (cycle <= 0 || static_cast<double>(cycle) != picosecondsPerCycle) return 0;
  return static_cast<std::uint64_t>(cycle / std::gcd(cycle, each));
}

/// Caches hold the one line that the packets of a message need.
std::vector<LookupSettings> withoutMisses(std::vector<LookupSettings> lookups) {
  if (lookups.empty()) lookups.emplace_back();
  for (LookupSettings& each : lookups) {
    if (each.kind != LookupKind::cache) continue;
    each.cache.entries = each.cache.ways = 1;
    each.cache.refill = false;
    each.shared.entries = 0;
    each.warmUp = true;
  }
  return lookups;
}

class RowMessages final : public LoneMessages {
 public:
  explicit RowMessages(const Setup& setup)
      : topology_(setup.topology),
        linkLatency_(setup.linkLatency),
        linkRates_(setup.linkRates),
        lookupOf_(setup.lookupOf) {
    like_.switches = setup.switches;
    like_.virtualChannels = setup.virtualChannels;
    like_.packetFlits = setup.packetFlits;
    like_.packetSizes = setup.packetSizes;
    like_.traffic = setup.traffic;
    like_.lookups = withoutMisses(setup.lookups);
    like_.picosecondsPerCycle = setup.picosecondsPerCycle;
    like_.execution.packetBytes = kPacketBytes;
  }

  std::uint32_t shapeOf(LinkId first, TerminalId destination,
                        const std::vector<PathHop>& hops) const override {
    Shape shape{linkLatency_[first], rateOf(linkRates_, first), {}};
    for (const PathHop& hop : hops) {
      const LinkKind kind = topology_->kindOf(hop.out);
      const VcMask all = ~VcMask{0} >> (8 * sizeof(VcMask) - like_.virtualChannels.of(kind));
      RowHop& row = shape.hops.emplace_back();
      row.latency = linkLatency_[hop.out];
      row.rate = rateOf(linkRates_, hop.out);
      row.vcs = hop.vcs & all;
      row.kind = kind;
      if (hop.router < lookupOf_.size()) row.lookup = lookupOf_[hop.router];
      if (like_.lookups[row.lookup].kind == LookupKind::dram) row.rows = 1 + destination;
      if (const auto* worms = std::get_if<WormholeSwitches>(&like_.switches))
        row.bufferFlits = worms->bufferFlits.empty() ? worms->settings.bufferFlits
                                                     : worms->bufferFlits[hop.router];
      if (const auto* vct = std::get_if<VctSwitches>(&like_.switches))
        row.switchKind = vct->kindOf[hop.router];
    }
    const std::lock_guard guard(lock_);
    const auto [at, isNew] =
        numbers_.try_emplace(std::move(shape), static_cast<std::uint32_t>(numbers_.size()));
    if (isNew) ways_.push_back(wayOf(at->first));
    return at->second;
  }

  Cycle time(std::uint32_t shape, std::uint64_t flits) const override {
    const std::lock_guard guard(lock_);
    Way& way = ways_[shape];
    const std::uint64_t last = (flits - 1) % like_.packetFlits + 1;
    const std::uint64_t packets = (flits - last) / like_.packetFlits + 1;
    if (packets == 1 || !isPlain(way)) return stalled(way, packets, last);
    return stalled(way, 1, like_.packetFlits) +
           static_cast<Cycle>(flits - std::uint64_t{like_.packetFlits});
  }

 private:
  struct Way {
    const Shape* shape = nullptr;
    std::uint64_t filling = kFilling;      ///< packets
    std::uint64_t period = 1;              ///< packets until all is as it was, or nearly
    std::uint64_t span = 1;                ///< whole periods that are sent to see what one takes
    double pace = 0;                       ///< cycles a packet takes the slowest channel or table
    bool repeats = true;                   ///< all is as it was after a period, to the cycle
    std::optional<bool> plain;             ///< packets follow each other without a pause
    std::map<std::uint64_t, Cycle> times;  ///< by flits
  };

  Way wayOf(const Shape& shape) const {
    Way way;
    way.shape = &shape;
    way.period = kRounds * like_.virtualChannels.terminal;
    double channels = 0, tables = 0, rows = 0;
    const auto channel = [&](const LinkRate& rate) {
      channels = std::max(channels, like_.packetFlits / rate.perCycle());
    };
    channel(shape.firstRate);
    for (const RowHop& hop : shape.hops) {
      channel(hop.rate);
      double& most = like_.lookups[hop.lookup].kind == LookupKind::dram ? rows : tables;
      most = std::max(most, tableTime(hop));
    }
    way.pace = std::max({channels, tables, rows});
    const bool readsRows = rows > std::max(channels, tables);
    if (readsRows) way.filling = kRounds;  // few packets are under way at once
    const std::uint64_t longest = readsRows ? kLongestTablePeriod : kLongestPeriod;
    const auto repeats = [&way, longest](std::uint64_t packets) {
      const std::uint64_t both = std::lcm(way.period, packets);  // 0: no number of them is known
      if (both > 0 && both <= std::max(longest, way.period))
        way.period = both;
      else
        way.repeats = false;
    };
    const auto flits = [&](const LinkRate& rate) {
      repeats(rate.flits / std::gcd(rate.flits, like_.packetFlits));
    };
    const auto* vct = std::get_if<VctSwitches>(&like_.switches);
    flits(shape.firstRate);
    for (const RowHop& hop : shape.hops) {
      flits(hop.rate);
      const LookupSettings& lookup = like_.lookups[hop.lookup];
      repeats(cyclesToRepeat(interval(hop), like_.picosecondsPerCycle) * serversOf(lookup));
      if (vct == nullptr) continue;
      // As many as a buffer holds go in a stretch, and then room is waited for.
      const SwitchSettings& kind = vct->kinds[hop.switchKind];
      const std::uint64_t room = std::uint64_t{kind.inputBuffer(hop.kind)} / like_.packetFlits *
                                 std::max(1, std::popcount(hop.vcs));
      if (readsRows) {
        // A packet's room is free again when it has crossed, waited for the next table and left.
        const double taken =
            static_cast<double>(2 * hop.latency + kind.latency) + 2 * way.pace + 2 * channels;
        const auto most = static_cast<std::uint64_t>(taken / way.pace) + 2;
        if (room > most) {
          way.filling += most;
          continue;
        }
      }
      if (hop.kind != LinkKind::terminal) repeats(std::max<std::uint64_t>(room, 1));
      way.filling += std::min(room, kLongestPeriod);
    }
    way.span = way.period;
    if (!way.repeats) way.span *= std::max<std::uint64_t>(1, longest / way.period);
    return way;
  }

  /// From one lookup of a server on the way to its next.
  Picoseconds interval(const RowHop& hop) const {
    const LookupSettings& lookup = like_.lookups[hop.lookup];
    switch (lookup.kind) {
      case LookupKind::algorithm:
        return 0;
      case LookupKind::dram:
        return lookup.dramRead * hop.rows;
      case LookupKind::cam:
        return lookup.camInterval;
      case LookupKind::cache:
      case LookupKind::nrfMap:
        return lookup.cache.interval;
    }
    return 0;
  }
  /// Of those that take turns.
  static std::uint32_t serversOf(const LookupSettings& lookup) {
    return lookup.kind == LookupKind::cam     ? lookup.camBanks
           : lookup.kind == LookupKind::cache ? lookup.cache.lanes
                                              : 1;
  }
  /// Cycles a packet takes the table or cache of a router.
  double tableTime(const RowHop& hop) const {
    return static_cast<double>(interval(hop)) / like_.picosecondsPerCycle /
           serversOf(like_.lookups[hop.lookup]);
  }

  /// One flit a cycle to the end: then nothing was waited for on the way.
  bool isPlain(Way& way) const {
    if (!std::holds_alternative<VctSwitches>(like_.switches)) return false;
    if (!way.plain && way.pace > like_.packetFlits) way.plain = false;
    if (!way.plain) {
      const std::uint64_t more = way.filling + way.span;
      way.plain = stalled(way, 1 + more, like_.packetFlits) ==
                  stalled(way, 1, like_.packetFlits) +
                      static_cast<Cycle>(more * std::uint64_t{like_.packetFlits});
    }
    return *way.plain;
  }

  Cycle stalled(Way& way, std::uint64_t packets, std::uint64_t last) const {
    const auto sent = [&](std::uint64_t count) {
      const std::uint64_t flits = (count - 1) * like_.packetFlits + last;
      const auto [at, isNew] = way.times.try_emplace(flits, 0);
      if (isNew) at->second = send(*way.shape, flits);
      return at->second;
    };
    if (packets < way.filling + way.span + way.period) return sent(packets);
    const std::uint64_t begun = way.filling + (packets - way.filling) % way.period;
    const Cycle filled = sent(begun), seen = sent(begun + way.span) - filled;
    const std::uint64_t more = packets - begun;
    if (way.repeats) return filled + static_cast<Cycle>(more / way.period) * seen;
    // What is never idle takes so long for any number. Each router may round up to whole cycles.
    const double rounded = 1 + static_cast<double>(way.shape->hops.size());
    double each = way.pace;
    if (static_cast<double>(seen) > each * static_cast<double>(way.span) + rounded)
      each = static_cast<double>(seen) / static_cast<double>(way.span);
    return filled + static_cast<Cycle>(each * static_cast<double>(more) + kSlack);
  }

  /// The cycles until so many flits are there.
  Cycle send(const Shape& shape, std::uint64_t flits) const {
    Setup row = like_;
    row.topology = std::make_shared<Topology>(rowOf(shape));
    row.routing = std::make_shared<RowRouting>(shape);
    row.lookups.clear();
    row.linkLatency = {shape.hops.back().latency, shape.first};
    row.linkRates = {shape.hops.back().rate, shape.firstRate};
    std::vector<std::uint32_t> buffers;
    std::vector<std::uint16_t> kinds;
    for (const RowHop& hop : shape.hops) {
      row.lookupOf.push_back(static_cast<std::uint16_t>(row.lookups.size()));
      row.lookups.push_back(like_.lookups[hop.lookup]);
      row.lookups.back().dramRead *= hop.rows;
      buffers.push_back(hop.bufferFlits);
      kinds.push_back(hop.switchKind);
      if (row.linkLatency.size() > shape.hops.size()) continue;
      row.linkLatency.push_back(hop.latency);
      row.linkRates.push_back(hop.rate);
    }
    if (linkRates_.empty()) row.linkRates.clear();
    if (auto* worms = std::get_if<WormholeSwitches>(&row.switches))
      worms->bufferFlits = std::move(buffers);
    if (auto* vct = std::get_if<VctSwitches>(&row.switches)) vct->kindOf = std::move(kinds);
    auto plan = std::make_shared<ApplicationPlan>();
    plan->endpoints.eager = kMostBytes;
    plan->packets = {row.packetFlits, 1, 0};
    plan->headTimes = std::make_shared<const HeadTimes>(HeadTimes::Plan{
        row.topology, row.routing, row.linkLatency, std::vector<Cycle>(shape.hops.size(), 0)});
    Job job;
    job.places = {kSender, kReceiver};  // rank 0 sends
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
  std::vector<std::uint16_t> lookupOf_;
  Setup like_;
  mutable std::mutex lock_;
  mutable std::map<Shape, std::uint32_t> numbers_;
  mutable std::vector<Way> ways_;  ///< by number
};

}  // namespace

std::unique_ptr<const LoneMessages> loneMessages(const Setup& setup) {
  return std::make_unique<RowMessages>(setup);
}

}  // namespace hopscope
