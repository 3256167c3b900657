// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/study/results_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "engine/design/addressing.h"
#include "engine/design/design_json.h"
#include "engine/simulation/run_statistics.h"
#include "engine/simulation/window_statistics.h"
#include "engine/study/run_outcome.h"
#include "engine/study/verdict_names.h"
#include "engine/study/verdict_words.h"
#include "engine/topology/part_words.h"

namespace hopscope {

namespace {

using Json = nlohmann::ordered_json;

Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

template <typename T>
Json known(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json jsonOf(double value) {
  return number(value);
}
template <typename T>
Json jsonOf(const T& value) {
  return value;
}
template <typename T>
Json jsonOf(const std::optional<T>& value) {
  return known(value);
}

/// What is called `name` below `json`: a point where one value is a part of another.
Json& below(Json& json, std::string_view name) {
  const std::size_t point = name.find('.');
  Json& first = json[std::string(name.substr(0, point))];
  return point == std::string_view::npos ? first : below(first, name.substr(point + 1));
}

template <typename Record>
void add(Json& json, const std::vector<Statistic<Record>>& statistics, const Record& record,
         InJson where = InJson::first) {
  for (const Statistic<Record>& each : statistics)
    if (each.json == where)
      seeValue(each, record, [&](const auto& value) { below(json, each.name) = jsonOf(value); });
}

Json histogramJson(const Results& results) {
  Json histogram = Json::array();
  for (const HistogramBar& bar : results.histogram)
    histogram.push_back({{"lower", bar.lower}, {"upper", bar.upper}, {"count", bar.count}});
  return histogram;
}

Json channelsJson(const Topology& topology, const Results& results) {
  Json channels = Json::array();
  // A file of a project may hold more than there is.
  const std::size_t known =
      std::min<std::size_t>(topology.channelCount(), results.channelUtilization.size());
  for (ChannelId channel = 0; channel < known; ++channel)
    channels.push_back(
        {{"from", nameOf(topology, topology.from(channel))},
         {"to", nameOf(topology, topology.to(channel))},
         {"class", topology.classOf(channel / 2).name},
         {"utilization", results.measuredCycles > 0 ? number(results.channelUtilization[channel])
                                                    : Json(nullptr)}});
  return channels;
}

Json routersJson(const Topology& topology, const Results& results) {
  Json routers = Json::array();
  const std::size_t known = std::min<std::size_t>(topology.routerCount(), results.routers.size());
  for (RouterId router = 0; router < known; ++router) {
    routers.push_back({{"id", topology.routerIds[router]}});
    add(routers.back(), routerStatistics(), results.routers[router]);
    // Ids are what other programs go by; a name only helps who reads.
    if (const std::string& name = givenName(topology, {router, 0, false}); !name.empty())
      routers.back()["name"] = name;
  }
  return routers;
}

Json windowsJson(const Results& results) {
  Json windows = Json::array();
  for (const WindowSample& window : results.windows) {
    Json& json = windows.emplace_back(Json{{"end", window.end}, {"length", window.length}});
    add(json, windowStatistics(), window);
  }
  return windows;
}

Json fairnessJson(const Results& results) {
  Json accepted = Json::array();
  for (const RouterResult& router : results.routers)
    accepted.push_back(number(router.acceptedLoad));
  return accepted;
}

Json fairnessSummaryJson(const Topology& topology, const Results& results) {
  const Fairness fairness = fairnessOf(results);
  const auto router = [&](RouterId id) {
    return id < topology.routerCount() ? Json(topology.routerIds[id]) : Json(nullptr);
  };
  return {{"jain", number(fairness.jain)},
          {"min", number(fairness.minimum)},
          {"max", number(fairness.maximum)},
          {"min_router", router(fairness.least)},
          {"max_router", router(fairness.most)}};
}

Json classesJson(const Results& results) {
  Json classes = Json::array();
  for (const ClassResult& each : results.classes)
    add(classes.emplace_back(Json{{"name", each.name}}), classStatistics(), each);
  return classes;
}

Json trafficClassesJson(const Results& results) {
  Json classes = Json::array();
  for (const TrafficClassResult& each : results.trafficClasses)
    add(classes.emplace_back(Json{{"name", each.name}}), trafficClassStatistics(), each);
  return classes;
}

Json applicationsJson(const Results& results) {
  Json applications = Json::array();
  for (const ApplicationResult& each : results.applications) {
    Json& json =
        applications.emplace_back(Json{{"name", each.name}, {"outcome", nameOf(each.end)}});
    add(json, applicationStatistics(), each);
    json["per_rank"] = Json::array();
    for (const RankTimes& rank : each.perRank)
      json["per_rank"].push_back(
          {{"finished", rank.finished < 0 ? Json(nullptr) : Json(rank.finished)},
           {"computation", rank.computation},
           {"communication", rank.communication},
           {"waiting", rank.waiting}});
    json["stalled"] = each.stalled;
  }
  return applications;
}

Json collectivesJson(const Results& results) {
  Json collectives = Json::array();
  for (const CollectiveResult& each : results.collectives)
    add(collectives.emplace_back(
            Json{{"application", each.application}, {"operation", each.operation}}),
        collectiveStatistics(), each);
  return collectives;
}

Json slotsJson(const Results& results) {
  Json slots = Json::array();
  for (const SlotResult& each : results.timeSlots)
    add(slots.emplace_back(Json{{"slot", each.name}}), slotStatistics(), each);
  return slots;
}

Json replicationsJson(const Results& results) {
  Json replications = Json::array();
  for (const ReplicationResult& run : results.replications)
    replications.push_back({{"seed", run.seed},
                            {"verdict", nameOf(run.verdict)},
                            {"cycles", run.cycles},
                            {"warmup_used", run.warmupUsed},
                            {"packets_measured", run.packetsMeasured},
                            {"accepted_load", number(run.acceptedLoad)},
                            {"latency_mean", number(run.latencyMean)},
                            {"latency_p99", number(run.latencyP99)},
                            {"latency_ci95", number(run.latencyCi95)}});
  return replications;
}

Json deadlockJson(const Topology& topology, const Results& results) {
  Json cycle = Json::array();
  for (const WaitingVc& waiting : results.deadlock)
    if (waiting.channel < topology.channelCount())
      cycle.push_back({{"channel", waiting.channel},
                       {"from", nameOf(topology, topology.from(waiting.channel))},
                       {"to", nameOf(topology, topology.to(waiting.channel))},
                       {"vc", waiting.vc}});
  return cycle;
}

Json scenarioJson(const Topology& topology, const ScenarioOutcome& scenario) {
  const auto terminal = [&](TerminalId id) {
    return id == kNone ? Json(nullptr) : Json(topology.terminalIds[id]);
  };
  Json events = Json::array();
  for (const ScenarioEvent& event : scenario.events)
    events.push_back(
        {{"at", event.at},
         {"event", nameOf(event.step)},
         {"terminal", terminal(event.terminal)},
         {"peer", terminal(event.peer)},
         {"address", event.address == 0 ? Json(nullptr) : Json(macText(event.address))}});
  return {{"pairs", scenario.pairs},
          {"reached", scenario.reached},
          {"configured", scenario.configured},
          {"requests", scenario.requests},
          {"dropped", scenario.dropped},
          {"packets", scenario.packets},
          {"added_rules", scenario.addedRules},
          {"finished", scenario.finished},
          {"events", std::move(events)}};
}

Json learningJson(const LearningOutcome& learning) {
  Json windows = Json::array();
  for (const LearningWindow& window : learning.windows)
    windows.push_back({{"end", window.end},
                       {"frames", window.frames},
                       {"floods", window.floods},
                       {"discarded", window.discarded}});
  return {{"frames", learning.frames},
          {"flooded_frames", learning.floodedFrames},
          {"floods", learning.floods},
          {"copies", learning.copies},
          {"delivered", learning.delivered},
          {"discarded", learning.discarded},
          {"filtered", learning.filtered},
          {"dropped", learning.dropped},
          {"under_way", learning.underWay},
          {"latency_mean", number(learning.latencyMean)},
          {"hops", learning.hops},
          {"wasted_hops", learning.wastedHops},
          {"learned", learning.learned},
          {"evicted", learning.evicted},
          {"refused", learning.refused},
          {"entries_max", learning.entriesMax},
          {"full_tables", learning.fullTables},
          {"cut_short", learning.cutShort},
          {"finished", learning.finished},
          {"windows", std::move(windows)}};
}

}  // namespace

std::string writeResults(const Design& design, const Topology& topology, const Results& results,
                         const ScenarioOutcome* scenario, const LearningOutcome* learning) {
  Json json;
  json["design"] = Json::parse(writeDesign(design, true));
  json["seed"] = results.seed;
  json["engine_version"] = results.engineVersion;
  json["verdict"] = nameOf(results.verdict);
  json["stable"] = results.verdict == Verdict::stable;
  json["explanation"] = explain(topology, results).english();
  json["complete"] = results.complete;
  add(json, runStatistics(), results);
  json["latency"]["histogram"] = histogramJson(results);
  json["classes"] = classesJson(results);
  if (!results.trafficClasses.empty()) json["traffic_classes"] = trafficClassesJson(results);
  if (!results.applications.empty()) json["applications"] = applicationsJson(results);
  if (!results.collectives.empty()) json["collectives"] = collectivesJson(results);
  if (!results.timeSlots.empty()) json["slots"] = slotsJson(results);
  add(json, runStatistics(), results, InJson::afterClasses);
  if (const auto tables = tableCounts(design, topology))
    json["tables"] = {{"entries_max", tables->entriesMax},
                      {"compacted_entries", known(tables->compactedEntries)}};
  if (learning != nullptr) {
    json["tables"]["floods"] = learning->floods;
    json["learning"] = learningJson(*learning);
  }
  if (scenario != nullptr) json["scenario"] = scenarioJson(topology, *scenario);
  add(json, runStatistics(), results, InJson::afterTables);
  json["replications"] = replicationsJson(results);
  json["deadlock"] = deadlockJson(topology, results);
  json["warnings"] = Json::array();
  for (const Sentence& warning : results.warnings) json["warnings"].push_back(warning.english());
  json["events"] = Json::array();
  for (const RunEvent& event : results.events)
    json["events"].push_back({{"at", event.at}, {"in_force", event.inForce}, {"what", event.what}});
  json["fairness"] = fairnessJson(results);
  json["fairness_summary"] = fairnessSummaryJson(topology, results);
  json["routers"] = routersJson(topology, results);
  json["channels"] = channelsJson(topology, results);
  json["windows"] = windowsJson(results);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string writeFacts(const TopologyFacts& facts) {
  Json json;
  json["routers"] = facts.routers;
  json["terminals"] = facts.terminals;
  json["links"] = facts.links;
  json["channels"] = facts.channels;
  json["radix"] = facts.radix;
  json["diameter"] = known(facts.diameter);
  json["average_distance"] = known(facts.averageDistance);
  json["average_distance_excluding_self"] = known(facts.averageDistanceExcludingSelf);
  json["router_diameter"] = known(facts.routerDiameter);
  json["bisection"] = known(facts.bisection);
  json["groups"] = facts.groups;
  json["cost"] = nullptr;  // no cost model yet
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace hopscope
