// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace hopscope::cli {

struct SystemOutcome {
  int exitCode = -1;  ///< -1: a signal ended it
  std::string out, err;
};

/// Runs another program, found as the shell would, with these arguments as they are, to its end.
/// Nothing where there is none.
std::optional<SystemOutcome> runSystemCommand(const std::string& program,
                                              const std::vector<std::string>& arguments);

}  // namespace hopscope::cli
