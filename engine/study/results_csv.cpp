// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/study/results_csv.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include "engine/study/csv_writer.h"
#include "engine/study/verdict_names.h"
#include "engine/study/verdict_words.h"

namespace hopscope {

namespace {

double hitRate(const CacheTotals& cache) {
  return static_cast<double>(cache.hits) / static_cast<double>(cache.lookups);
}

/// The classes of traffic of all runs, in order of appearance.
std::vector<std::string> classesOf(const std::vector<SweepRow>& rows) {
  std::vector<std::string> names;
  for (const SweepRow& row : rows)
    for (const TrafficClassResult& each : row.results.trafficClasses)
      if (std::find(names.begin(), names.end(), each.name) == names.end())
        names.push_back(each.name);
  return names;
}

/// Of a run without it: empty columns.
TrafficClassResult classNamed(const std::string& name, const Results& run) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  for (const TrafficClassResult& each : run.trafficClasses)
    if (each.name == name) return each;
  TrafficClassResult none;
  none.offeredLoad = none.acceptedLoad = none.latencyMean = none.latencyP99 = kNone;
  return none;
}

}  // namespace

std::string sweepCsv(const std::vector<SweepAxis>& axes, const std::vector<SweepRow>& rows) {
  std::vector<std::string> header;
  header.reserve(axes.size());
  for (const SweepAxis& axis : axes) header.push_back(axis.path);
  for (const char* name : {"seed",
                           "offered_load",
                           "accepted_load",
                           "latency_mean",
                           "latency_min",
                           "latency_p50",
                           "latency_p95",
                           "latency_p99",
                           "latency_max",
                           "latency_ci95",
                           "network_latency_mean",
                           "hops_mean",
                           "nonminimal_fraction",
                           "split_source",
                           "split_lookup",
                           "split_vc_allocation",
                           "split_switch_allocation",
                           "split_traversal",
                           "split_serialization",
                           "split_channel",
                           "queue_growth",
                           "fairness_jain",
                           "accepted_load_ci95",
                           "replications",
                           "warmup_used",
                           "measured_cycles",
                           "packets_measured",
                           "packets_lost",
                           "packets_refused",
                           "cache_hit_rate",
                           "cam_queue_mean",
                           "cycles",
                           "flit_hops",
                           "verdict"})
    header.emplace_back(name);
  const std::vector<std::string> classes = classesOf(rows);
  for (const std::string& name : classes)
    for (const char* column : {".offered_load", ".accepted_load", ".latency_mean", ".latency_p99"})
      header.push_back(name + column);
  CsvWriter csv(header);
  for (const SweepRow& row : rows) {
    for (const std::string& value : row.values) csv.text(value);
    const Results& run = row.results;
    csv.number(run.seed).number(run.offeredLoad).number(run.acceptedLoad);
    for (const double value : {run.latency.mean,       run.latency.minimum,
                               run.latency.p50,        run.latency.p95,
                               run.latency.p99,        run.latency.maximum,
                               run.latency.ci95,       run.networkLatencyMean,
                               run.hopsMean,           run.nonminimalFraction,
                               run.split.source,       run.split.lookup,
                               run.split.vcAllocation, run.split.switchAllocation,
                               run.split.traversal,    run.split.serialization,
                               run.split.channel,      run.queueGrowth,
                               fairnessOf(run).jain,   run.acceptedCi95})
      csv.number(value);
    csv.number(std::max<std::size_t>(1, run.replications.size()));
    csv.number(run.warmupUsed).number(run.measuredCycles);
    csv.number(run.packetsMeasured).number(run.packetsLost).number(run.packetsRefused);
    csv.number(hitRate(run.cache)).number(run.cache.camQueueMean);
    csv.number(run.cycles).number(run.flitHops).text(nameOf(run.verdict));
    for (const std::string& name : classes) {
      const TrafficClassResult each = classNamed(name, run);
      csv.number(each.offeredLoad).number(each.acceptedLoad);
      csv.number(each.latencyMean).number(each.latencyP99);
    }
    csv.endRow();
  }
  return csv.take();
}

std::string curveCsv(const std::vector<CurvePoint>& points) {
  CsvWriter csv({"offered_load", "accepted_load", "latency_mean", "latency_p99", "latency_ci95",
                 "cache_hit_rate", "verdict"});
  for (const CurvePoint& point : points) {
    for (const double value : {point.offered, point.accepted, point.latencyMean, point.latencyP99,
                               point.ci95, point.hitRate})
      csv.number(value);
    csv.text(nameOf(point.verdict)).endRow();
  }
  return csv.take();
}

}  // namespace hopscope
