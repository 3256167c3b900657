// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/drawing.h"
#include "app/cli/project_output.h"
#include "ui/reports/report.h"
#include "ui/studies/run_labels.h"

namespace hopscope::cli {

namespace {

/// Of words that are set page by page: more would take minutes.
constexpr std::size_t kMostNoteBytes = 1'000'000;

struct ReportOptions {
  std::string project, out, title, notes;
  std::optional<RowId> run;
  std::vector<std::string> sections;
  std::vector<RowId> compare;
};

std::string sectionNames() {
  std::string names;
  for (const ReportSection section : reportSections())
    names += fmt::format("{}{}", names.empty() ? "" : ", ", reportSectionId(section));
  return names;
}

constexpr std::size_t kMostNamed = 100;

std::string runNumbers(const RunList& runs) {
  std::string known;
  for (const RunHead& run : runs.newest(kMostNamed))
    known += fmt::format("{}{}", known.empty() ? "" : ", ", run.id);
  return runs.size() > kMostNamed
             ? fmt::format("{} and {} older ones", known, runs.size() - kMostNamed)
             : known;
}

/// The run of that number, or the last one. Null, and said why, where there is none.
std::shared_ptr<const StoredRun> pickRun(const ReportOptions& options, RunList& runs) {
  if (runs.empty()) {
    say(fmt::format("{} holds no run. Add one with \"hopscope-cli run --project\".",
                    options.project));
    return nullptr;
  }
  const RowId id = options.run.value_or(runs.back().id);
  if (runs.find(id) == nullptr) {
    say(fmt::format("{} holds no run {}. Its runs: {}.", options.project, id, runNumbers(runs)));
    return nullptr;
  }
  runs.setUnreadable([](const ProjectError& damage) { sayIssues({damage.issue}); });
  return runs.run(id);
}

/// Are all runs of --compare there, and whole? Those that a kept plan names may be gone.
bool knowsRuns(const ReportPlan& plan, const ReportOptions& options, const RunList& runs) {
  if (options.compare.empty()) return true;
  for (const RowId id : plan.compare) {
    if (runs.find(id) == nullptr) {
      say(fmt::format("--compare: {} holds no run {}. Its runs: {}.", options.project, id,
                      runNumbers(runs)));
      return false;
    }
    if (runs.run(id) == nullptr) return false;  // it was said why
  }
  return true;
}

/// The plan kept with the project, with what the command line says instead. Nothing, and said why,
/// where that can't be.
std::optional<ReportPlan> reportPlanOf(const ReportOptions& options, const Project& project) {
  ReportPlan plan =
      readPlan(QByteArray::fromStdString(project.viewValue(kReportPlanKey).value_or("")));
  if (!options.title.empty()) plan.title = QString::fromStdString(options.title);
  if (!options.notes.empty()) {
    Issues issues;
    const auto notes = readInput(options.notes, issues);
    if (!notes) {
      sayIssues(issues);
      return {};
    }
    if (notes->size() > kMostNoteBytes) {
      say(
          fmt::format("--notes: The text has {} bytes; a report takes {} at most. Give the report "
                      "what belongs to it, and hand on the rest as a file of its own.",
                      notes->size(), kMostNoteBytes));
      return {};
    }
    plan.notes = QString::fromStdString(*notes);
  }
  if (!options.compare.empty()) plan.compare = options.compare;
  if (plan.compare.size() > kMostCompared) {
    say(fmt::format("--compare: a report compares with at most {} runs.", kMostCompared));
    return {};
  }
  if (options.sections.empty()) return plan;
  for (ReportPlan::Part& part : plan.parts) part.wanted = false;
  std::vector<ReportPlan::Part> ordered;
  for (const std::string& name : options.sections) {
    const auto part = std::find_if(
        plan.parts.begin(), plan.parts.end(),
        [&](const ReportPlan::Part& each) { return reportSectionId(each.section) == name; });
    if (part == plan.parts.end()) {
      say(fmt::format("--sections: there is no section \"{}\", or it stands twice. Sections: {}.",
                      name, sectionNames()));
      return {};
    }
    ordered.push_back(*part);
    ordered.back().wanted = true;
    plan.parts.erase(part);
  }
  plan.parts = std::move(ordered);
  return plan;
}

int makeReport(const ReportOptions& options) {
  if (!hasEnding(options.out, {".html", ".pdf"}) || !canWriteTo(options.out)) return kWrongInput;
  const auto project = openProject(options.project);
  if (!project) return kWrongInput;
  RunList runs(*project);
  const auto run = pickRun(options, runs);
  if (!run) return kWrongInput;
  const std::optional<ReportPlan> plan = reportPlanOf(options, *project);
  if (!plan || !knowsRuns(*plan, options, runs)) return kWrongInput;
  const OffscreenApplication application;
  Issues issues;
  // To tell runs apart all designs are read.
  const RunNames names = plan->compare.empty() ? RunNames() : RunNames(runs);
  ReportInput input = reportOfRun(*run, runs, names, project->curves(), *plan, issues);
  input.notes = project->notes();
  if (!input.topology) {
    sayIssues(issues);
    return kWrongInput;
  }
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
  command->add_option("--sections", options->sections, "Sections in their order: " + sectionNames())
      ->delimiter(',')
      ->type_name("NAMES");
  command->add_option("--title", options->title, "Title; the design's name otherwise");
  command
      ->add_option("--notes", options->notes,
                   "Text before the project's notes; - is standard input")
      ->type_name("FILE");
  command->add_option("--compare", options->compare, "Numbers of runs to compare with")
      ->delimiter(',')
      ->type_name("RUNS");
  command->add_option("--out", options->out, "File that ends in .html or .pdf")
      ->required()
      ->type_name("FILE");
  command->callback([&chosen, options] { chosen = [options] { return makeReport(*options); }; });
}

}  // namespace hopscope::cli
