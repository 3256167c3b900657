// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/design_input.h"
#include "app/cli/interrupt.h"
#include "app/cli/project_output.h"
#include "app/cli/simulate.h"
#include "engine/design/addressing.h"
#include "engine/design/application_sections.h"
#include "engine/design/catalogue.h"
#include "engine/design/compile.h"
#include "engine/findings/diagnosis.h"
#include "engine/study/path_files.h"
#include "engine/study/results_csv.h"
#include "engine/study/results_json.h"
#include "engine/study/timeline_files.h"
#include "projects/stored_run.h"

namespace hopscope::cli {

namespace {

struct RunOptions {
  DesignInput input;
  std::string out, project, matrix, timeline, arrivals, path;
  unsigned jobs = 0;
  bool quiet = false;
};

/// The start of the network; both are empty where the design does not ask for one.
struct Start {
  std::optional<ScenarioOutcome> scenario;
  std::optional<LearningOutcome> learning;
};

/// Nothing where it cannot be played; said why.
std::optional<Start> playStart(const Design& design) {
  if (textAt(effectiveSettings(design), "forwarding.scenario.kind") == "none") return Start();
  const Compiled compiled = compile(design);
  if (!compiled.setup) {
    sayIssues(compiled.issues);
    return {};
  }
  auto played = playScenario(design, *compiled.setup);
  if (const auto* issues = std::get_if<Issues>(&played)) {
    sayIssues(*issues);
    return {};
  }
  return Start{std::get<std::optional<ScenarioOutcome>>(std::move(played)),
               playLearning(design, *compiled.setup)};
}

std::string describeStart(const ScenarioOutcome& scenario) {
  return fmt::format(
      "Start of the network: {} of {} pairs of terminals reach each other; {} requests for an "
      "address, {} frames dropped by the first switch, {} more rules in a switch.",
      scenario.reached, scenario.pairs, scenario.requests, scenario.dropped, scenario.addedRules);
}

std::string describeLearning(const LearningOutcome& learning) {
  return fmt::format(
      "Switches that learn: {} of {} frames flooded; {} copies came to terminals they were not "
      "for, "
      "{:.1f} % of all hops were of no use; {} addresses in the fullest table, {} tables full.{}",
      learning.floodedFrames, learning.frames, learning.discarded,
      learning.hops == 0
          ? 0.0
          : 100 * static_cast<double>(learning.wastedHops) / static_cast<double>(learning.hops),
      learning.entriesMax, learning.fullTables,
      learning.cutShort ? fmt::format(" Cut short at cycle {}: too many copies to play them all.",
                                      learning.finished)
                        : "");
}

/// What ranks do when is asked for.
bool isFollowed(const RunOptions& options) {
  return !options.timeline.empty() || !options.arrivals.empty() || !options.path.empty();
}

/// Whether what is asked for of messages can be had: it is said where not.
bool canFollow(const RunOptions& options, const Design& design) {
  const char* const what = !options.timeline.empty()   ? "--timeline"
                           : !options.arrivals.empty() ? "--arrivals"
                           : !options.path.empty()     ? "--path"
                           : !options.matrix.empty()   ? "--matrix"
                                                       : nullptr;
  if (what == nullptr) return true;
  if (applicationCount(design) == 0) {
    say(fmt::format("{}: The design has no application. Give one with --application.", what));
    return false;
  }
  const auto replications = design.settings.find("run.replications");
  if (replications == design.settings.end() || replications->second == Value(std::int64_t{1}))
    return true;
  say(fmt::format("{}: It is of a single run. Set run.replications to 1.", what));
  return false;
}

/// By the ending of the file's name.
std::string timelineText(const std::string& file, const FinishedRun& run) {
  return file.ends_with(".csv") ? timelineCsv(*run.ranks)
                                : chromeTrace(*run.ranks, run.picosecondsPerCycle);
}

/// What the run shows to be wrong, and what may help; the summary has said already how much was
/// accepted, and who waits for whom. Who is in a hurry is not told.
void sayFindings(const Design& design, const FinishedRun& run, const Interrupt& interrupt) {
  if (!run.results.complete || interrupt.requested()) return;
  std::vector<Diagnosis> diagnoses = diagnoseRun(design, *run.topology, run.results);
  tellByBound(design, run.topology, diagnoses);
  addHiddenSaturation(design, run.topology, run.results, diagnoses);
  addTries(design, *run.topology, diagnoses, interrupt.token());
  std::vector<Remedy> tried;
  for (Diagnosis& each : diagnoses) {
    std::erase_if(each.tries, [&tried](const Remedy& remedy) {
      return std::find(tried.begin(), tried.end(), remedy) != tried.end();
    });
    tried.insert(tried.end(), each.tries.begin(), each.tries.end());
    bool told = each.path == "traffic.load" || each.path == "run.max_cycles" ||
                each.severity == Severity::error;
    // The summary names the busiest channel, which no table has made so.
    if (told && !each.routers.empty() && !each.reason.empty()) {
      each.text = std::exchange(each.reason, {});
      told = false;
    }
    const std::string text = told ? triesText(each.tries) : describe(each);
    if (!text.empty()) say(text);
  }
}

/// The critical paths link by link; the run is repeated for that. False where some of it is
/// missing.
bool writePath(const Design& design, const FinishedRun& run, const RunOptions& options,
               const Interrupt& interrupt) {
  const CriticalPaths found = criticalPaths(design, run, options.quiet, interrupt);
  if (!options.quiet)
    for (const PathTrace& path : found.paths)
      say(fmt::format("{}: the critical path in {} pieces\n{}",
                      run.ranks->jobName(path.chain.steps.front().rank), path.chain.steps.size(),
                      pathText(path, *run.topology)));
  return writeOutput(options.path, pathCsv(found.paths, *run.ranks, *run.topology)) && found.whole;
}

int runDesign(const RunOptions& options) {
  const auto design = readDesign(options.input);
  if (!design || !canFollow(options, *design) || !canWriteTo(options.out, options.input.file) ||
      !canWriteTo(options.matrix, options.input.file) ||
      !canWriteTo(options.timeline, options.input.file) ||
      !canWriteTo(options.arrivals, options.input.file) ||
      !canWriteTo(options.path, options.input.file))
    return kWrongInput;
  if (!options.project.empty() && !canAddTo(options.project)) return kWrongInput;
  const auto start = playStart(*design);
  if (!start) return kWrongInput;
  const Interrupt interrupt;
  const auto simulated =
      simulate(*design, options.jobs, options.quiet, interrupt, isFollowed(options));
  if (const int* code = std::get_if<int>(&simulated)) return *code;
  const auto* run = std::get_if<FinishedRun>(&simulated);
  // First of all it is kept: who reads what is said may be gone by now, and end this program.
  bool written = true, kept = false;
  auto out = options.out;
  if (!options.project.empty()) {
    StoredRun stored = makeRun(*design, run->results, 0);
    stored.recording = run->recording;
    const Kept there = addTo(options.project, [&](Project& project) {
      stored.designId = rowOf(project, *design);
      project.addRun(stored);
    });
    written = there == Kept::there;
    kept = there != Kept::nowhere;
    if (!kept && out.empty()) {
      say("The results follow on standard output.");
      out = "-";
    }
  } else if (out.empty()) {
    out = "-";
  }
  if (!out.empty()) {
    const std::string results = writeResults(*design, *run->topology, run->results,
                                             start->scenario ? &*start->scenario : nullptr,
                                             start->learning ? &*start->learning : nullptr);
    if (!writeOutput(out, results)) {
      written = false;
      if (!kept && out != "-") {
        say("The results follow on standard output.");
        writeOutput("-", results);
      }
    }
  }
  if (!options.timeline.empty())
    written = writeOutput(options.timeline, timelineText(options.timeline, *run)) && written;
  if (!options.arrivals.empty())
    written = writeOutput(options.arrivals, arrivalsCsv(run->arrivals)) && written;
  if (!options.path.empty()) written = writePath(*design, *run, options, interrupt) && written;
  if (!options.matrix.empty())
    written = writeOutput(options.matrix, matrixCsv(*run->topology, run->messages)) && written;

  if (!options.quiet) say(summary(*run->topology, run->results));
  if (!options.quiet) sayFindings(*design, *run, interrupt);
  if (!options.quiet && start->scenario) say(describeStart(*start->scenario));
  if (!options.quiet && start->learning) say(describeLearning(*start->learning));
  if (run->results.complete) sayLate(interrupt, written);
  const int code = exitCodeOf(*run, !options.quiet);
  return written ? code : kFailed;
}

}  // namespace

void addRun(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand("run", "Simulate a design; results as JSON");
  command->footer("A run that deadlocks is written, too, and ends with exit code 1.");
  const auto options = std::make_shared<RunOptions>();
  options->input.addTo(*command, true);
  command->add_option("--out", options->out, "File for the results; - is standard output")
      ->type_name("FILE");
  command
      ->add_option("--matrix", options->matrix,
                   "File for who sent whom how much, of the ranks of applications (CSV)")
      ->type_name("FILE");
  command
      ->add_option("--timeline", options->timeline,
                   "File for what ranks of applications did when: a table where its name ends in "
                   ".csv, else for Chrome's trace viewer or Perfetto (JSON); of a single run")
      ->type_name("FILE");
  command
      ->add_option(
          "--arrivals", options->arrivals,
          "File for the messages of applications in the order of their arrival (CSV); of a "
          "single run")
      ->type_name("FILE");
  command
      ->add_option("--path", options->path,
                   "File for the critical paths of applications, piece by piece and link by link "
                   "(CSV): the run is repeated to follow their messages; of a single run")
      ->type_name("FILE");
  command->add_option("--project", options->project, "Project file to add the run to")
      ->type_name("FILE");
  command
      ->add_option("--jobs", options->jobs,
                   "Replications (run.replications) at once, or threads of a single run; 0: one "
                   "per core. No result depends on it")
      ->check(CLI::Range(0, 1024));
  command->add_flag("--quiet", options->quiet, "No progress bar, no summary");
  command->callback([&chosen, options] { chosen = [options] { return runDesign(*options); }; });
}

}  // namespace hopscope::cli
