// SPDX-License-Identifier: GPL-3.0-or-later
// What is counted, walked or simulated on the network of a design. Inputs are the design's own
// settings by their full paths ("topology.kind", "traffic.load").
#include <algorithm>
#include <cmath>

#include "engine/figures/design_inputs.h"
#include "engine/figures/entries.h"
#include "engine/routing/channel_load.h"
#include "engine/routing/dependency_graph.h"
#include "engine/simulation/simulation.h"
#include "engine/topology/facts.h"
#include "engine/topology/graph_algorithms.h"

namespace hopscope::figures {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

template <typename Optional>
Measured known(const Optional& value) {
  return exact(value ? static_cast<double>(*value) : kUnknown);
}

/// A computation on a compiled design.
Computation overSetup(const char* name, const char* label, const char* help,
                      std::vector<ModelOutput> outputs,
                      std::function<Numbers(Setup, std::stop_token)> compute) {
  Computation computation;
  computation.name = name;
  computation.label = label;
  computation.help = help;
  computation.source = "the engine";
  computation.outputs = std::move(outputs);
  computation.prepare =
      [compute = std::move(compute)](const Inputs& inputs) -> std::variant<Work, Issues> {
    Issues issues;
    for (const TypedValue& each : ownInputs(inputs))
      issues.push_back({Severity::error, each.first, sentence("There is no such setting."),
                        sentence("Settings of a design are written in full: \"topology.kind\".")});
    Design design = readDesign(inputs, issues);
    if (!hasErrors(issues))
      for (Issue& issue : validate(design)) issues.push_back(std::move(issue));
    if (hasErrors(issues)) return issues;
    return Work([compute, design = std::move(design)](std::stop_token stop) {
      return compute(std::move(*compile(design).setup), std::move(stop));
    });
  };
  return computation;
}

/// Pairs of terminals whose packets take more channels than a shortest path has.
std::uint64_t nonminimalPairs(const Setup& setup) {
  const Topology& topology = *setup.topology;
  std::uint64_t longer = 0;
  for (TerminalId source = 0; source < topology.terminalCount(); ++source) {
    const TerminalPlace& from = topology.terminals[source];
    const std::vector<std::uint32_t> distances = routerDistances(topology, from.router);
    for (TerminalId destination = 0; destination < topology.terminalCount(); ++destination) {
      if (destination == source) continue;
      Rng rng(1, source, RandomPurpose::routing);
      RouteState state = setup.routing->start(source, destination, rng);
      RouterId router = from.router;
      PortIndex input = from.port;
      std::uint32_t hops = 0;
      // A routing that goes in circles ends here too.
      while (hops <= topology.routerCount()) {
        const RouteChoice choice = setup.routing->route(router, input, state);
        const Port& port = topology.port(router, choice.port);
        if (port.peer.isTerminal) break;
        state.detail = choice.nextDetail;
        router = port.peer.node;
        input = port.peer.port;
        ++hops;
      }
      longer += hops != distances[topology.terminals[destination].router] ? 1 : 0;
    }
  }
  return longer;
}

Numbers measureRouting(const Setup& setup, const std::stop_token& stop) {
  const DependencyReport report =
      examineDependencies(*setup.topology, *setup.routing, reuseOf(setup), stop);
  const auto loads = channelLoads(*setup.topology, *setup.routing,
                                  [&](TerminalId source, std::vector<DestinationShare>& out) {
                                    setup.traffic->destinations(source, out);
                                  });
  const bool fixed = setup.routing->decides() == Decides::never;
  return {exact(report.deadlockFree() ? 1 : 0), exact(static_cast<double>(report.undeliveredPairs)),
          exact(fixed ? static_cast<double>(nonminimalPairs(setup)) : kUnknown),
          exact(fixed && loads ? loads->saturationBound(setup.linkRates) : kUnknown),
          exact(static_cast<double>(
              std::max(setup.virtualChannels.local, setup.virtualChannels.global)))};
}

Numbers measureRun(Setup setup, const std::stop_token& stop) {
  const double terminals = setup.topology->terminalCount();
  const double flits = setup.packetFlits;
  const double load = setup.load;
  Simulation simulation(std::move(setup));
  double conflicts = 0;
  double samples = 0;
  while (!simulation.done() && !stop.stop_requested()) {
    constexpr Cycle kSampleEvery = 64;
    simulation.advance(kSampleEvery);
    if (simulation.phase() != RunPhase::measure) continue;
    const auto sample = simulation.outputConflicts();
    conflicts += sample ? static_cast<double>(*sample) : kUnknown;
    ++samples;
  }
  const Results results = simulation.results();
  const double packets = results.acceptedLoad * terminals / flits;
  return {{results.latency.mean, results.latency.ci95 / 1.96},
          exact(results.latency.minimum),
          exact(results.acceptedLoad),
          exact(results.acceptedLoad / load),
          exact(packets),
          exact(results.hopsMean),
          exact(100 * results.nonminimalFraction),
          exact(conflicts / samples),
          exact(results.verdict == Verdict::stable ? 1 : 0)};
}

Numbers measurePaths(Setup setup, const std::stop_token& stop) {
  setup.run.window = setup.run.maxCycles;
  Simulation simulation(std::move(setup));
  while (!simulation.done() && !stop.stop_requested()) simulation.advance(1000);
  const Results results = simulation.results();
  double least = kUnknown, sum = 0, routers = 0;
  for (const RouterResult& router : results.routers) {
    if (std::isnan(router.acceptedLoad)) continue;
    least = std::isnan(least) ? router.acceptedLoad : std::min(least, router.acceptedLoad);
    sum += router.acceptedLoad;
    ++routers;
  }
  return {{results.latency.mean, results.latency.ci95 / 1.96},
          exact(results.latency.p50),
          {results.acceptedLoad, results.acceptedCi95 / 1.96},
          exact(100 * results.nonminimalFraction),
          exact(100 * least * routers / sum),
          exact(100 * results.paused)};
}

/// The most lines that a cache of the network holds.
double residentLines(const Simulation& simulation) {
  std::ptrdiff_t most = 0;
  Snapshot snapshot;
  WatchList watch;
  for (RouterId router = 0; router < simulation.setup().topology->routerCount(); ++router) {
    watch.router = router;
    simulation.snapshot(snapshot, watch);
    for (const PortDetail& port : snapshot.router->ports)
      if (port.cache)
        most =
            std::max(most, std::count_if(port.cache->lines.begin(), port.cache->lines.end(),
                                         [](const CacheLineDetail& line) { return line.valid; }));
  }
  return static_cast<double>(most);
}

Numbers measureCaches(Setup setup, const std::stop_token& stop) {
  setup.run.window = setup.run.maxCycles;
  Simulation simulation(std::move(setup));
  while (!simulation.done() && !stop.stop_requested()) simulation.advance(1000);
  const CacheTotals cache = simulation.results().cache;
  const auto lookups = static_cast<double>(cache.lookups);
  const auto found = static_cast<double>(cache.hits + cache.mshrMerges);
  const auto compulsory = static_cast<double>(cache.compulsory);
  return {exact(lookups),
          exact(100 * static_cast<double>(cache.hits) / lookups),
          exact(compulsory),
          exact(100 * found / (lookups - compulsory)),
          exact(lookups - found - compulsory),
          exact(residentLines(simulation))};
}

}  // namespace

Computation networkCaches() {
  return overSetup("network.caches", "Forwarding caches in a run", "One simulation.",
                   {{"lookups", "Lookups", ""},
                    {"hit_rate", "Hits", "%"},
                    {"compulsory", "Compulsory misses", ""},
                    {"found", "Found, first lookups of a line aside", "%"},
                    {"others", "Other misses", ""},
                    {"resident", "Lines of the fullest cache", ""}},
                   [](Setup setup, const std::stop_token& stop) {
                     return measureCaches(std::move(setup), stop);
                   });
}

Computation networkPaths() {
  return overSetup("network.paths", "Paths that packets take in a run", "One simulation.",
                   {{"latency", "Mean latency", "cycles"},
                    {"median", "Median of the latency", "cycles"},
                    {"accepted", "Accepted load", "flits/terminal/cycle"},
                    {"nonminimal", "Non-minimal packets", "%"},
                    {"least_router", "What the slowest router sends, of the mean", "%"},
                    {"paused", "Paused channels", "%"}},
                   [](Setup setup, const std::stop_token& stop) {
                     return measurePaths(std::move(setup), stop);
                   });
}

Computation networkFacts() {
  Computation computation;
  computation.name = "network.facts";
  computation.label = "Facts of a network";
  computation.help = "Counted on the built network, distances by breadth-first search.";
  computation.source = "the engine";
  computation.outputs = {{"terminals", "Terminals", ""},
                         {"routers", "Routers", ""},
                         {"links", "Links", ""},
                         {"radix", "Largest radix", ""},
                         {"least_radix", "Smallest radix", ""},
                         {"diameter", "Diameter", "links"},
                         {"distance", "Average distance", "links"},
                         {"distance_excluding_self", "Average distance, self excluded", "links"}};
  computation.prepare = [](const Inputs& inputs) -> std::variant<Work, Issues> {
    Issues issues;
    const Design design = readDesign(inputs, issues);
    if (hasErrors(issues)) return issues;
    auto topology = buildTopology(design, issues);
    if (!topology || hasErrors(issues)) return issues;
    return Work([topology = std::move(topology)](const std::stop_token&) -> Numbers {
      const TopologyFacts facts = measureFacts(*topology);
      std::uint64_t least = facts.radix;
      for (RouterId router = 0; router < topology->routerCount(); ++router)
        least = std::min<std::uint64_t>(least, topology->radix(router));
      return {exact(static_cast<double>(facts.terminals)),
              exact(static_cast<double>(facts.routers)),
              exact(static_cast<double>(facts.links)),
              exact(static_cast<double>(facts.radix)),
              exact(static_cast<double>(least)),
              known(facts.diameter),
              known(facts.averageDistance),
              known(facts.averageDistanceExcludingSelf)};
    });
  };
  return computation;
}

Computation networkRouting() {
  return overSetup(
      "network.routing", "Routing of a network",
      "Walked exactly: channel dependencies, delivery, path lengths, channel loads.",
      {{"deadlock_free", "Free of deadlock (1: yes)", ""},
       {"undelivered", "Pairs not delivered", ""},
       {"nonminimal", "Pairs on longer than shortest paths", ""},
       {"bound", "Saturation bound", "flits/terminal/cycle"},
       {"virtual_channels", "Virtual channels", ""}},
      [](const Setup& setup, const std::stop_token& stop) { return measureRouting(setup, stop); });
}

Computation networkRun() {
  return overSetup(
      "network.run", "Run of a design", "One simulation.",
      {{"latency", "Mean latency", "cycles"},
       {"least_latency", "Smallest latency", "cycles"},
       {"accepted", "Accepted load", "flits/terminal/cycle"},
       {"ratio", "Accepted of the offered load", ""},
       {"packets_per_cycle", "Packets received", "packets/cycle"},
       {"hops", "Hops between routers", ""},
       {"nonminimal", "Packets on longer than minimal paths", "%"},
       {"conflicts", "Output conflicts", "packets/cycle"},
       {"stable", "Stable (1: yes)", ""}},
      [](Setup setup, const std::stop_token& stop) { return measureRun(std::move(setup), stop); });
}

}  // namespace hopscope::figures
