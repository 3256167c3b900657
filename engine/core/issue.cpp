// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/issue.h"

#include <algorithm>

namespace hopscope {

bool hasErrors(const Issues& issues) {
  return std::any_of(issues.begin(), issues.end(),
                     [](const Issue& issue) { return issue.severity == Severity::error; });
}

std::string describe(const Issue& issue) {
  std::string line = issue.path;
  if (!line.empty()) line += ": ";
  line += issue.text.english();
  if (!issue.remedy.empty()) {
    line += ' ';
    line += issue.remedy.english();
  }
  return line;
}

}  // namespace hopscope
