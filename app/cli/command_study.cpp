// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/interrupt.h"
#include "app/cli/pictures.h"
#include "app/cli/project_output.h"
#include "app/cli/study_input.h"
#include "app/cli/study_slurm.h"
#include "app/cli/waiting_runs.h"
#include "engine/core/version.h"
#include "engine/design/design_json.h"
#include "engine/study/readable_table.h"
#include "engine/study/study_groups.h"
#include "engine/study/study_html.h"
#include "engine/study/study_latex.h"
#include "engine/study/study_run.h"
#include "engine/study/study_state.h"
#include "engine/study/study_table.h"
#include "projects/stored_run.h"

namespace hopscope::cli {

namespace {

/// Failed points that are named one by one.
constexpr std::size_t kNamedFailures = 10;

struct StudyCommand {
  std::string file;   ///< a study's document, or a project
  std::string out;    ///< the project
  std::string study;  ///< its name in the project
  std::string only;
  std::string share, points;  ///< of a study that others run the rest of
  std::vector<std::string> from;
  std::string csv, json, runsCsv, groupsCsv, latex, html;
  std::string groupBy;
  std::string on;  ///< what runs it: this machine, or "slurm"
  SlurmOptions slurm;
  unsigned jobs = 0;
  bool quiet = false;
  bool keepRuns = false;
  bool exitCode = false;  ///< 1 while something is missing, failed or unfinished
};

/// "3/20": the fourth of twenty shares, which count from 0.
std::optional<StudyShare> readShare(const std::string& text) {
  StudyShare share;
  if (text.empty()) return share;
  const char* end = text.data() + text.size();
  const auto index = std::from_chars(text.data(), end, share.index);
  if (index.ec == std::errc() && index.ptr != end && *index.ptr == '/') {
    const auto of = std::from_chars(index.ptr + 1, end, share.of);
    if (of.ec == std::errc() && of.ptr == end && share.index < share.of) return share;
  }
  say(fmt::format("--share {}: that is no share. Write 0/20 to 19/20 for twenty shares.", text));
  return {};
}

std::set<PointId> failedPoints(const StudyRows& rows) {
  std::set<PointId> points;
  for (const StudyRows::Row& row : rows.rows())
    if (!row.failure.empty()) points.insert(row.point);
  return points;
}

void sayFailures(const OpenStudy& open) {
  std::size_t said = 0;
  const std::vector<std::string> settings = variedSettings(open.study());
  for (const StudyRows::Row* row : open.rows.sorted()) {
    if (row->failure.empty() || said++ >= kNamedFailures) continue;
    std::string place = baseOf(open.study(), row->point).name;
    const std::vector<std::string> values = valuesOf(open.study(), row->point);
    for (std::size_t i = 0; i < values.size(); ++i)
      place += fmt::format(", {} = {}", settings[i], values[i]);
    say(fmt::format("{}: {}", place, row->failure));
  }
  if (said > kNamedFailures) say(fmt::format("And {} more that failed.", said - kNamedFailures));
}

/// Adds what tasks of a cluster have written; false, and said why, where that cannot be read.
bool readTasks(OpenStudy& open) {
  for (const std::string& file : taskFiles(open)) {
    const auto found = PointsFile::read(file, open.owner());
    if (const auto* issue = std::get_if<Issue>(&found)) {
      sayIssues({*issue});
      return false;
    }
    addRows(open.rows, std::get<StudyRows>(found));
  }
  return true;
}

/// Says how many of the runs that are there were not kept whole: they are not run again.
void sayNotWhole(const OpenStudy& open) {
  std::uint64_t there = 0, whole = 0;
  std::multiset<std::string> kept;
  if (!open.rows.rows().empty())
    if (const auto project = openProject(open.project, LookAt::most, open.tell))
      for (const RunHead& run : project->runHeads())
        if (run.engineVersion == kEngineVersion) kept.insert(run.designHash);
  for (const StudyRows::Row& row : open.rows.rows()) {
    if (!row.failure.empty()) continue;
    ++there;
    Issues ignored;
    const auto found = kept.find(designHash(designOf(open.study(), row.point, row.run, ignored)));
    if (found == kept.end()) continue;
    kept.erase(found);
    ++whole;
  }
  if (whole < there)
    say(
        fmt::format("{} of the {} runs that are there already are not kept whole, and are not run "
                    "again. To have all of them whole, run the study into a new project.",
                    there - whole, there));
}

/// Runs what is missing; false where the rows could not be written.
bool runMissing(OpenStudy& open, PointsFile& points, const StudyCommand& options,
                const StudyShare& share, const Interrupt& interrupt) {
  WaitingRuns whole(open.project);
  ProgressBar bar("runs", options.quiet);
  StudyHooks hooks;
  // Whatever ends the program: a run that counts as done is kept whole.
  std::vector<StudyRow> rows;
  StudyRows together;  // of the runs that wait
  const auto append = [&] {
    const bool fine = std::all_of(rows.begin(), rows.end(),
                                  [&](const StudyRow& row) { return points.append(row); });
    rows.clear();
    return fine;
  };
  hooks.row = [&](const StudyRow& row) {
    rows.push_back(row);
    return !whole.empty() || append();
  };
  if (options.keepRuns) {
    sayNotWhole(open);
    // A run and its row are in the project together: neither is made again without the other.
    whole.setBeside([&](Project& project) {
      const RowId study = project.findStudy(open.hash, std::string(kEngineVersion));
      if (study != 0) project.addStudyRows(study, together);
    });
    hooks.whole = [&](const StudyRow& row, const Design& design, const Results& results) {
      StoredRun run = makeRun(design, results, 0);
      if (!open.study().name.empty()) run.tags.push_back(open.study().name);
      whole.add(std::move(run));
      together.add(row);
      whole.tick();
      if (whole.empty()) together = {};
    };
  }
  hooks.progress = [&](const StudyProgress& progress) {
    static_cast<void>(interrupt.requested());
    whole.tick();
    if (whole.empty()) {
      together = {};
      append();
    }
    bar.update(progress.fraction, static_cast<double>(progress.runs));
  };
  runStudy(open.study(), open.rows, options.jobs, share, interrupt.token(), hooks);
  if (options.keepRuns) whole.save();
  append();
  addRows(open.rows, points.rows());
  if (points.problem().empty()) return whole.worst() == Kept::there;
  say(fmt::format("The runs cannot be kept: {}. Those that are kept are not run again.",
                  points.problem()));
  return false;
}

/// kFine where all that was wanted is there, nothing of it failed, and its applications finished.
int exitCodeOf(const OpenStudy& open, const StudyShare& share = {}) {
  StudyState state(open.study());
  state.add(open.rows);
  const auto wanted = [&](PointId point) { return isIn(open.study(), point, share); };
  return state.counts(wanted).allIsWell() ? kFine : kFailed;
}

int outcomeOf(const OpenStudy& open, const StudyShare& share) {
  say(inWords(open));
  sayFailures(open);
  return exitCodeOf(open, share);
}

/// To a cluster, with all that is known of the study by now.
int handOver(OpenStudy& open, const StudyCommand& options) {
  if (!readKept(open) || !readTasks(open)) return kWrongInput;
  if (!open.stored && !keepRows(open, {})) return kFailed;
  return submitStudy(open, options.slurm);
}

int runStudyCommand(const StudyCommand& options) {
  const auto wanted = readShare(options.share);
  if (!wanted) return kWrongInput;
  StudyShare share = *wanted;
  const bool alone = options.points.empty();
  if (!alone && !options.on.empty()) {
    say("--points and --on exclude each other: tasks have files of their own.");
    return kWrongInput;
  }
  const std::string project = !options.out.empty()                  ? options.out
                              : namesProject(options.file) && alone ? options.file
                                                                    : std::string();
  if (options.keepRuns && (!alone || !options.on.empty())) {
    say("--keep-runs needs the project at hand: it cannot be with --points or --on.");
    return kWrongInput;
  }
  if (alone && !namesProject(project)) {
    say("--out names the project that the study is kept in, such as study.hopscope.");
    return kWrongInput;
  }
  if (alone && !canAddTo(project)) return kWrongInput;
  auto open = openStudy(options.file, alone ? project : std::string(), options.study);
  if (!open) return kWrongInput;
  if (!options.on.empty()) return handOver(*open, options);
  const Interrupt interrupt;
  // Nobody else writes from here on: what is read now is all there is.
  auto file = PointsFile::open(alone ? pointsFileOf(*open) : options.points, open->owner());
  if (const auto* issue = std::get_if<Issue>(&file)) {
    sayIssues({*issue});
    return kWrongInput;
  }
  PointsFile& points = *std::get<std::unique_ptr<PointsFile>>(file);
  if (alone && !readKept(*open)) return kWrongInput;
  // The project has the study before its first run, so that it can be gone on with.
  if (alone && !open->stored && !keepRows(*open, {})) return kFailed;
  addRows(open->rows, points.rows());
  if (options.only == "failed") {
    share.only = failedPoints(open->rows);
    open->rows.removeFailed();
  }
  const bool written = runMissing(*open, points, options, share, interrupt);
  if (!alone) return written ? outcomeOf(*open, share) : kFailed;
  if (!points.rows().rows().empty() && !keepRows(*open, points.rows())) {
    say(fmt::format("The runs stand in {} too.", pointsFileOf(*open)));
    return kFailed;
  }
  points.remove();
  const int outcome = outcomeOf(*open, share);
  return written ? outcome : kFailed;
}

/// All that there is of a study, wherever it stands.
bool readAll(OpenStudy& open) {
  return open.project.empty() || (readKept(open) && readTasks(open));
}

int sayStatus(const StudyCommand& options) {
  auto open = openStudy(options.file, options.out, options.study);
  if (!open || !readAll(*open)) return kWrongInput;
  const TasksTold tasks = tellTasks(*open);
  writeOutput("-", fmt::format("{}\n{}", inWords(*open), tasks.lines));
  sayFailures(*open);
  if (!tasks.problem.empty()) {
    say(tasks.problem);
    return kWrongInput;
  }
  return options.exitCode ? exitCodeOf(*open) : kFine;
}

int cancelTasks(const StudyCommand& options) {
  const auto open = openStudy(options.file, options.out, options.study);
  if (!open) return kWrongInput;
  return cancelStudy(*open);
}

/// False, and said what there is, where points can't be grouped by it.
bool canGroupBy(const Study& study, const std::string& name) {
  const std::vector<std::string> names = groupNames(study);
  if (name.empty() || std::find(names.begin(), names.end(), name) != names.end()) return true;
  say(fmt::format("--group-by {}: the study varies no such setting. There are {}.", name,
                  fmt::join(names, ", ")));
  return false;
}

int exportStudy(const StudyCommand& options) {
  const std::array files{options.csv,       options.json,  options.runsCsv,
                         options.groupsCsv, options.latex, options.html};
  if (std::all_of(files.begin(), files.end(), [](const auto& file) { return file.empty(); })) {
    say("Nothing is to be written: add --csv FILE, --groups-csv FILE, --html FILE, --json FILE, "
        "--latex FILE or --runs-csv FILE.");
    return kWrongInput;
  }
  if (options.groupsCsv.empty() != options.groupBy.empty()) {
    say("--group-by and --groups-csv go together: by what, and where to.");
    return kWrongInput;
  }
  for (const std::string& file : files)
    if (!file.empty() && !canWriteTo(file, options.file, "the study")) return kWrongInput;
  auto open = openStudy(options.file, options.out, options.study);
  if (!open || !canGroupBy(open->study(), options.groupBy) || !readAll(*open)) return kWrongInput;
  bool fine = true;
  if (!options.csv.empty())
    fine = writeOutput(options.csv, studyCsv(open->study(), open->rows)) && fine;
  if (!options.runsCsv.empty())
    fine = writeOutput(options.runsCsv, studyRunsCsv(open->study(), open->rows)) && fine;
  if (!options.groupsCsv.empty())
    fine = writeOutput(options.groupsCsv,
                       studyGroupsCsv(open->study(), open->rows, options.groupBy)) &&
           fine;
  if (!options.latex.empty())
    fine = writeOutput(options.latex,
                       studyLatex(open->study(), open->rows, usualColumns(open->study()))) &&
           fine;
  if (!options.html.empty())
    fine = writeOutput(options.html, studyHtml(open->study(), open->parsed.document, open->rows,
                                               usualColumns(open->study()),
                                               drawStudy(open->study(), open->rows))) &&
           fine;
  if (!options.json.empty())
    fine = writeOutput(options.json, studyJson(open->study(), open->parsed.document, open->rows)) &&
           fine;
  return fine ? kFine : kFailed;
}

int collectStudy(const StudyCommand& options) {
  const std::string project = options.out.empty() ? options.file : options.out;
  if (!namesProject(project)) {
    say("--out names the project that the runs are to be kept in, such as study.hopscope.");
    return kWrongInput;
  }
  if (!canAddTo(project)) return kWrongInput;
  auto open = openStudy(options.file, project, options.study);
  if (!open || !readKept(*open)) return kWrongInput;
  const Interrupt interrupt;  // what it brings is brought whole
  StudyRows collected;
  const std::vector<std::string> files = options.from.empty() ? taskFiles(*open) : options.from;
  if (files.empty()) {
    say("There is nothing to collect: no task has written, and --from names no file.");
    return kWrongInput;
  }
  for (const std::string& file : files) {
    const auto found = PointsFile::read(file, open->owner());
    if (const auto* issue = std::get_if<Issue>(&found)) {
      sayIssues({*issue});
      return kWrongInput;
    }
    addRows(collected, std::get<StudyRows>(found));
  }
  if (!keepRows(*open, collected)) return kFailed;
  addRows(open->rows, collected);
  say(inWords(*open));
  return options.exitCode ? exitCodeOf(*open) : kFine;
}

void addFile(CLI::App& command, StudyCommand& options) {
  command
      .add_option(
          "FILE", options.file,
          "Study (hopscope.study/1), a page with one, or a project that has one; - for standard "
          "input")
      ->required();
  command.add_option("--study", options.study, "Its name or number, where there are several");
  command.add_option("--out,--project", options.out, "Project that keeps the study")
      ->type_name("FILE");
}

void addExitCode(CLI::App& command, StudyCommand& options) {
  command.add_flag("--exit-code", options.exitCode,
                   "End with 1 while points are missing, failed, or have applications that did not "
                   "finish");
}

}  // namespace

void addStudy(CLI::App& app, Action& chosen) {
  CLI::App* study =
      app.add_subcommand("study", "Run a study: designs over many settings, kept in a project");
  study->require_subcommand(1);
  study->footer(
      "A study is a document: base designs, axes, seeds, columns, constraints and objectives. "
      "What is\nfinished is kept at once in a file beside the project, and in the project at the "
      "end; a "
      "second start does the rest.\nPoints that cannot be run are rows that say why.");
  const auto options = std::make_shared<StudyCommand>();

  CLI::App* run = study->add_subcommand("run", "Run what is missing of it");
  run->footer(
      "Exit code 0 says that every point that was to be run is there, of --share and --only those "
      "alone, that\nnone failed, and that all applications finished; 1 that some are missing, "
      "failed or did not finish.\nA point that saturates or deadlocks is a row with that verdict, "
      "and no failure.");
  addFile(*run, *options);
  run->add_option("--only", options->only, "Run these points again")
      ->check(CLI::IsMember({"failed"}));
  run->add_option("--share", options->share, "K/N: only one of N shares, K from 0")
      ->type_name("K/N");
  run->add_option("--points", options->points, "Keep the runs in this file, and in no project")
      ->type_name("FILE");
  run->add_flag("--keep-runs", options->keepRuns,
                "Keep each run whole, too, among the runs of the project");
  run->add_option("--jobs", options->jobs, "Runs at once; 0 is one per core")
      ->check(CLI::Range(0, 1024));
  run->add_flag("--quiet", options->quiet, "No progress bar");
  CLI::Option* on =
      run->add_option("--on", options->on, "Hand it to a cluster")->check(CLI::IsMember({"slurm"}));
  run->add_option("--array", options->slurm.tasks, "Tasks that share the points, as a job array")
      ->check(CLI::Range(1, 100'000));
  run->add_option("--partition", options->slurm.partition, "Slurm's partition");
  run->add_option("--time", options->slurm.time, "Slurm's time limit of a task");
  run->add_option("--sbatch-options", options->slurm.more, "Further options of sbatch");
  run->add_option("--program", options->slurm.program,
                  "hopscope-cli that the tasks run, or the archive that packaging/archive.sh makes "
                  "of it; without, this one")
      ->needs(on)
      ->type_name("FILE");
  run->add_flag("--resubmit", options->slurm.resubmit,
                "Submit the tasks again that have not finished and are not on their way");
  run->callback([&chosen, options] { chosen = [options] { return runStudyCommand(*options); }; });

  CLI::App* status = study->add_subcommand("status", "How much of it is done, and what failed");
  addFile(*status, *options);
  addExitCode(*status, *options);
  status->callback([&chosen, options] { chosen = [options] { return sayStatus(*options); }; });

  CLI::App* results = study->add_subcommand("export", "Write its table");
  addFile(*results, *options);
  results->add_option("--csv", options->csv, "A row per point")->type_name("FILE");
  results->add_option("--runs-csv", options->runsCsv, "A row per run")->type_name("FILE");
  results
      ->add_option("--groups-csv", options->groupsCsv,
                   "A row per group of points: means, least and largest values")
      ->type_name("FILE");
  results->add_option("--group-by", options->groupBy,
                      "What they are grouped by: a setting that is varied, design, status, verdict "
                      "or outcome");
  results->add_option("--latex", options->latex, "The table for LaTeX (booktabs)")
      ->type_name("FILE");
  results->add_option("--html", options->html, "A page to read, with the study inside")
      ->type_name("FILE");
  results
      ->add_option("--json", options->json, "The table with the study inside, which runs from it")
      ->type_name("FILE");
  results->callback([&chosen, options] { chosen = [options] { return exportStudy(*options); }; });

  CLI::App* cancel = study->add_subcommand("cancel", "End what it has under way on a cluster");
  addFile(*cancel, *options);
  cancel->callback([&chosen, options] { chosen = [options] { return cancelTasks(*options); }; });

  CLI::App* collect =
      study->add_subcommand("collect", "Bring the runs of its shares into the project");
  addFile(*collect, *options);
  addExitCode(*collect, *options);
  collect
      ->add_option("--from", options->from,
                   "Files that `study run --points` wrote; without, those of its tasks")
      ->type_name("FILES");
  collect->callback([&chosen, options] { chosen = [options] { return collectStudy(*options); }; });
}

}  // namespace hopscope::cli
