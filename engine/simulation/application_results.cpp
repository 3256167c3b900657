// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/application_results.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>

#include "engine/core/sentence.h"
#include "engine/simulation/switches.h"
#include "engine/workload/collective_use.h"

namespace hopscope {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kMostCollectives = 256;
constexpr double kSecondsPerPicosecond = 1e-12, kGiga = 1e9;

/// What the ideal of applications cannot have on such a network; empty where there is no such
/// thing.
Sentence beyondIdeal(const Setup& setup) {
  if (std::holds_alternative<HybridSwitches>(setup.switches) ||
      std::holds_alternative<SlottedSwitches>(setup.switches))
    return sentence(
        "The ideal of applications has packets that find their slots as they come: what they wait "
        "for slots counts as contention, also where nobody else sends.");
  if (std::any_of(setup.lookups.begin(), setup.lookups.end(),
                  [](const auto& each) { return each.kind == LookupKind::cache; }))
    return sentence(
        "The ideal of applications has forwarding caches that hit: what misses cost counts as "
        "contention, also where nobody else sends.");
  return {};
}

ApplicationResult resultOf(const ApplicationOutcome& outcome, const ApplicationOutcome* ideal) {
  ApplicationResult result;
  result.name = outcome.name;
  result.end = outcome.end;
  result.ranks = outcome.ranks.size();
  result.messages = outcome.messages;
  result.bytes = outcome.bytes;
  result.perRank = outcome.ranks;
  std::uint32_t untold = outcome.waiting;
  for (const StalledRank& stalled : outcome.stalled) {
    result.stalled.push_back(sentence("Rank {} {}.", stalled.rank, stalled.operation).english());
    if (outcome.ranks[stalled.rank].finished < 0) --untold;
  }
  if (untold > 0)
    result.stalled.push_back(
        (untold == 1 ? sentence("One more rank waits.") : sentence("{} more ranks wait.", untold))
            .english());
  result.eagerEnough = outcome.eagerEnough;
  const bool finished = outcome.end == ApplicationEnd::finished;
  const auto cycles = [finished](Cycle value) {
    return finished ? static_cast<double>(value) : kUnknown;
  };
  result.completion = cycles(outcome.completion);
  result.path = {cycles(outcome.path.computation), cycles(outcome.path.overhead),
                 cycles(outcome.path.interface), cycles(outcome.path.transfer),
                 cycles(outcome.path.contention)};
  const bool known = finished && ideal != nullptr && ideal->end == ApplicationEnd::finished;
  // A run that took less shows that less is needed: as where receives take whatever comes first.
  result.ideal =
      known ? std::min(static_cast<double>(ideal->completion), result.completion) : kUnknown;
  result.slowdown = result.ideal > 0 ? result.completion / result.ideal : known ? 1 : kUnknown;
  const double whole = result.completion * static_cast<double>(result.ranks);
  Cycle computation = 0, communication = 0, waiting = 0;
  for (const RankTimes& rank : outcome.ranks) {
    computation += rank.computation;
    communication += rank.communication;
    waiting += rank.waiting;
  }
  const auto share = [whole](Cycle part) {
    return whole > 0 ? static_cast<double>(part) / whole : kUnknown;
  };
  result.computation = share(computation);
  result.communication = share(communication);
  result.waiting = share(waiting);
  // Of collectives that are still under way nothing has been counted.
  const auto perRank = [&](Cycle all) {
    return finished && result.ranks > 0
               ? static_cast<double>(all) / static_cast<double>(result.ranks)
               : kUnknown;
  };
  result.background = perRank(outcome.background);
  result.exposed = perRank(outcome.exposed);
  return result;
}

/// Bytes a cycle of a terminal's cable; of all of them in the mean.
double bytesPerCycle(const Setup& setup) {
  double flits = 0;
  for (const TerminalPlace& place : setup.topology->terminals)
    flits += rateOf(setup.linkRates, place.link).perCycle();
  return setup.flitBytes * (flits / setup.topology->terminalCount());
}

}  // namespace

void summariseMessages(const ApplicationWorkload& workload, const Setup& setup, Results& results) {
  const NetworkUse use = workload.networkUse();
  results.messages = use.messages;
  if (use.last < 0) return;
  const auto span = static_cast<double>(use.last - use.first);
  // What was handed over has arrived only then.
  if (!workload.finished() || !workload.settled()) return;
  results.makespan = span;
  const double most = span * bytesPerCycle(setup) * use.senders;
  if (most > 0) results.bandwidthUtilization = static_cast<double>(use.bytes) / most;
}

std::vector<CollectiveResult> collectiveResults(const ApplicationWorkload& workload,
                                                double picosecondsPerCycle) {
  struct Kind {
    CollectiveKind kind;
    CollectiveTime time;
    const CollectiveEntry* entry;
  };
  std::vector<Kind> kinds;
  CollectiveTimes times = workload.collectives();
  const std::size_t most = mostCollectiveKinds(workload.ranks().count());
  while (times.size() > most) times.erase(std::prev(times.end()));
  for (const auto& [kind, time] : times)
    for (const CollectiveEntry& entry : collectives())
      if (entry.collective.get() == kind.collective) kinds.push_back({kind, time, &entry});
  const auto key = [](const Kind& a) {
    return std::tuple(~a.time.cycles, a.kind.job, std::string_view(a.entry->name), a.kind.ranks,
                      a.kind.bytes);
  };
  std::sort(kinds.begin(), kinds.end(),
            [&](const Kind& a, const Kind& b) { return key(a) < key(b); });
  kinds.resize(std::min(kinds.size(), kMostCollectives));
  std::stable_sort(kinds.begin(), kinds.end(),
                   [](const Kind& a, const Kind& b) { return a.kind.job < b.kind.job; });
  std::vector<CollectiveResult> results;
  results.reserve(kinds.size());
  for (const Kind& each : kinds) {
    CollectiveResult& result = results.emplace_back();
    result.application = workload.plan().jobs[each.kind.job].name;
    result.operation = each.entry->name;
    result.ranks = each.kind.ranks;
    // A barrier's messages are empty, whatever size its call was given.
    if (each.entry->purpose != CollectivePurpose::barrier)
      result.bytes = wholeBytes(each.entry->purpose, each.kind.ranks, each.kind.bytes);
    const auto calls = static_cast<double>(each.time.calls);
    result.calls = calls / each.kind.ranks;
    result.time = each.time.longest;
    const double seconds = result.time * picosecondsPerCycle * kSecondsPerPicosecond;
    const double factor = busFactor(each.entry->purpose, each.kind.ranks);
    const bool moves = seconds > 0 && !std::isnan(factor);
    result.algorithmBandwidth =
        moves ? static_cast<double>(result.bytes) / seconds / kGiga : kUnknown;
    result.busBandwidth = result.algorithmBandwidth * factor;
  }
  return results;
}

std::vector<ApplicationResult> applicationResults(const ApplicationWorkload& workload,
                                                  const std::vector<ApplicationOutcome>& ideal,
                                                  bool stuck) {
  std::vector<ApplicationResult> results;
  std::vector<ApplicationOutcome> outcomes = workload.outcomes();
  results.reserve(outcomes.size());
  for (std::uint32_t i = 0; i < outcomes.size(); ++i) {
    // Its ranks have handed over what will never arrive.
    if (stuck && outcomes[i].end == ApplicationEnd::finished && workload.underWay(i) > 0)
      outcomes[i].end = ApplicationEnd::unfinished;
    results.push_back(resultOf(outcomes[i], i < ideal.size() ? &ideal[i] : nullptr));
  }
  return results;
}

Sentence eagerAdvice(const ApplicationResult& application) {
  if (application.eagerEnough == 0) return {};
  return sentence(
      "With endpoints.eager = {} none of them would wait for its message to be received.",
      application.eagerEnough);
}

void tellOfApplications(const Setup& setup, Cycle now, Results& results) {
  for (const ApplicationResult& application : results.applications) {
    if (application.end == ApplicationEnd::stalled) {
      // Who asks only whether the run is stable must not hear yes.
      results.verdict = std::max(results.verdict, Verdict::stalled);
      const auto from = application.stalled.begin();
      const auto told =
          static_cast<std::ptrdiff_t>(std::min<std::size_t>(8, application.stalled.size()));
      const Sentence advice = eagerAdvice(application);
      results.warnings.push_back(sentence("{} waits for ever; nothing of it is under way. {}{}{}{}",
                                          application.name, fmt::join(from, from + told, " "),
                                          from + told == application.stalled.end() ? "" : " …",
                                          advice.empty() ? "" : " ", advice));
    } else if (results.complete && application.end == ApplicationEnd::unfinished) {
      results.warnings.push_back(
          sentence("{} had not finished when the run ended at cycle {}.", application.name, now));
    }
  }
  const bool slower = std::any_of(results.applications.begin(), results.applications.end(),
                                  [](const ApplicationResult& each) { return each.slowdown > 1; });
  if (Sentence beyond = slower ? beyondIdeal(setup) : Sentence(); !beyond.empty())
    results.warnings.push_back(std::move(beyond));
}

}  // namespace hopscope
