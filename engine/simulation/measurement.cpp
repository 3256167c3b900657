// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/measurement.h"

#include <algorithm>
#include <cmath>

#include "engine/core/not_a_number.h"
#include "engine/simulation/packet_lengths.h"
#include "engine/simulation/parts_table.h"
#include "engine/statistics/batch_means.h"
#include "engine/statistics/mser5.h"
#include "engine/statistics/share.h"

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

/// Circuits that a packet waits for, one after the other, where slots take turns.
Cycle circuitsOfAPacket(const Setup& setup) {
  const auto* hybrid = std::get_if<HybridSwitches>(&setup.switches);
  return hybrid != nullptr && hybrid->settings.relay != CircuitRelay::direct ? 2 : 1;
}

bool dropsWhenBusy(const Setup& setup) {
  const auto* wormhole = std::get_if<WormholeSwitches>(&setup.switches);
  return wormhole != nullptr && wormhole->settings.dropWhenBusy;
}

/// Cycles that a packet takes along the slowest channel of a terminal.
Cycle slowestSpan(const Setup& setup, std::uint32_t flits) {
  Cycle slowest = flits;
  for (const TerminalPlace& place : setup.topology->terminals)
    slowest = std::max(slowest, rateOf(setup.linkRates, place.link).span(flits));
  return slowest;
}

/// Measurement::busyPerFlit_, of the slowest channel, and of the longest packet, after which that
/// is busy for most of its cycles.
double busyPerFlit(const Setup& setup) {
  if (!setup.traffic) return kNan;
  const std::uint32_t flits = packetLengths(setup).back();
  return static_cast<double>(slowestSpan(setup, flits) - 1) / static_cast<double>(flits);
}

/// By what number of flits a sum of packets spreads as one of as many packets: a few long ones do
/// more than all of the short ones.
double weightOfPackets(const Setup& setup) {
  double flits = 0, squares = 0;
  for (const PacketSize& size : setup.packetSizes) {
    flits += size.share * size.flits;
    squares += size.share * size.flits * size.flits;
  }
  const double usual = flits > 0 ? squares / flits : setup.packetFlits;
  if (!setup.traffic || setup.traffic->classes().empty()) return usual;
  double mixed = 0;
  for (const TrafficClass& each : setup.traffic->classes())
    mixed += each.share * (each.flits > 0 ? each.flits : usual);
  return mixed;
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

/// What was added since `before`, as shares.
LatencyParts sharesOf(const LatencySplit& now, const LatencySplit& before) {
  const std::uint64_t spent = now.total() - before.total();
  LatencyParts shares;
  for (const LatencyPartEntry& each : kLatencyParts)
    shares.*each.part = share(now.*each.counted - before.*each.counted, spent);
  return shares;
}

}  // namespace

Measurement::Measurement(const Setup& setup)
    : run_(setup.run),
      topology_(setup.topology.get()),
      linkRates_(setup.linkRates),
      meter_(setup),
      terminals_(topology_->terminalCount()),
      packetFlits_(weightOfPackets(setup)),
      packetCycles_(static_cast<double>(
          slowestSpan(setup, static_cast<std::uint32_t>(std::ceil(packetFlits_))))),
      slots_(slotsOf(setup)),
      circuits_(circuitsOfAPacket(setup)),
      growing_(setup.applications != nullptr),
      neverSends_(setup.load == 0 && setup.phases.empty() && !growing_ && !setup.workload),
      busyPerFlit_(busyPerFlit(setup)),
      dropsByChoice_(dropsWhenBusy(setup)),
      load_(setup.load),
      sending_(setup),
      window_(growing_ ? run_.window : std::max(run_.window, run_.maxCycles / kMostWindows)),
      warmupEnd_(run_.findWarmup ? std::min(kFirstWarmupCheck, run_.warmup) : run_.warmup),
      length_(run_.measure),
      starvation_(*topology_, packetFlits_),
      tally_(topology_->terminalCount()) {
  const RunSettings& run = run_;
  const Topology& topology = *topology_;
  const std::size_t recordBytes = setup.execution.recordBytes;
  const auto windows =
      growing_ ? growingWindows(run) : static_cast<std::size_t>(run.maxCycles / window_ + 2);
  windows_.reserve(windows);
  if (recordBytes > 0)
    recorder_ = std::make_shared<Recorder>(topology.channelCount(), topology.routerCount(),
                                           recordBytes, windows, linkRates_);
  for (Totals* totals : {&atWindowStart_, &beforeWindow_, &atMeasureStart_, &atMeasureEnd_})
    reserve(*totals);
  const Learnt learns = setup.routing ? setup.routing->learns() : Learnt::nothing;
  if (learns == Learnt::level) learnt_.reserve(topology.routerCount());
  if (learns == Learnt::probability) learnt_.reserve(topology.ports.size());
}

void Measurement::reserve(Totals& totals) const {
  totals.channelFlits.assign(topology_->channelCount(), 0);
  totals.received.assign(topology_->terminalCount(), 0);
  totals.offered.assign(topology_->terminalCount(), 0);
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
      lookUnderWay(atMeasureStart_, network);
      stability_.begin(balance(atMeasureStart_));
      starvation_.beginStretch(atMeasureStart_.offered, atMeasureStart_.channelFlits);
      network.setMeasuring(true);
      state_ = State::measuring;
    }
  } else if (stateEnds) {
    take(atMeasureEnd_, network, tally_);
    lookUnderWay(atMeasureEnd_, network);
    arrivals_ = tally_.byArrival;
    if (!measuresOn(atMeasureEnd_)) {
      network.setMeasuring(false);
      starved_ = starved_ || starveUntil(atMeasureEnd_);
      stability_.end(balance(atMeasureEnd_));
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
  if (run_.untilCi <= 0 || neverSends_) return false;
  const ConfidenceInterval interval = batchMeans95(tally_.byBirth);
  // Of nothing there is no mean, and of little no interval.
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
  network.offered(totals.offered);
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
  totals.deliveredMeasured = tally.measured;
  totals.deliveredReacting = tally.reacting;
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
  totals.turn = totals.slotUses.empty() && !totals.channelUse
                    ? 0
                    : circuits_ * static_cast<Cycle>(network.longestPause());
  totals.notices = network.notices();
  totals.recomputations = network.recomputations();
}

void Measurement::lookUnderWay(Totals& totals, const ObservedNetwork& network) {
  totals.moving = totals.waiting = 0;
  network.forEachUnderWay([&totals](const PacketUnderWay& packet) {
    if (packet.waited < 0 && packet.granted == 0) ++totals.moving;
    if (packet.measured)
      totals.waiting +=
          static_cast<double>(std::max<Cycle>(0, packet.waited - totals.turn) - packet.granted);
  });
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
  sample.generatedLoad =
      static_cast<double>(network.injected().allFlits() - atWindowStart_.injected.allFlits()) *
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
  double hottest = 0;
  const std::vector<std::uint64_t>& flits = network.channelFlits();
  for (std::size_t c = 0; c < flits.size(); ++c)
    hottest = std::max(hottest, static_cast<double>(flits[c] - atWindowStart_.channelFlits[c]) /
                                    rateOf(linkRates_, static_cast<LinkId>(c / 2)).perCycle());
  sample.hottestChannel = std::min(1.0, hottest / length);
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

/// Those under way have half of theirs behind them, on the average.
std::uint64_t Measurement::halfWaysOf(const Totals& at) {
  return at.deliveredMeasured + at.injected.measured;
}

/// Of the measured packets.
double Measurement::transitOf(const Totals& at) {
  const auto moving = static_cast<double>(at.split.moving());
  // Where slots take turns, nothing is known of a packet until it has arrived.
  if (at.turn > 0) {
    const auto delivered = static_cast<double>(at.deliveredMeasured);
    const double patient = moving + delivered * static_cast<double>(at.turn);
    return delivered > 0 ? std::min(patient, static_cast<double>(at.split.total())) / delivered : 0;
  }
  const std::uint64_t halves = halfWaysOf(at);
  return halves > 0 ? 2 * moving / static_cast<double>(halves) : 0;
}

double Measurement::waitedOf(const Totals& at) {
  const double known = static_cast<double>(at.split.total() - at.split.moving());
  const double turns = static_cast<double>(at.deliveredMeasured) * static_cast<double>(at.turn);
  return std::max(0.0, known - turns + at.waiting);
}

PacketBalance Measurement::balance(const Totals& at) const {
  // Terminals that a pattern keeps silent try nothing.
  const std::uint64_t refused = dropsByChoice_ ? 0 : at.injected.refused;
  const std::uint64_t reacting = at.injected.reacting - at.deliveredReacting;
  // Who sends them is not told of those on wires: as many of them as of all.
  const double atRates =
      at.injected.generated == 0 ? 1 : 1 - share(at.injected.reacting, at.injected.generated);
  return {.now = at.at,
          .tried = at.injected.generated - at.injected.reacting + refused,
          .refused = refused,
          .arrived = at.deliveredPackets - at.deliveredReacting,
          .underWay = at.underWay - std::min(at.underWay, reacting),
          .transit = transitOf(at),
          .moved = static_cast<double>(at.split.moving()),
          .halves = at.turn > 0 ? 0 : static_cast<double>(halfWaysOf(at)),
          .turn = static_cast<double>(at.turn),
          .moving = at.moving * atRates,
          .waited = waitedOf(at),
          .packet = packetCycles_,
          .onlyRates = at.injected.reacting == 0};
}

void Measurement::changeTraffic(const std::shared_ptr<const TrafficPattern>& pattern, double load,
                                const ObservedNetwork& network) {
  const Totals now = totalsOf(network);
  const bool starve = state_ == State::measuring && starveUntil(now);
  if (stability_.changeTraffic(balance(now))) {
    starved_ = starved_ || starve;
    starvation_.beginStretch(now.offered, now.channelFlits);
  }
  sending_.change(pattern, load, network.now(), network.channelFlits());
  const bool within = state_ == State::measuring && network.now() > warmupEnd_;
  uneven_ = uneven_ || (within && load != load_);
  load_ = load;
}

void Measurement::fallSilent(const ObservedNetwork& network) {
  const Totals now = totalsOf(network);
  if (state_ == State::measuring) starved_ = starved_ || starveUntil(now);
  stability_.fallSilent(balance(now));
  sending_.pause(network.now(), network.channelFlits());
}

void Measurement::sendAgain(const ObservedNetwork& network) {
  const Totals now = totalsOf(network);
  stability_.sendAgain(balance(now));
  starvation_.beginStretch(now.offered, now.channelFlits);
  sending_.resume(network.now(), network.channelFlits());
}

double Measurement::sentAlone() const {
  // Packets are generated whatever their terminal does, as likely in any cycle: for each that is
  // sent, so many find it busy.
  return dropsByChoice_ ? 1 / (1 + busyPerFlit_ * load_) : 1;
}

bool Measurement::starveUntil(const Totals& at) const {
  return !stability_.mayGatherAt(balance(at)) &&
         starvation_.someStarve(at.offered, at.channelFlits, sentAlone());
}

bool Measurement::someStarve(const ObservedNetwork& network) const {
  return starved_ || (state_ == State::measuring && starveUntil(totalsOf(network)));
}

Measurement::Totals Measurement::totalsOf(const ObservedNetwork& network) const {
  DeliveryTally tally(topology_->terminalCount());
  network.tally(tally);
  Totals now;
  reserve(now);
  take(now, network, tally);
  lookUnderWay(now, network);
  return now;
}

}  // namespace hopscope
