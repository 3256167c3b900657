// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/waiting_runs.h"

#include <algorithm>
#include <utility>

namespace hopscope::cli {

WaitingRuns::WaitingRuns(std::string file, std::function<RowId(Project&)> designOf)
    : file_(std::move(file)), designOf_(std::move(designOf)) {}

void WaitingRuns::tick() {
  const auto now = Clock::now();
  if (waiting_.empty() || worst_ != Kept::there || now < next_) return;
  save();
  const auto end = Clock::now();
  next_ = end + 9 * (end - now);
}

Kept WaitingRuns::save(const std::function<void(Project&)>& more) {
  if (waiting_.empty() && !more) return Kept::there;
  const Kept kept = addTo(file_, [&](Project& project) {
    const RowId design = designOf_ ? designOf_(project) : 0;
    for (StoredRun& run : waiting_) {
      run.designId = design;
      project.addRun(run);
    }
    if (beside_) beside_(project);
    if (more) more(project);
  });
  if (kept != Kept::nowhere) waiting_.clear();
  worst_ = std::max(worst_, kept);
  return kept;
}

}  // namespace hopscope::cli
