// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/run_statistics.h"

#include <algorithm>
#include <utility>

#include "engine/simulation/fairness.h"

namespace hopscope {

namespace {

using Run = Statistic<Results>;

template <auto... path>
StatisticValue<Results> ofRun() {
  return member<Results, path...>();
}

double ratio(std::uint64_t part, double whole) {
  return static_cast<double>(part) / whole;  // NaN for 0 of 0
}

double acceptedOf(const Results& run) {
  return run.acceptedLoad;
}

double meanLatencyOf(const Results& run) {
  return run.latency.mean;
}

double insideNetwork(const Results& run) {
  return run.latency.mean - run.split.source;
}

double camLookupsOf(const Results& run) {
  return static_cast<double>(run.cache.camLookups);
}

/// Of messages as a whole, and of circuits.
void addCircuits(std::vector<Run>& rows) {
  rows.insert(rows.end(),
              {{.name = "messages", .value = ofRun<&Results::messages>(), .pooling = Pooling::mean},
               {.name = "makespan",
                .value = ofRun<&Results::makespan>(),
                .measure = Measure::cycles,
                .pooling = Pooling::wholeMean,
                .column = 34},
               {.name = "bandwidth_utilization",
                .value = ofRun<&Results::bandwidthUtilization>(),
                .measure = Measure::share,
                .column = 35},
               {.name = "circuits.hit_rate",
                .value = ofRun<&Results::circuitHitRate>(),
                .measure = Measure::share,
                .column = 36},
               {.name = "circuits.established",
                .value = ofRun<&Results::circuitsEstablished>(),
                .pooling = Pooling::sum},
               {.name = "circuits.released",
                .value = ofRun<&Results::circuitsReleased>(),
                .pooling = Pooling::sum},
               {.name = "circuits.evicted",
                .value = ofRun<&Results::circuitsEvicted>(),
                .pooling = Pooling::sum},
               {.name = "circuits.latency",
                .value = ofRun<&Results::circuitLatency>(),
                .measure = Measure::cycles,
                .column = 37},
               {.name = "best_effort.accepted_load",
                .value = ofRun<&Results::bestEffortLoad>(),
                .measure = Measure::load,
                .column = 38},
               {.name = "best_effort.latency",
                .value = ofRun<&Results::bestEffortLatency>(),
                .measure = Measure::cycles,
                .column = 39}});
}

/// Up to the classes of packets. Columns of CSV have a number of their own: theirs is another
/// order.
std::vector<Run> ofTraffic() {
  constexpr Keeping column = Keeping::column;
  constexpr Pooling sum = Pooling::sum;
  std::vector<Run> rows{
      {.name = "seed",
       .value = ofRun<&Results::seed>(),
       .pooling = Pooling::first,
       .keeping = Keeping::no,  // a run's identity, as its name is
       .json = InJson::no,
       .column = 1},
      {.name = "cycles",
       .value = ofRun<&Results::cycles>(),
       .measure = Measure::cycles,
       .pooling = sum,
       .keeping = column,
       .column = 32},
      {.name = "wall_seconds",
       .value = ofRun<&Results::wallSeconds>(),
       .measure = Measure::seconds,
       .pooling = sum,
       .keeping = column},
      {.name = "flit_hops",
       .value = ofRun<&Results::flitHops>(),
       .pooling = sum,
       .keeping = column,
       .column = 33},
      {.name = "flit_hops_per_second",
       .value = {[](const Results& run) { return ratio(run.flitHops, run.wallSeconds); }, {}},
       .measure = Measure::seconds,
       .keeping = Keeping::no},
      {.name = "offered_load",
       .value = ofRun<&Results::offeredLoad>(),
       .measure = Measure::load,
       .pooling = Pooling::first,
       .keeping = column,
       .column = 2},
      {.name = "accepted_load",
       .value = ofRun<&Results::acceptedLoad>(),
       .measure = Measure::load,
       .keeping = column,
       .column = 3},
      {.name = "accepted_load_ci95",
       .value = ofRun<&Results::acceptedCi95>(),
       .measure = Measure::load,
       .pooling = Pooling::halfWidth,
       .with = acceptedOf,
       .column = 23},
      {.name = "generated_load",
       .value = ofRun<&Results::generatedOverAll>(),
       .measure = Measure::load},
      {.name = "queue_growth", .value = ofRun<&Results::queueGrowth>(), .column = 21},
      {.name = "packets.measured",
       .value = ofRun<&Results::packetsMeasured>(),
       .measure = Measure::packets,
       .pooling = sum,
       .keeping = column,
       .column = 27},
      {.name = "packets.lost",
       .value = ofRun<&Results::packetsLost>(),
       .measure = Measure::packets,
       .pooling = sum,
       .keeping = column,
       .column = 28},
      {.name = "packets.refused",
       .value = ofRun<&Results::packetsRefused>(),
       .measure = Measure::packets,
       .pooling = sum,
       .keeping = column,
       .column = 29},
      {.name = "packets.reordered",
       .value = ofRun<&Results::packetsReordered>(),
       .measure = Measure::packets,
       .pooling = sum},
      {.name = "packets.largest_displacement",
       .value = ofRun<&Results::largestDisplacement>(),
       .measure = Measure::packets,
       .pooling = Pooling::most},
  };
  const auto latency = [&](const char* name, const StatisticValue<Results>& value, int place,
                           Pooling pooling, double (*with)(const Results&) = nullptr) {
    rows.push_back({.name = name,
                    .value = value,
                    .measure = Measure::cycles,
                    .pooling = pooling,
                    .with = with,
                    .keeping = column,
                    .column = place});
  };
  using Latency = LatencySummary;
  latency("latency.mean", ofRun<&Results::latency, &Latency::mean>(), 4, Pooling::mean);
  latency("latency.min", ofRun<&Results::latency, &Latency::minimum>(), 5, Pooling::least);
  latency("latency.p50", ofRun<&Results::latency, &Latency::p50>(), 6, Pooling::mean);
  latency("latency.p95", ofRun<&Results::latency, &Latency::p95>(), 7, Pooling::mean);
  latency("latency.p99", ofRun<&Results::latency, &Latency::p99>(), 8, Pooling::mean);
  latency("latency.max", ofRun<&Results::latency, &Latency::maximum>(), 9, Pooling::most);
  latency("latency.ci95", ofRun<&Results::latency, &Latency::ci95>(), 10, Pooling::halfWidth,
          meanLatencyOf);
  addParts<kLatencyParts, &Results::split>(rows, Run{.name = "latency.split",
                                                     .value = {},
                                                     .measure = Measure::cycles,
                                                     .pooling = Pooling::wholeMean,
                                                     .column = 14,
                                                     .header = "split"});
  latency("network_latency.mean", ofRun<&Results::networkLatencyMean>(), 11, Pooling::again,
          insideNetwork);
  rows.push_back(
      {.name = "hops.mean", .value = ofRun<&Results::hopsMean>(), .keeping = column, .column = 12});
  rows.push_back({.name = "nonminimal_fraction",
                  .value = ofRun<&Results::nonminimalFraction>(),
                  .measure = Measure::share,
                  .column = 13});
  addParts<kPathParts, &Results::paths>(
      rows, Run{.name = "paths", .value = {}, .measure = Measure::share});
  rows.push_back({.name = "recomputations",
                  .value = ofRun<&Results::recomputations>(),
                  .pooling = sum,
                  .kept = "recomputations"});
  rows.push_back({.name = "notices.sent",
                  .value = ofRun<&Results::noticesSent>(),
                  .pooling = sum,
                  .kept = "notices_sent"});
  rows.push_back({.name = "notices.dropped",
                  .value = ofRun<&Results::noticesDropped>(),
                  .pooling = sum,
                  .kept = "notices_dropped"});
  rows.push_back({.name = "pauses.count",
                  .value = ofRun<&Results::pauses>(),
                  .pooling = sum,
                  .kept = "pauses"});
  rows.push_back({.name = "pauses.share",
                  .value = ofRun<&Results::paused>(),
                  .measure = Measure::share,
                  .kept = "paused"});
  rows.push_back({.name = "deadlocked_buffers",
                  .value = ofRun<&Results::deadlockedBuffers>(),
                  .pooling = Pooling::most});
  addCircuits(rows);
  return rows;
}

void addForwarding(std::vector<Run>& rows) {
  const auto count = [&](const char* name, const StatisticValue<Results>& value,
                         Keeping keeping = Keeping::record, const char* kept = "") {
    rows.push_back({.name = name,
                    .value = value,
                    .pooling = Pooling::sum,
                    .keeping = keeping,
                    .kept = kept,
                    .json = InJson::afterClasses});
  };
  using Cache = CacheTotals;
  constexpr auto cache = &Results::cache;
  count("cache.lookups", ofRun<cache, &Cache::lookups>());
  count("cache.hits", ofRun<cache, &Cache::hits>());
  rows.push_back({.name = "cache.hit_rate",
                  .value = {[](const Results& run) {
                              return ratio(run.cache.hits, static_cast<double>(run.cache.lookups));
                            },
                            {}},
                  .measure = Measure::share,
                  .keeping = Keeping::no,
                  .json = InJson::afterClasses,
                  .column = 30});
  count("cache.mshr_merges", ofRun<cache, &Cache::mshrMerges>());
  count("cache.prefetches", ofRun<cache, &Cache::prefetches>(), Keeping::later);
  count("cache.refills", ofRun<cache, &Cache::refills>(), Keeping::later);
  count("cache.misses.compulsory", ofRun<cache, &Cache::compulsory>());
  count("cache.misses.capacity", ofRun<cache, &Cache::capacity>());
  count("cache.misses.conflict", ofRun<cache, &Cache::conflict>());
  count("l2.hits", ofRun<cache, &Cache::sharedHits>(), Keeping::later, "cache_shared_hits");
  count("cam.lookups", ofRun<cache, &Cache::camLookups>());
  rows.push_back({.name = "cam.queue_mean",
                  .value = ofRun<cache, &Cache::camQueueMean>(),
                  .measure = Measure::cycles,
                  .pooling = Pooling::weightedMean,
                  .with = camLookupsOf,
                  .keeping = Keeping::record,
                  .json = InJson::afterClasses,
                  .column = 31});
}

std::vector<Run> makeRunStatistics() {
  std::vector<Run> rows = ofTraffic();
  addForwarding(rows);
  addParts<kEnergyParts, &Results::energy>(rows, Run{.name = "energy",
                                                     .value = {},
                                                     .measure = Measure::nanojoules,
                                                     .pooling = Pooling::sum,
                                                     .json = InJson::afterTables});
  rows.insert(rows.end(), {{.name = "energy.per_packet",
                            .value = ofRun<&Results::energyPerPacket>(),
                            .measure = Measure::nanojoules,
                            .json = InJson::afterTables},
                           {.name = "warmup_used",
                            .value = ofRun<&Results::warmupUsed>(),
                            .measure = Measure::cycles,
                            .pooling = Pooling::most,
                            .json = InJson::afterTables,
                            .column = 25},
                           {.name = "measured_cycles",
                            .value = ofRun<&Results::measuredCycles>(),
                            .measure = Measure::cycles,
                            .pooling = Pooling::sum,
                            .json = InJson::afterTables,
                            .column = 26},
                           {.name = "fairness_jain",
                            .value = {[](const Results& run) { return fairnessOf(run).jain; }, {}},
                            .keeping = Keeping::no,
                            .json = InJson::no,  // a summary of its own there
                            .column = 22},
                           {.name = "replications",
                            .value = {[](const Results& run) {
                                        return static_cast<double>(
                                            std::max<std::size_t>(1, run.replications.size()));
                                      },
                                      {}},
                            .keeping = Keeping::no,
                            .json = InJson::no,  // all of them there
                            .column = 24}});
  return rows;
}

std::vector<Statistic<RouterResult>> makeRouterStatistics() {
  constexpr Keeping record = Keeping::record;
  std::vector<Statistic<RouterResult>> rows{
      {.name = "accepted_load",
       .value = member<RouterResult, &RouterResult::acceptedLoad>(),
       .measure = Measure::load,
       .pooling = Pooling::wholeMean,
       .keeping = record},
      {.name = "delivered_load",
       .value = member<RouterResult, &RouterResult::deliveredLoad>(),
       .measure = Measure::load,
       .pooling = Pooling::wholeMean,
       .kept = "router_delivered"},
      {.name = "cache_lookups",
       .value = member<RouterResult, &RouterResult::cacheLookups>(),
       .pooling = Pooling::sum,
       .keeping = record},
      {.name = "cache_hits",
       .value = member<RouterResult, &RouterResult::cacheHits>(),
       .pooling = Pooling::sum,
       .keeping = record},
  };
  addParts<kEnergyParts, &RouterResult::energy>(
      rows,
      Statistic<RouterResult>{
          .name = "energy", .value = {}, .measure = Measure::nanojoules, .pooling = Pooling::sum});
  return rows;
}

std::vector<Statistic<ClassResult>> makeClassStatistics() {
  constexpr Keeping column = Keeping::column;
  return {{.name = "packets",
           .value = member<ClassResult, &ClassResult::packets>(),
           .measure = Measure::packets,
           .pooling = Pooling::sum,
           .keeping = column},
          {.name = "latency_mean",
           .value = member<ClassResult, &ClassResult::latencyMean>(),
           .measure = Measure::cycles,
           .keeping = column},
          {.name = "hops_mean",
           .value = member<ClassResult, &ClassResult::hopsMean>(),
           .keeping = column}};
}

std::vector<Statistic<TrafficClassResult>> makeTrafficClassStatistics() {
  using Class = TrafficClassResult;
  std::vector<Statistic<Class>> rows;
  const auto add = [&](const char* name, const StatisticValue<Class>& value, Measure measure,
                       int place = 0, Pooling pooling = Pooling::mean) {
    rows.push_back({.name = name,
                    .value = value,
                    .measure = measure,
                    .pooling = pooling,
                    .keeping = Keeping::column,
                    .column = place});
  };
  add("offered_load", member<Class, &Class::offeredLoad>(), Measure::load, 1);
  add("accepted_load", member<Class, &Class::acceptedLoad>(), Measure::load, 2);
  add("packets", member<Class, &Class::packets>(), Measure::packets, 0, Pooling::sum);
  add("latency.mean", member<Class, &Class::latencyMean>(), Measure::cycles, 3);
  add("latency.p50", member<Class, &Class::latencyP50>(), Measure::cycles);
  add("latency.p95", member<Class, &Class::latencyP95>(), Measure::cycles);
  add("latency.p99", member<Class, &Class::latencyP99>(), Measure::cycles, 4);
  add("hops_mean", member<Class, &Class::hopsMean>(), Measure::number);
  return rows;
}

std::vector<Statistic<ApplicationResult>> makeApplicationStatistics() {
  using App = ApplicationResult;
  std::vector<Statistic<App>> rows;
  const auto add = [&](const char* name, const StatisticValue<App>& value, Measure measure,
                       int place = 0, Pooling pooling = Pooling::mean) {
    rows.push_back({.name = name,
                    .value = value,
                    .measure = measure,
                    .pooling = pooling,
                    .keeping = Keeping::record,
                    .column = place});
  };
  // Counts are of one run, as times are: bytes by completion are a bandwidth.
  // Those runs that were fast enough to finish are not what all of them come to.
  constexpr Pooling ofAll = Pooling::wholeMean;
  const auto part = [&](const char* name, const StatisticValue<App>& value, int place) {
    add(name, value, Measure::cycles, place, ofAll);
  };
  part("completion", member<App, &App::completion>(), 1);
  part("ideal", member<App, &App::ideal>(), 2);
  add("slowdown", member<App, &App::slowdown>(), Measure::number, 3, ofAll);
  add("ranks", member<App, &App::ranks>(), Measure::number, 0, Pooling::first);
  add("messages", member<App, &App::messages>(), Measure::number, 4);
  add("bytes", member<App, &App::bytes>(), Measure::number, 5);
  add("shares.computation", member<App, &App::computation>(), Measure::share, 6, ofAll);
  add("shares.communication", member<App, &App::communication>(), Measure::share, 7, ofAll);
  add("shares.waiting", member<App, &App::waiting>(), Measure::share, 8, ofAll);
  constexpr auto path = &App::path;
  using Path = CriticalPath;
  part("critical_path.computation", member<App, path, &Path::computation>(), 9);
  part("critical_path.overhead", member<App, path, &Path::overhead>(), 10);
  part("critical_path.interface", member<App, path, &Path::interface>(), 11);
  part("critical_path.transfer", member<App, path, &Path::transfer>(), 12);
  part("critical_path.contention", member<App, path, &Path::contention>(), 13);
  add("background_communication", member<App, &App::background>(), Measure::cycles, 14, ofAll);
  rows.back().keeping = Keeping::later;
  add("exposed_communication", member<App, &App::exposed>(), Measure::cycles, 15, ofAll);
  rows.back().keeping = Keeping::later;
  return rows;
}

std::vector<Statistic<CollectiveResult>> makeCollectiveStatistics() {
  using Collective = CollectiveResult;
  std::vector<Statistic<Collective>> rows;
  const auto add = [&](const char* name, const StatisticValue<Collective>& value, Measure measure,
                       Pooling pooling = Pooling::mean) {
    rows.push_back({.name = name,
                    .value = value,
                    .measure = measure,
                    .pooling = pooling,
                    .keeping = Keeping::record});
  };
  add("ranks", member<Collective, &Collective::ranks>(), Measure::number, Pooling::first);
  add("bytes", member<Collective, &Collective::bytes>(), Measure::number, Pooling::first);
  add("calls", member<Collective, &Collective::calls>(), Measure::number);
  add("time", member<Collective, &Collective::time>(), Measure::cycles);
  add("algorithm_bandwidth", member<Collective, &Collective::algorithmBandwidth>(),
      Measure::number);
  add("bus_bandwidth", member<Collective, &Collective::busBandwidth>(), Measure::number);
  return rows;
}

std::vector<Statistic<SlotResult>> makeSlotStatistics() {
  using Slot = SlotResult;
  std::vector<Statistic<Slot>> rows;
  const auto add = [&](const char* name, const StatisticValue<Slot>& value, Measure measure) {
    rows.push_back({.name = name,
                    .value = value,
                    .measure = measure,
                    .pooling = Pooling::sum,
                    .keeping = Keeping::record});
  };
  add("turns", member<Slot, &Slot::turns>(), Measure::number);
  add("skipped", member<Slot, &Slot::skipped>(), Measure::number);
  add("preempted", member<Slot, &Slot::preempted>(), Measure::number);
  add("flits", member<Slot, &Slot::flits>(), Measure::number);
  add("used", member<Slot, &Slot::used>(), Measure::cycles);
  add("idle", member<Slot, &Slot::idle>(), Measure::cycles);
  return rows;
}

}  // namespace

const std::vector<Statistic<Results>>& runStatistics() {
  static const std::vector<Statistic<Results>> rows = makeRunStatistics();
  return rows;
}

const std::vector<Statistic<RouterResult>>& routerStatistics() {
  static const std::vector<Statistic<RouterResult>> rows = makeRouterStatistics();
  return rows;
}

const std::vector<Statistic<ClassResult>>& classStatistics() {
  static const std::vector<Statistic<ClassResult>> rows = makeClassStatistics();
  return rows;
}

const std::vector<Statistic<ApplicationResult>>& applicationStatistics() {
  static const std::vector<Statistic<ApplicationResult>> rows = makeApplicationStatistics();
  return rows;
}

const std::vector<Statistic<CollectiveResult>>& collectiveStatistics() {
  static const std::vector<Statistic<CollectiveResult>> rows = makeCollectiveStatistics();
  return rows;
}

const std::vector<Statistic<SlotResult>>& slotStatistics() {
  static const std::vector<Statistic<SlotResult>> rows = makeSlotStatistics();
  return rows;
}

const std::vector<Statistic<TrafficClassResult>>& trafficClassStatistics() {
  static const std::vector<Statistic<TrafficClassResult>> rows = makeTrafficClassStatistics();
  return rows;
}

}  // namespace hopscope
