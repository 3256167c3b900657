// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/measurement.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hopscope {
namespace {

/// More windows than this are not kept: the window is made longer instead.
constexpr Cycle kMostWindows = 20'000;

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? std::numeric_limits<double>::quiet_NaN()
                    : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

Measurement::Measurement(const RunSettings& run, const Fabric& fabric)
    : run_(run),
      terminals_(fabric.topology->terminalCount()),
      flits_(fabric.packetFlits),
      window_(std::max(run.window, run.maxCycles / kMostWindows)) {
  windows_.reserve(static_cast<std::size_t>(run.maxCycles / window_ + 2));
  for (Totals* totals : {&atWindowStart_, &atMeasureStart_, &atMeasureEnd_}) {
    totals->channelFlits.assign(fabric.channelFlits.size(), 0);
    totals->routerLookups.resize(fabric.topology->routerCount());
  }
  nextEvent_ = run_.warmup > 0 ? std::min(window_, run_.warmup)
                               : std::min(window_, run_.warmup + run_.measure);
}

void Measurement::delivered(Cycle now, const Packet& packet) {
  const Cycle latency = static_cast<CycleStamp>(now) - packet.birth;
  ++deliveredPackets_;
  windowLatency_.add(latency);
  if (!packet.measured) return;
  ++deliveredMeasured_;
  latency_.add(latency);
  batches_.add(static_cast<double>(latency));
  measuredHops_ += packet.hops;
}

void Measurement::closeWindow(Cycle next, const Fabric& fabric, RouteStage& routes,
                              const Terminals& terminals) {
  const Cycle measureEnd = run_.warmup + run_.measure;
  if (next == run_.warmup) take(atMeasureStart_, fabric, routes, terminals);
  if (next == measureEnd) take(atMeasureEnd_, fabric, routes, terminals);
  if (next == windowStart_ + window_) {
    recordWindow(next, fabric, routes, terminals);
    routes.beginWindow();
  }
  nextEvent_ = windowStart_ + window_;
  if (next < run_.warmup)
    nextEvent_ = std::min(nextEvent_, run_.warmup);
  else if (next < measureEnd)
    nextEvent_ = std::min(nextEvent_, measureEnd);
}

void Measurement::take(Totals& totals, const Fabric& fabric, const RouteStage& routes,
                       const Terminals& terminals) const {
  std::copy(fabric.channelFlits.begin(), fabric.channelFlits.end(), totals.channelFlits.begin());
  totals.camLookups = 0;
  totals.camWaited = 0;
  totals.lookups = {};
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
  totals.deliveredPackets = deliveredPackets_;
  totals.generatedPackets = terminals.generated();
  totals.refusedPackets = terminals.refused();
}

void Measurement::recordWindow(Cycle next, const Fabric& fabric, const RouteStage& routes,
                               const Terminals& terminals) {
  WindowSample sample;
  sample.end = next;
  sample.length = next - windowStart_;
  const auto length = static_cast<double>(sample.length);
  const double scale = flits_ / (terminals_ * length);
  sample.latencyMean = windowLatency_.mean();
  sample.latencyP99 = windowLatency_.percentile(0.99);
  sample.acceptedLoad =
      static_cast<double>(deliveredPackets_ - atWindowStart_.deliveredPackets) * scale;
  sample.generatedLoad =
      static_cast<double>(terminals.generated() - atWindowStart_.generatedPackets) * scale;
  std::uint64_t hottest = 0;
  for (std::size_t c = 0; c < fabric.channelFlits.size(); ++c)
    hottest = std::max(hottest, fabric.channelFlits[c] - atWindowStart_.channelFlits[c]);
  sample.hottestChannel = std::min(1.0, static_cast<double>(hottest) / length);
  const LookupCounts before = atWindowStart_.lookups;
  take(atWindowStart_, fabric, routes, terminals);
  LookupCounts lookups = atWindowStart_.lookups;
  lookups -= before;
  sample.hitRate = share(lookups.hits, lookups.lookups);
  windows_.push_back(sample);
  windowLatency_.clear();
  windowStart_ = next;
}

void Measurement::summarise(Cycle next, const Fabric& fabric, const RouteStage& routes,
                            const Terminals& terminals, Results& results) const {
  const Cycle measureEnd = run_.warmup + run_.measure;
  Totals now;
  now.channelFlits.resize(fabric.channelFlits.size());
  now.routerLookups.resize(fabric.topology->routerCount());
  take(now, fabric, routes, terminals);
  const Totals& end = next >= measureEnd ? atMeasureEnd_ : now;
  const Totals& start = next > run_.warmup ? atMeasureStart_ : end;
  const auto length = static_cast<double>(
      std::max<Cycle>(1, std::min(next, measureEnd) - std::min(next, run_.warmup)));
  const double scale = flits_ / (terminals_ * length);

  results.acceptedLoad = static_cast<double>(end.deliveredPackets - start.deliveredPackets) * scale;
  results.packetsMeasured = deliveredMeasured_;
  results.packetsLost = terminals.measured() - deliveredMeasured_;
  results.packetsRefused = terminals.refusedMeasured();
  results.latency = {latency_.mean(),           latency_.minimum(),        latency_.percentile(0.5),
                     latency_.percentile(0.95), latency_.percentile(0.99), latency_.maximum(),
                     batches_.halfWidth95()};
  results.hopsMean = share(measuredHops_, deliveredMeasured_);
  for (const Histogram::Bar& bar : latency_.bars())
    results.histogram.push_back({bar.lower, bar.upper, bar.count});

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

  const Topology& t = *fabric.topology;
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
  const auto tried = static_cast<double>((end.generatedPackets - start.generatedPackets) +
                                         (end.refusedPackets - start.refusedPackets));
  const auto arrived = static_cast<double>(end.deliveredPackets - start.deliveredPackets);
  if (tried - arrived > std::max(0.01 * tried, 3 * std::sqrt(tried)))
    results.verdict = Verdict::saturated;
  results.windows = windows_;
}

}  // namespace hopscope
