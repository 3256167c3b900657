// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/study/replications.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "engine/design/catalogue.h"
#include "engine/statistics/confidence_interval.h"
#include "engine/statistics/mean.h"

namespace hopscope {
namespace {

constexpr std::size_t kMostBars = 64;

using Runs = std::vector<Results>;

template <typename Get>
std::vector<double> valuesOf(const Runs& runs, const Get& get) {
  std::vector<double> values;
  for (const Results& run : runs)
    if (const double value = get(run); std::isfinite(value)) values.push_back(value);
  return values;
}

/// Mean of the values that exist.
template <typename Get>
double meanOf(const Runs& runs, const Get& get) {
  return confidence95(valuesOf(runs, get)).mean;
}

/// Bars of all runs: their widths are powers of two and their ends multiples of them.
std::vector<HistogramBar> poolBars(const Runs& runs) {
  double width = 1, lowest = std::numeric_limits<double>::infinity(), highest = 0;
  for (const Results& run : runs)
    for (const HistogramBar& bar : run.histogram) {
      width = std::max(width, bar.upper - bar.lower);
      lowest = std::min(lowest, bar.lower);
      highest = std::max(highest, bar.upper);
    }
  std::vector<HistogramBar> bars;
  if (highest == 0) return bars;
  const auto count = [&] {
    return static_cast<std::size_t>(std::ceil(highest / width) - std::floor(lowest / width));
  };
  while (count() > kMostBars) width *= 2;
  const double first = std::floor(lowest / width);
  bars.resize(count());
  for (std::size_t i = 0; i < bars.size(); ++i) {
    bars[i].lower = (first + static_cast<double>(i)) * width;
    bars[i].upper = bars[i].lower + width;
  }
  for (const Results& run : runs)
    for (const HistogramBar& bar : run.histogram)
      bars[static_cast<std::size_t>(std::floor(bar.lower / width) - first)].count += bar.count;
  return bars;
}

/// Each window is the mean over the runs that got as far.
std::vector<WindowSample> poolWindows(const Runs& runs) {
  const auto longest = std::max_element(
      runs.begin(), runs.end(),
      [](const Results& a, const Results& b) { return a.windows.size() < b.windows.size(); });
  std::vector<WindowSample> windows = longest->windows;
  for (std::size_t i = 0; i < windows.size(); ++i) {
    for (double LatencyParts::*part :
         {&LatencyParts::source, &LatencyParts::lookup, &LatencyParts::vcAllocation,
          &LatencyParts::switchAllocation, &LatencyParts::traversal, &LatencyParts::serialization,
          &LatencyParts::channel})
      windows[i].split.*part = meanOf(runs, [&](const Results& run) {
        return i < run.windows.size() ? run.windows[i].split.*part
                                      : std::numeric_limits<double>::quiet_NaN();
      });
    for (double WindowSample::*field :
         {&WindowSample::latencyMean, &WindowSample::latencyP99, &WindowSample::acceptedLoad,
          &WindowSample::generatedLoad, &WindowSample::hitRate, &WindowSample::hottestChannel,
          &WindowSample::nonminimal, &WindowSample::underWay, &WindowSample::latencyP50,
          &WindowSample::latencyP95})
      windows[i].*field = meanOf(runs, [&](const Results& run) {
        return i < run.windows.size() ? run.windows[i].*field
                                      : std::numeric_limits<double>::quiet_NaN();
      });
  }
  return windows;
}

std::vector<ClassResult> poolClasses(const Runs& runs) {
  struct Sums {
    std::uint64_t packets = 0;
    Mean latency, hops;
  };
  std::vector<std::string> names;  // in the order of their first appearance
  std::map<std::string, Sums> sums;
  for (const Results& run : runs)
    for (const ClassResult& each : run.classes) {
      if (sums.count(each.name) == 0) names.push_back(each.name);
      Sums& sum = sums[each.name];
      sum.packets += each.packets;
      if (std::isfinite(each.latencyMean)) sum.latency.add(each.latencyMean);
      if (std::isfinite(each.hopsMean)) sum.hops.add(each.hopsMean);
    }
  std::vector<ClassResult> classes;
  classes.reserve(names.size());
  for (const std::string& name : names)
    classes.push_back(
        {name, sums[name].packets, sums[name].latency.value(), sums[name].hops.value()});
  return classes;
}

void poolLatency(const Runs& runs, Results& pooled) {
  for (double LatencySummary::*field :
       {&LatencySummary::p50, &LatencySummary::p95, &LatencySummary::p99})
    pooled.latency.*field = meanOf(runs, [&](const Results& run) { return run.latency.*field; });
  const ConfidenceInterval mean =
      confidence95(valuesOf(runs, [](const Results& run) { return run.latency.mean; }));
  pooled.latency.mean = mean.mean;
  pooled.latency.ci95 = mean.halfWidth;
  for (const Results& run : runs) {  // fmin and fmax pass over what does not exist
    pooled.latency.minimum = std::fmin(pooled.latency.minimum, run.latency.minimum);
    pooled.latency.maximum = std::fmax(pooled.latency.maximum, run.latency.maximum);
  }
  // Parts of some runs only would not add up to the mean of all.
  for (double LatencyParts::*part :
       {&LatencyParts::source, &LatencyParts::lookup, &LatencyParts::vcAllocation,
        &LatencyParts::switchAllocation, &LatencyParts::traversal, &LatencyParts::serialization,
        &LatencyParts::channel}) {
    double sum = 0;
    for (const Results& run : runs) sum += run.split.*part;
    pooled.split.*part = sum / static_cast<double>(runs.size());
  }
  pooled.networkLatencyMean = pooled.latency.mean - pooled.split.source;
}

void poolParts(const Runs& runs, Results& pooled) {
  const auto count = static_cast<double>(runs.size());
  for (std::size_t c = 0; c < pooled.channelUtilization.size(); ++c) {
    double sum = 0;
    for (const Results& run : runs) sum += run.channelUtilization[c];
    pooled.channelUtilization[c] = sum / count;
  }
  for (std::size_t r = 0; r < pooled.routers.size(); ++r) {
    RouterResult sum{0, 0, 0, 0, {0, 0, 0, 0}};
    for (const Results& run : runs) {
      sum.acceptedLoad += run.routers[r].acceptedLoad / count;
      sum.deliveredLoad += run.routers[r].deliveredLoad / count;
      sum.cacheLookups += run.routers[r].cacheLookups;
      sum.cacheHits += run.routers[r].cacheHits;
      sum.energy += run.routers[r].energy;
    }
    pooled.routers[r] = sum;
  }
}

void poolCounts(const Runs& runs, Results& pooled) {
  CacheTotals cache;
  double camWaited = 0;
  for (const Results& run : runs) {
    cache.lookups += run.cache.lookups;
    cache.hits += run.cache.hits;
    cache.mshrMerges += run.cache.mshrMerges;
    cache.compulsory += run.cache.compulsory;
    cache.capacity += run.cache.capacity;
    cache.conflict += run.cache.conflict;
    cache.camLookups += run.cache.camLookups;
    cache.sharedHits += run.cache.sharedHits;
    cache.prefetches += run.cache.prefetches;
    cache.refills += run.cache.refills;
    camWaited += run.cache.camQueueMean * static_cast<double>(run.cache.camLookups);
  }
  if (cache.camLookups > 0) cache.camQueueMean = camWaited / static_cast<double>(cache.camLookups);
  pooled.cache = cache;
  pooled.energyPerPacket = meanOf(runs, [](const Results& run) { return run.energyPerPacket; });
  pooled.energy = {0, 0, 0, 0};
  for (const Results& run : runs) pooled.energy += run.energy;
  for (std::size_t i = 1; i < runs.size(); ++i) {
    pooled.cycles += runs[i].cycles;
    pooled.wallSeconds += runs[i].wallSeconds;
    pooled.flitHops += runs[i].flitHops;
    pooled.packetsMeasured += runs[i].packetsMeasured;
    pooled.packetsLost += runs[i].packetsLost;
    pooled.packetsRefused += runs[i].packetsRefused;
    if (pooled.packetsReordered) *pooled.packetsReordered += runs[i].packetsReordered.value_or(0);
    pooled.measuredCycles += runs[i].measuredCycles;
    pooled.warmupUsed = std::max(pooled.warmupUsed, runs[i].warmupUsed);
    pooled.complete = pooled.complete && runs[i].complete;
    pooled.verdict = std::max(pooled.verdict, runs[i].verdict);
    if (pooled.deadlock.empty()) pooled.deadlock = runs[i].deadlock;
  }
}

/// Each class is the mean over the runs, with the sum of their packets.
std::vector<TrafficClassResult> poolTraffic(const Runs& runs) {
  std::vector<TrafficClassResult> classes = runs.front().trafficClasses;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const auto at = [i](const Results& run) {
      return i < run.trafficClasses.size() ? run.trafficClasses[i] : TrafficClassResult{};
    };
    classes[i].packets = 0;
    for (const Results& run : runs) classes[i].packets += at(run).packets;
    for (double TrafficClassResult::*field :
         {&TrafficClassResult::offeredLoad, &TrafficClassResult::acceptedLoad,
          &TrafficClassResult::latencyMean, &TrafficClassResult::latencyP50,
          &TrafficClassResult::latencyP95, &TrafficClassResult::latencyP99,
          &TrafficClassResult::hopsMean})
      classes[i].*field = meanOf(runs, [&](const Results& run) { return at(run).*field; });
  }
  return classes;
}

}  // namespace

std::vector<Design> replicationsOf(const Design& design) {
  const auto count = std::get<std::int64_t>(effectiveValue(design, "run.replications"));
  const auto seed = std::get<std::int64_t>(effectiveValue(design, "run.seed"));
  std::vector<Design> designs(static_cast<std::size_t>(count), design);
  for (std::size_t i = 0; i < designs.size(); ++i) {
    designs[i].settings.erase("run.replications");
    designs[i].settings["run.seed"] = seed + static_cast<std::int64_t>(i);
  }
  return designs;
}

Results pool(std::vector<Results> runs) {
  if (runs.size() == 1) return std::move(runs.front());
  Results pooled = runs.front();
  pooled.warnings.clear();
  for (const Results& run : runs) {
    pooled.replications.push_back({run.seed, run.cycles, run.warmupUsed, run.acceptedLoad,
                                   run.latency.mean, run.latency.p99, run.latency.ci95,
                                   run.packetsMeasured, run.verdict});
    for (const Sentence& warning : run.warnings)
      pooled.warnings.push_back(sentence("Seed {}: {}", run.seed, warning));
  }
  const ConfidenceInterval accepted =
      confidence95(valuesOf(runs, [](const Results& run) { return run.acceptedLoad; }));
  pooled.acceptedLoad = accepted.mean;
  pooled.acceptedCi95 = accepted.halfWidth;
  for (double Results::*field :
       {&Results::queueGrowth, &Results::hopsMean, &Results::nonminimalFraction})
    pooled.*field = meanOf(runs, [&](const Results& run) { return run.*field; });
  poolLatency(runs, pooled);
  poolParts(runs, pooled);
  poolCounts(runs, pooled);
  pooled.histogram = poolBars(runs);
  pooled.classes = poolClasses(runs);
  pooled.trafficClasses = poolTraffic(runs);
  pooled.windows = poolWindows(runs);
  return pooled;
}

}  // namespace hopscope
