// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <variant>

#include "app/cli/console.h"
#include "app/cli/project_output.h"
#include "app/cli/sweep_keeper.h"
#include "app/cli/waiting_runs.h"
#include "engine/design/catalogue.h"
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
  const auto runs = static_cast<std::int64_t>(plan.runs.size() / plan.axes.front().values.size());
  const auto each = std::get<std::int64_t>(effectiveValue(design, "run.replications"));
  if (runs > 1) design.settings["run.replications"] = runs * each;
  return design;
}

class ProjectKeeper : public SweepKeeper {
 public:
  ProjectKeeper(std::string file, const SweepPlan& plan)
      : plan_(plan),
        noted_(plan.runs.size()),
        waiting_(file, [&plan](Project& project) { return rowOf(project, plan.base); }) {}

  void add(std::size_t run, const Results& results) override {
    note(run, results);
    tick();
  }

  void tick() override { waiting_.tick(); }

  bool finish(const std::vector<SweepRow>& rows) override {
    // Whatever kept one from being added as it finished may be over.
    for (const SweepRow& row : rows) note(row.run, row.results);
    if (save(curveOf(plan_, rows)) == Kept::nowhere) {
      say("The results follow on standard output.");
      writeOutput("-", sweepCsv(plan_.axes, rows));
    }
    return waiting_.worst() == Kept::there;
  }

 private:
  void note(std::size_t run, const Results& results) {
    if (noted_[run]) return;
    StoredRun kept = makeRun(plan_.runs[run].design, results, 0);
    kept.name = nameOf(plan_, run, results);
    waiting_.add(std::move(kept));
    noted_[run] = true;
  }

  /// What waits, and the curve where it has points.
  Kept save(const std::vector<CurvePoint>& points) {
    if (points.empty()) return waiting_.save();
    return waiting_.save([&](Project& project) {
      project.addCurve(makeCurve(asReplicated(plan_), points, rowOf(project, plan_.base)));
    });
  }

  const SweepPlan& plan_;
  std::vector<bool> noted_;  ///< of each run of the plan
  WaitingRuns waiting_;      ///< noted, and not in a project yet
};

}  // namespace

std::unique_ptr<SweepKeeper> keepInProject(const std::string& file, const SweepPlan& plan) {
  if (!canAddTo(file)) return {};
  return std::make_unique<ProjectKeeper>(file, plan);
}

}  // namespace hopscope::cli
