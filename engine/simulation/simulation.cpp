// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

#include "engine/core/version.h"
#include "engine/simulation/measurement.h"
#include "engine/simulation/observation.h"
#include "engine/switching/terminals.h"
#include "engine/switching/vct_router.h"

#ifdef HOPSCOPE_CHECKED
#include <cstdio>
#include <cstdlib>
#endif

namespace hopscope {
namespace {

using Clock = std::chrono::steady_clock;

FabricPlan fabricPlan(const Setup& s) {
  return {s.topology, s.linkLatency, s.virtualChannels, s.switches, s.switchOf, s.packetFlits};
}

LookupPlan lookupPlan(const Setup& s) {
  return {s.lookups, s.lookupOf, s.picosecondsPerCycle, s.run.seed};
}

TerminalPlan terminalPlan(const Setup& s) {
  return {s.load, s.run.seed, s.run.warmup, s.run.warmup + s.run.measure};
}

/// With packets in the network and no move for this long, nothing will move any more: no wire,
/// switch or table takes longer.
Cycle patience(const Setup& s, const Fabric& fabric) {
  Picoseconds slowest = 0;
  for (const LookupSettings& lookup : s.lookups)
    slowest = std::max(slowest, lookup.camLatency + lookup.camInterval + lookup.cache.latency +
                                    lookup.cache.interval);
  return 10 * (fabric.arrivals.horizon() +
               static_cast<Cycle>(static_cast<double>(slowest) / s.picosecondsPerCycle)) +
         1000;
}

}  // namespace

struct Simulation::Implementation {
  explicit Implementation(Setup given)
      : setup(std::move(given)),
        fabric(fabricPlan(setup)),
        routes(fabric, lookupPlan(setup)),
        router(fabric, *setup.routing, routes, setup.switches),
        terminals(fabric, *setup.routing, *setup.traffic, router, terminalPlan(setup)),
        measurement(setup.run, fabric),
        patienceCycles(patience(setup, fabric)) {}

  Setup setup;
  Fabric fabric;
  RouteStage routes;
  VctRouter router;
  Terminals terminals;
  Measurement measurement;
  Cycle patienceCycles;
  Cycle now = 0;  ///< cycles simulated
  RunPhase phase = RunPhase::warmup;
  bool deadlocked = false;
  double wallSeconds = 0;

  void cycle() {
    router.receiveCredits(now);
    terminals.generate(now);
    router.receiveHeads(now);
    router.allocate(now);
    fabric.deliveries.drain(now, [this](PacketIndex index) {
      measurement.delivered(now, fabric.packets[index]);
      fabric.packets.give(index);
    });
    ++now;
    measurement.cycleDone(now, fabric, routes, terminals);
    updatePhase();
  }

  void updatePhase() {
    const RunSettings& run = setup.run;
    if (now < run.warmup)
      phase = RunPhase::warmup;
    else if (now < run.warmup + run.measure)
      phase = RunPhase::measure;
    else if (now < run.maxCycles && measurement.deliveredMeasured() < terminals.measured())
      phase = RunPhase::drain;
    else
      phase = RunPhase::done;
    if (fabric.packets.alive() > 0 && now - router.lastMove() > patienceCycles && waitingHeads()) {
      deadlocked = true;
      phase = RunPhase::done;
    }
  }

  /// A packet waits in some input buffer. Only asked when nothing was granted for long.
  bool waitingHeads() const {
    return std::any_of(fabric.inputs.begin(), fabric.inputs.end(),
                       [](const InputPort& in) { return in.occupied != 0; });
  }
};

Simulation::Simulation(Setup setup)
    : implementation_(std::make_unique<Implementation>(std::move(setup))) {
  implementation_->updatePhase();
}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

const Setup& Simulation::setup() const {
  return implementation_->setup;
}
Cycle Simulation::now() const {
  return implementation_->now;
}
Cycle Simulation::planned() const {
  return implementation_->setup.run.warmup + implementation_->setup.run.measure;
}
RunPhase Simulation::phase() const {
  return implementation_->phase;
}

void Simulation::advance(Cycle cycles) {
  Implementation& i = *implementation_;
  const auto start = Clock::now();
  for (; cycles > 0 && i.phase != RunPhase::done; --cycles) {
    i.cycle();
#ifdef HOPSCOPE_CHECKED
    if (i.fabric.inputs.size() <= 1000 || i.now % 64 == 0) {
      const std::vector<std::string> found = violations();
      if (!found.empty()) {
        std::fputs((found.front() + "\n").c_str(), stderr);
        std::abort();
      }
    }
#endif
  }
  i.wallSeconds += std::chrono::duration<double>(Clock::now() - start).count();
}

void Simulation::snapshot(Snapshot& out, const WatchList& watch) const {
  const Implementation& i = *implementation_;
  const Topology& t = *i.setup.topology;
  out.cycle = i.now;
  out.planned = planned();
  out.phase = i.phase;
  out.channelFlits = i.fabric.channelFlits;
  if (i.routes.tables()) {
    out.routerLookups.resize(t.routerCount());
    out.routerHits.resize(t.routerCount());
    for (RouterId r = 0; r < t.routerCount(); ++r) {
      const LookupCounts counts = i.routes.counts(r);
      out.routerLookups[r] = counts.lookups;
      out.routerHits[r] = counts.hits;
    }
  } else {
    out.routerLookups.clear();
    out.routerHits.clear();
  }
  out.flitHops = i.router.flitHops();
  out.packetsGenerated = i.terminals.generated();
  out.packetsRefused = i.terminals.refused();
  out.packetsDelivered = i.measurement.deliveredPackets();
  out.windows = i.measurement.windows();
  out.packets.clear();
  if (watch.packets) observePackets(i.fabric, i.now, watch.maxPackets, out.packets);
  out.router.reset();
  if (watch.router < t.routerCount()) {
    const SwitchSettings& s = i.setup.switches[i.setup.switchOf[watch.router]];
    observeRouter(i.fabric, i.routes, watch.router, i.now, s.outputBuffer, out.router.emplace());
  }
  out.wallSeconds = i.wallSeconds;
}

Results Simulation::results() const {
  const Implementation& i = *implementation_;
  Results results;
  results.seed = i.setup.run.seed;
  results.engineVersion = kEngineVersion;
  results.cycles = i.now;
  results.wallSeconds = i.wallSeconds;
  results.flitHops = i.router.flitHops();
  results.offeredLoad = i.setup.load;
  i.measurement.summarise(i.now, i.fabric, i.routes, i.terminals, results);
  results.cache.camQueueMean /= i.setup.picosecondsPerCycle;
  // The wait is known of all that left their source: the same packets once all have arrived.
  results.networkLatencyMean = results.packetsLost == 0
                                   ? results.latency.mean - i.router.sourceWait()
                                   : std::numeric_limits<double>::quiet_NaN();
  results.complete = done();
  if (i.deadlocked) {
    results.verdict = Verdict::deadlocked;
    results.warnings.push_back(
        fmt::format("Stopped at cycle {}: no packet moved for {} cycles while {} wait.", i.now,
                    i.patienceCycles, i.fabric.packets.alive()));
  } else if (results.complete && results.packetsLost > 0) {
    results.warnings.push_back(fmt::format(
        "{} of {} measured packets had not arrived when the run ended at cycle {}; latencies are "
        "of those that had.",
        results.packetsLost, results.packetsLost + results.packetsMeasured, i.now));
  }
  return results;
}

std::vector<std::string> Simulation::violations() const {
  const Implementation& i = *implementation_;
  std::vector<std::string> found = i.fabric.violations(i.now);
  const std::uint64_t accounted = i.measurement.deliveredPackets() + i.fabric.packets.alive();
  if (i.terminals.generated() != accounted)
    found.push_back(fmt::format("{} packets were generated, {} are accounted for at cycle {}.",
                                i.terminals.generated(), accounted, i.now));
  return found;
}

}  // namespace hopscope
