// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/study/sweep.h"

namespace hopscope::cli {

/// Where the results of a sweep go. Each finished run is put there at once, so that whatever ends
/// the program leaves what was finished until then.
class SweepKeeper {
 public:
  virtual ~SweepKeeper() = default;

  /// A run of the plan has finished; from any thread, one at a time. What goes wrong is said once,
  /// and left to finish().
  virtual void add(std::size_t run, const Results& results) = 0;
  /// Now and then, as add().
  virtual void tick() {}
  /// The rows that there are, in the plan's order. False, and said why, where they cannot be kept.
  virtual bool finish(const std::vector<SweepRow>& rows) = 0;
};

/// A CSV file: its rows stand in FILE.partial as their runs finish, and take their place in FILE at
/// the end. "-", a device or a pipe gets them at the end. The plan must outlive it.
std::unique_ptr<SweepKeeper> keepAsCsv(const std::string& file, const SweepPlan& plan);

/// A project: each run is added to it, and the file saved, as it finishes. Null, and said why,
/// where the file is not ours to add to.
std::unique_ptr<SweepKeeper> keepInProject(const std::string& file, const SweepPlan& plan);

}  // namespace hopscope::cli
