// SPDX-License-Identifier: GPL-3.0-or-later
// What the results of a run say of what was measured.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "engine/core/not_a_number.h"
#include "engine/core/sentence.h"
#include "engine/simulation/measurement.h"
#include "engine/simulation/parts_table.h"
#include "engine/statistics/batch_means.h"
#include "engine/statistics/share.h"

namespace hopscope {
namespace {

constexpr std::uint64_t kFewPackets = 10;
/// Packets of a backlog worth a word: of those tried while it was measured, and of what may differ
/// by chance.
constexpr double kBacklog = 0.05, kBeyondChance = 5;

}  // namespace

void Measurement::summarise(const ObservedNetwork& network, const ClassNames& names,
                            Results& results) const {
  DeliveryTally tally(topology_->terminalCount());
  network.tally(tally);
  Totals now;
  reserve(now);
  take(now, network, tally);
  if (begun() && !ended()) lookUnderWay(now, network);
  const Totals& end = ended() ? atMeasureEnd_ : now;
  const Totals& start = begun() ? atMeasureStart_ : end;
  results.warmupUsed = begun() ? warmupEnd_ : network.now();
  results.measuredCycles = begun() ? std::min(network.now(), measureEnd()) - warmupEnd_ : 0;
  // Of what nobody measured no rate is known.
  const bool measured = results.measuredCycles > 0;
  const double length = measured ? static_cast<double>(results.measuredCycles) : kNan;
  const double perTerminal = 1 / (terminals_ * length);
  results.acceptedLoad =
      static_cast<double>(end.deliveredFlits - start.deliveredFlits) * perTerminal;
  // Batches before and after a change of the load are no samples of one mean.
  if (measured && !uneven_)
    results.acceptedCi95 =
        batchRate95(ended() ? arrivals_ : tally.byArrival, results.measuredCycles).halfWidth /
        terminals_;
  else
    results.acceptedCi95 = kNan;
  results.generatedOverAll =
      perTerminal * static_cast<double>(end.injected.allFlits() - start.injected.allFlits());
  results.packetsMeasured = tally.measured;
  results.packetsLost = now.injected.measured - tally.measured;
  results.packetsRefused = now.injected.refusedMeasured;
  results.packetsReordered = tally.measuredReordered;
  results.largestDisplacement = tally.largestDisplacement;
  results.queueGrowth =
      1000 * perTerminal *
      (static_cast<double>(balance(end).underWay) - static_cast<double>(balance(start).underWay));
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
      add(each.words.said, packets);
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
        std::min(1.0, static_cast<double>(end.channelFlits[c] - start.channelFlits[c]) /
                          (length * rateOf(linkRates_, static_cast<LinkId>(c / 2)).perCycle()));

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
    results.routers[r].acceptedLoad =
        results.measuredCycles > 0 ? acceptedWhileSending(start.sending, end.sending, r) : kNan;
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
  if (ended() && !growing_ && balance(atMeasureEnd_).tried == balance(atMeasureStart_).tried)
    results.warnings.push_back(sentence("Nobody sent anything while it was measured."));
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
  if (ended() && !precise_ && std::isnan(widest_))
    results.warnings.push_back(sentence(
        "Too few packets arrived in {} measured cycles for a confidence interval; one of {:g} % of "
        "the mean was asked for.",
        length_, 100 * run_.untilCi));
  else if (ended() && !precise_)
    results.warnings.push_back(sentence(
        "The confidence interval is {:.1f} % of the mean on either side after {} measured cycles; "
        "{:g} % was asked for.",
        100 * widest_, length_, 100 * run_.untilCi));
}

void Measurement::doubt(Results& results) const {
  if (!dropsByChoice_ && results.packetsRefused > 0 && results.verdict == Verdict::stable)
    results.warnings.push_back(
        sentence("Source queues were full: {} packets found no room and were dropped.",
                 results.packetsRefused));
  if (!ended() || results.verdict != Verdict::stable) return;
  const PacketBalance start = balance(atMeasureStart_), end = balance(atMeasureEnd_);
  const auto tried = static_cast<double>(end.tried) - static_cast<double>(start.tried);
  if (start.underWay > end.underWay &&
      static_cast<double>(start.underWay - end.underWay) >
          std::max(kBacklog * tried, kBeyondChance * std::sqrt(tried)))
    results.warnings.push_back(sentence(
        "{} packets more were under way when measuring began than when it ended: what gathered in "
        "the warm-up is in the accepted load and in latencies. A longer warm-up leaves it out.",
        start.underWay - end.underWay));
  if (stability_.mayGather() && stability_.wasBrief())
    results.warnings.push_back(sentence(
        "Terminals sent as they did for {} cycles, in which a channel has time for no "
        "more than {:.0f} packets: whether queues grow shows only after several times as "
        "long.",
        stability_.lastStretch(), static_cast<double>(stability_.lastStretch()) / packetCycles_));
  else if (stability_.mayGather())
    results.warnings.push_back(sentence(
        "A packet is on its way for {:.0f} cycles or more, and terminals sent as they did for {}: "
        "whether queues grow shows only after several times as long.",
        stability_.transit(), stability_.lastStretch()));
  if (stability_.doubtful() > 0)
    results.warnings.push_back(
        sentence("Queues have grown by {:.0f} packets in the last {} cycles that were measured: "
                 "too few to be "
                 "told from chance. Whether they go on growing shows in a longer run.",
                 stability_.doubtful(), stability_.lastStretch()));
  // Of so few packets nothing is known, and an interval wider than its mean says as much.
  const bool few =
      results.packetsMeasured < kFewPackets || results.acceptedCi95 > results.acceptedLoad;
  if (!growing_ && results.packetsMeasured > 0 && few)
    results.warnings.push_back(
        results.packetsMeasured == 1
            ? sentence("One packet alone was measured: loads and latencies may be far from what "
                       "a longer run comes to.")
            : sentence("No more than {} packets were measured: loads and latencies may be far from "
                       "what a longer run comes to.",
                       results.packetsMeasured));
}

}  // namespace hopscope
