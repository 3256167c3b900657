// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/measurement.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <tuple>

#include "engine/core/not_a_number.h"
#include "engine/simulation/parts_table.h"
#include "engine/statistics/batch_means.h"
#include "engine/statistics/mser5.h"

namespace hopscope {
namespace {

/// More windows than this are not kept: the window is made longer instead.
constexpr Cycle kMostWindows = 20'000;
/// Nobody knows how long applications will take: after every so many windows they are twice as
/// long, so that short runs have some and long ones not too many.
constexpr std::size_t kWindowsAlike = 250;
/// The end of the warm-up is looked for here, and at twice, four times, … as many cycles.
constexpr Cycle kFirstWarmupCheck = 1000;

/// Time slots, that of worms included.
std::size_t slotsOf(const Setup& setup) {
  const auto* hybrid = std::get_if<HybridSwitches>(&setup.switches);
  return hybrid == nullptr ? 0 : hybrid->settings.circuitSlots + std::size_t{1};
}

bool dropsWhenBusy(const Setup& setup) {
  const auto* wormhole = std::get_if<WormholeSwitches>(&setup.switches);
  return wormhole != nullptr && wormhole->settings.dropWhenBusy;
}

/// The windows of a run of applications, at the most.
std::size_t growingWindows(const RunSettings& run) {
  std::size_t windows = 0;
  Cycle length = run.window;
  for (Cycle covered = 0; covered < run.maxCycles; length *= 2) {
    covered += static_cast<Cycle>(kWindowsAlike) * length;
    windows += kWindowsAlike;
  }
  return windows;
}

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? kNan : static_cast<double>(part) / static_cast<double>(whole);
}

/// What was added since `before`, as shares.
LatencyParts sharesOf(const LatencySplit& now, const LatencySplit& before) {
  const std::uint64_t spent = now.total() - before.total();
  LatencyParts shares;
  for (const LatencyPartEntry& each : kLatencyParts)
    shares.*each.part = share(now.*each.counted - before.*each.counted, spent);
  return shares;
}

/// Generated or dropped.
std::uint64_t offeredFlits(const InjectionCounts& counts) {
  return std::accumulate(counts.offeredFlits.begin(), counts.offeredFlits.end(), std::uint64_t{0});
}

}  // namespace

Measurement::Measurement(const Setup& setup)
    : run_(setup.run),
      topology_(setup.topology.get()),
      meter_(setup),
      terminals_(topology_->terminalCount()),
      slots_(slotsOf(setup)),
      growing_(setup.applications != nullptr),
      sending_(setup),
      dropsByChoice_(dropsWhenBusy(setup)),
      window_(growing_ ? run_.window : std::max(run_.window, run_.maxCycles / kMostWindows)),
      warmupEnd_(run_.findWarmup ? std::min(kFirstWarmupCheck, run_.warmup) : run_.warmup),
      length_(run_.measure),
      tally_(topology_->terminalCount()) {
  const RunSettings& run = run_;
  const Topology& topology = *topology_;
  const std::size_t recordBytes = setup.execution.recordBytes;
  const auto windows =
      growing_ ? growingWindows(run) : static_cast<std::size_t>(run.maxCycles / window_ + 2);
  windows_.reserve(windows);
  if (recordBytes > 0)
    recorder_ = std::make_shared<Recorder>(topology.channelCount(), topology.routerCount(),
                                           recordBytes, windows);
  for (Totals* totals : {&atWindowStart_, &beforeWindow_, &atMeasureStart_, &atMeasureEnd_})
    reserve(*totals);
  const Learnt learns = setup.routing ? setup.routing->learns() : Learnt::nothing;
  if (learns == Learnt::level) learnt_.reserve(topology.routerCount());
  if (learns == Learnt::probability) learnt_.reserve(topology.ports.size());
}

void Measurement::reserve(Totals& totals) const {
  totals.channelFlits.assign(topology_->channelCount(), 0);
  totals.received.assign(topology_->terminalCount(), 0);
  totals.routerLookups.resize(topology_->routerCount());
  totals.sending.routers.resize(topology_->routerCount());
  totals.slotUses.reserve(slots_);
}

EnergyParts Measurement::energyOf(RouterId router, const RouteStage& routes, const Totals& start,
                                  const Totals& end) const {
  return meter_.of(
      router,
      meter_.flitsInto(router, end.channelFlits) - meter_.flitsInto(router, start.channelFlits),
      end.routerLookups[router].dynamicEnergy - start.routerLookups[router].dynamicEnergy,
      routes.staticPower(router), end.at - start.at);
}

void Measurement::energySoFar(const ObservedNetwork& network, std::vector<double>& ofRouter,
                              EnergyParts& all) const {
  const RouteStage& routes = network.routes();
  ofRouter.resize(topology_->routerCount());
  all = {0, 0, 0, 0};
  const std::vector<std::uint64_t>& flits = network.channelFlits();
  for (RouterId r = 0; r < ofRouter.size(); ++r) {
    const double dynamic = routes.tables() ? routes.counts(r).dynamicEnergy : 0;
    const EnergyParts energy =
        meter_.of(r, meter_.flitsInto(r, flits), dynamic, routes.staticPower(r), network.now());
    ofRouter[r] = energy.total();
    all += energy;
  }
}

void Measurement::mark(Switching& network) {
  const Cycle now = network.now();
  const bool windowEnds = now == windowStart_ + window_;
  const bool stateEnds = (state_ == State::warmup && now == warmupEnd_) ||
                         (state_ == State::measuring && now == measureEnd());
  if (windowEnds || stateEnds) {
    tally_.clear();
    network.tally(tally_);
  }
  if (stateEnds && state_ == State::warmup) {
    if (warmupEnds(now)) {
      take(atMeasureStart_, network, tally_);
      stability_.begin(now, balance(atMeasureStart_));
      network.setMeasuring(true);
      state_ = State::measuring;
    }
  } else if (stateEnds) {
    take(atMeasureEnd_, network, tally_);
    arrivals_ = tally_.byArrival;
    if (!measuresOn(atMeasureEnd_)) {
      network.setMeasuring(false);
      stability_.end(now, balance(atMeasureEnd_));
      state_ = State::ended;
    }
  }
  if (windowEnds) recordWindow(network, tally_);
  nextMark_ = windowStart_ + window_;
  if (state_ == State::warmup) nextMark_ = std::min(nextMark_, warmupEnd_);
  if (state_ == State::measuring) nextMark_ = std::min(nextMark_, measureEnd());
}

bool Measurement::warmupEnds(Cycle now) {
  if (!run_.findWarmup || mser5(tally_.warmup)) return true;
  if (now < run_.warmup) {
    warmupEnd_ = std::min(2 * now, run_.warmup);
    return false;
  }
  steady_ = false;
  return true;
}

bool Measurement::measuresOn(const Totals& now) {
  if (run_.untilCi <= 0) return false;
  const ConfidenceInterval interval = batchMeans95(tally_.byBirth);
  precise_ = interval.halfWidth <= run_.untilCi * interval.mean;
  if (precise_) return false;
  widest_ = interval.halfWidth / interval.mean;
  // What grows without end has no mean.
  if (stability_.saturated(balance(now)) || warmupEnd_ + 2 * length_ > run_.maxCycles) return false;
  length_ *= 2;
  return true;
}

void Measurement::take(Totals& totals, const ObservedNetwork& network,
                       const DeliveryTally& tally) const {
  const std::vector<std::uint64_t>& flits = network.channelFlits();
  std::copy(flits.begin(), flits.end(), totals.channelFlits.begin());
  std::copy(tally.received.begin(), tally.received.end(), totals.received.begin());
  totals.lookups = {};
  totals.at = network.now();
  sending_.take(totals.sending, totals.at, flits);
  const RouteStage& routes = network.routes();
  if (routes.tables()) {
    for (RouterId r = 0; r < totals.routerLookups.size(); ++r) {
      totals.routerLookups[r] = routes.counts(r);
      totals.lookups += totals.routerLookups[r];
    }
  }
  totals.deliveredPackets = tally.packets;
  totals.deliveredFlits = tally.flits;
  totals.paths = tally.paths;
  totals.reordered = tally.reordered;
  totals.underWay = network.alive();
  totals.split = tally.split;
  for (std::size_t i = 0; i < tally.byClass.size(); ++i)
    totals.classFlits[i] = tally.byClass[i].flits;
  totals.injected = network.injected();
  totals.pauses = network.pauses();
  if (const CircuitCounts* circuits = network.circuits()) totals.circuits = *circuits;
  totals.channelUse = network.channelUse();
  totals.slotUses.assign(network.slotUses().begin(), network.slotUses().end());
  totals.notices = network.notices();
  totals.recomputations = network.recomputations();
}

void Measurement::recordWindow(Switching& network, const DeliveryTally& tally) {
  WindowSample sample;
  sample.end = network.now();
  sample.length = sample.end - windowStart_;
  const auto length = static_cast<double>(sample.length);
  const double scale = 1 / (terminals_ * length);
  sample.latencyMean = tally.windowLatency.mean();
  sample.latencyP50 = tally.windowLatency.percentile(0.5);
  sample.latencyP95 = tally.windowLatency.percentile(0.95);
  sample.latencyP99 = tally.windowLatency.percentile(0.99);
  sample.split = sharesOf(tally.split, atWindowStart_.split);
  sample.acceptedLoad = static_cast<double>(tally.flits - atWindowStart_.deliveredFlits) * scale;
  sample.generatedLoad = static_cast<double>(network.injected().generatedFlits -
                                             atWindowStart_.injected.generatedFlits) *
                         scale;
  const std::uint64_t delivered = tally.packets - atWindowStart_.deliveredPackets;
  for (const PathPartEntry& each : kPathParts)
    sample.paths.*each.part =
        share(tally.paths[each.kind()] - atWindowStart_.paths[each.kind()], delivered);
  constexpr auto minimal = static_cast<std::size_t>(PathKind::minimal);
  sample.nonminimal =
      share(delivered - (tally.paths[minimal] - atWindowStart_.paths[minimal]), delivered);
  sample.reordered = share(tally.reordered - atWindowStart_.reordered, delivered);
  sample.underWay = static_cast<double>(network.alive());
  std::uint64_t hottest = 0;
  const std::vector<std::uint64_t>& flits = network.channelFlits();
  for (std::size_t c = 0; c < flits.size(); ++c)
    hottest = std::max(hottest, flits[c] - atWindowStart_.channelFlits[c]);
  sample.hottestChannel = std::min(1.0, static_cast<double>(hottest) / length);
  const LookupCounts before = atWindowStart_.lookups.caches;
  std::swap(atWindowStart_, beforeWindow_);
  take(atWindowStart_, network, tally);
  sample.paused = pausedShare(beforeWindow_, atWindowStart_);
  addLearnt(network, sample);
  if (network.circuits() != nullptr) addSlots(beforeWindow_, atWindowStart_, sample);
  if (atWindowStart_.channelUse)
    sample.slotTime = channelTime(beforeWindow_.channelUse.value_or(ChannelUse()),
                                  *atWindowStart_.channelUse, sample.length);
  sample.power = {0, 0, 0, 0};
  for (RouterId r = 0; r < topology_->routerCount(); ++r)
    sample.power += energyOf(r, network.routes(), beforeWindow_, atWindowStart_);
  const auto packets =
      static_cast<double>(atWindowStart_.deliveredPackets - beforeWindow_.deliveredPackets);
  sample.energyPerPacket = packets > 0 ? sample.power.total() / packets : kNan;
  sample.power = sample.power * (1 / meter_.nanoseconds(sample.length));
  LookupCounts lookups = atWindowStart_.lookups.caches;
  lookups -= before;
  sample.hitRate = share(lookups.hits, lookups.lookups);
  if (recorder_)
    recorder_->add(sample.end, atWindowStart_.channelFlits, atWindowStart_.routerLookups);
  windows_.push_back(sample);
  windowStart_ = sample.end;
  if (growing_ && windows_.size() % kWindowsAlike == 0) window_ *= 2;
  network.beginWindow();
}

void Measurement::addSlots(const Totals& start, const Totals& end, WindowSample& sample) {
  const CircuitCounts &from = start.circuits, &to = end.circuits;
  const auto length = static_cast<double>(sample.length);
  const auto rate = [length](std::uint64_t count) {
    return 1000 * static_cast<double>(count) / length;
  };
  const std::uint64_t hits = to.hits - from.hits;
  sample.circuitHits = share(hits, hits + to.misses - from.misses);
  if (end.slotUses.empty()) return;  // what they are is planned
  sample.reconfigurationRate =
      rate(to.established - from.established + to.released - from.released);
  sample.flushRate = rate(to.flushes - from.flushes);
  SlotParts parts{0, 0, 0, 0, 1};
  std::uint64_t preempted = 0;
  for (std::size_t i = 0; i < end.slotUses.size(); ++i) {
    const SlotUse before = i < start.slotUses.size() ? start.slotUses[i] : SlotUse{};
    const SlotUse& after = end.slotUses[i];
    preempted += after.preempted - before.preempted;
    const double time = static_cast<double>(after.time - before.time) / length;
    const double busy = static_cast<double>(after.busy - before.busy) / length;
    (after.worms ? parts.worms : parts.circuits) += busy;
    (after.worms ? parts.idleWorms : parts.idleCircuits) += time - busy;
    parts.none -= time;
  }
  parts.none = std::max(0.0, parts.none);
  sample.preemptionRate = rate(preempted);
  sample.slotTime = parts;
}

/// Where slots move on, none is whose turn it is everywhere: what the time of all channels went to.
SlotParts Measurement::channelTime(const ChannelUse& start, const ChannelUse& end,
                                   Cycle length) const {
  const auto channels = static_cast<double>(topology_->channelCount());
  const auto part = [&](std::uint64_t flits) {
    return static_cast<double>(flits) / (channels * static_cast<double>(length));
  };
  SlotParts parts{0, 0, 0, 0, 0};
  parts.circuits = std::min(1.0, part(end.circuits - start.circuits));
  parts.worms = std::min(1 - parts.circuits, part(end.bestEffort - start.bestEffort));
  const double left = 1 - parts.circuits - parts.worms;
  parts.idleCircuits = std::clamp(end.owned / channels - parts.circuits, 0.0, left);
  parts.none = left - parts.idleCircuits;
  return parts;
}

void Measurement::addLearnt(const ObservedNetwork& network, WindowSample& sample) {
  network.learnt(learnt_);
  double sum = 0, least = kNan, most = kNan, known = 0;
  for (const float each : learnt_) {
    if (std::isnan(each)) continue;
    const double value = each;
    least = std::fmin(least, value);
    most = std::fmax(most, value);
    sum += value;
    ++known;
  }
  if (known == 0) return;
  if (network.learns() == Learnt::level) {
    sample.level = sum / known;
    sample.highestLevel = most;
  } else {
    sample.probability = sum / known;
    sample.leastProbability = least;
  }
}

double Measurement::pausedShare(const Totals& start, const Totals& end) {
  return share(end.pauses.cycles - start.pauses.cycles,
               end.pauses.channels * static_cast<std::uint64_t>(end.at - start.at));
}

PacketBalance Measurement::balance(const Totals& at) const {
  // Terminals that a pattern keeps silent try nothing.
  const std::uint64_t refused = dropsByChoice_ ? 0 : at.injected.refused;
  return {at.injected.generated + refused, refused, at.deliveredPackets, at.underWay};
}

void Measurement::fallSilent(const ObservedNetwork& network) {
  stability_.fallSilent(network.now(), balanceOf(network));
  sending_.pause(network.now(), network.channelFlits());
}

void Measurement::sendAgain(const ObservedNetwork& network) {
  stability_.sendAgain(network.now(), balanceOf(network));
  sending_.resume(network.now(), network.channelFlits());
}

PacketBalance Measurement::balanceOf(const ObservedNetwork& network) const {
  DeliveryTally tally(topology_->terminalCount());
  network.tally(tally);
  Totals now;
  reserve(now);
  take(now, network, tally);
  return balance(now);
}

void Measurement::summarise(const ObservedNetwork& network, const ClassNames& names,
                            Results& results) const {
  DeliveryTally tally(topology_->terminalCount());
  network.tally(tally);
  Totals now;
  reserve(now);
  take(now, network, tally);
  const Totals& end = ended() ? atMeasureEnd_ : now;
  const Totals& start = begun() ? atMeasureStart_ : end;
  results.warmupUsed = begun() ? warmupEnd_ : network.now();
  results.measuredCycles = begun() ? std::min(network.now(), measureEnd()) - warmupEnd_ : 0;
  const auto length = static_cast<double>(std::max<Cycle>(1, results.measuredCycles));
  const double perTerminal = 1 / (terminals_ * length);

  results.acceptedLoad =
      static_cast<double>(end.deliveredFlits - start.deliveredFlits) * perTerminal;
  if (begun())
    results.acceptedCi95 =
        batchRate95(ended() ? arrivals_ : tally.byArrival, results.measuredCycles).halfWidth /
        terminals_;
  else
    results.acceptedCi95 = kNan;
  results.generatedOverAll =
      perTerminal * static_cast<double>(offeredFlits(end.injected) - offeredFlits(start.injected));
  results.packetsMeasured = tally.measured;
  results.packetsLost = now.injected.measured - tally.measured;
  results.packetsRefused = now.injected.refusedMeasured;
  results.packetsReordered = tally.measuredReordered;
  results.largestDisplacement = tally.largestDisplacement;
  results.queueGrowth = 1000 * perTerminal *
                        (static_cast<double>(end.underWay) - static_cast<double>(start.underWay));
  summariseLatency(tally, results);
  summariseTraffic(tally, start, end, perTerminal, names, results);
  summariseParts(network.routes(), start, end, length, results);
  if (end.pauses.channels > 0) results.pauses = end.pauses.pauses - start.pauses.pauses;
  results.paused = pausedShare(start, end);
  if (network.circuits() != nullptr) {
    summariseCircuits(start, end, results);
    summariseBestEffort(start, end, now, perTerminal, results);
  }
  if (end.recomputations)
    results.recomputations = *end.recomputations - start.recomputations.value_or(0);
  if (end.notices.counted) {
    results.noticesSent = end.notices.sent - start.notices.sent;
    results.noticesDropped = end.notices.dropped - start.notices.dropped;
  }
  if (stability_.saturated(balance(end))) results.verdict = Verdict::saturated;
  results.windows = windows_;
  addWarnings(results);
}

void Measurement::summariseLatency(const DeliveryTally& tally, Results& results) const {
  results.latency = {tally.latency.mean(),
                     tally.latency.minimum(),
                     tally.latency.percentile(0.5),
                     tally.latency.percentile(0.95),
                     tally.latency.percentile(0.99),
                     tally.latency.maximum(),
                     batchMeans95(tally.byBirth).halfWidth};
  results.hopsMean = share(tally.measuredHops, tally.measured);
  for (const Histogram::Bar& bar : tally.latency.bars())
    results.histogram.push_back({bar.lower, bar.upper, bar.count});

  // The waits are known of all that left their source: the same packets once all have arrived.
  const LatencySplit& split = tally.split;
  for (const LatencyPartEntry& each : kLatencyParts)
    results.split.*each.part =
        results.packetsLost == 0 ? share(split.*each.counted, tally.measured) : kNan;
  results.networkLatencyMean = results.latency.mean - results.split.source;

  const auto add = [&](std::string name, const ClassTally& packets) {
    results.classes.push_back({std::move(name), packets.packets,
                               share(packets.latency, packets.packets),
                               share(packets.hops, packets.packets)});
  };
  bool several = false;
  for (const PathPartEntry& each : kPathParts) {
    results.paths.*each.part = share(tally.byPath[each.kind()].packets, tally.measured);
    several = several || (each.path != PathKind::minimal && tally.byPath[each.kind()].packets > 0);
  }
  results.nonminimalFraction =
      share(tally.measured - tally.byPath[static_cast<std::size_t>(PathKind::minimal)].packets,
            tally.measured);
  for (const PathPartEntry& each : kPathParts)
    if (const ClassTally& packets = tally.byPath[each.kind()];
        several && (each.path == PathKind::minimal || packets.packets > 0))
      add(each.words.label, packets);
  if (tally.bySize.size() > 1)
    for (const auto& [flits, packets] : tally.bySize)
      add(fmt::format("{} {}", flits, flits == 1 ? "flit" : "flits"), packets);
}

void Measurement::summariseTraffic(const DeliveryTally& tally, const Totals& start,
                                   const Totals& end, double perTerminal, const ClassNames& names,
                                   Results& results) const {
  const auto load = [perTerminal](std::uint64_t from, std::uint64_t to) {
    return static_cast<double>(to - from) * perTerminal;
  };
  for (std::size_t i = 0; i < std::min(names.size(), kMostClasses); ++i) {
    const TrafficTally none;
    const TrafficTally& packets = i < tally.byClass.size() ? tally.byClass[i] : none;
    results.trafficClasses.push_back(
        {names[i], load(start.injected.offeredFlits[i], end.injected.offeredFlits[i]),
         load(start.classFlits[i], end.classFlits[i]), packets.latency.count(),
         packets.latency.mean(), packets.latency.percentile(0.5), packets.latency.percentile(0.95),
         packets.latency.percentile(0.99), share(packets.hops, packets.latency.count())});
  }
}

void Measurement::summariseParts(const RouteStage& routes, const Totals& start, const Totals& end,
                                 double length, Results& results) const {
  RouterLookups lookups = end.lookups;
  lookups -= start.lookups;
  const LookupCounts& caches = lookups.caches;
  results.cache = {caches.lookups,     caches.hits,
                   caches.mshrMerges,  caches.compulsory,
                   caches.capacity,    caches.conflict,
                   lookups.camLookups, 0,
                   lookups.sharedHits, end.injected.prefetches - start.injected.prefetches,
                   caches.refills};
  if (lookups.camLookups > 0)
    results.cache.camQueueMean =
        static_cast<double>(lookups.camWaited) / static_cast<double>(lookups.camLookups);

  const auto delivered = static_cast<double>(end.deliveredPackets - start.deliveredPackets);
  results.channelUtilization.resize(end.channelFlits.size());
  for (std::size_t c = 0; c < end.channelFlits.size(); ++c)
    results.channelUtilization[c] =
        std::min(1.0, static_cast<double>(end.channelFlits[c] - start.channelFlits[c]) / length);

  const Topology& t = *topology_;
  results.routers.assign(t.routerCount(), {});
  struct AtRouter {
    std::uint64_t received = 0, attached = 0;
  };
  std::vector<AtRouter> at(t.routerCount());
  for (TerminalId terminal = 0; terminal < t.terminalCount(); ++terminal) {
    AtRouter& router = at[t.terminals[terminal].router];
    router.received += end.received[terminal] - start.received[terminal];
    ++router.attached;
  }
  results.energy = {0, 0, 0, 0};
  for (RouterId r = 0; r < t.routerCount(); ++r) {
    results.routers[r].energy = energyOf(r, routes, start, end);
    results.energy += results.routers[r].energy;
    if (results.measuredCycles > 0)
      results.routers[r].acceptedLoad = acceptedWhileSending(start.sending, end.sending, r);
    else
      results.routers[r].acceptedLoad = sending_.senders(r) > 0 ? 0 : kNan;
    results.routers[r].deliveredLoad = share(at[r].received, at[r].attached) / length;
    const LookupCounts &before = start.routerLookups[r].caches,
                       &after = end.routerLookups[r].caches;
    results.routers[r].cacheLookups = after.lookups - before.lookups;
    results.routers[r].cacheHits = after.hits - before.hits;
  }
  results.energyPerPacket = delivered > 0 ? results.energy.total() / delivered : kNan;
}

void Measurement::summariseCircuits(const Totals& start, const Totals& end, Results& results) {
  const CircuitCounts &before = start.circuits, &after = end.circuits;
  const std::uint64_t hits = after.hits - before.hits;
  results.circuitHitRate = share(hits, hits + after.misses - before.misses);
  if (end.slotUses.empty()) return;  // they are planned
  results.circuitsEstablished = after.established - before.established;
  results.circuitsReleased = after.released - before.released;
  results.circuitsEvicted = after.evicted - before.evicted;
  for (std::size_t i = 0; i < end.slotUses.size(); ++i) {
    const SlotUse &from = start.slotUses[i], &to = end.slotUses[i];
    const Cycle used = to.busy - from.busy;
    results.timeSlots.push_back({to.worms ? "worms" : std::to_string(i), to.turns - from.turns,
                                 to.skipped - from.skipped, to.preempted - from.preempted,
                                 to.flits - from.flits, used, to.time - from.time - used});
  }
}

void Measurement::summariseBestEffort(const Totals& start, const Totals& end, const Totals& now,
                                      double perTerminal, Results& results) {
  const KindCounts &circuits = now.circuits.overCircuits, &others = now.circuits.bestEffort;
  if (circuits.packets + others.packets == 0) return;
  const auto flits = end.circuits.bestEffort.flits - start.circuits.bestEffort.flits;
  results.bestEffortLoad = static_cast<double>(flits) * perTerminal;
  results.circuitLatency = share(circuits.latency, circuits.measured);
  results.bestEffortLatency = share(others.latency, others.measured);
}

void Measurement::addWarnings(Results& results) const {
  if (dropsByChoice_ && results.packetsRefused > 0) {
    const std::uint64_t tried =
        results.packetsRefused + results.packetsMeasured + results.packetsLost;
    results.warnings.push_back(sentence(
        "{} of {} packets, {:.1f} %, found their terminal busy and were dropped, as the source "
        "queue's setting asks.",
        results.packetsRefused, tried,
        100 * static_cast<double>(results.packetsRefused) / static_cast<double>(tried)));
  }
  if (const Cycle silent = stability_.silentCycles(); silent > 0)
    results.warnings.push_back(sentence(
        "Terminals had to be silent for {} of {} measured cycles, until the network had run empty "
        "for another routing.",
        silent, results.measuredCycles));
  if (stability_.endedSilent())
    results.warnings.push_back(sentence(
        "The other routing came into force after what was measured, which tells nothing of it."));
  if (begun() && !steady_)
    results.warnings.push_back(sentence(
        "MSER-5 found no end of the warm-up within {} cycles; measuring began there.", warmupEnd_));
  if (ended() && !precise_)
    results.warnings.push_back(sentence(
        "The confidence interval is {:.1f} % of the mean on either side after {} measured cycles; "
        "{:g} % was asked for.",
        100 * widest_, length_, 100 * run_.untilCi));
}

}  // namespace hopscope
