// SPDX-License-Identifier: GPL-3.0-or-later
// One job array of Slurm for a study: no daemon, no queue of our own. A folder beside the project
// holds the study, the job script, the numbers of the jobs and the rows that the tasks write.
#include "app/cli/study_slurm.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <optional>
#include <sstream>
#include <variant>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/system_command.h"
#include "engine/study/study_run.h"
#include "engine/study/study_state.h"

namespace hopscope::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* kStudyFile = "study.json";
constexpr const char* kScript = "job.sh";
constexpr const char* kJobs = "jobs";  ///< its first line the number of tasks, then a job a line

std::string folderOf(const std::string& project) {
  return project + ".slurm";
}

/// A word as the shell reads it back.
std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + '\'';
}

/// The program that the tasks run: this one.
std::string ownProgram() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  return error ? std::string("hopscope-cli") : self.string();
}

struct Submitted {
  std::uint32_t tasks = 0;
  std::vector<std::string> jobs;
};

std::optional<Submitted> submittedIn(const std::string& folder) {
  Issues ignored;
  std::error_code error;
  const std::string file = folder + '/' + kJobs;
  if (!fs::exists(file, error)) return {};
  const auto text = readInput(file, ignored);
  if (!text) return {};
  std::istringstream lines(*text);
  Submitted submitted;
  if (!(lines >> submitted.tasks) || submitted.tasks == 0) return {};
  for (std::string job; lines >> job;) submitted.jobs.push_back(job);
  return submitted;
}

bool keepJobs(const std::string& folder, const Submitted& submitted) {
  std::string text = fmt::format("{}\n", submitted.tasks);
  for (const std::string& job : submitted.jobs) text += job + '\n';
  return writeOutput(folder + '/' + kJobs, text);
}

std::string fileOf(const std::string& folder, std::uint32_t task) {
  return fmt::format("{}/{}.points", folder, task);
}

/// Finished and wanted runs of a task's share.
struct Share {
  std::uint64_t runs = 0, wanted = 0;
};

std::vector<Share> sharesOf(const OpenStudy& open, std::uint32_t tasks) {
  StudyRows rows = open.rows;
  for (const std::string& file : taskFiles(open.project)) {
    const auto found = PointsFile::read(file, open.owner());
    if (const auto* more = std::get_if<StudyRows>(&found)) addRows(rows, *more);
  }
  StudyState state(open.study());
  state.add(rows);
  std::vector<Share> shares(tasks);
  for (PointId point = 0; point < pointCount(open.study()); ++point) {
    if (state.leftOut(point)) continue;
    for (std::uint32_t task = 0; task < tasks; ++task)
      if (belongsTo(open.study(), point, {task, tasks})) {
        shares[task].runs += state.runs(point);
        shares[task].wanted += state.wanted(point);
      }
  }
  return shares;
}

/// The task of "12_3" or "12_3.batch"; nothing for others, as those that wait together, "12_[4-9]".
std::optional<std::uint32_t> taskOf(const std::string& job) {
  const std::size_t at = job.find('_');
  if (at == std::string::npos) return {};
  std::uint32_t task = 0;
  const auto [end, error] = std::from_chars(job.data() + at + 1, job.data() + job.size(), task);
  if (error != std::errc() || end != job.data() + job.size()) return {};
  return task;
}

/// What Slurm says of each task, the latest job's word last: sacct of those that have ended, squeue
/// of those that have not.
std::map<std::uint32_t, std::string> statesOf(const Submitted& submitted) {
  std::map<std::uint32_t, std::string> states;
  const auto read = [&](const std::string& text, char between) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      const std::size_t at = line.find(between);
      if (at == std::string::npos) continue;
      if (const auto task = taskOf(line.substr(0, at))) states[*task] = line.substr(at + 1);
    }
  };
  for (const std::string& job : submitted.jobs) {
    if (const auto ended =
            runSystemCommand("sacct", {"-n", "-X", "-P", "-j", job, "-o", "JobID,State"}))
      read(ended->out, '|');
    if (const auto waiting = runSystemCommand(
            "squeue", {"--noheader", "--array", "--states=all", "--jobs=" + job, "--format=%i|%T"}))
      read(waiting->out, '|');
  }
  return states;
}

bool onItsWay(const std::string& state) {
  constexpr const char* kGoingOn[] = {"PENDING",  "RUNNING",  "CONFIGURING", "COMPLETING",
                                      "REQUEUED", "RESIZING", "SUSPENDED"};
  return std::any_of(std::begin(kGoingOn), std::end(kGoingOn),
                     [&](const char* each) { return state.rfind(each, 0) == 0; });
}

std::string scriptOf(const std::string& folder, const std::string& name, std::uint32_t tasks) {
  return fmt::format(
      "#!/bin/bash\n"
      "#SBATCH --job-name={}\n"
      "#SBATCH --output={}/%a.out\n"
      "# A task that is told to end keeps what it has finished.\n"
      "exec {} study run {} --share \"$SLURM_ARRAY_TASK_ID/{}\" \\\n"
      "  --points {}/\"$SLURM_ARRAY_TASK_ID\".points --jobs \"${{SLURM_CPUS_ON_NODE:-1}}\" "
      "--quiet\n",
      name, folder, quoted(ownProgram()), quoted(folder + '/' + kStudyFile), tasks, quoted(folder));
}

/// Options of sbatch between spaces.
std::vector<std::string> wordsOf(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

/// The number of the job; nothing, and said why, where it was refused.
std::optional<std::string> submit(const std::string& folder, const std::string& array,
                                  const SlurmOptions& options) {
  std::vector<std::string> arguments{"--parsable", "--array=" + array};
  if (!options.partition.empty()) arguments.push_back("--partition=" + options.partition);
  if (!options.time.empty()) arguments.push_back("--time=" + options.time);
  for (std::string& word : wordsOf(options.more)) arguments.push_back(std::move(word));
  arguments.push_back(folder + '/' + kScript);
  const auto outcome = runSystemCommand("sbatch", arguments);
  if (!outcome || outcome->exitCode == 127) {
    say("There is no sbatch on this machine. Run this command where jobs are submitted, or leave "
        "out --on slurm to run the study here.");
    return {};
  }
  if (outcome->exitCode != 0) {
    std::string words = outcome->err.empty() ? outcome->out : outcome->err;
    while (!words.empty() && words.back() == '\n') words.pop_back();
    say(fmt::format("sbatch refuses the job: {}", words));
    return {};
  }
  // "12" or "12;cluster".
  std::string job = outcome->out.substr(0, outcome->out.find_first_of(";\n"));
  if (!job.empty()) return job;
  say("sbatch did not say the number of the job.");
  return {};
}

/// "0,3,7" of tasks that are to run again; empty where there are none.
std::string unfinishedTasks(const OpenStudy& study, const Submitted& before) {
  const std::vector<Share> shares = sharesOf(study, before.tasks);
  const std::map<std::uint32_t, std::string> states = statesOf(before);
  std::string array;
  for (std::uint32_t task = 0; task < before.tasks; ++task) {
    const auto state = states.find(task);
    if (shares[task].runs >= shares[task].wanted) continue;
    if (state != states.end() && onItsWay(state->second)) continue;
    array += (array.empty() ? "" : ",") + std::to_string(task);
  }
  return array;
}

}  // namespace

int submitStudy(const OpenStudy& study, const SlurmOptions& options) {
  std::error_code error;
  const std::string folder = fs::absolute(folderOf(study.project), error).string();
  std::optional<Submitted> before = submittedIn(folder);
  if (before && !options.resubmit) {
    say(
        fmt::format("The study was submitted already, as job {}. --resubmit submits what is not "
                    "finished; \"study collect\" brings in what is.",
                    before->jobs.empty() ? std::string("?") : before->jobs.back()));
    return kWrongInput;
  }
  if (!before && options.resubmit) {
    say("The study was not submitted yet: leave out --resubmit.");
    return kWrongInput;
  }
  std::string array;
  Submitted submitted;
  if (before) {
    submitted = *before;
    array = unfinishedTasks(study, submitted);
    if (array.empty()) {
      say("Every task has finished, or is on its way.");
      return kFine;
    }
  } else {
    if (options.tasks == 0) {
      say("--array says how many tasks share the points, such as --array 20.");
      return kWrongInput;
    }
    submitted.tasks = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(options.tasks, pointCount(study.study())));
    array = fmt::format("0-{}", submitted.tasks - 1);
    fs::create_directories(folder, error);
    if (!writeOutput(folder + '/' + kStudyFile, study.parsed.document) ||
        !writeOutput(folder + '/' + kScript,
                     scriptOf(folder, "hopscope-" + study.hash.substr(0, 8), submitted.tasks)))
      return kFailed;
  }
  const auto job = submit(folder, array, options);
  if (!job) {
    if (!before) fs::remove_all(folder, error);
    return kFailed;
  }
  submitted.jobs.push_back(*job);
  if (!keepJobs(folder, submitted)) return kFailed;
  say(
      fmt::format("Submitted as job {}, tasks {}. \"hopscope-cli study status {}\" tells how far "
                  "it is, \"study collect\" brings the runs in.",
                  *job, array, study.project));
  return kFine;
}

std::string tasksInWords(const OpenStudy& study) {
  const std::string folder = folderOf(study.project);
  const auto submitted = submittedIn(folder);
  if (!submitted) return {};
  const std::map<std::uint32_t, std::string> states = statesOf(*submitted);
  const std::vector<Share> shares = sharesOf(study, submitted->tasks);
  std::string text;
  for (std::uint32_t task = 0; task < submitted->tasks; ++task) {
    const auto state = states.find(task);
    text += fmt::format("task {}: {}, {} of {} runs\n", task,
                        state == states.end() ? std::string("unknown to Slurm") : state->second,
                        shares[task].runs, shares[task].wanted);
  }
  return text;
}

std::vector<std::string> taskFiles(const std::string& project) {
  const std::string folder = folderOf(project);
  std::vector<std::string> files;
  const auto submitted = submittedIn(folder);
  std::error_code error;
  for (std::uint32_t task = 0; submitted && task < submitted->tasks; ++task)
    if (fs::exists(fileOf(folder, task), error)) files.push_back(fileOf(folder, task));
  return files;
}

}  // namespace hopscope::cli
