// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/study/replications.h"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <type_traits>
#include <variant>

#include "engine/design/catalogue.h"
#include "engine/simulation/run_statistics.h"
#include "engine/simulation/window_statistics.h"
#include "engine/statistics/confidence_interval.h"
#include "engine/statistics/mean.h"

namespace hopscope {
namespace {

constexpr std::size_t kMostBars = 64;

using Runs = std::vector<Results>;

template <typename Record>
using Number = double (*)(const Record&);

template <typename Record>
std::vector<double> valuesOf(const std::vector<Record>& runs, Number<Record> number) {
  std::vector<double> values;
  for (const Record& run : runs)
    if (const double value = number(run); std::isfinite(value)) values.push_back(value);
  return values;
}

/// The value as a member of its own kind.
void set(double& member, double value) {
  member = value;
}
void set(std::integral auto& member, double value) {
  member = static_cast<std::remove_reference_t<decltype(member)>>(std::llround(value));
}
void set(std::optional<std::uint64_t>& member, double value) {
  member.reset();
  if (std::isfinite(value)) set(member.emplace(), value);
}

template <typename Record>
void set(const Statistic<Record>& statistic, Record& record, double value) {
  fillValue(statistic, record, [value](auto& member) { set(member, value); });
}

/// What two runs come to, for each kind.
template <typename Value>
Value both(Pooling pooling, const Value& a, const Value& b) {
  if constexpr (std::is_same_v<Value, std::optional<std::uint64_t>>) {
    return a ? std::optional(both(pooling, *a, b.value_or(0))) : a;
  } else {
    if (pooling == Pooling::sum) return a + b;
    if constexpr (std::is_floating_point_v<Value>)  // pass over what does not exist
      return pooling == Pooling::least ? std::fmin(a, b) : std::fmax(a, b);
    else
      return pooling == Pooling::least ? std::min(a, b) : std::max(a, b);
  }
}

/// Sums, smallest and largest: exact for counts.
template <typename Record>
void fold(const Statistic<Record>& statistic, const std::vector<Record>& runs, Record& pooled) {
  std::visit(
      [&](const auto& member) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(member)>, std::monostate>) {
          auto all = member.get(runs.front());
          for (std::size_t i = 1; i < runs.size(); ++i)
            all = both(statistic.pooling, all, member.get(runs[i]));
          member.at(pooled) = all;
        }
      },
      statistic.value.member);
}

/// What runs (at least one) say together by one statistic; `pooled` is like the first of them.
template <typename Record>
void poolOne(const Statistic<Record>& statistic, const std::vector<Record>& runs, Record& pooled) {
  double sum = 0, weight = 0;
  Mean mean;
  switch (statistic.pooling) {
    case Pooling::first:
      break;
    case Pooling::mean:
      for (const double value : valuesOf(runs, statistic.value.number)) mean.add(value);
      set(statistic, pooled, mean.value());
      break;
    case Pooling::wholeMean:
      for (const Record& run : runs) sum += statistic.of(run);
      set(statistic, pooled, sum / static_cast<double>(runs.size()));
      break;
    case Pooling::weightedMean:
      for (const Record& run : runs) {
        sum += statistic.of(run) * statistic.with(run);
        weight += statistic.with(run);
      }
      set(statistic, pooled, weight > 0 ? sum / weight : 0);
      break;
    case Pooling::halfWidth:
      set(statistic, pooled, confidence95(valuesOf(runs, statistic.with)).halfWidth);
      break;
    case Pooling::sum:
    case Pooling::least:
    case Pooling::most:
      fold(statistic, runs, pooled);
      break;
    case Pooling::again:
      set(statistic, pooled, statistic.with(pooled));
      break;
  }
}

template <typename Record>
void poolAll(const std::vector<Statistic<Record>>& statistics, const std::vector<Record>& runs,
             Record& pooled) {
  for (const bool again : {false, true})  // when all others are known
    for (const Statistic<Record>& each : statistics)
      if ((each.pooling == Pooling::again) == again) poolOne(each, runs, pooled);
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
    std::vector<WindowSample> ofRuns;
    for (const Results& run : runs)
      if (i < run.windows.size()) ofRuns.push_back(run.windows[i]);
    poolAll(windowStatistics(), ofRuns, windows[i]);
  }
  return windows;
}

std::vector<ClassResult> poolClasses(const Runs& runs) {
  std::vector<std::string> names;  // in the order of their first appearance
  std::map<std::string, std::vector<ClassResult>> named;
  for (const Results& run : runs)
    for (const ClassResult& each : run.classes) {
      if (named.count(each.name) == 0) names.push_back(each.name);
      named[each.name].push_back(each);
    }
  std::vector<ClassResult> classes;
  for (const std::string& name : names) {
    ClassResult& pooled = classes.emplace_back();
    pooled.name = name;
    poolAll(classStatistics(), named[name], pooled);
  }
  return classes;
}

/// Each class is the mean over the runs, with the sum of their packets.
std::vector<TrafficClassResult> poolTraffic(const Runs& runs) {
  std::vector<TrafficClassResult> classes = runs.front().trafficClasses;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    std::vector<TrafficClassResult> ofRuns;
    for (const Results& run : runs)
      ofRuns.push_back(i < run.trafficClasses.size() ? run.trafficClasses[i]
                                                     : TrafficClassResult{});
    poolAll(trafficClassStatistics(), ofRuns, classes[i]);
  }
  return classes;
}

/// What each rank did is the mean over the runs, to the cycle. One that has not finished in all of
/// them has not finished.
void poolRanks(const std::vector<ApplicationResult>& runs, std::vector<RankTimes>& ranks) {
  const auto count = static_cast<double>(runs.size());
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    const auto mean = [&](Cycle RankTimes::*time) {
      double sum = 0;
      for (const ApplicationResult& run : runs) sum += static_cast<double>(run.perRank[rank].*time);
      return static_cast<Cycle>(std::llround(sum / count));
    };
    const bool finished = std::all_of(runs.begin(), runs.end(), [&](const ApplicationResult& run) {
      return run.perRank[rank].finished >= 0;
    });
    ranks[rank] = {mean(&RankTimes::computation), mean(&RankTimes::communication),
                   mean(&RankTimes::waiting), finished ? mean(&RankTimes::finished) : -1};
  }
}

/// Each application is the mean over the runs; who waits for whom is of the first one. Ranks that
/// not all of them have, as in one that ended early, have no mean.
std::vector<ApplicationResult> poolApplications(const Runs& runs) {
  std::vector<ApplicationResult> applications = runs.front().applications;
  for (std::size_t i = 0; i < applications.size(); ++i) {
    std::vector<ApplicationResult> ofRuns;
    for (const Results& run : runs)
      if (i < run.applications.size()) ofRuns.push_back(run.applications[i]);
    for (const ApplicationResult& run : ofRuns)
      applications[i].end = std::max(applications[i].end, run.end);
    poolAll(applicationStatistics(), ofRuns, applications[i]);
    const std::size_t ranks = applications[i].perRank.size();
    if (std::all_of(ofRuns.begin(), ofRuns.end(),
                    [ranks](const ApplicationResult& run) { return run.perRank.size() == ranks; }))
      poolRanks(ofRuns, applications[i].perRank);
    else
      applications[i].perRank.clear();
  }
  return applications;
}

/// Of those that the first run has; another one may have them in another order.
std::vector<CollectiveResult> poolCollectives(const Runs& runs) {
  std::vector<CollectiveResult> collectives = runs.front().collectives;
  for (CollectiveResult& pooled : collectives) {
    const auto isSame = [&pooled](const CollectiveResult& each) {
      return each.application == pooled.application && each.operation == pooled.operation &&
             each.ranks == pooled.ranks && each.bytes == pooled.bytes;
    };
    std::vector<CollectiveResult> ofRuns;
    ofRuns.reserve(runs.size());
    for (const Results& run : runs)
      std::copy_if(run.collectives.begin(), run.collectives.end(), std::back_inserter(ofRuns),
                   isSame);
    poolAll(collectiveStatistics(), ofRuns, pooled);
  }
  return collectives;
}

/// Sums over the runs, which have the same slots.
std::vector<SlotResult> poolSlots(const Runs& runs) {
  std::vector<SlotResult> slots = runs.front().timeSlots;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    std::vector<SlotResult> ofRuns;
    for (const Results& run : runs)
      if (i < run.timeSlots.size()) ofRuns.push_back(run.timeSlots[i]);
    poolAll(slotStatistics(), ofRuns, slots[i]);
  }
  return slots;
}

void poolParts(const Runs& runs, Results& pooled) {
  const auto count = static_cast<double>(runs.size());
  for (std::size_t c = 0; c < pooled.channelUtilization.size(); ++c) {
    double sum = 0;
    for (const Results& run : runs) sum += run.channelUtilization[c];
    pooled.channelUtilization[c] = sum / count;
  }
  for (std::size_t r = 0; r < pooled.routers.size(); ++r) {
    std::vector<RouterResult> ofRuns;
    for (const Results& run : runs) ofRuns.push_back(run.routers[r]);
    for (const Statistic<RouterResult>& each : routerStatistics()) {
      if (each.pooling != Pooling::wholeMean) {
        poolOne(each, ofRuns, pooled.routers[r]);
        continue;
      }
      // Divided first, then added: another order would not give the same to the last bit.
      double mean = 0;
      for (const RouterResult& run : ofRuns) mean += each.of(run) / count;
      set(each, pooled.routers[r], mean);
    }
  }
}

/// What no table knows.
void poolOutcome(const Runs& runs, Results& pooled) {
  for (const Results& run : runs) {
    pooled.complete = pooled.complete && run.complete;
    pooled.verdict = worse(pooled.verdict, run.verdict);
    if (pooled.deadlock.empty()) pooled.deadlock = run.deadlock;
  }
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
  poolAll(runStatistics(), runs, pooled);
  poolParts(runs, pooled);
  poolOutcome(runs, pooled);
  pooled.histogram = poolBars(runs);
  pooled.classes = poolClasses(runs);
  pooled.trafficClasses = poolTraffic(runs);
  pooled.applications = poolApplications(runs);
  pooled.collectives = poolCollectives(runs);
  pooled.timeSlots = poolSlots(runs);
  pooled.windows = poolWindows(runs);
  return pooled;
}

}  // namespace hopscope
