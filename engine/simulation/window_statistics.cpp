// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/window_statistics.h"

#include <algorithm>
#include <stdexcept>

namespace hopscope {

namespace {

/// Goals are numbered as they stand in the list; those of parts come last.
constexpr int kPartGoals = 100;

using Window = Statistic<WindowSample>;

template <auto... path>
StatisticValue<WindowSample> ofWindow() {
  return member<WindowSample, path...>();
}

std::vector<Window> makeWindowStatistics() {
  std::vector<Window> rows{
      {.name = "latency_mean",
       .value = ofWindow<&WindowSample::latencyMean>(),
       .measure = Measure::cycles,
       .keeping = Keeping::record,
       .label = "Mean latency",
       .goal = 3,
       .figure = 2},
      {.name = "latency_p50",
       .value = ofWindow<&WindowSample::latencyP50>(),
       .measure = Measure::cycles,
       .label = "Median of the latency",
       .goal = 4},
      {.name = "latency_p95",
       .value = ofWindow<&WindowSample::latencyP95>(),
       .measure = Measure::cycles,
       .label = "95th percentile of the latency",
       .goal = 5},
      {.name = "latency_p99",
       .value = ofWindow<&WindowSample::latencyP99>(),
       .measure = Measure::cycles,
       .keeping = Keeping::record,
       .label = "99th percentile of the latency",
       .goal = 6,
       .figure = 3,
       .figureLabel = "99th percentile"},
  };
  // Shares of the cycles, where `latency.split` of a run is in cycles.
  addParts<kLatencyParts, &WindowSample::split>(rows, Window{.name = "latency_shares",
                                                             .value = {},
                                                             .measure = Measure::share,
                                                             .kept = "window_split",
                                                             .goal = kPartGoals,
                                                             .decimals = 1});
  rows.insert(rows.end(), {
                              {.name = "accepted_load",
                               .value = ofWindow<&WindowSample::acceptedLoad>(),
                               .measure = Measure::load,
                               .keeping = Keeping::record,
                               .label = "Accepted load",
                               .goal = 1,
                               .figure = 1,
                               .decimals = 3},
                              {.name = "generated_load",
                               .value = ofWindow<&WindowSample::generatedLoad>(),
                               .measure = Measure::load,
                               .keeping = Keeping::record,
                               .label = "Offered load",
                               .goal = 2,
                               .decimals = 3},
                              {.name = "hit_rate",
                               .value = ofWindow<&WindowSample::hitRate>(),
                               .measure = Measure::share,
                               .keeping = Keeping::record,
                               .label = "Cache hits",
                               .goal = 7,
                               .figure = 6,
                               .presence = Presence::known,
                               .decimals = 1},
                              {.name = "hottest_channel",
                               .value = ofWindow<&WindowSample::hottestChannel>(),
                               .measure = Measure::share,
                               .keeping = Keeping::record,
                               .header = "hottest_channel_utilization",
                               .label = "Hottest link",
                               .goal = 9,
                               .figure = 5},
                              {.name = "nonminimal_fraction",
                               .value = ofWindow<&WindowSample::nonminimal>(),
                               .measure = Measure::share,
                               .kept = "window_nonminimal",
                               .label = "Non-minimal packets",
                               .goal = 8,
                               .figure = 7,
                               .presence = Presence::aboveZero,
                               .decimals = 1},
                              {.name = "reordered_fraction",
                               .value = ofWindow<&WindowSample::reordered>(),
                               .measure = Measure::share,
                               .label = "Reordered packets",
                               .goal = 13,
                               .figure = 10,
                               .presence = Presence::aboveZero,
                               .decimals = 2},
                              {.name = "packets_under_way",
                               .value = ofWindow<&WindowSample::underWay>(),
                               .measure = Measure::packets,
                               .kept = "window_under_way",
                               .label = "Packets under way",
                               .goal = 10,
                               .figure = 4},
                          });
  addParts<kPathParts, &WindowSample::paths>(
      rows, Window{.name = "paths", .value = {}, .measure = Measure::share});
  addParts<kEnergyParts, &WindowSample::power>(
      rows, Window{.name = "power", .value = {}, .measure = Measure::watts});
  rows.insert(rows.end(),
              {
                  {.name = "power",
                   .value = {[](const WindowSample& window) { return window.power.total(); }, {}},
                   .measure = Measure::watts,
                   .keeping = Keeping::no,
                   .json = InJson::no,
                   .label = "Power of all switches",
                   .goal = 11,
                   .figure = 8,
                   .presence = Presence::known,
                   .decimals = 1},
                  {.name = "energy_per_packet",
                   .value = ofWindow<&WindowSample::energyPerPacket>(),
                   .measure = Measure::nanojoules,
                   .label = "Energy of a packet",
                   .goal = 12,
                   .figure = 9,
                   .figureLabel = "Energy per packet",
                   .presence = Presence::known,
                   .decimals = 1},
                  {.name = "paused",
                   .value = ofWindow<&WindowSample::paused>(),
                   .measure = Measure::share,
                   .label = "Paused channels",
                   .goal = 14,
                   .figure = 11,
                   .presence = Presence::known,
                   .decimals = 2},
                  {.name = "level_mean",
                   .value = ofWindow<&WindowSample::level>(),
                   .label = "Mean level",
                   .goal = 15,
                   .figure = 12,
                   .presence = Presence::known,
                   .decimals = 2},
                  {.name = "level_highest",
                   .value = ofWindow<&WindowSample::highestLevel>(),
                   .label = "Highest level",
                   .goal = 16},
                  {.name = "probability_mean",
                   .value = ofWindow<&WindowSample::probability>(),
                   .measure = Measure::share,
                   .label = "Mean probability of minimal paths",
                   .goal = 17},
                  {.name = "probability_least",
                   .value = ofWindow<&WindowSample::leastProbability>(),
                   .measure = Measure::share,
                   .label = "Least probability of a port",
                   .goal = 18,
                   .figure = 13,
                   .presence = Presence::known,
                   .decimals = 1},
                  {.name = "circuit_hits",
                   .value = ofWindow<&WindowSample::circuitHits>(),
                   .measure = Measure::share,
                   .label = "Packets with a circuit",
                   .goal = 19,
                   .figure = 14,
                   .presence = Presence::known,
                   .decimals = 1},
                  {.name = "reconfigurations",
                   .value = ofWindow<&WindowSample::reconfigurationRate>(),
                   .label = "Reconfigurations in 1,000 cycles",
                   .goal = 20,
                   .figure = 15,
                   .presence = Presence::known,
                   .decimals = 1},
                  {.name = "preemptions",
                   .value = ofWindow<&WindowSample::preemptionRate>(),
                   .label = "Preempted slots in 1,000 cycles",
                   .goal = 21,
                   .figure = 16,
                   .presence = Presence::known,
                   .decimals = 1},
                  {.name = "flushes",
                   .value = ofWindow<&WindowSample::flushRate>(),
                   .label = "Flushes in 1,000 cycles",
                   .presence = Presence::known,
                   .decimals = 1},
              });
  addParts<kSlotParts, &WindowSample::slotTime>(
      rows, Window{.name = "slots", .value = {}, .measure = Measure::share});
  return rows;
}

std::vector<PlotOverTime> makePlots() {
  constexpr const char* kNoSlots = "The switches of this run have no time slots.";
  constexpr const char* kNoEnergy = "This run was kept by a version that did not count energy.";
  return {
      {.key = "latency",
       .title = "Latency",
       .axis = "cycles",
       .curves = {{"latency_mean", "mean", 1}, {"latency_p99", "p99", 2}},
       .choice = "Latency",
       .inReport = "Latency over time",
       .file = "latency",
       .usualInReport = true,
       .usualFile = true,
       .logarithmic = true},
      {.key = "percentiles",
       .title = "Percentiles",
       .axis = "cycles",
       .curves = {{"latency_p50", "p50", 3}, {"latency_p95", "p95", 1}, {"latency_p99", "p99", 2}},
       .choice = "Latency percentiles",
       .inReport = "Percentiles of the latency over time",
       .file = "percentiles",
       .logarithmic = true},
      {.key = "split",
       .title = "Where cycles go",
       .axis = "% of the cycles",
       .stacked = "latency_shares",
       .choice = "Where cycles go",
       .inReport = "Where the latency goes, over time",
       .file = "where-cycles-go",
       .top = 100,
       .missing = "Shown for measured packets; the warm-up is not over yet."},
      {.key = "accepted",
       .title = "Accepted load",
       .axis = "flits/terminal/cycle",
       .curves = {{"accepted_load", "accepted", 3}},
       .choice = "Accepted load",
       .inReport = "Accepted load over time",
       .file = "accepted-load",
       .usualInReport = true,
       .usualFile = true,
       .offered = true,
       .logarithmic = true},
      {.key = "hit_rate",
       .title = "Forwarding-cache hits",
       .axis = "% of lookups",
       .curves = {{"hit_rate", "now", 4}},
       .choice = "Forwarding-cache hits",
       .setting = "hits",
       .inReport = "Forwarding-cache hits over time",
       .file = "cache-hits",
       .usualInReport = true,
       .usualFile = true,
       .top = 100,
       .drawn = Presence::known,
       .missing = "The routers of this run compute routes without a cache."},
      {.key = "nonminimal",
       .title = "Non-minimal packets",
       .axis = "% of those delivered",
       .curves = {{"nonminimal_fraction", "now", 5}},
       .choice = "Non-minimal packets",
       .inReport = "Non-minimal packets over time",
       .file = "non-minimal",
       .usualInReport = true,
       .top = 100,
       .drawn = Presence::aboveZero,
       .missing = "No packet took a non-minimal path."},
      {.key = "reordered",
       .title = "Reordered packets",
       .axis = "% of those delivered",
       .curves = {{"reordered_fraction", "now", 6}},
       .choice = "Reordered packets",
       .inReport = "Reordered packets over time",
       .file = "reordered",
       .drawn = Presence::aboveZero,
       .missing = "Packets of each pair of terminals arrive in the order in which they were sent."},
      {.key = "paths",
       .title = "Kinds of path",
       .axis = "% of those delivered",
       .stacked = "paths",
       .choice = "Kinds of path",
       .inReport = "Kinds of path over time",
       .file = "kinds-of-path",
       .top = 100,
       .missingKept = "This run was kept by a version that did not tell kinds of path apart."},
      {.key = "under_way",
       .title = "Under way",
       .axis = "packets",
       .curves = {{"packets_under_way", "now", 8}},
       .choice = "Packets under way",
       .inReport = "Packets under way",
       .file = "under-way",
       .logarithmic = true},
      {.key = "power",
       .title = "Power",
       .axis = "W, all switches",
       .stacked = "power",
       .choice = "Power",
       .inReport = "Power of the switches over time",
       .file = "power",
       .missingKept = kNoEnergy},
      {.key = "energy",
       .title = "Energy per packet",
       .axis = "nJ",
       .curves = {{"energy_per_packet", "now", 1}},
       .choice = "Energy per packet",
       .inReport = "Energy per packet over time",
       .file = "energy",
       .logarithmic = true,
       .drawn = Presence::aboveZero,
       .missingKept = kNoEnergy},
      {.key = "paused",
       .title = "Paused channels",
       .axis = "% of their time",
       .curves = {{"paused", "now", 6}},
       .choice = "Paused channels",
       .inReport = "Paused channels over time",
       .file = "paused",
       .drawn = Presence::known,
       .missing = "In this run, credits tell senders of room."},
      {.key = "level",
       .title = "Level of the switches",
       .axis = "level",
       .curves = {{"level_mean", "mean", 1}, {"level_highest", "highest", 2}},
       .choice = "Level of the switches",
       .inReport = "Level of the switches over time",
       .file = "level",
       .steps = true,
       .drawn = Presence::known,
       .missing = "Only ACOR and PB-ACOR have levels, where they belong to switches."},
      {.key = "probability",
       .title = "Probability of minimal paths",
       .axis = "%, by port",
       .curves = {{"probability_mean", "mean", 1}, {"probability_least", "least", 2}},
       .choice = "Probability of minimal paths",
       .inReport = "Probability of minimal paths over time",
       .file = "probability",
       .top = 100,
       .steps = true,
       .drawn = Presence::known,
       .missing = "Only QCN-Switch has probabilities."},
      {.key = "slots",
       .title = "Time of the slots",
       .axis = "% of the time",
       .stacked = "slots",
       .choice = "Time of the slots",
       .inReport = "What time slots were spent on",
       .file = "slots",
       .top = 100,
       .missing = kNoSlots},
      {.key = "circuit_hits",
       .title = "Packets with a circuit",
       .axis = "% of those sent",
       .curves = {{"circuit_hits", "now", 4}},
       .choice = "Packets with a circuit",
       .inReport = "Packets with a circuit over time",
       .file = "circuit-hits",
       .top = 100,
       .drawn = Presence::known,
       .missing = kNoSlots},
      {.key = "reconfigurations",
       .title = "Changes of circuits",
       .axis = "in 1,000 cycles",
       .curves = {{"reconfigurations", "reconfigured", 1},
                  {"preemptions", "preempted", 2},
                  {"flushes", "flushed", 3}},
       .choice = "Changes of circuits",
       .inReport = "Changes of circuits over time",
       .file = "changes-of-circuits",
       .drawn = Presence::known,
       .missing = kNoSlots},
  };
}

}  // namespace

const std::vector<Statistic<WindowSample>>& windowStatistics() {
  static const std::vector<Statistic<WindowSample>> rows = makeWindowStatistics();
  return rows;
}

const Statistic<WindowSample>& windowStatistic(std::string_view name) {
  const std::vector<Statistic<WindowSample>>& all = windowStatistics();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Window& each) { return each.name == name; });
  if (found == all.end())
    throw std::invalid_argument("there is no statistic \"" + std::string(name) + '"');
  return *found;
}

const std::vector<PlotOverTime>& plotsOverTime() {
  static const std::vector<PlotOverTime> plots = makePlots();
  return plots;
}

std::set<std::string> statisticWords() {
  std::set<std::string> words;
  const auto add = [&words](const char* each) {
    if (each != nullptr) words.insert(each);
  };
  for (const Window& row : windowStatistics()) {
    add(row.label);
    add(row.figureLabel);
    if (row.part != nullptr) add(row.part->label);
  }
  for (const PlotOverTime& plot : plotsOverTime()) {
    for (const char* each : {plot.title, plot.axis, plot.choice, plot.inReport, plot.file,
                             plot.missing, plot.missingKept})
      add(each);
    for (const PlotOverTime::Curve& curve : plot.curves) add(curve.name);
  }
  words.erase("");
  return words;
}

}  // namespace hopscope
