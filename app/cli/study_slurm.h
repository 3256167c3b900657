// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/cli/study_input.h"

namespace hopscope::cli {

/// How a study is handed to Slurm.
struct SlurmOptions {
  std::uint32_t tasks = 0;  ///< of the job array; each takes a share of the points
  std::string partition, time;
  std::string program;    ///< that the tasks run, or an archive of it; empty: this one
  std::string more;       ///< further options of sbatch, words between spaces
  bool resubmit = false;  ///< only tasks whose share is not finished, and that are not on their way
};

/// Submits the study as one job array; what its tasks write stands in a folder beside the project.
/// An exit code; what went wrong was said, in Slurm's own words where they are its.
int submitStudy(const OpenStudy& study, const SlurmOptions& options);

/// Ends what the study has under way on the cluster; what its tasks have finished stays. An exit
/// code; what was done or went wrong was said.
int cancelStudy(const OpenStudy& study);

/// What is known of the tasks of a study.
struct TasksTold {
  std::string lines;    ///< "task 3: RUNNING, 12 of 25 runs"; empty where it was not submitted
  std::string problem;  ///< the nodes do not see its folder, a sentence; empty: nothing tells so
};
TasksTold tellTasks(const OpenStudy& study);

/// The files that its tasks have written so far.
std::vector<std::string> taskFiles(const OpenStudy& study);

}  // namespace hopscope::cli
