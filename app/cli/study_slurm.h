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

/// "task 3: RUNNING, 12 of 25 runs", a line each; empty where the study was not submitted.
std::string tasksInWords(const OpenStudy& study);

/// The files that its tasks have written so far.
std::vector<std::string> taskFiles(const OpenStudy& study);

}  // namespace hopscope::cli
