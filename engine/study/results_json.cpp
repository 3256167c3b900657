// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/study/results_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "engine/design/addressing.h"
#include "engine/design/design_json.h"
#include "engine/study/verdict_names.h"
#include "engine/study/verdict_words.h"
#include "engine/topology/part_words.h"

namespace hopscope {

namespace {

using Json = nlohmann::ordered_json;

Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

double ratio(std::uint64_t part, std::uint64_t whole) {
  return static_cast<double>(part) / static_cast<double>(whole);  // NaN for 0 of 0
}

template <typename T>
Json known(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json splitJson(const LatencyParts& split) {
  return {{"source", number(split.source)},
          {"lookup", number(split.lookup)},
          {"vc_allocation", number(split.vcAllocation)},
          {"switch_allocation", number(split.switchAllocation)},
          {"traversal", number(split.traversal)},
          {"serialization", number(split.serialization)},
          {"channel", number(split.channel)}};
}

Json latencyJson(const Results& results) {
  const LatencySummary& latency = results.latency;
  Json histogram = Json::array();
  for (const HistogramBar& bar : results.histogram)
    histogram.push_back({{"lower", bar.lower}, {"upper", bar.upper}, {"count", bar.count}});
  return {{"mean", number(latency.mean)},     {"min", number(latency.minimum)},
          {"p50", number(latency.p50)},       {"p95", number(latency.p95)},
          {"p99", number(latency.p99)},       {"max", number(latency.maximum)},
          {"ci95", number(latency.ci95)},     {"split", splitJson(results.split)},
          {"histogram", std::move(histogram)}};
}

Json cacheJson(const CacheTotals& cache) {
  return {{"lookups", cache.lookups},
          {"hits", cache.hits},
          {"hit_rate", number(ratio(cache.hits, cache.lookups))},
          {"mshr_merges", cache.mshrMerges},
          {"prefetches", cache.prefetches},
          {"refills", cache.refills},
          {"misses",
           {{"compulsory", cache.compulsory},
            {"capacity", cache.capacity},
            {"conflict", cache.conflict}}}};
}

Json energyJson(const EnergyParts& energy) {
  return {{"buffers", number(energy.buffers)},
          {"links", number(energy.links)},
          {"lookup", number(energy.lookup)},
          {"fixed", number(energy.fixed)}};
}

Json channelsJson(const Topology& topology, const Results& results) {
  Json channels = Json::array();
  // A file of a project may hold more than there is.
  const std::size_t known =
      std::min<std::size_t>(topology.channelCount(), results.channelUtilization.size());
  for (ChannelId channel = 0; channel < known; ++channel)
    channels.push_back({{"from", nameOf(topology, topology.from(channel))},
                        {"to", nameOf(topology, topology.to(channel))},
                        {"class", topology.classOf(channel / 2).name},
                        {"utilization", number(results.channelUtilization[channel])}});
  return channels;
}

Json routersJson(const Topology& topology, const Results& results) {
  Json routers = Json::array();
  const std::size_t known = std::min<std::size_t>(topology.routerCount(), results.routers.size());
  for (RouterId router = 0; router < known; ++router) {
    const RouterResult& result = results.routers[router];
    routers.push_back({{"id", topology.routerIds[router]},
                       {"accepted_load", number(result.acceptedLoad)},
                       {"delivered_load", number(result.deliveredLoad)},
                       {"cache_lookups", result.cacheLookups},
                       {"cache_hits", result.cacheHits},
                       {"energy", energyJson(result.energy)}});
    // Ids are what other programs go by; a name only helps who reads.
    if (const std::string& name = givenName(topology, {router, 0, false}); !name.empty())
      routers.back()["name"] = name;
  }
  return routers;
}

Json windowsJson(const Results& results) {
  Json windows = Json::array();
  for (const WindowSample& window : results.windows)
    windows.push_back({{"end", window.end},
                       {"length", window.length},
                       {"latency_mean", number(window.latencyMean)},
                       {"latency_p50", number(window.latencyP50)},
                       {"latency_p95", number(window.latencyP95)},
                       {"latency_p99", number(window.latencyP99)},
                       {"accepted_load", number(window.acceptedLoad)},
                       {"generated_load", number(window.generatedLoad)},
                       {"hit_rate", number(window.hitRate)},
                       {"hottest_channel", number(window.hottestChannel)},
                       {"nonminimal_fraction", number(window.nonminimal)},
                       {"packets_under_way", number(window.underWay)},
                       {"power", energyJson(window.power)},
                       {"energy_per_packet", number(window.energyPerPacket)}});
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
    classes.push_back({{"name", each.name},
                       {"packets", each.packets},
                       {"latency_mean", number(each.latencyMean)},
                       {"hops_mean", number(each.hopsMean)}});
  return classes;
}

Json trafficClassesJson(const Results& results) {
  Json classes = Json::array();
  for (const TrafficClassResult& each : results.trafficClasses)
    classes.push_back({{"name", each.name},
                       {"offered_load", number(each.offeredLoad)},
                       {"accepted_load", number(each.acceptedLoad)},
                       {"packets", each.packets},
                       {"latency",
                        {{"mean", number(each.latencyMean)},
                         {"p50", number(each.latencyP50)},
                         {"p95", number(each.latencyP95)},
                         {"p99", number(each.latencyP99)}}},
                       {"hops_mean", number(each.hopsMean)}});
  return classes;
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
  Json circle = Json::array();
  for (const WaitingVc& waiting : results.deadlock)
    if (waiting.channel < topology.channelCount())
      circle.push_back({{"channel", waiting.channel},
                        {"from", nameOf(topology, topology.from(waiting.channel))},
                        {"to", nameOf(topology, topology.to(waiting.channel))},
                        {"vc", waiting.vc}});
  return circle;
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
  json["cycles"] = results.cycles;
  json["wall_seconds"] = number(results.wallSeconds);
  json["flit_hops"] = results.flitHops;
  json["flit_hops_per_second"] =
      number(static_cast<double>(results.flitHops) / results.wallSeconds);
  json["offered_load"] = number(results.offeredLoad);
  json["accepted_load"] = number(results.acceptedLoad);
  json["accepted_load_ci95"] = number(results.acceptedCi95);
  json["queue_growth"] = number(results.queueGrowth);
  json["packets"] = {{"measured", results.packetsMeasured},
                     {"lost", results.packetsLost},
                     {"refused", results.packetsRefused},
                     {"reordered", known(results.packetsReordered)}};
  json["latency"] = latencyJson(results);
  json["network_latency"] = {{"mean", number(results.networkLatencyMean)}};
  json["hops"] = {{"mean", number(results.hopsMean)}};
  json["nonminimal_fraction"] = number(results.nonminimalFraction);
  json["classes"] = classesJson(results);
  if (!results.trafficClasses.empty()) json["traffic_classes"] = trafficClassesJson(results);
  json["cache"] = cacheJson(results.cache);
  json["l2"] = {{"hits", results.cache.sharedHits}};
  json["cam"] = {{"lookups", results.cache.camLookups},
                 {"queue_mean", number(results.cache.camQueueMean)}};
  if (const auto tables = tableCounts(design, topology))
    json["tables"] = {{"entries_max", tables->entriesMax},
                      {"compacted_entries", known(tables->compactedEntries)}};
  if (learning != nullptr) {
    json["tables"]["floods"] = learning->floods;
    json["learning"] = learningJson(*learning);
  }
  if (scenario != nullptr) json["scenario"] = scenarioJson(topology, *scenario);
  json["energy"] = energyJson(results.energy);
  json["energy"]["per_packet"] = number(results.energyPerPacket);
  json["warmup_used"] = results.warmupUsed;
  json["measured_cycles"] = results.measuredCycles;
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
  return json.dump(2) + "\n";
}

}  // namespace hopscope
