// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <memory>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/design_input.h"
#include "app/cli/project_output.h"
#include "app/cli/simulate.h"
#include "engine/study/results_json.h"
#include "projects/stored_run.h"

namespace hopscope::cli {

namespace {

struct RunOptions {
  DesignInput input;
  std::string out, project;
  unsigned jobs = 0;
  bool quiet = false;
};

int runDesign(const RunOptions& options) {
  const auto design = readDesign(options.input);
  if (!design || !canWriteTo(options.out, options.input.file)) return kWrongInput;
  std::unique_ptr<Project> project;
  if (!options.project.empty()) {
    project = openForAdding(options.project);
    if (!project) return kWrongInput;
  }
  const auto run = simulate(*design, options.jobs, options.quiet);
  if (!run) return kWrongInput;
  if (!options.quiet) say(summary(*run->topology, run->results));

  bool written = true;
  if (!options.out.empty() || !project)
    written = writeOutput(options.out.empty() ? "-" : options.out,
                          writeResults(*design, *run->topology, run->results));
  if (project) {
    StoredRun kept = makeRun(*design, run->results, rowOf(*project, *design));
    kept.recording = run->recording;
    project->addRun(kept);
    written = saveTo(*project, options.project) && written;
  }
  return written && run->results.complete ? kFine : kFailed;
}

}  // namespace

void addRun(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand("run", "Simulate a design; results as JSON");
  const auto options = std::make_shared<RunOptions>();
  options->input.addTo(*command, true);
  command->add_option("--out", options->out, "File for the results; - is standard output")
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
