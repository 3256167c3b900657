// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/drawing.h"
#include "app/cli/project_output.h"
#include "engine/design/compile.h"
#include "ui/reports/report.h"

namespace hopscope::cli {

namespace {

struct ReportOptions {
  std::string project, out;
  std::optional<RowId> run;
};

/// The run of that number, or the last one. Nothing, and said why, where there is none.
std::optional<StoredRun> pickRun(const ReportOptions& options, std::vector<StoredRun> runs) {
  if (runs.empty()) {
    say(fmt::format("{} holds no run. Add one with \"hopscope-cli run --project\".",
                    options.project));
    return {};
  }
  if (!options.run) return std::move(runs.back());
  std::string known;
  for (StoredRun& run : runs) {
    if (run.id == *options.run) return std::move(run);
    known += fmt::format("{}{}", known.empty() ? "" : ", ", run.id);
  }
  say(fmt::format("{} holds no run {}. Its runs: {}.", options.project, *options.run, known));
  return {};
}

/// The newest latency curve of the design that was run.
std::vector<CurvePoint> curveOf(const Project& project, const StoredRun& run) {
  auto curves = project.curves();
  for (auto curve = curves.rbegin(); curve != curves.rend(); ++curve)
    if (curve->designId != 0 && curve->designId == run.designId) return std::move(curve->points);
  return {};
}

int makeReport(const ReportOptions& options) {
  if (!hasEnding(options.out, {".html", ".pdf"}) || !canWriteTo(options.out)) return kWrongInput;
  const auto project = openProject(options.project);
  if (!project) return kWrongInput;
  auto run = pickRun(options, project->runs());
  if (!run) return kWrongInput;
  Issues issues;
  ReportInput input;
  input.topology = buildTopology(run->design, issues);
  if (!input.topology) {
    sayIssues(issues);
    return kWrongInput;
  }
  const OffscreenApplication application;
  input.placement = placementFor(run->design, *input.topology);
  input.curve = curveOf(*project, *run);
  input.date = QString::fromStdString(run->started);
  input.design = std::move(run->design);
  input.results = std::move(run->results);
  QString error;
  if (writeReport(input, QString::fromStdString(options.out), &error)) return kFine;
  say(error.toStdString());
  return kFailed;
}

}  // namespace

void addReport(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand("report", "Report on a run of a project (HTML or PDF)");
  const auto options = std::make_shared<ReportOptions>();
  command->add_option("project", options->project, "Project file")->required()->type_name("FILE");
  command->add_option("--run", options->run, "Number of the run; the last one otherwise");
  command->add_option("--out", options->out, "File that ends in .html or .pdf")
      ->required()
      ->type_name("FILE");
  command->callback([&chosen, options] { chosen = [options] { return makeReport(*options); }; });
}

}  // namespace hopscope::cli
