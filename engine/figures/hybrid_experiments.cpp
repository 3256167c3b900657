// SPDX-License-Identifier: GPL-3.0-or-later
// Sets of messages over wormhole, circuit, time-division and hybrid crossbars, until all have
// arrived.
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "engine/core/declare.h"
#include "engine/figures/entries.h"
#include "engine/figures/hybrid_jobs.h"
#include "engine/routing/routing_algorithm.h"
#include "engine/simulation/make_network.h"
#include "engine/simulation/run_workload.h"
#include "engine/topology/generator.h"
#include "engine/traffic/traffic_pattern.h"

namespace hopscope::figures {
namespace {

using declare::choice;
using declare::number;

constexpr std::uint32_t kFlitBytes = 8;
constexpr std::uint32_t kProcessorFlits = 5;  // a word of 8 bytes in 2 ns
constexpr Cycle kMostSetCycles = 1'000'000'000;

/// A crossbar without traffic of its own.
Setup crossbarSetup(std::int64_t ports, const HybridSwitches& switches) {
  const Generator& generator = *generators().find("crossbar");
  Values values = defaultsOf(generator.parameters);
  values["terminals"] = ports;
  Setup s;
  s.topology = std::make_shared<const Topology>(generator.build(values));
  s.linkLatency.assign(s.topology->linkCount(), switches.wire);
  s.switches = switches;
  s.lookups = {LookupSettings{}};
  s.lookupOf = {0};
  s.routing = routingAlgorithms().find("shortest_path")->make(*s.topology, {}, {});
  s.traffic = trafficPatterns().find("uniform")->make(*s.topology, {{"include_self", false}}, 1);
  return s;
}

HybridSwitches switchesOf(const Values& values, const HybridJob& job) {
  HybridSwitches switches;
  HybridSettings& settings = switches.settings;
  const std::string& network = textAt(values, "network");
  const auto cycles = [&](const char* name) { return static_cast<Cycle>(integerAt(values, name)); };
  const auto flits = [&](const char* name) {
    return static_cast<std::uint32_t>(
        std::max<std::int64_t>(1, integerAt(values, name) / kFlitBytes));
  };
  switches.processorFlits = kProcessorFlits;
  switches.wire = cycles("wire");
  settings.circuitSlots = static_cast<std::uint32_t>(integerAt(values, "slots"));
  settings.lengths = {cycles("slot"), cycles("slot")};
  settings.straight = cycles("straight");
  settings.schedulerLatency = cycles("scheduler");
  settings.schedulerInterval = cycles("scheduler_interval");
  settings.evictionLimit = cycles("time_out");
  settings.adding = Adding::none;  // what is predictable is loaded
  settings.wormFlits = flits("worm_bytes");
  settings.nicFlits = flits("nic_bytes");
  settings.pairFlits = static_cast<std::uint32_t>(integerAt(values, "queue_bytes") / kFlitBytes);
  settings.switchFlits = flits("switch_bytes");
  std::size_t loads = 0;
  if (network == "wormhole") {
    settings.circuitSlots = 0;
    settings.pairFlits = 0;
  } else if (network == "circuit") {
    settings.circuitSlots = 1;
    settings.policy = SlotPolicy::fixed;
    settings.worms = false;
    settings.evictionLimit = 0;
  } else if (network == "rotating") {
    settings.circuitSlots = static_cast<std::uint32_t>(job.configurations.size());
    settings.policy = SlotPolicy::fixed;
    settings.worms = false;
    loads = job.configurations.size();
  } else if (network == "dynamic") {
    settings.worms = false;
    loads = static_cast<std::size_t>(integerAt(values, "loaded"));
  } else if (network == "preload") {
    settings.worms = false;
    loads = job.configurations.size();
  } else {
    loads = job.configurations.size();
    if (network == "sla")
      settings.lengths =
          adjustedLengths(realAt(values, "predictable"), realAt(values, "efficiency"),
                          settings.circuitSlots, cycles("slot"));
    settings.policy = network == "sla"       ? SlotPolicy::adjustLength
                      : network == "preempt" ? SlotPolicy::preempt
                                             : SlotPolicy::skipEmpty;
    // Without slots of circuits nobody would serve what is loaded.
    if (settings.lengths.circuits == 0) loads = 0;
  }
  loads = std::min(loads, job.configurations.size());
  settings.loaded.assign(job.configurations.begin(),
                         job.configurations.begin() + static_cast<std::ptrdiff_t>(loads));
  return switches;
}

Numbers runHybrid(const Values& values, const std::stop_token& stop) {
  const std::int64_t ports = integerAt(values, "ports");
  const std::int64_t bytes = integerAt(values, "bytes");
  const std::int64_t trials = integerAt(values, "trials");
  const std::int64_t flits = (bytes + kFlitBytes - 1) / kFlitBytes;
  const double payload = static_cast<double>(bytes) / static_cast<double>(kFlitBytes * flits);
  double sum = 0, squares = 0, hits = 0, time = 0;
  for (std::int64_t trial = 0; trial < trials && !stop.stop_requested(); ++trial) {
    Rng rng(static_cast<std::uint64_t>(integerAt(values, "seed") + trial), 0,
            RandomPurpose::destination);
    const HybridJob job = hybridJob(values, rng);
    const auto set =
        std::make_shared<MessageSet>(static_cast<std::uint32_t>(ports), kProcessorFlits);
    for (const auto& phase : job.phases) set->addPhase(phase);
    const Setup setup = crossbarSetup(ports, switchesOf(values, job));
    const auto network = makeNetwork(setup, set);
    while (!set->finished() && !stop.stop_requested() && network->now() < kMostSetCycles)
      runToEnd(*network, *set, network->now() + 10'000);
    const auto makespan = static_cast<double>(set->lastArrival());
    const double share = 100 * static_cast<double>(set->flits()) * payload / makespan / job.peak;
    sum += share, squares += share * share, time += makespan;
    const CircuitCounts& circuits = *network->circuits();
    hits += 100.0 * static_cast<double>(circuits.hits) /
            static_cast<double>(circuits.hits + circuits.misses);
  }
  const auto count = static_cast<double>(trials);
  const double mean = sum / count;
  const double variance = count > 1 ? std::max(0.0, (squares - sum * mean) / (count - 1)) : 0;
  return {{mean, std::sqrt(variance / count)}, {time / count, 0}, {hits / count, 0}};
}

Issues checkHybrid(const Values& values) {
  if (integerAt(values, "ports") >= 4) return {};
  return {{Severity::error, "ports", sentence("A torus has neighbours from 4 ports on."),
           sentence("Choose more ports.")}};
}

}  // namespace

Computation hybridCrossbar() {
  Entry entry;
  entry.name = "hybrid.crossbar";
  entry.label = "Messages over a hybrid crossbar";
  entry.help = "A set of messages until all have arrived. A cycle is a word of 8 bytes.";
  entry.source = "Ding, PhD thesis, University of Pittsburgh 2006, chapters 4, 5 and 8";
  const auto count = [](const char* name, const char* label, std::int64_t fallback, double least,
                        double most, const char* unit) {
    return number(ParameterType::integer, name, label, fallback, least, most, unit, "");
  };
  entry.parameters = {
      choice("network", "Network", "preempt",
             {{"wormhole", "wormhole"},
              {"circuit", "circuit"},
              {"rotating", "predictive, rotating"},
              {"dynamic", "TDM, dynamic"},
              {"preload", "TDM, preloaded"},
              {"ses", "SES"},
              {"sla", "SLA"},
              {"preempt", "PREEMPT"}},
             ""),
      choice("workload", "Messages", "mixed",
             {{"scatter", "scatter"},
              {"random", "random"},
              {"all_to_all", "all to all"},
              {"ordered_mesh", "ordered mesh"},
              {"random_mesh", "random mesh"},
              {"two_phase", "two phases"},
              {"favourites", "to favourites"},
              {"mixed", "mixed"},
              {"phases", "in phases"}},
             ""),
      count("ports", "Ports", 64, 2, 1024, ""),
      count("bytes", "Message", 128, 1, 1e6, "bytes"),
      count("messages", "Messages per port", 256, 1, 1e5, ""),
      number(ParameterType::real, "predictable", "Predictable", 0.5, 0, 1, "", ""),
      number(ParameterType::real, "efficiency", "Expected of worms", 0.7, 0.01, 1, "", ""),
      count("slots", "Slots of circuits", 4, 1, 64, ""),
      count("loaded", "Of those, loaded", 0, 0, 64, ""),
      count("slot", "Slot", 20, 1, 1e6, "cycles"),
      count("wire", "Wire", 8, 1, 1e6, "cycles"),
      count("straight", "NIC to NIC", 10, 1, 1e6, "cycles"),
      count("scheduler", "Scheduler", 4, 0, 1e6, "cycles"),
      count("scheduler_interval", "Between passes", 2, 1, 1e6, "cycles"),
      count("time_out", "Time-out of circuits", 40, 0, 1e9, "cycles"),
      count("worm_bytes", "Longest worm", 128, 8, 1e9, "bytes"),
      count("nic_bytes", "Buffer of a NIC", 8192, 8, 1e9, "bytes"),
      count("queue_bytes", "For each destination", 0, 0, 1e9, "bytes"),
      count("switch_bytes", "Buffer of an input", 8192, 8, 1e9, "bytes"),
      count("trials", "Trials", 1, 1, 1e4, ""),
      count("seed", "Seed", 1, 0, 1e9, "")};
  return overParameters(std::move(entry),
                        {{"utilization", "Bandwidth utilization", "%"},
                         {"makespan", "Time until all has arrived", "cycles"},
                         {"hit_rate", "Messages that found a circuit", "%"}},
                        runHybrid, checkHybrid);
}

}  // namespace hopscope::figures
