// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/project_output.h"
#include "projects/project.h"

namespace hopscope::cli {

/// Runs on their way into a project, which gets them now and then: saving copies the whole file,
/// and may take a tenth of the time.
class WaitingRuns {
 public:
  /// `designOf` has the project's design that the runs belong to; without, they belong to none.
  explicit WaitingRuns(std::string file, std::function<RowId(Project&)> designOf = {});

  void add(StoredRun run) { waiting_.push_back(std::move(run)); }
  /// What is to be in the project by the same step as the runs: whatever ends the program, it has
  /// both or none. It is asked at each save.
  void setBeside(std::function<void(Project&)> add) { beside_ = std::move(add); }
  /// Saves where it is time to, unless it failed before.
  void tick();
  /// Saves all that waits, and what `more` adds. Where they are by then; what is nowhere waits on.
  Kept save(const std::function<void(Project&)>& more = {});
  bool empty() const { return waiting_.empty(); }
  /// The worst that save() came to.
  Kept worst() const { return worst_; }

 private:
  using Clock = std::chrono::steady_clock;

  std::string file_;
  std::function<RowId(Project&)> designOf_;
  std::function<void(Project&)> beside_;
  std::vector<StoredRun> waiting_;
  Kept worst_ = Kept::there;
  Clock::time_point next_;
};

}  // namespace hopscope::cli
