// SPDX-License-Identifier: GPL-3.0-or-later
// One job array of Slurm for a study: no daemon, no queue of our own. A folder beside the project
// holds the study, the job script, the numbers of the jobs and the rows that the tasks write.
#include "app/cli/study_slurm.h"

#include <fmt/format.h>
#include <linux/magic.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <variant>

#include "app/cli/cluster_program.h"
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/system_command.h"
#include "engine/study/study_run.h"
#include "engine/study/study_state.h"
#include "engine/study/task_state.h"

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

/// What Slurm says of a task, and the job that it says it of.
struct TaskState {
  std::string word, job;
};
using TaskStates = std::map<std::uint32_t, TaskState>;

/// The latest job's word last: sacct of those that have ended, squeue of those that have not.
TaskStates statesOf(const Submitted& submitted) {
  TaskStates states;
  for (const std::string& job : submitted.jobs) {
    const auto read = [&](const std::string& text) {
      std::istringstream lines(text);
      for (std::string line; std::getline(lines, line);) {
        const std::size_t at = line.find('|');
        if (at == std::string::npos) continue;
        if (const auto task = taskOf(line.substr(0, at)))
          states[*task] = {line.substr(at + 1), job};
      }
    };
    if (const auto ended =
            runSystemCommand("sacct", {"-n", "-X", "-P", "-j", job, "-o", "JobID,State"}))
      read(ended->out);
    if (const auto waiting = runSystemCommand(
            "squeue", {"--noheader", "--array", "--states=all", "--jobs=" + job, "--format=%i|%T"}))
      read(waiting->out);
  }
  return states;
}

/// Whether a job of that number runs this folder's script: another cluster, or one that has begun
/// to count anew, may have given the number to another.
bool isOurs(const std::string& job, const std::string& folder) {
  const auto outcome =
      runSystemCommand("squeue", {"--noheader", "--me", "--jobs=" + job, "--format=%o"});
  if (!outcome) return false;
  // The folder's name alone, which has the study's hash: the nodes may see it elsewhere.
  return outcome->out.find((fs::path(folder).filename() / kScript).string()) != std::string::npos;
}

/// False, and said why, where Slurm does not answer: what it has under way is not known then.
bool slurmAnswers() {
  const auto outcome = runSystemCommand("squeue", {"--noheader", "--me"});
  if (outcome && outcome->exitCode == 0) return true;
  say(fmt::format("squeue does not tell what is under way: {}",
                  outcome ? lastLine(outcome->err) : std::string("there is none")));
  return false;
}

/// Nodes of the cluster other than this machine; none where Slurm does not tell.
bool hasOtherNodes(const SlurmOptions& options) {
  std::vector<std::string> arguments{"--noheader", "--Node", "--format=%n"};
  if (!options.partition.empty()) arguments.push_back("--partition=" + options.partition);
  const auto outcome = runSystemCommand("sinfo", arguments);
  if (!outcome || outcome->exitCode != 0) return false;
  std::array<char, 256> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0) return false;
  const auto shortName = [](const std::string& host) { return host.substr(0, host.find('.')); };
  const std::string here = shortName(name.data());
  std::istringstream nodes(outcome->out);
  for (std::string node; nodes >> node;)
    if (const std::string other = shortName(node); other != here && other != "localhost")
      return true;
  return false;
}

/// A folder in the memory of this machine is no other's.
bool isInMemory(const std::string& folder) {
  struct statfs system {};
  if (::statfs(folder.c_str(), &system) != 0) return false;
  return system.f_type == TMPFS_MAGIC || system.f_type == RAMFS_MAGIC;
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
  const TaskStates states = statesOf(submitted);
  std::string array;
  for (std::uint32_t task = 0; task < submitted.tasks; ++task) {
    if (shares[task].runs >= shares[task].wanted) continue;
    if (const auto state = states.find(task);
        state != states.end() && !hasEnded(state->second.word))
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

/// Slurm opens what a task says before the task begins: one that has begun and is without it saw
/// another folder, or none. Of those that have ended otherwise it is not known whether they began.
bool sawNoFolder(const std::string& folder, std::uint32_t task, const std::string& state) {
  constexpr const char* kBegun[] = {"FAILED", "COMPLETED", "TIMEOUT", "OUT_OF_MEMORY"};
  std::error_code error;
  return std::any_of(std::begin(kBegun), std::end(kBegun),
                     [&](const char* each) { return state.rfind(each, 0) == 0; }) &&
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
  if (!before && isInMemory(fs::path(folder).parent_path().string()) && hasOtherNodes(options)) {
    say(fmt::format(
        "{} is in the memory of this machine, and no other node of the cluster sees it: "
        "put the project into a folder that the nodes share.",
        fs::path(folder).parent_path().string()));
    return kWrongInput;
  }
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

int cancelStudy(const OpenStudy& study) {
  const std::string folder = folderOf(study);
  const auto submitted = submittedIn(folder);
  if (!submitted) {
    say("The study was not submitted: there is nothing to cancel.");
    return kWrongInput;
  }
  if (!slurmAnswers()) return kWrongInput;
  std::map<std::string, std::size_t> tasksOf;  // of each job, those under way
  for (const auto& [task, state] : statesOf(*submitted))
    if (!hasEnded(state.word)) ++tasksOf[state.job];
  std::erase_if(tasksOf, [&](const auto& job) { return !isOurs(job.first, folder); });
  std::size_t underWay = 0;
  std::vector<std::string> jobs;
  for (const auto& [job, tasks] : tasksOf) {
    underWay += tasks;
    jobs.push_back(job);
  }
  if (underWay == 0) {
    say("Every task has ended: there is nothing to cancel.");
    return kFine;
  }
  const auto outcome = runSystemCommand("scancel", jobs);
  if (!outcome || outcome->exitCode != 0) {
    say(fmt::format("scancel refuses: {}",
                    outcome ? lastLine(outcome->err) : std::string("there is none")));
    return kWrongInput;
  }
  say(fmt::format(
      "{} cancelled. What they have finished stays; \"study run --on slurm --resubmit\" "
      "goes on with the rest.",
      underWay == 1 ? std::string("1 task was") : fmt::format("{} tasks were", underWay)));
  return kFine;
}

namespace {

/// "task 3: RUNNING, 12 of 25 runs", a line each.
std::string linesOf(const OpenStudy& study, const Submitted& submitted, const TaskStates& states) {
  const std::vector<Share> shares = sharesOf(study, submitted.tasks);
  std::string text;
  for (std::uint32_t task = 0; task < submitted.tasks; ++task) {
    const auto state = states.find(task);
    text += fmt::format("task {}: {}, {} of {} runs\n", task,
                        state == states.end() ? std::string(kUnknownTask) : state->second.word,
                        shares[task].runs, shares[task].wanted);
  }
  return text;
}

}  // namespace

TasksTold tellTasks(const OpenStudy& study) {
  const std::string folder = folderOf(study);
  const auto submitted = submittedIn(folder);
  if (!submitted) return {};
  const TaskStates states = statesOf(*submitted);
  TasksTold told;
  told.lines = linesOf(study, *submitted, states);
  if (std::any_of(states.begin(), states.end(), [&](const auto& each) {
        return sawNoFolder(folder, each.first, each.second.word);
      }))
    told.problem = fmt::format(
        "A task began and wrote nothing into {}. The nodes of the cluster must share that folder: "
        "put the project where they see it, and submit the study there.",
        folder);
  return told;
}

std::vector<std::string> taskFiles(const OpenStudy& study) {
  return taskFilesIn(folderOf(study));
}

}  // namespace hopscope::cli
