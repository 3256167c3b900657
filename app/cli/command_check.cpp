// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/design_input.h"
#include "app/cli/interrupt.h"
#include "engine/design/compile.h"
#include "engine/findings/issue_remedies.h"
#include "engine/findings/load_diagnosis.h"
#include "engine/routing/dependency_graph.h"
#include "engine/simulation/message_pairs.h"
#include "engine/simulation/saturation_bound.h"
#include "engine/study/results_csv.h"
#include "engine/workload/planned_matrix.h"

namespace hopscope::cli {

namespace {

/// What the network bears, at first and in phases, where the load is more, and what may help then.
std::string boundText(const Design& design, const Setup& setup, const std::stop_token& stop) {
  constexpr std::uint64_t kMostDecisions = 20'000'000;
  const Topology& topology = *setup.topology;
  const std::vector<BoundFrom> bounds = boundsOf(setup, kMostDecisions, stop);
  std::string text = boundsInWords(topology, bounds).english() + '\n';
  std::vector<Diagnosis> diagnoses = diagnoseLoads(design, topology, bounds);
  addTries(design, topology, diagnoses, stop);
  for (const Diagnosis& each : diagnoses) text += describe(each) + '\n';
  return text;
}

struct CheckOptions {
  DesignInput input;
  std::string matrix;
  bool quiet = false;
};

DependencyReport prove(const Setup& setup, const RoutingAlgorithm& routing, bool quiet,
                       const Interrupt& interrupt) {
  std::optional<ProgressBar> bar;
  double before = 1;
  return examineDependencies(*setup.topology, routing, reuseOf(setup), interrupt.token(),
                             [&](double share) {
                               static_cast<void>(interrupt.requested());
                               // Some proofs walk to all destinations again.
                               if (std::exchange(before, share) > share)
                                 bar.emplace("destinations", quiet);
                               bar->update(share, share * setup.topology->terminalCount());
                             });
}

/// Writes who is going to send whom how much, counted without a run; an exit code.
int writeMatrix(const CheckOptions& options, const Setup& setup) {
  const MatrixBounds bounds;
  const PlannedMatrix matrix = plannedMatrix(*setup.applications, bounds);
  if (matrix.end == PlannedMatrix::End::whole)
    return writeOutput(options.matrix,
                       matrixCsv(*setup.topology, messagePairs(*setup.applications, matrix.pairs)))
               ? kFine
               : kFailed;
  say(matrix.end == PlannedMatrix::End::tooLong
          ? fmt::format("--matrix: The ranks do more than {} operations, too many to be counted "
                        "without a run. Take fewer iterations or ranks, or use run --matrix.",
                        bounds.operations)
          : fmt::format("--matrix: More than {} pairs of ranks send each other messages, too many "
                        "for a table. Take fewer ranks.",
                        bounds.pairs));
  return kWrongInput;
}

int checkDesign(const CheckOptions& options) {
  const auto design = readDesign(options.input);
  if (!design || !canWriteTo(options.matrix, options.input.file)) return kWrongInput;
  const Interrupt interrupt;
  const Compiled compiled = compile(*design, interrupt.token());
  if (!compiled.setup) {
    if (interrupt.requested()) {
      say("Stopped before anything was proved.");
      return kFailed;
    }
    sayIssues(compiled.issues);
    return kWrongInput;
  }
  if (!options.matrix.empty() && compiled.setup->applications == nullptr) {
    say("--matrix: The design has no application. Give one with --application.");
    return kWrongInput;
  }
  const Topology& topology = *compiled.setup->topology;
  std::string findings;
  for (const RoutingFrom& phase : routingsOf(*compiled.setup)) {
    DependencyReport report = prove(*compiled.setup, *phase.routing, options.quiet, interrupt);
    // Terminals of failed routers have no path, and need none: that the others do was checked.
    if (phase.at > 0) report.undeliveredPairs = 0;
    const std::string found =
        phase.at == 0 ? describe(topology, report).english()
                      : fmt::format("\nFrom cycle {}: {}", phase.at, describe(topology, report));
    // What could not be proved is not wrong: "not proved" and its reason stand in the findings.
    const bool refuted = !report.cycle.empty() || report.withoutEscape.has_value();
    if (refuted || report.undeliveredPairs > 0) {
      say(found);
      if (const Remedy remedy = remedyForDeadlock(*design, interrupt.token());
          phase.at == 0 && !remedy.empty())
        say(triesText({asOneToTry(*design, remedy)}));
      return kWrongInput;
    }
    findings += found;
  }
  // What takes long is done for designs that may run.
  if (!options.matrix.empty())
    if (const int code = writeMatrix(options, *compiled.setup); code != kFine) return code;
  for (const Issue& issue : compiled.issues)
    if (issue.path.rfind("phases", 0) == 0) sayIssues({issue});
  std::string bound;
  if (interrupt.requested()) {
    bound = "Stopped before what the network bears was counted.\n";
  } else if (runsProgramsAlone(*design)) {
    // Nothing offers a load.
  } else if (hasSaturationBound(*compiled.setup)) {
    bound = boundText(*design, *compiled.setup, interrupt.token());
  } else {
    bound = saturationInWords(*compiled.setup).english() + '\n';
  }
  const char* const sound = !compiled.issues.empty() ? "Nothing here keeps it from running"
                            : interrupt.requested()  ? "No problems found so far"
                                                     : "No problems found";
  const std::string text =
      fmt::format("{}. {}, {}.\n{}{}", sound, counted(topology.routerCount(), "router", "routers"),
                  counted(topology.terminalCount(), "terminal", "terminals"), findings,
                  bound.empty() ? "\n" : '\n' + bound);
  return writeOutput("-", text) && !interrupt.requested() ? kFine : kFailed;
}

}  // namespace

void addCheck(CLI::App& app, Action& chosen) {
  CLI::App* command =
      app.add_subcommand("check", "Validate a design and prove that it cannot deadlock");
  command->footer(
      "Exit code 2 where the design is wrong, or packets can deadlock or are not delivered; 0 "
      "where\n"
      "it is sound, also where the proof would take too long: then it says \"not proved\" and "
      "why; 1\nwhere it was stopped, and says what it had not come to.");
  const auto options = std::make_shared<CheckOptions>();
  options->input.addTo(*command, true);
  command
      ->add_option("--matrix", options->matrix,
                   "File for who is going to send whom how much, of the ranks of applications, "
                   "counted without a run (CSV)")
      ->type_name("FILE");
  command->add_flag("--quiet", options->quiet, "No progress bar");
  command->callback([&chosen, options] { chosen = [options] { return checkDesign(*options); }; });
}

}  // namespace hopscope::cli
