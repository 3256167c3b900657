// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <memory>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/design_input.h"
#include "app/cli/interrupt.h"
#include "app/cli/project_output.h"
#include "app/cli/sweep_keeper.h"
#include "engine/design/compile.h"
#include "engine/study/study.h"
#include "engine/study/sweep.h"

namespace hopscope::cli {

namespace {

struct SweepOptions {
  DesignInput input;
  std::vector<std::string> over;
  unsigned seeds = 1;
  unsigned jobs = 0;
  std::string out = "-";
  bool quiet = false;
};

/// What is wrong with the design whatever is varied, `alone`, is told of its file.
Issues ofDesign(const DesignInput& input, const Issues& alone, Issues issues) {
  const Issues told = ofInput(input, issues);
  for (std::size_t i = 0; i < issues.size(); ++i)
    if (std::find(alone.begin(), alone.end(), issues[i]) != alone.end()) issues[i] = told[i];
  return issues;
}

std::optional<SweepPlan> readSweepPlan(const SweepOptions& options) {
  std::vector<RefusedSetting> refused;
  const auto design = readBase(options.input, refused);
  if (!design) return {};
  std::vector<SweepAxis> axes;
  for (const std::string& text : options.over) {
    auto axis = parseAxis(text, *design);
    if (const Issue* issue = std::get_if<Issue>(&axis)) {
      sayIssues({*issue});
      return {};
    }
    axes.push_back(std::get<SweepAxis>(std::move(axis)));
  }
  SweepPlan plan = planSweep(*design, std::move(axes), options.seeds, refused);
  if (!options.input.commands.empty())
    plan.issues = ofCommands(options.input.commands, *design, std::move(plan.issues));
  const Issues alone = validate(*design);
  if (hasErrors(plan.issues)) {
    sayIssues(ofDesign(options.input, alone, std::move(plan.issues)));
    return {};
  }
  // What is said of all points is said once; the design alone may be none that can be.
  if (!hasErrors(alone)) sayIssues(ofInput(options.input, alone));
  return plan;
}

int runSweep(const SweepOptions& options) {
  const auto plan = readSweepPlan(options);
  if (!plan || !canWriteTo(options.out, options.input.file)) return kWrongInput;
  const auto keeper =
      namesProject(options.out) ? keepInProject(options.out, *plan) : keepAsCsv(options.out, *plan);
  if (!keeper) return kWrongInput;
  const Interrupt interrupt;
  SweepOutcome outcome;
  {
    ProgressBar bar("runs", options.quiet);
    SweepHooks hooks;
    hooks.finished = [&](std::size_t run, const Results& results) { keeper->add(run, results); };
    hooks.progress = [&](const BatchProgress& progress) {
      static_cast<void>(interrupt.requested());
      keeper->tick();
      bar.update(progress.fraction, progress.fraction * static_cast<double>(progress.total));
    };
    outcome = sweep(*plan, options.jobs, interrupt.token(), hooks);
  }
  const std::vector<SweepRow>& rows = outcome.rows;
  if (!outcome.failure.empty()) say(outcome.failure);
  const bool complete = rows.size() == plan->runs.size();
  if (!complete)
    say(rows.empty() ? std::string("Stopped before the first run was finished; nothing is written.")
                     : fmt::format("Stopped after {} of {} runs; these are kept.", rows.size(),
                                   plan->runs.size()));
  if (rows.empty()) return kFailed;
  const bool kept = keeper->finish(rows);
  if (complete) sayLate(interrupt, kept);
  return kept && complete ? kFine : kFailed;
}

}  // namespace

void addSweep(CLI::App& app, Action& chosen) {
  CLI::App* command =
      app.add_subcommand("sweep", "Simulate a design over a grid of settings; results as CSV");
  command->footer(
      "What is finished is kept, whatever ends the sweep: a project gets each run as it finishes; "
      "a CSV\nfile is written at the end, and until then its rows stand in FILE.partial, in the "
      "order "
      "in which the\nruns finish. A run that deadlocks is a row with that verdict, and no "
      "failure.\nLatencies of rows whose verdict is not \"stable\" tell how long the run was, and "
      "nothing of\nthe network.");
  const auto options = std::make_shared<SweepOptions>();
  options->input.addTo(*command, true);
  command
      ->add_option("--over", options->over,
                   "Setting and its values: k=first:last:step or k=v1,v2; several make a grid")
      ->required()
      ->type_name("NAME=VALUES")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
  command->add_option("--seeds", options->seeds, "Runs per point, with seeds one after the other")
      ->check(CLI::Range(std::uint32_t{1}, kMostSeeds));
  command->add_option("--jobs", options->jobs, "Runs at once; 0 is one per core")
      ->check(CLI::Range(0, 1024));
  command
      ->add_option("--out", options->out,
                   "CSV file, or project (*.hopscope); without it a CSV on standard output")
      ->type_name("FILE");
  command->add_flag("--quiet", options->quiet, "No progress bar");
  command->callback([&chosen, options] { chosen = [options] { return runSweep(*options); }; });
}

}  // namespace hopscope::cli
