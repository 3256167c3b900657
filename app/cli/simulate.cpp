// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/simulate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "engine/core/load_words.h"
#include "engine/core/thread_team.h"
#include "engine/design/compile.h"
#include "engine/simulation/parts_table.h"
#include "engine/simulation/simulation.h"
#include "engine/study/batch.h"
#include "engine/study/replications.h"
#include "engine/study/verdict_names.h"
#include "engine/study/verdict_words.h"
#include "engine/workload/rank_rows.h"
#include "projects/stored_run.h"

namespace hopscope::cli {

namespace {

/// Of a timeline, for each part of the network.
constexpr std::size_t kKeptTimelineItems = 2'000'000;

Results runOne(Simulation& simulation, bool quiet, const Interrupt& interrupt) {
  {
    ProgressBar bar("cycles", quiet);
    runInSlices(simulation, [&] {
      const auto planned = static_cast<double>(std::max<Cycle>(simulation.planned(), 1));
      const auto now = static_cast<double>(simulation.now());
      bar.update(std::min(now / planned, 0.99), now);
      return !interrupt.requested();
    });
  }
  Results results = simulation.results();
  // Programs take as long as they take.
  const std::string of = simulation.now() < simulation.planned()
                             ? fmt::format(" of {}", simulation.planned())
                             : std::string();
  if (!results.complete)
    say(fmt::format("Stopped at cycle {}{}; what was simulated so far is kept.", simulation.now(),
                    of));
  return results;
}

/// Nothing where not even one replication is finished.
std::optional<Results> runSeveral(const Design& design, unsigned jobs, bool quiet,
                                  const Interrupt& interrupt) {
  std::size_t left = 0;
  std::optional<Results> results;
  {
    ProgressBar bar("runs", quiet);
    results = runReplications(
        design, jobs, interrupt.token(),
        [&](const BatchProgress& progress) {
          static_cast<void>(interrupt.requested());
          bar.update(progress.fraction, progress.fraction * static_cast<double>(progress.total));
        },
        &left);
  }
  if (left > 0) {
    const std::size_t all = replicationsOf(design).size();
    say(left == all
            ? fmt::format("Stopped before the first of {} replications had finished; nothing is "
                          "kept.",
                          all)
            : fmt::format("Stopped after {} of {} replications; these are kept.", all - left, all));
  }
  return results;
}

/// Sentences, a line each.
std::string joinedLines(const Sentence& first, const std::vector<Sentence>& more) {
  std::string text = first.english();
  for (const Sentence& each : more) text += (text.empty() ? "" : "\n") + each.english();
  return text;
}

std::string splitText(const LatencyParts& split) {
  if (!std::isfinite(split.source)) return {};
  std::string text = "latency split:";
  const char* separator = " ";
  for (const LatencyPartEntry& each : kLatencyParts) {
    if (split.*each.part == 0) continue;
    text += fmt::format("{}{} {:.1f}", separator, each.words.said, split.*each.part);
    separator = ", ";
  }
  return text + " cycles";
}

}  // namespace

std::variant<FinishedRun, int> simulate(const Design& design, unsigned jobs, bool quiet,
                                        const Interrupt& interrupt, bool timeline) {
  Compiled compiled = compile(design, interrupt.token());
  if (!compiled.setup) {
    if (saidStopped(interrupt)) return kFailed;
    sayIssues(compiled.issues);
    return kWrongInput;
  }
  FinishedRun run;
  run.topology = compiled.setup->topology;
  if (compiled.setup->run.replications == 1) {
    compiled.setup->execution.threads = jobs == 0 ? coresHere() : jobs;
    compiled.setup->execution.recordBytes = kKeptRecordingBytes;
    compiled.setup->execution.stop = interrupt.token();
    if (timeline) compiled.setup->execution.timelineItems = kKeptTimelineItems;
    Simulation simulation(std::move(*compiled.setup));
    run.results = runOne(simulation, quiet, interrupt);
    run.messages = simulation.messagePairs();
    run.ranks = simulation.ranks();
    run.picosecondsPerCycle = simulation.setup().picosecondsPerCycle;
    run.arrivals = simulation.messageArrivals();
    run.recording = simulation.recorder()->read(
        [](const Recording& recording) { return std::make_shared<const Recording>(recording); });
    return run;
  }
  auto results = runSeveral(design, jobs, quiet, interrupt);
  if (!results) return kFailed;
  run.results = std::move(*results);
  return run;
}

CriticalPaths criticalPaths(const Design& design, const FinishedRun& run, bool quiet,
                            const Interrupt& interrupt) {
  CriticalPaths found;
  if (!run.results.complete) return found;  // who stopped it does not wait for it once more
  RankRows rows;
  rows.take(run.ranks);
  for (std::size_t job = 0; job < run.results.applications.size(); ++job) {
    if (run.results.applications[job].end != ApplicationEnd::finished) continue;
    CriticalChain chain = criticalChain(rows, static_cast<std::uint32_t>(job));
    if (chain.steps.empty() || interrupt.requested()) continue;
    countTwins(*run.ranks, chain);
    Compiled compiled = compile(design, interrupt.token());
    if (!compiled.setup) break;
    ProgressBar bar("cycles", quiet);
    const auto end = static_cast<double>(chain.steps.back().until);
    found.paths.push_back(
        tracePath(std::move(*compiled.setup), std::move(chain), [&](double share) {
          bar.update(share, share * end);
          return !interrupt.requested();
        }));
  }
  found.whole = !found.paths.empty() && !interrupt.requested() &&
                std::all_of(found.paths.begin(), found.paths.end(),
                            [](const PathTrace& path) { return path.whole; });
  if (interrupt.requested())
    say("--path: Stopped while the run was repeated; what was found so far is kept.");
  else if (found.paths.empty())
    say("--path: No application has finished, or the run has done more than is recorded: there is "
        "no critical path.");
  return found;
}

namespace {

bool allFinished(const Results& results) {
  return std::all_of(
      results.applications.begin(), results.applications.end(),
      [](const ApplicationResult& each) { return each.end == ApplicationEnd::finished; });
}

}  // namespace

int exitCodeOf(const FinishedRun& run, bool explained) {
  const bool stuck = isStuck(run.results.verdict);
  if (stuck && !explained)
    say(joinedLines(explain(*run.topology, run.results), run.results.warnings));
  return run.results.complete && !stuck && allFinished(run.results) ? kFine : kFailed;
}

namespace {

/// A line for each class of mixed traffic.
std::string trafficText(const std::vector<TrafficClassResult>& classes, bool steady) {
  std::string text;
  for (const TrafficClassResult& each : classes) {
    text += fmt::format("\n{}: offered {}, accepted {}", each.name, loadInFigures(each.offeredLoad),
                        loadInFigures(each.acceptedLoad));
    if (steady && each.packets > 0)
      text += fmt::format("; latency {:.1f} cycles, 99th percentile {:.0f}", each.latencyMean,
                          each.latencyP99);
  }
  return text;
}

/// A line on circuits and on what travels beside them; empty where there are none.
std::string circuitText(const Results& results, bool steady) {
  std::string text;
  const auto part = [&text](const std::string& words) {
    text += (text.empty() ? "" : "; ") + words;
  };
  const auto latency = [&](const char* of, double cycles) {
    if (steady && std::isfinite(cycles)) part(fmt::format("{} {:.1f} cycles", of, cycles));
  };
  if (std::isfinite(results.circuitHitRate))
    part(fmt::format("hit rate of circuits {:.1f} %", 100 * results.circuitHitRate));
  latency("their latency", results.circuitLatency);
  if (std::isfinite(results.bestEffortLoad))
    part(fmt::format("best effort accepted {} flits per terminal and cycle",
                     loadInFigures(results.bestEffortLoad)));
  latency("its latency", results.bestEffortLatency);
  return text.empty() ? text : '\n' + text;
}

/// "3", or "0.67" where not all ranks came to the end of it.
std::string timesText(double times) {
  return times == std::floor(times) ? fmt::format("{:.0f}", times) : fmt::format("{:.2f}", times);
}

/// A line for each kind of collective of an application, of the longest ones.
std::string collectiveText(const std::string& application,
                           const std::vector<CollectiveResult>& collectives) {
  constexpr int kMostTold = 8;
  std::string text;
  int left = kMostTold;
  for (const CollectiveResult& each : collectives) {
    if (each.application != application || left-- <= 0) continue;
    text += fmt::format("\n  {} of {} ranks", each.operation, each.ranks);
    if (each.bytes > 0) text += fmt::format(", {} bytes", each.bytes);
    text += fmt::format(": {:.1f} cycles at the rank that takes longest", each.time);
    text += each.calls == 1 ? ", once" : fmt::format(", {} times", timesText(each.calls));
    if (std::isfinite(each.busBandwidth))
      text += fmt::format("; algorithm bandwidth {:.3f} GB/s, bus bandwidth {:.3f} GB/s",
                          each.algorithmBandwidth, each.busBandwidth);
  }
  return text;
}

/// A line for each application.
std::string applicationText(const Results& results) {
  std::string text;
  for (const ApplicationResult& each : results.applications) {
    if (each.end != ApplicationEnd::finished) continue;  // a warning says so
    if (each.completion <= 0) {
      text += fmt::format("\n{}: {} ranks waited for nothing; {} messages, {} bytes", each.name,
                          each.ranks, each.messages, each.bytes);
      continue;
    }
    const std::string ideal = std::isfinite(each.ideal) ? fmt::format(", {:.3f} × ideal ({:.0f})",
                                                                      each.slowdown, each.ideal)
                                                        : std::string(", whose ideal is not known");
    text += fmt::format(
        "\n{}: {} ranks done after {:.0f} cycles{}; "
        "{} messages, {} bytes; {:.1f} % computation, {:.1f} % communication (handling messages, "
        "or waiting for such as are under way), {:.1f} % waiting for what is yet to be sent",
        each.name, each.ranks, each.completion, ideal, each.messages, each.bytes,
        100 * each.computation, 100 * each.communication, 100 * each.waiting);
    text += fmt::format(
        "\n  critical path: computation {:.0f}, overhead {:.0f}, interface {:.0f}, "
        "transfer {:.0f}, contention {:.0f} cycles",
        each.path.computation, each.path.overhead, each.path.interface, each.path.transfer,
        each.path.contention);
    if (each.background > 0)
      text += fmt::format(
          "\n  collectives beside computation: under way {:.0f} cycles of a rank, "
          "exposed {:.0f} ({:.1f} %)",
          each.background, each.exposed, 100 * each.exposed / each.background);
    text += collectiveText(each.name, results.collectives);
  }
  return text;
}

}  // namespace

std::string summary(const Topology& topology, const Results& results) {
  const bool programsAlone = !results.applications.empty() && results.offeredLoad == 0;
  std::string text = programsAlone ? fmt::format("{} cycles", results.cycles)
                                   : fmt::format("offered {}", loadInFigures(results.offeredLoad));
  if (const double byAll = offeredByAll(results); !programsAlone && byAll != results.offeredLoad)
    text += fmt::format(" ({} generated over all terminals)", loadInFigures(byAll));
  const bool isKnown = std::isfinite(results.acceptedLoad);
  if (!programsAlone && isKnown)
    text += fmt::format(", accepted {}", loadInFigures(results.acceptedLoad));
  if (!programsAlone && std::isfinite(results.acceptedCi95))
    text += fmt::format(" ± {}", intervalInFigures(results.acceptedCi95, results.acceptedLoad));
  if (!programsAlone) text += " flits per terminal and cycle";
  if (!programsAlone && !isKnown) text += "; accepted load not known";
  // Where queues grow without end, a latency tells no more than how long the run was.
  const bool steady = results.verdict == Verdict::stable;
  if (isOverloaded(results.verdict)) text += "; latency: no steady state";
  if (steady && std::isfinite(results.latency.mean)) {
    text += fmt::format("; latency {:.1f}", results.latency.mean);
    if (std::isfinite(results.latency.ci95)) text += fmt::format(" ± {:.1f}", results.latency.ci95);
    text += fmt::format(" cycles, 99th percentile {:.0f}", results.latency.p99);
  }
  if (!results.replications.empty())
    text += fmt::format("; {} replications", results.replications.size());
  const Verdict verdict = results.verdict;
  if (programsAlone && verdict == Verdict::stable)
    text += results.complete && allFinished(results) ? "; all is done" : "";
  else if (verdict == Verdict::stable || verdict == Verdict::stalled)
    text += fmt::format("; {}", nameOf(verdict));
  if (const std::string split = splitText(results.split); steady && !split.empty())
    text += '\n' + split;
  if (const Sentence words = explain(topology, results); !words.empty())
    text += '\n' + words.english();
  text += trafficText(results.trafficClasses, steady);
  text += circuitText(results, steady);
  text += applicationText(results);
  if (std::isfinite(results.makespan))
    text += fmt::format("\nfrom the first message to the last {:.0f} cycles", results.makespan);
  for (const Sentence& warning : results.warnings) text += '\n' + warning.english();
  return text;
}

}  // namespace hopscope::cli
