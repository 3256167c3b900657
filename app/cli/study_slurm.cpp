// SPDX-License-Identifier: GPL-3.0-or-later
// One job array of Slurm for a study: no daemon, no queue of our own. A folder beside the project
// holds the study, the job script, the numbers of the jobs and the rows that the tasks write.
#include "app/cli/study_slurm.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <variant>

#include "app/cli/cluster_program.h"
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

std::string folderOf(const OpenStudy& study) {
  std::error_code error;
  return fs::absolute(tasksFolderBeside(study.project, study.hash), error).string();
}

/// What a program said last.
std::string lastLine(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

/// A word as the shell reads it back.
std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + '\'';
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
  StudyState state(open.study());
  state.add(open.rows);
  std::vector<Share> shares(tasks);
  for (PointId point = 0; point < pointCount(open.study()); ++point) {
    if (state.leftOut(point)) continue;
    Share& share = shares[shareOf(open.study(), point, tasks)];
    share.runs += state.runs(point);
    share.wanted += state.wanted(point);
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

/// Words that are not known are those of tasks on their way: better a task too late than twice.
bool hasEnded(const std::string& state) {
  constexpr const char* kEnds[] = {"COMPLETED", "CANCELLED",     "FAILED",    "TIMEOUT",
                                   "NODE_FAIL", "OUT_OF_MEMORY", "PREEMPTED", "BOOT_FAIL",
                                   "DEADLINE",  "REVOKED"};
  return std::any_of(std::begin(kEnds), std::end(kEnds),
                     [&](const char* each) { return state.rfind(each, 0) == 0; });
}

/// False, and said why, where Slurm does not answer: what it has under way is not known then.
bool slurmAnswers() {
  const auto outcome = runSystemCommand("squeue", {"--noheader", "--me"});
  if (outcome && outcome->exitCode == 0) return true;
  say(fmt::format("squeue does not tell what is under way: {}",
                  outcome ? lastLine(outcome->err) : std::string("there is none")));
  return false;
}

std::string scriptOf(const std::string& program, const std::string& folder, const std::string& name,
                     std::uint32_t tasks) {
  return fmt::format(
      "#!/bin/bash\n"
      "#SBATCH --job-name={}\n"
      "# A task that is told to end keeps what it has finished.\n"
      "exec {} study run {} --share \"$SLURM_ARRAY_TASK_ID/{}\" \\\n"
      "  --points {}/\"$SLURM_ARRAY_TASK_ID\".points --jobs \"${{SLURM_CPUS_ON_NODE:-1}}\" "
      "--quiet\n",
      name, quoted(program), quoted(folder + '/' + kStudyFile), tasks, quoted(folder));
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
  std::vector<std::string> arguments{"--parsable", "--array=" + array,
                                     "--output=" + folder + "/%a.out"};
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
    say(fmt::format("sbatch refuses the job: {}",
                    lastLine(outcome->err.empty() ? outcome->out : outcome->err)));
    return {};
  }
  // "12" or "12;cluster".
  std::string job = outcome->out.substr(0, outcome->out.find_first_of(";\n"));
  if (!job.empty()) return job;
  say("sbatch did not say the number of the job.");
  return {};
}

/// "0,3,7" of tasks that are to run; empty where there are none.
std::string unfinishedTasks(const OpenStudy& study, const Submitted& submitted) {
  const std::vector<Share> shares = sharesOf(study, submitted.tasks);
  const std::map<std::uint32_t, std::string> states = statesOf(submitted);
  std::string array;
  for (std::uint32_t task = 0; task < submitted.tasks; ++task) {
    if (shares[task].runs >= shares[task].wanted) continue;
    if (const auto state = states.find(task); state != states.end() && !hasEnded(state->second))
      continue;
    array += (array.empty() ? "" : ",") + std::to_string(task);
  }
  return array;
}

/// Puts what the project has into the files of the tasks, so that no run is made twice.
bool handOut(const OpenStudy& study, const std::string& folder, std::uint32_t tasks) {
  std::map<std::uint32_t, std::unique_ptr<PointsFile>> files;
  for (const StudyRows::Row* row : study.rows.sorted()) {
    auto& file = files[shareOf(study.study(), row->point, tasks)];
    if (!file) {
      auto opened = PointsFile::open(fileOf(folder, shareOf(study.study(), row->point, tasks)),
                                     study.owner());
      if (const auto* issue = std::get_if<Issue>(&opened)) {
        sayIssues({*issue});
        return false;
      }
      file = std::move(std::get<std::unique_ptr<PointsFile>>(opened));
    }
    if (!file->append(study.rows.named(*row))) {
      say(fmt::format("{} cannot be written: {}.", folder, file->problem()));
      return false;
    }
  }
  return true;
}

/// The folder of a study that is handed over for the first time. An exit code, and said why, where
/// it cannot be made; it is gone then.
int begin(const OpenStudy& study, const std::string& folder, std::uint32_t tasks,
          const std::string& named) {
  std::error_code error;
  if (!fs::create_directory(folder, error)) {
    say(error
            ? fmt::format("{} cannot be made: {}.", folder, error.message())
            : fmt::format("{} is there, but not which job it is of. Bring in what its tasks wrote "
                          "by \"study collect --from\", and remove it.",
                          folder));
    return kFailed;
  }
  const auto program = clusterProgram(named, folder);
  const bool fine = program && writeOutput(folder + '/' + kStudyFile, study.parsed.document) &&
                    writeOutput(folder + '/' + kScript,
                                scriptOf(*program, folder,
                                         "hopscope-" + study.hash.substr(0, kShortHash), tasks)) &&
                    handOut(study, folder, tasks);
  if (fine) return kFine;
  fs::remove_all(folder, error);
  return program ? kFailed : kWrongInput;
}

/// Slurm opens what a task says before the task begins: a failed one without it saw no folder.
bool sawNoFolder(const std::string& folder, std::uint32_t task, const std::string& state) {
  std::error_code error;
  return state.rfind("FAILED", 0) == 0 &&
         !fs::exists(fmt::format("{}/{}.out", folder, task), error) &&
         !fs::exists(fileOf(folder, task), error);
}

}  // namespace

int submitStudy(const OpenStudy& study, const SlurmOptions& options) {
  const std::string folder = folderOf(study);
  const std::optional<Submitted> before = submittedIn(folder);
  if (before && !options.resubmit) {
    say(
        fmt::format("The study was submitted already, as job {}. --resubmit submits what is not "
                    "finished; \"study collect\" brings in what is.",
                    before->jobs.empty() ? std::string("?") : before->jobs.back()));
    return kWrongInput;
  }
  if (!before && (options.resubmit || options.tasks == 0)) {
    say(options.resubmit ? "The study was not submitted yet: leave out --resubmit."
                         : "--array says how many tasks share the points, such as --array 20.");
    return kWrongInput;
  }
  if (before && !options.program.empty()) {
    say("--program: the tasks keep the program that they were submitted with. Leave it out.");
    return kWrongInput;
  }
  if (!canBeClusterProgram(options.program)) return kWrongInput;
  if (before && !slurmAnswers()) return kWrongInput;
  Submitted submitted = before.value_or(Submitted{
      static_cast<std::uint32_t>(std::min<std::uint64_t>(options.tasks, pointCount(study.study()))),
      {}});
  const std::string array = unfinishedTasks(study, submitted);
  if (array.empty()) {
    say("Every task has finished, or is on its way.");
    return kFine;
  }
  if (!before)
    if (const int code = begin(study, folder, submitted.tasks, options.program); code != kFine)
      return code;
  const auto job = submit(folder, array, options);
  if (!job) {
    std::error_code error;
    if (!before) fs::remove_all(folder, error);  // it was made here, and nothing runs in it
    return kWrongInput;
  }
  say(
      fmt::format("Submitted as job {}, tasks {}. \"hopscope-cli study status {}\" tells how far "
                  "it is, \"study collect\" brings the runs in.",
                  *job, array, study.project));
  submitted.jobs.push_back(*job);
  return keepJobs(folder, submitted) ? kFine : kFailed;
}

std::string tasksInWords(const OpenStudy& study) {
  const auto submitted = submittedIn(folderOf(study));
  if (!submitted) return {};
  const std::map<std::uint32_t, std::string> states = statesOf(*submitted);
  const std::vector<Share> shares = sharesOf(study, submitted->tasks);
  const std::string folder = folderOf(study);
  std::string text;
  bool shared = true;
  for (std::uint32_t task = 0; task < submitted->tasks; ++task) {
    const auto state = states.find(task);
    shared = shared && (state == states.end() || !sawNoFolder(folder, task, state->second));
    text += fmt::format("task {}: {}, {} of {} runs\n", task,
                        state == states.end() ? std::string("unknown to Slurm") : state->second,
                        shares[task].runs, shares[task].wanted);
  }
  if (!shared)
    text += fmt::format(
        "A task failed and wrote nothing into {}. The nodes of the cluster must share "
        "that folder: put the project where they see it, and submit the study there.\n",
        folder);
  return text;
}

std::vector<std::string> taskFiles(const OpenStudy& study) {
  std::vector<std::string> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folderOf(study), error))
    if (entry.path().extension() == ".points") files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace hopscope::cli
