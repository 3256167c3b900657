// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/design_input.h"
#include "app/cli/interrupt.h"
#include "app/cli/project_output.h"
#include "engine/study/results_csv.h"
#include "engine/study/sweep.h"
#include "projects/stored_run.h"

namespace hopscope::cli {

namespace {

constexpr const char* kProjectEnding = ".hopscope";

struct SweepOptions {
  DesignInput input;
  std::vector<std::string> over;
  unsigned seeds = 1;
  unsigned jobs = 0;
  std::string out;
  bool quiet = false;
};

bool isProject(const std::string& file) {
  const std::string ending = kProjectEnding;
  return file.size() > ending.size() &&
         file.compare(file.size() - ending.size(), ending.size(), ending) == 0;
}

std::optional<SweepPlan> readPlan(const SweepOptions& options) {
  const auto design = readDesign(options.input);
  if (!design) return {};
  std::vector<SweepAxis> axes;
  for (const std::string& text : options.over) {
    auto axis = parseAxis(text);
    if (const Issue* issue = std::get_if<Issue>(&axis)) {
      sayIssues({*issue});
      return {};
    }
    axes.push_back(std::get<SweepAxis>(std::move(axis)));
  }
  SweepPlan plan = planSweep(*design, std::move(axes), options.seeds);
  if (!hasErrors(plan.issues)) return plan;
  sayIssues(plan.issues);
  return {};
}

/// "traffic.load 0.3, run.seed 2" instead of the plain name of a single run.
std::string rowName(const SweepPlan& plan, const SweepRow& row) {
  std::string name;
  for (std::size_t axis = 0; axis < plan.axes.size(); ++axis)
    name += fmt::format("{} {}, ", plan.axes[axis].path, row.values[axis]);
  return name + fmt::format("seed {}", row.results.seed);
}

/// A sweep over the load alone is a latency curve too.
std::vector<CurvePoint> curveOf(const SweepPlan& plan, const std::vector<SweepRow>& rows) {
  std::vector<CurvePoint> points;
  if (plan.axes.size() != 1 || plan.axes.front().path != "traffic.load") return points;
  for (std::size_t row = 0; row < rows.size();) {
    std::vector<Results> seeds;
    const double load = rows[row].results.offeredLoad;
    const std::string& value = rows[row].values.front();
    for (; row < rows.size() && rows[row].values.front() == value; ++row)
      seeds.push_back(rows[row].results);
    points.push_back(summarize(load, std::move(seeds)));
  }
  return points;
}

/// The design with as many replications as the sweep has seeds, for what is said of the curve.
Design asReplicated(Design design, const SweepPlan& plan, const std::vector<SweepRow>& rows) {
  const auto seeds = static_cast<std::int64_t>(
      rows.empty() ? 1 : plan.runs.size() / plan.axes.front().values.size());
  if (seeds > 1) design.settings["run.replications"] = seeds;
  return design;
}

bool keepInProject(Project& project, const std::string& file, const Design& design,
                   const SweepPlan& plan, const std::vector<SweepRow>& rows) {
  const RowId designId = rowOf(project, design);
  for (const SweepRow& row : rows) {
    StoredRun run = makeRun(row.design, row.results, designId);
    run.name = rowName(plan, row);
    project.addRun(run);
  }
  if (auto points = curveOf(plan, rows); !points.empty())
    project.addCurve(makeCurve(asReplicated(design, plan, rows), std::move(points), designId));
  return saveTo(project, file);
}

int runSweep(const SweepOptions& options) {
  const auto plan = readPlan(options);
  if (!plan || !canWriteTo(options.out, options.input.file)) return kWrongInput;
  std::unique_ptr<Project> project;
  if (isProject(options.out)) {
    project = openForAdding(options.out);
    if (!project) return kWrongInput;
  }
  const Interrupt interrupt;
  SweepOutcome outcome;
  {
    ProgressBar bar("runs", options.quiet);
    outcome = sweep(*plan, options.jobs, interrupt.token(), [&bar](const BatchProgress& progress) {
      bar.update(progress.fraction, progress.fraction * static_cast<double>(progress.total));
    });
  }
  const std::vector<SweepRow>& rows = outcome.rows;
  if (!outcome.failure.empty()) say(outcome.failure);
  const bool complete = rows.size() == plan->runs.size();
  if (!complete)
    say(fmt::format("Stopped after {} of {} runs; these are kept.", rows.size(),
                    plan->runs.size()));
  const bool written = project ? keepInProject(*project, options.out, plan->base, *plan, rows)
                               : writeOutput(options.out, sweepCsv(plan->axes, rows));
  return written && complete ? kFine : kFailed;
}

}  // namespace

void addSweep(CLI::App& app, Action& chosen) {
  CLI::App* command =
      app.add_subcommand("sweep", "Simulate a design over a grid of settings; results as CSV");
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
      ->check(CLI::Range(1, 10'000));
  command->add_option("--jobs", options->jobs, "Runs at once; 0 is one per core")
      ->check(CLI::Range(0, 1024));
  command
      ->add_option("--out", options->out,
                   "CSV file, project (*.hopscope), or - for standard output")
      ->required()
      ->type_name("FILE");
  command->add_flag("--quiet", options->quiet, "No progress bar");
  command->callback([&chosen, options] { chosen = [options] { return runSweep(*options); }; });
}

}  // namespace hopscope::cli
