// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/study/cache_study.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/design/compile.h"
#include "engine/simulation/simulation.h"
#include "engine/topology/part_words.h"

namespace hopscope {
namespace {

/// The share of the progress that the simulation takes.
constexpr double kSimulated = 0.8;
constexpr Cycle kSlice = 512;

Issue wrong(const char* path, Sentence text, Sentence remedy) {
  return {Severity::error, path, std::move(text), std::move(remedy)};
}

Issue overBy(Cycle end) {
  return wrong("from", sentence("The run is over by cycle {}.", end),
               sentence("Choose an earlier cycle, or a longer run."));
}

Issues check(const CacheStudyRequest& request, const Setup& setup) {
  const Topology& t = *setup.topology;
  if (request.router != kNone && request.port != kNoPort && request.port >= t.radix(request.router))
    return {wrong("port",
                  sentence("{} has no port {}.", routerFirst(t, request.router), request.port),
                  sentence("Allowed: 0 to {}.", t.radix(request.router) - 1))};
  const auto looksUp = [](const LookupSettings& lookup) {
    return lookup.kind != LookupKind::algorithm && lookup.kind != LookupKind::nrfMap;
  };
  const bool any = request.router != kNone
                       ? looksUp(setup.lookups[setup.lookupOf[request.router]])
                       : std::any_of(setup.lookups.begin(), setup.lookups.end(), looksUp);
  if (!any)
    return {wrong("forwarding.lookup", sentence("Nothing is looked up in a table there."),
                  sentence("Choose dram, bcam, tcam or cache."))};
  if (request.from && setup.run.maxCycles <= *request.from) return {overBy(setup.run.maxCycles)};
  return {};
}

struct OwnCounts {
  std::uint64_t lookups = 0, hits = 0;
};

OwnCounts ownCounts(const Simulation& simulation, RouterId router, PortIndex port) {
  Snapshot now;
  WatchList watch;
  watch.router = port == kNoPort ? kNone : router;
  simulation.snapshot(now, watch);
  OwnCounts counts;
  if (port != kNoPort) {
    if (const auto& cache = now.router->ports[port].cache)
      counts = {cache->totals.lookups, cache->totals.hits};
    return counts;
  }
  for (RouterId r = 0; r < now.routerHits.size(); ++r) {
    if (router != kNone && r != router) continue;
    counts.lookups += now.routerLookups[r];
    counts.hits += now.routerHits[r];
  }
  return counts;
}

}  // namespace

CacheStudy studyCaches(const CacheStudyRequest& request, const std::stop_token& stop,
                       const std::function<void(double)>& progress) {
  CacheStudy study;
  Compiled compiled = compile(request.design, stop);
  if (!compiled.setup) {
    study.stopped = stop.stop_requested();
    if (!study.stopped) study.issues = std::move(compiled.issues);
    return study;
  }
  study.issues = check(request, *compiled.setup);
  if (hasErrors(study.issues)) return study;
  const Setup& setup = *compiled.setup;
  const LookupSettings* lookup = &setup.lookups.front();
  std::size_t kind = 0;
  for (RouterId r = 0; r < setup.lookupOf.size(); ++r) {
    const LookupSettings& each = setup.lookups[setup.lookupOf[r]];
    if (request.router != kNone ? r != request.router : each.kind != LookupKind::cache) continue;
    lookup = &each;
    kind = setup.lookupOf[r];
    break;
  }
  study.cached = lookup->kind == LookupKind::cache;
  study.entries = lookup->cache.entries;
  study.ways = lookup->cache.ways;
  study.hash = lookup->cache.hash;
  study.replacement = lookup->cache.replacement;
  study.tagged = kind < setup.reductions.size() && setup.reductions[kind] != nullptr;
  study.prefetched = setup.prefetch > 0 || lookup->cache.refill;
  compiled.setup->execution = {};

  Simulation simulation(std::move(*compiled.setup));
  simulation.recordLookups(request.router, request.port, request.mostLookups);
  // Where the stretch begins and ends; not known yet while the run itself finds it.
  const auto wanted = [&](bool begins) -> std::optional<Cycle> {
    if (begins) return request.from;
    if (request.cycles) return study.from + *request.cycles;
    return {};
  };
  double simulated = 0;
  const auto goOn = [&] {
    const Cycle end = std::max<Cycle>({simulation.planned(), wanted(false).value_or(0), 1});
    const double share = static_cast<double>(simulation.now()) / static_cast<double>(end);
    // The end may move on as the stretch begins; what is done stays done.
    simulated = std::max(simulated, kSimulated * std::min(1.0, share));
    if (progress) progress(simulated);
    return !stop.stop_requested();
  };
  const auto advance = [&](bool begins) {
    const std::optional<Cycle> target = wanted(begins);
    while (!simulation.done()) {
      const Cycle now = simulation.now();
      Cycle slice = kSlice;
      if (target) {
        slice = std::min(slice, *target > now ? *target - now : 0);
      } else if (begins) {
        if (simulation.phase() != RunPhase::warmup) break;
        const RunSettings& run = simulation.setup().run;
        if (!run.findWarmup && run.warmup > now) slice = std::min(slice, run.warmup - now);
      } else if (simulation.planned() <= now) {
        break;
      } else {
        slice = std::min(slice, simulation.planned() - now);
      }
      if (slice <= 0) break;
      simulation.advance(slice);
      if (!goOn()) return false;
    }
    return true;
  };
  if (!advance(true)) {
    study.stopped = true;
    return study;
  }
  if (request.from && simulation.now() < *request.from) {
    study.issues.push_back(overBy(simulation.now()));
    return study;
  }
  study.from = simulation.now();
  const std::size_t countedFrom = simulation.recordedLookups().size();
  const OwnCounts before = ownCounts(simulation, request.router, request.port);
  if (!advance(false)) {
    study.stopped = true;
    return study;
  }
  study.until = simulation.now();
  const OwnCounts after = ownCounts(simulation, request.router, request.port);
  study.ownLookups = after.lookups - before.lookups;
  study.ownHits = after.hits - before.hits;
  // Phases may have waited behind one for which the network ran empty.
  const auto& phases = simulation.setup().phases;
  const std::size_t inForce = phasesInForce(simulation.results().events, study.until - 1);
  study.changed = std::any_of(phases.begin(), phases.begin() + static_cast<std::ptrdiff_t>(inForce),
                              [](const TrafficPhase& phase) { return phase.lookups != nullptr; });
  const std::vector<RecordedLookup>& lookups = simulation.recordedLookups();
  study.full = lookups.size() >= request.mostLookups;
  study.map = mapCaches(
      lookups, countedFrom, study.hash,
      request.entries.empty() ? usualEntries(mostKeys(lookups), study.cached ? study.entries : 0)
                              : request.entries,
      request.ways.empty() ? usualWays(study.cached ? study.ways : 0) : request.ways,
      [&](double share) {
        if (progress) progress(kSimulated + (1 - kSimulated) * share);
        return !stop.stop_requested();
      });
  study.stopped = stop.stop_requested();
  return study;
}

std::string csvOf(const CacheMap& map) {
  std::string text = "entries,ways,sets,lookups,hits,hit_rate,compulsory,capacity,conflict\n";
  for (std::size_t e = 0; e < map.entries.size(); ++e)
    for (std::size_t w = 0; w < map.ways.size(); ++w) {
      const auto& cell = map.cells[e][w];
      if (!cell) continue;
      const double rate = cell->hitRate();
      text += fmt::format("{},{},{},{},{},{},{},{},{}\n", map.entries[e], map.ways[w],
                          map.entries[e] / map.ways[w], cell->lookups(), cell->hits,
                          std::isfinite(rate) ? fmt::format("{}", rate) : "", cell->compulsory,
                          cell->capacity, cell->conflict);
    }
  return text;
}

}  // namespace hopscope
