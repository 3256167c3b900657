// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace hopscope {

/// What is told of a task of a study that the cluster knows nothing of.
inline constexpr std::string_view kUnknownTask = "unknown to Slurm";

/// Slurm's word for a task that is over ("CANCELLED by 0" too). Words that are not known are those
/// of tasks on their way: better a task too late than twice.
inline bool hasEnded(std::string_view state) {
  constexpr std::array<std::string_view, 10> kEnds{
      "COMPLETED",     "CANCELLED", "FAILED",    "TIMEOUT",  "NODE_FAIL",
      "OUT_OF_MEMORY", "PREEMPTED", "BOOT_FAIL", "DEADLINE", "REVOKED"};
  return std::any_of(kEnds.begin(), kEnds.end(),
                     [state](std::string_view each) { return state.starts_with(each); });
}

}  // namespace hopscope
