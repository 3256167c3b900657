// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/figures/figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <set>

#include "engine/core/thread_team.h"

namespace hopscope {
namespace {

/// Points a figure may have; more is a slip of the pen.
constexpr std::size_t kMaxPoints = 100'000;

/// `changes` in place of inputs of the same names, and behind the others.
Inputs with(Inputs inputs, const Inputs& changes) {
  for (const TypedValue& change : changes) {
    const auto found = std::find_if(inputs.begin(), inputs.end(), [&](const TypedValue& each) {
      return each.first == change.first;
    });
    if (found == inputs.end())
      inputs.push_back(change);
    else
      found->second = change.second;
  }
  return inputs;
}

/// All combinations of the axes' steps over the fixed inputs; the last axis varies fastest.
std::vector<Inputs> gridOf(const RecipePart& part, bool quick) {
  std::vector<Inputs> grid = {quick ? with(part.inputs, part.quickInputs) : part.inputs};
  const auto& axes = quick && !part.quickAxes.empty() ? part.quickAxes : part.axes;
  for (const RecipeAxis& axis : axes) {
    std::vector<Inputs> finer;
    for (const Inputs& inputs : grid)
      for (const Inputs& step : axis.steps) {
        if (finer.size() >= kMaxPoints) return {};
        finer.push_back(with(inputs, step));
      }
    grid = std::move(finer);
  }
  return grid;
}

/// The inputs that the axes set, each once, and what a series runs along.
std::vector<std::string> axisNames(const RecipePart& part, const std::string& along) {
  std::vector<std::string> names;
  for (const RecipeAxis& axis : part.axes)
    for (const Inputs& step : axis.steps)
      for (const TypedValue& each : step)
        if (std::find(names.begin(), names.end(), each.first) == names.end())
          names.push_back(each.first);
  if (!along.empty()) names.push_back(along);
  return names;
}

/// A point that waits to be computed.
struct Planned {
  std::size_t table = 0;
  Inputs inputs;
  Work work;
  Outcome outcome;
};

struct Plan {
  std::vector<FigureTable> tables;  ///< their rows come of the points' outcomes
  std::vector<Planned> points;
  Issues issues;
};

Plan planOf(const Recipe& recipe, bool quick) {
  Plan plan;
  for (std::size_t index = 0; index < recipe.parts.size(); ++index) {
    const RecipePart& part = recipe.parts[index];
    const std::string path = fmt::format("parts[{}]", index);
    const auto computation = findComputation(part.compute);
    FigureTable table;
    table.part = part.name;
    table.axes = axisNames(part, computation ? computation->along : "");
    if (computation) table.outputs = computation->outputs;
    const std::vector<Inputs> grid = computation ? gridOf(part, quick) : std::vector<Inputs>();
    if (grid.empty())
      plan.issues.push_back({Severity::error, path,
                             computation ? sentence("The part has no points, or more than 100,000.")
                                         : sentence("There is no such computation.")});
    for (const Inputs& inputs : grid) {
      auto prepared = computation->prepare(inputs);
      if (auto* issues = std::get_if<Issues>(&prepared)) {
        for (Issue& issue : *issues) {
          issue.path = fmt::format("{}.inputs.{}", path, issue.path);
          if (plan.issues.size() < 20) plan.issues.push_back(std::move(issue));
        }
        continue;
      }
      plan.points.push_back({index, inputs, std::move(std::get<Work>(prepared)), {}});
    }
    plan.tables.push_back(std::move(table));
  }
  return plan;
}

/// Computes the points, first come first served. Rethrows the first exception of a point.
void computeAll(Plan& plan, const FigureRequest& request) {
  std::mutex mutex;
  std::size_t done = 0;
  std::atomic<std::size_t> next = 0;
  const auto compute = [&] {
    for (std::size_t i = next++; i < plan.points.size(); i = next++) {
      if (request.stop.stop_requested()) return;
      plan.points[i].outcome = plan.points[i].work(request.stop);
      const std::lock_guard lock(mutex);
      if (request.progress) request.progress(++done, plan.points.size());
    }
  };
  workTogether(request.jobs > 0 ? request.jobs : coresHere(), compute,
               [&] { next = plan.points.size(); });
}

/// Rows of what was computed, in the order of the points.
void fillTables(Plan& plan, const Recipe& recipe) {
  for (Planned& planned : plan.points) {
    const auto computation = findComputation(recipe.parts[planned.table].compute);
    for (SeriesPoint& point : planned.outcome.points) {
      Inputs inputs = planned.inputs;
      if (!computation->along.empty()) inputs.emplace_back(computation->along, point.at);
      plan.tables[planned.table].rows.push_back({std::move(inputs), std::move(point.numbers)});
    }
  }
}

}  // namespace

bool MadeFigure::asExpected() const {
  return std::all_of(findings.begin(), findings.end(),
                     [](const FigureFinding& finding) { return finding.agrees; });
}

Issues checkInputs(const Recipe& recipe, bool quick) {
  return planOf(recipe, quick).issues;
}

std::variant<MadeFigure, Issues> makeFigure(const Recipe& recipe, const FigureRequest& request) {
  Plan plan = planOf(recipe, request.quick);
  if (hasErrors(plan.issues)) return plan.issues;
  computeAll(plan, request);
  if (request.stop.stop_requested())
    return Issues{{Severity::error, recipe.ids.front(), sentence("The figure was stopped.")}};
  fillTables(plan, recipe);
  MadeFigure figure;
  figure.quick = request.quick;
  for (const Check& check : recipe.expected)
    if (request.quick ? check.inQuick : check.inFull)
      figure.findings.push_back(judge(check, plan.tables));
  figure.tables = std::move(plan.tables);
  return figure;
}

}  // namespace hopscope
