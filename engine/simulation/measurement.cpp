// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/measurement.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/statistics/confidence_interval.h"

namespace hopscope {
namespace {

/// More windows than this are not kept: the window is made longer instead.
constexpr Cycle kMostWindows = 20'000;

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? std::numeric_limits<double>::quiet_NaN()
                    : static_cast<double>(part) / static_cast<double>(whole);
}

/// Half-width of the 95 % interval of the mean by batch means: at most 32 batches of equal length
/// in time of generation, each with its own mean. NaN below two batches.
double halfWidth95(const TimeBatches& times) {
  constexpr std::size_t kBatches = 32;
  const std::vector<TimeBatches::Batch>& fine = times.batches();
  const std::size_t merged = (fine.size() + kBatches - 1) / kBatches;
  std::vector<double> means;
  for (std::size_t i = 0; merged > 0 && i < fine.size(); i += merged) {
    TimeBatches::Batch batch;
    for (std::size_t j = i; j < std::min(i + merged, fine.size()); ++j) {
      batch.count += fine[j].count;
      batch.sum += fine[j].sum;
    }
    if (batch.count > 0)
      means.push_back(static_cast<double>(batch.sum) / static_cast<double>(batch.count));
  }
  return confidence95(means).halfWidth;
}

}  // namespace

Measurement::Measurement(const RunSettings& run, const Topology& topology)
    : run_(run),
      topology_(&topology),
      terminals_(topology.terminalCount()),
      window_(std::max(run.window, run.maxCycles / kMostWindows)),
      nextMark_(0) {
  windows_.reserve(static_cast<std::size_t>(run.maxCycles / window_ + 2));
  for (Totals* totals : {&atWindowStart_, &atMeasureStart_, &atMeasureEnd_}) {
    totals->channelFlits.assign(topology.channelCount(), 0);
    totals->received.assign(topology.terminalCount(), 0);
    totals->routerLookups.resize(topology.routerCount());
  }
}

void Measurement::mark(Switching& network) {
  const Cycle now = network.now();
  const Cycle measureEnd = run_.warmup + run_.measure;
  const bool windowEnds = now == windowStart_ + window_;
  if (windowEnds || now == run_.warmup || now == measureEnd) {
    DeliveryTally tally(topology_->terminalCount());
    network.tally(tally);
    if (now == run_.warmup) {
      take(atMeasureStart_, network, tally);
      network.setMeasuring(true);
    }
    if (now == measureEnd) {
      take(atMeasureEnd_, network, tally);
      network.setMeasuring(false);
    }
    if (windowEnds) recordWindow(network, tally);
  }
  nextMark_ = windowStart_ + window_;
  if (now < run_.warmup)
    nextMark_ = std::min(nextMark_, run_.warmup);
  else if (now < measureEnd)
    nextMark_ = std::min(nextMark_, measureEnd);
}

void Measurement::take(Totals& totals, const Switching& network, const DeliveryTally& tally) const {
  const std::vector<std::uint64_t>& flits = network.channelFlits();
  std::copy(flits.begin(), flits.end(), totals.channelFlits.begin());
  std::copy(tally.received.begin(), tally.received.end(), totals.received.begin());
  totals.camLookups = 0;
  totals.camWaited = 0;
  totals.lookups = {};
  const RouteStage& routes = network.routes();
  if (routes.tables()) {
    for (RouterId r = 0; r < totals.routerLookups.size(); ++r) {
      totals.routerLookups[r] = routes.counts(r);
      totals.lookups += totals.routerLookups[r];
    }
    for (const CamServer& cam : routes.cams()) {
      totals.camLookups += cam.lookups;
      totals.camWaited += cam.waited;
    }
  }
  totals.deliveredPackets = tally.packets;
  totals.deliveredFlits = tally.flits;
  totals.injected = network.injected();
}

void Measurement::recordWindow(Switching& network, const DeliveryTally& tally) {
  WindowSample sample;
  sample.end = network.now();
  sample.length = sample.end - windowStart_;
  const auto length = static_cast<double>(sample.length);
  const double scale = 1 / (terminals_ * length);
  sample.latencyMean = tally.windowLatency.mean();
  sample.latencyP99 = tally.windowLatency.percentile(0.99);
  sample.acceptedLoad = static_cast<double>(tally.flits - atWindowStart_.deliveredFlits) * scale;
  sample.generatedLoad = static_cast<double>(network.injected().generatedFlits -
                                             atWindowStart_.injected.generatedFlits) *
                         scale;
  std::uint64_t hottest = 0;
  for (std::size_t c = 0; c < network.channelFlits().size(); ++c)
    hottest = std::max(hottest, network.channelFlits()[c] - atWindowStart_.channelFlits[c]);
  sample.hottestChannel = std::min(1.0, static_cast<double>(hottest) / length);
  const LookupCounts before = atWindowStart_.lookups;
  take(atWindowStart_, network, tally);
  LookupCounts lookups = atWindowStart_.lookups;
  lookups -= before;
  sample.hitRate = share(lookups.hits, lookups.lookups);
  windows_.push_back(sample);
  windowStart_ = sample.end;
  network.beginWindow();
}

void Measurement::summarise(const Switching& network, Results& results) const {
  const Cycle next = network.now();
  const Cycle measureEnd = run_.warmup + run_.measure;
  DeliveryTally tally(topology_->terminalCount());
  network.tally(tally);
  Totals now;
  now.channelFlits.resize(topology_->channelCount());
  now.received.resize(topology_->terminalCount());
  now.routerLookups.resize(topology_->routerCount());
  take(now, network, tally);
  const Totals& end = next >= measureEnd ? atMeasureEnd_ : now;
  const Totals& start = next > run_.warmup ? atMeasureStart_ : end;
  const auto length = static_cast<double>(
      std::max<Cycle>(1, std::min(next, measureEnd) - std::min(next, run_.warmup)));
  const double scale = 1 / (terminals_ * length);

  results.acceptedLoad = static_cast<double>(end.deliveredFlits - start.deliveredFlits) * scale;
  results.packetsMeasured = tally.measured;
  results.packetsLost = now.injected.measured - tally.measured;
  results.packetsRefused = now.injected.refusedMeasured;
  results.latency = {tally.latency.mean(),           tally.latency.minimum(),
                     tally.latency.percentile(0.5),  tally.latency.percentile(0.95),
                     tally.latency.percentile(0.99), tally.latency.maximum(),
                     halfWidth95(tally.byBirth)};
  results.hopsMean = share(tally.measuredHops, tally.measured);
  for (const Histogram::Bar& bar : tally.latency.bars())
    results.histogram.push_back({bar.lower, bar.upper, bar.count});
  // The wait is known of all that left their source: the same packets once all have arrived.
  results.networkLatencyMean =
      results.packetsLost == 0 ? results.latency.mean - share(tally.split.source, tally.measured)
                               : std::numeric_limits<double>::quiet_NaN();

  LookupCounts lookups = end.lookups;
  lookups -= start.lookups;
  results.cache.lookups = lookups.lookups;
  results.cache.hits = lookups.hits;
  results.cache.mshrMerges = lookups.mshrMerges;
  results.cache.compulsory = lookups.compulsory;
  results.cache.capacity = lookups.capacity;
  results.cache.conflict = lookups.conflict;
  results.cache.camLookups = end.camLookups - start.camLookups;
  results.cache.camQueueMean = results.cache.camLookups == 0
                                   ? 0
                                   : static_cast<double>(end.camWaited - start.camWaited) /
                                         static_cast<double>(results.cache.camLookups);

  results.channelUtilization.resize(end.channelFlits.size());
  for (std::size_t c = 0; c < end.channelFlits.size(); ++c)
    results.channelUtilization[c] =
        std::min(1.0, static_cast<double>(end.channelFlits[c] - start.channelFlits[c]) / length);

  const Topology& t = *topology_;
  results.routers.assign(t.routerCount(), {});
  std::vector<std::uint64_t> sent(t.routerCount(), 0), attached(t.routerCount(), 0);
  for (const TerminalPlace& place : t.terminals) {
    sent[place.router] += end.channelFlits[2 * place.link] - start.channelFlits[2 * place.link];
    ++attached[place.router];
  }
  for (RouterId r = 0; r < t.routerCount(); ++r) {
    results.routers[r].acceptedLoad = share(sent[r], attached[r]) / length;
    results.routers[r].cacheLookups = end.routerLookups[r].lookups - start.routerLookups[r].lookups;
    results.routers[r].cacheHits = end.routerLookups[r].hits - start.routerLookups[r].hits;
  }

  // Saturated: more than 1 % of the packets tried do not arrive, and that is no accident (three
  // standard deviations). Terminals that a pattern keeps silent try nothing.
  const auto tried = static_cast<double>((end.injected.generated - start.injected.generated) +
                                         (end.injected.refused - start.injected.refused));
  const auto arrived = static_cast<double>(end.deliveredPackets - start.deliveredPackets);
  if (tried - arrived > std::max(0.01 * tried, 3 * std::sqrt(tried)))
    results.verdict = Verdict::saturated;
  results.windows = windows_;
}

}  // namespace hopscope
