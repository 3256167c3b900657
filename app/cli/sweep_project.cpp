// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "app/cli/console.h"
#include "app/cli/project_output.h"
#include "app/cli/sweep_keeper.h"
#include "engine/study/results_csv.h"
#include "projects/stored_run.h"

namespace hopscope::cli {

namespace {

/// "traffic.load 0.3, seed 2" instead of the plain name of a single run.
std::string nameOf(const SweepPlan& plan, std::size_t run, const Results& results) {
  std::string name;
  for (std::size_t axis = 0; axis < plan.axes.size(); ++axis)
    name += fmt::format("{} {}, ", plan.axes[axis].path, plan.runs[run].values[axis]);
  return name + fmt::format("seed {}", results.seed);
}

/// A sweep over the load alone is a latency curve too.
std::vector<CurvePoint> curveOf(const SweepPlan& plan, const std::vector<SweepRow>& rows) {
  std::vector<CurvePoint> points;
  if (plan.axes.size() != 1 || plan.axes.front().path != "traffic.load") return points;
  for (std::size_t row = 0; row < rows.size();) {
    std::vector<Results> seeds;
    const double load = rows[row].results.offeredLoad;
    const std::string& value = rows[row].values.front();
    for (; row < rows.size() && rows[row].values.front() == value; ++row)
      seeds.push_back(rows[row].results);
    points.push_back(summarize(load, std::move(seeds)));
  }
  return points;
}

/// The design with as many replications as the sweep has seeds, for what is said of the curve.
Design asReplicated(const SweepPlan& plan) {
  Design design = plan.base;
  const std::size_t seeds = plan.runs.size() / plan.axes.front().values.size();
  if (seeds > 1) design.settings["run.replications"] = static_cast<std::int64_t>(seeds);
  return design;
}

class ProjectKeeper : public SweepKeeper {
 public:
  ProjectKeeper(std::string file, const SweepPlan& plan)
      : file_(std::move(file)), plan_(plan), noted_(plan.runs.size()) {}

  void add(std::size_t run, const Results& results) override {
    note(run, results);
    tick();
  }

  // Saving copies the whole file: it may take a tenth of the time.
  void tick() override {
    const auto now = Clock::now();
    if (waiting_.empty() || worst_ != Kept::there || now < next_) return;
    save({});
    const auto end = Clock::now();
    next_ = end + 9 * (end - now);
  }

  bool finish(const std::vector<SweepRow>& rows) override {
    // Whatever kept one from being added as it finished may be over.
    for (const SweepRow& row : rows) note(row.run, row.results);
    if (save(curveOf(plan_, rows)) == Kept::nowhere) {
      say("The results follow on standard output.");
      writeOutput("-", sweepCsv(plan_.axes, rows));
    }
    return worst_ == Kept::there;
  }

 private:
  using Clock = std::chrono::steady_clock;

  void note(std::size_t run, const Results& results) {
    if (noted_[run]) return;
    StoredRun kept = makeRun(plan_.runs[run].design, results, 0);
    kept.name = nameOf(plan_, run, results);
    waiting_.push_back(std::move(kept));
    noted_[run] = true;
  }

  /// What waits, and the curve where it has points.
  Kept save(const std::vector<CurvePoint>& points) {
    if (waiting_.empty() && points.empty()) return Kept::there;
    const Kept kept = addTo(file_, [&](Project& project) {
      const RowId designId = rowOf(project, plan_.base);
      for (StoredRun& run : waiting_) {
        run.designId = designId;
        project.addRun(run);
      }
      if (!points.empty()) project.addCurve(makeCurve(asReplicated(plan_), points, designId));
    });
    if (kept != Kept::nowhere) waiting_.clear();
    worst_ = std::max(worst_, kept);
    return kept;
  }

  std::string file_;
  const SweepPlan& plan_;
  std::vector<bool> noted_;         ///< of each run of the plan
  std::vector<StoredRun> waiting_;  ///< noted, and not in a project yet
  Kept worst_ = Kept::there;
  Clock::time_point next_;
};

}  // namespace

std::unique_ptr<SweepKeeper> keepInProject(const std::string& file, const SweepPlan& plan) {
  if (!canAddTo(file)) return {};
  return std::make_unique<ProjectKeeper>(file, plan);
}

}  // namespace hopscope::cli
