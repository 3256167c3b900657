// SPDX-License-Identifier: GPL-3.0-or-later
// What the input ports of one router of a k-ary n-torus see under uniform traffic, all routers
// being alike: packets are walked by the dimension-order rule, and every router on their path is
// looked at from itself, so that each visit tells something of the one router. Where networks are
// small enough, all their routers are simulated as well.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

#include "engine/core/declare.h"
#include "engine/core/rng.h"
#include "engine/design/compile.h"
#include "engine/figures/entries.h"
#include "engine/forwarding/forwarding_cache.h"
#include "engine/models/torus_cache.h"
#include "engine/routing/grid_paths.h"
#include "engine/simulation/simulation.h"

namespace hopscope::figures {
namespace {

using declare::number;
using formulas::TorusShape;

/// Where a packet still has to go, seen from the router it is at: hops per dimension, negative ones
/// the other way round.
using Remaining = std::vector<std::int64_t>;

/// Input ports: 0 is the terminal's; then two per dimension, by the direction of travel.
std::size_t portOf(std::size_t dimension, bool upwards) {
  return 1 + 2 * dimension + (upwards ? 1 : 0);
}

/// The number of the destination, as the router numbers the others: its own coordinates are 0.
std::uint32_t keyOf(const Remaining& remaining, std::int64_t k) {
  std::int64_t key = 0;
  for (std::size_t i = remaining.size(); i-- > 0;) key = key * k + (remaining[i] + k) % k;
  return static_cast<std::uint32_t>(key);
}

/// Calls `visit(port, remaining)` for every router on the path, the first and the last included.
template <typename Visit>
void walk(Remaining remaining, Visit visit) {
  visit(std::size_t{0}, remaining);
  for (std::size_t dimension = 0; dimension < remaining.size(); ++dimension) {
    std::int64_t& left = remaining[dimension];
    while (left != 0) {
      const bool upwards = left > 0;
      left += upwards ? -1 : 1;
      visit(portOf(dimension, upwards), remaining);
    }
  }
}

/// Hops to a coordinate that is `ahead` of 0 … k-1 further up: the shorter way, up where both are.
std::int64_t shorterWay(std::int64_t ahead, std::int64_t k) {
  return ahead <= k / 2 ? ahead : ahead - k;
}

Remaining remainingTo(std::uint64_t address, const TorusShape& torus) {
  Remaining remaining;
  const auto k = static_cast<std::uint64_t>(torus.k);
  for (std::int64_t i = 0; i < torus.n; ++i, address /= k)
    remaining.push_back(shorterWay(static_cast<std::int64_t>(address % k), torus.k));
  return remaining;
}

std::uint64_t terminalsOf(const TorusShape& torus) {
  std::uint64_t count = 1;
  for (std::int64_t i = 0; i < torus.n; ++i) count *= static_cast<std::uint64_t>(torus.k);
  return count;
}

std::vector<Parameter> torusParameters(std::int64_t k, std::int64_t n) {
  return {number(ParameterType::integer, "k", "Routers in a ring", k, 3, 64, "", ""),
          number(ParameterType::integer, "n", "Dimensions", n, 1, 6, "", "")};
}

TorusShape readTorus(const Values& values) {
  return {integerAt(values, "k"), integerAt(values, "n")};
}

Issues tooManyTerminals(const Values& values) {
  constexpr std::uint64_t kMost = 1'000'000;
  if (terminalsOf(readTorus(values)) <= kMost) return {};
  return {{Severity::error, "k", sentence("The torus has more than 1,000,000 terminals."),
           sentence("Choose a smaller k or n.")}};
}

/// Where a packet goes next: a port as portOf() names it, 0 where it has arrived.
std::size_t nextOf(const Remaining& remaining) {
  for (std::size_t dimension = 0; dimension < remaining.size(); ++dimension)
    if (remaining[dimension] != 0) return portOf(dimension, remaining[dimension] > 0);
  return 0;
}

Numbers countDestinations(const Values& values, const std::stop_token&) {
  const TorusShape torus = readTorus(values);
  const std::size_t ports = 1 + 2 * static_cast<std::size_t>(torus.n);
  std::vector<std::set<std::uint32_t>> destinations(ports);
  std::vector<std::set<std::size_t>> tags(ports);
  for (std::uint64_t address = 1; address < terminalsOf(torus); ++address)
    walk(remainingTo(address, torus), [&](std::size_t port, const Remaining& remaining) {
      destinations[port].insert(keyOf(remaining, torus.k));
      tags[port].insert(nextOf(remaining));
    });
  const auto dimension = static_cast<std::size_t>(integerAt(values, "port"));
  const std::size_t port = dimension == 0 ? 0 : portOf(dimension - 1, true);
  return {{static_cast<double>(destinations[port].size()), 0},
          {static_cast<double>(tags[port].size()), 0}};
}

/// Misses at the ports of terminals, and at those of each dimension, as shares of the lookups.
std::vector<double> missesByPort(const std::vector<LookupCounts>& counts) {
  std::vector<double> misses;
  misses.reserve(counts.size());
  for (const LookupCounts& port : counts)
    misses.push_back(static_cast<double>(port.misses()) / static_cast<double>(port.lookups));
  return misses;
}

/// The longest path's latency without queues with these shares of misses, less than without caches,
/// in percent; and the same by the formula.
Numbers reductions(const TorusShape& torus, double entries, const std::vector<double>& misses) {
  const formulas::SwitchDelays delays;
  const double half = std::floor(static_cast<double>(torus.k) / 2);
  double latency = delays.link + delays.hit + delays.penalty * misses[0] + delays.link;
  for (std::size_t dimension = 1; dimension < misses.size(); ++dimension)
    latency += half * (delays.hit + delays.penalty * misses[dimension] + delays.link);
  const double conventional = formulas::longestConventionalLatency(torus, delays);
  const double formula = formulas::longestLatency(torus, delays, entries);
  return {{100 * misses[0], 0},
          {100 * misses[1], 0},
          {100 * (1 - latency / conventional), 0},
          {100 * (1 - formula / conventional), 0},
          {100 * (formula - latency) / conventional, 0}};
}

std::vector<ModelOutput> reductionOutputs() {
  return {{"terminal_miss", "Misses at the terminal's port", "%"},
          {"first_miss", "Misses at ports of the first dimension", "%"},
          {"reduction", "Reduction", "%"},
          {"formula", "Reduction by the formula", "%"},
          {"gain", "Reduction, less that of the formula", "points"}};
}

/// What the caches of a whole network have counted: at the ports of terminals, and of packets that
/// travel upwards in each dimension, as the longest path of the formula has them.
std::vector<LookupCounts> countsOf(const Simulation& simulation, const TorusShape& torus) {
  const Topology& topology = *simulation.setup().topology;
  const routings::GridPaths grid(topology);
  std::vector<LookupCounts> counts(1 + static_cast<std::size_t>(torus.n));
  Snapshot snapshot;
  WatchList watch;
  for (RouterId router = 0; router < topology.routerCount(); ++router) {
    watch.router = router;
    simulation.snapshot(snapshot, watch);
    for (PortIndex index = 0; index < topology.radix(router); ++index) {
      const LinkEnd& peer = topology.port(router, index).peer;
      const LookupCounts& seen = snapshot.router->ports[index].cache->totals;
      if (peer.isTerminal) {
        counts[0] += seen;
        continue;
      }
      for (std::size_t dimension = 0; dimension < static_cast<std::size_t>(torus.n); ++dimension)
        if (grid.port(peer.node, static_cast<std::uint8_t>(2 * dimension + 1), 0) == peer.port)
          counts[dimension + 1] += seen;
    }
  }
  return counts;
}

/// All caches of a torus in a run under random traffic, at a load without queues.
Numbers runNetwork(const Values& values, const std::stop_token& stop) {
  const TorusShape torus = readTorus(values);
  Design design;
  design.settings = {{"topology.kind", std::string("torus")},
                     {"topology.dimensions",
                      std::vector<std::int64_t>(static_cast<std::size_t>(torus.n), torus.k)},
                     {"traffic.load", realAt(values, "load")},
                     {"traffic.packet_flits", std::int64_t{1}},
                     {"forwarding.lookup", std::string("cache")},
                     {"forwarding.warmup", std::string("alltoall")},
                     {"forwarding.cam.scope", std::string("port")},
                     {"forwarding.cache.entries", integerAt(values, "entries")},
                     {"forwarding.cache.ways", integerAt(values, "ways")},
                     {"run.warmup", integerAt(values, "warmup")},
                     {"run.measure", integerAt(values, "cycles")},
                     {"run.window", integerAt(values, "cycles")}};
  Compiled compiled = compile(design);
  const RunSettings run = compiled.setup->run;
  Simulation simulation(std::move(*compiled.setup));
  const auto advanceTo = [&](Cycle cycle) {
    constexpr Cycle kSlice = 1000;
    while (simulation.now() < cycle && !simulation.done() && !stop.stop_requested())
      simulation.advance(std::min(kSlice, cycle - simulation.now()));
  };
  advanceTo(run.warmup);
  const std::vector<LookupCounts> before = countsOf(simulation, torus);
  advanceTo(run.warmup + run.measure);
  std::vector<LookupCounts> counts = countsOf(simulation, torus);
  for (std::size_t port = 0; port < counts.size(); ++port) counts[port] -= before[port];
  return reductions(torus, static_cast<double>(integerAt(values, "entries")), missesByPort(counts));
}

/// Real caches at all input ports of the router, fed with what packets with random destinations
/// bring; then the longest path's latency with the hit rates that were measured.
Numbers replay(const Values& values, const std::stop_token& stop) {
  const TorusShape torus = readTorus(values);
  const std::uint64_t terminals = terminalsOf(torus);
  CacheSettings settings;
  settings.entries = static_cast<std::uint32_t>(integerAt(values, "entries"));
  settings.ways = static_cast<std::uint32_t>(integerAt(values, "ways"));
  const std::size_t ports = 1 + 2 * static_cast<std::size_t>(torus.n);
  std::vector<ForwardingCache> caches;
  for (std::size_t port = 0; port < ports; ++port)
    caches.emplace_back(settings, 1, static_cast<std::uint32_t>(port));
  // The warm-up offers every destination to every port once.
  const auto offer = [&](std::size_t port, const Remaining& remaining) {
    const std::uint32_t key = keyOf(remaining, torus.k);
    if (!caches[port].access(key)) caches[port].fill(key, 0);
  };
  for (std::uint64_t address = 1; address < terminals; ++address)
    walk(remainingTo(address, torus), offer);
  std::vector<LookupCounts> before;
  before.reserve(caches.size());
  for (const ForwardingCache& cache : caches) before.push_back(cache.counts());
  Rng rng(1, 0, RandomPurpose::destination);
  const std::int64_t packets = integerAt(values, "packets");
  for (std::int64_t packet = 0; packet < packets && !stop.stop_requested(); ++packet)
    walk(remainingTo(1 + rng.below(static_cast<std::uint32_t>(terminals - 1)), torus), offer);
  std::vector<LookupCounts> counts;
  for (std::size_t dimension = 0; dimension <= static_cast<std::size_t>(torus.n); ++dimension) {
    const std::size_t port = dimension == 0 ? 0 : portOf(dimension - 1, true);
    counts.push_back(caches[port].counts());
    counts.back() -= before[port];
  }
  return reductions(torus, static_cast<double>(settings.entries), missesByPort(counts));
}

}  // namespace

Computation torusDestinations() {
  Entry entry;
  entry.name = "torus.destinations";
  entry.label = "Destinations that a port of a torus sees";
  entry.help = "Counted by walking the packets to all destinations, dimension after dimension.";
  entry.source = "Hirasawa 2022, Figure 4.9";
  entry.parameters = torusParameters(5, 2);
  entry.parameters.push_back(number(ParameterType::integer, "port", "Port's dimension",
                                    std::int64_t{0}, 0, 6, "",
                                    "1 is routed first; 0 is the port of the terminal."));
  return overParameters(
      std::move(entry),
      {{"destinations", "Destinations seen", ""}, {"tags", "Ways on, one line each", ""}},
      countDestinations, [](const Values& values) -> Issues {
        if (integerAt(values, "port") > integerAt(values, "n"))
          return {{Severity::error, "port", sentence("The torus has no port of that dimension.")}};
        return tooManyTerminals(values);
      });
}

Computation torusNetwork() {
  Entry entry;
  entry.name = "torus.network";
  entry.label = "Forwarding caches of a torus in a run";
  entry.help =
      "All caches of the simulated network under random traffic; and equations 4.3 and 4.4 with "
      "the "
      "hit rates measured.";
  entry.source = "Hirasawa 2022, section 4.3";
  entry.parameters = torusParameters(7, 3);
  const auto count = [&entry](const char* name, const char* label, std::int64_t fallback,
                              double minimum, double maximum) {
    entry.parameters.push_back(
        number(ParameterType::integer, name, label, fallback, minimum, maximum, "", ""));
  };
  count("entries", "Cache entries", 128, 1, 65'535);
  count("ways", "Ways", 128, 1, 1024);
  count("warmup", "Cycles before", 1000, 1, 1e6);
  count("cycles", "Cycles measured", 5000, 1, 1e6);
  entry.parameters.push_back(
      number(ParameterType::real, "load", "Load", 0.02, 0.001, 0.2, "flits/terminal/cycle", ""));
  return overParameters(
      std::move(entry), reductionOutputs(), runNetwork, [](const Values& values) -> Issues {
        if (integerAt(values, "entries") % integerAt(values, "ways") != 0)
          return {{Severity::error, "ways", sentence("The ways do not divide the entries.")}};
        constexpr std::uint64_t kMost = 5000;
        if (terminalsOf(readTorus(values)) <= kMost) return {};
        return {{Severity::error, "k", sentence("The torus has more than 5,000 terminals."),
                 sentence("Choose a smaller k or n, or torus.replay.")}};
      });
}

Computation torusReplay() {
  Entry entry;
  entry.name = "torus.replay";
  entry.label = "Forwarding caches of a torus under random traffic";
  entry.help =
      "Caches at the ports of one router, fed with what packets bring; and equations 4.3 and 4.4 "
      "with the hit rates measured.";
  entry.source = "Hirasawa 2022, section 4.3";
  entry.parameters = torusParameters(9, 3);
  entry.parameters.push_back(number(ParameterType::integer, "entries", "Cache entries",
                                    std::int64_t{2048}, 1, 65'535, "", ""));
  entry.parameters.push_back(
      number(ParameterType::integer, "ways", "Ways", std::int64_t{4}, 1, 65'535, "", ""));
  entry.parameters.push_back(number(ParameterType::integer, "packets", "Packets",
                                    std::int64_t{200'000}, 1000, 1e9, "", ""));
  return overParameters(
      std::move(entry), reductionOutputs(), replay, [](const Values& values) -> Issues {
        if (integerAt(values, "entries") % integerAt(values, "ways") != 0)
          return {{Severity::error, "ways", sentence("The ways do not divide the entries.")}};
        return tooManyTerminals(values);
      });
}

}  // namespace hopscope::figures
