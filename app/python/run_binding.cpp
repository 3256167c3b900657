// SPDX-License-Identifier: GPL-3.0-or-later
#include <pybind11/stl.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/python/attendance.h"
#include "app/python/bindings.h"
#include "engine/core/not_a_number.h"
#include "engine/core/thread_team.h"
#include "engine/design/addressing.h"
#include "engine/design/compile.h"
#include "engine/simulation/run_statistics.h"
#include "engine/simulation/simulation.h"
#include "engine/simulation/window_statistics.h"
#include "engine/study/batch.h"
#include "engine/study/results_json.h"
#include "engine/study/study.h"
#include "engine/study/sweep.h"
#include "engine/study/verdict_names.h"

namespace hopscope::python {

namespace py = pybind11;

namespace {

/// A run with what its numbers are about.
struct FinishedRun {
  Design design;
  std::shared_ptr<const Topology> topology;
  Results results;
  std::optional<ScenarioOutcome> scenario = {};
  std::optional<LearningOutcome> learning = {};
};

std::string json(const FinishedRun& run) {
  const py::gil_scoped_release unlocked;
  return writeResults(run.design, *run.topology, run.results,
                      run.scenario ? &*run.scenario : nullptr,
                      run.learning ? &*run.learning : nullptr);
}

/// Those that JSON has.
py::dict numbers(const FinishedRun& run) {
  py::dict values;
  for (const Statistic<Results>& each : runStatistics()) {
    if (each.json == InJson::no) continue;
    seeValue(each, run.results,
             [&](const auto& value) { values[py::str(each.name)] = py::cast(value); });
  }
  return values;
}

/// A column for each statistic of such records.
template <typename Record>
void addColumns(py::dict& columns, const std::vector<Statistic<Record>>& statistics,
                const std::vector<Record>& records) {
  for (const Statistic<Record>& each : statistics)
    columns[py::str(each.name)] =
        arrayOf<double>(records.size(), [&](std::size_t i) { return each.of(records[i]); });
}

py::dict windows(const FinishedRun& run) {
  const std::vector<WindowSample>& all = run.results.windows;
  py::dict columns;
  columns["end"] = arrayOf<std::int64_t>(all.size(), [&](std::size_t i) { return all[i].end; });
  columns["length"] =
      arrayOf<std::int64_t>(all.size(), [&](std::size_t i) { return all[i].length; });
  addColumns(columns, windowStatistics(), all);
  return columns;
}

py::dict histogram(const FinishedRun& run) {
  const std::vector<HistogramBar>& bars = run.results.histogram;
  py::dict columns;
  columns["lower"] = arrayOf<double>(bars.size(), [&](std::size_t i) { return bars[i].lower; });
  columns["upper"] = arrayOf<double>(bars.size(), [&](std::size_t i) { return bars[i].upper; });
  columns["count"] =
      arrayOf<std::int64_t>(bars.size(), [&](std::size_t i) { return bars[i].count; });
  return columns;
}

py::dict channels(const FinishedRun& run) {
  const Topology& topology = *run.topology;
  const std::size_t count =
      std::min<std::size_t>(topology.channelCount(), run.results.channelUtilization.size());
  const auto channel = [](std::size_t i) { return static_cast<ChannelId>(i); };
  const auto idOf = [&](const LinkEnd& end) {
    return end.isTerminal ? topology.terminalIds[end.node] : topology.routerIds[end.node];
  };
  py::dict columns;
  columns["link"] =
      arrayOf<std::int64_t>(count, [&](std::size_t i) { return topology.linkIds[i / 2]; });
  columns["source"] =
      arrayOf<std::int64_t>(count, [&](std::size_t i) { return idOf(topology.from(channel(i))); });
  columns["target"] =
      arrayOf<std::int64_t>(count, [&](std::size_t i) { return idOf(topology.to(channel(i))); });
  columns["from_terminal"] =
      arrayOf<bool>(count, [&](std::size_t i) { return topology.from(channel(i)).isTerminal; });
  columns["to_terminal"] =
      arrayOf<bool>(count, [&](std::size_t i) { return topology.to(channel(i)).isTerminal; });
  columns["class"] =
      arrayOf<std::int64_t>(count, [&](std::size_t i) { return topology.links[i / 2].linkClass; });
  columns["utilization"] =
      arrayOf<double>(count, [&](std::size_t i) { return run.results.channelUtilization[i]; });
  return columns;
}

py::dict routers(const FinishedRun& run) {
  const std::size_t count =
      std::min<std::size_t>(run.topology->routerCount(), run.results.routers.size());
  py::dict columns;
  columns["id"] =
      arrayOf<std::int64_t>(count, [&](std::size_t i) { return run.topology->routerIds[i]; });
  addColumns(columns, routerStatistics(), run.results.routers);
  return columns;
}

std::vector<std::string> classNames(const FinishedRun& run) {
  std::vector<std::string> names;
  for (const LinkClass& each : run.topology->classes) names.push_back(each.name);
  return names;
}

double fractionOf(const Simulation& simulation) {
  const auto planned = static_cast<double>(std::max<Cycle>(simulation.planned(), 1));
  return std::min(static_cast<double>(simulation.now()) / planned, 0.99);
}

/// Nothing where it was stopped before the first replication was done.
std::optional<Results> simulate(const Design& design, Setup setup, unsigned jobs,
                                Attendance& attendance) {
  if (setup.run.replications > 1)
    return runReplications(design, jobs, attendance.token(), [&](const BatchProgress& progress) {
      attendance.report(progress.fraction);
    });
  setup.execution.threads = jobs == 0 ? coresHere() : jobs;
  Simulation simulation(std::move(setup));
  runInSlices(simulation, [&] {
    attendance.report(fractionOf(simulation));
    return !attendance.stopped();
  });
  return simulation.results();
}

/// (run or None, exception that stopped it or None).
py::tuple run(const Design& bound, unsigned jobs, const py::object& progress) {
  FinishedRun finished{own(bound), nullptr, {}};
  Attendance attendance(progress);
  Issues issues;
  bool any = false;
  const py::object stopped = attendance.attend([&] {
    issues = validate(finished.design);
    if (hasErrors(issues)) return;
    Compiled compiled = compile(finished.design);
    issues = std::move(compiled.issues);
    if (!compiled.setup) return;
    finished.topology = compiled.setup->topology;
    auto played = playScenario(finished.design, *compiled.setup);
    if (auto* wrong = std::get_if<Issues>(&played)) {
      issues = std::move(*wrong);
      return;
    }
    finished.scenario = std::get<std::optional<ScenarioOutcome>>(std::move(played));
    finished.learning = playLearning(finished.design, *compiled.setup);
    if (attendance.stopped()) return;
    auto results = simulate(finished.design, std::move(*compiled.setup), jobs, attendance);
    any = results.has_value();
    if (any) finished.results = std::move(*results);
  });
  refuseErrors(issues);
  return py::make_tuple(any ? py::cast(std::move(finished)) : py::object(py::none()), stopped);
}

/// ([(values, run)], failure in words, exception that stopped it or None), in the plan's order.
py::tuple runSweep(const Design& bound,
                   const std::vector<std::pair<std::string, std::vector<std::string>>>& over,
                   unsigned seeds, unsigned jobs, const py::object& progress) {
  const Design design = own(bound);
  std::vector<SweepAxis> axes;
  axes.reserve(over.size());
  for (const auto& [path, values] : over) axes.push_back({path, values});
  Attendance attendance(progress);
  SweepHooks hooks;
  hooks.progress = [&](const BatchProgress& now) { attendance.report(now.fraction); };
  SweepOutcome outcome;
  Issues issues;
  std::vector<std::shared_ptr<const Topology>> topologies;
  const py::object stopped = attendance.attend([&] {
    const SweepPlan plan = planSweep(design, std::move(axes), seeds);
    issues = plan.issues;
    if (hasErrors(issues)) return;
    outcome = sweep(plan, jobs, attendance.token(), hooks);
    for (const SweepRow& row : outcome.rows)
      topologies.push_back(!topologies.empty() && shareNetwork(plan.axes)
                               ? topologies.back()
                               : buildTopology(row.design, issues));
  });
  refuseErrors(issues);
  py::list rows;
  for (std::size_t i = 0; i < outcome.rows.size(); ++i) {
    SweepRow& row = outcome.rows[i];
    rows.append(py::make_tuple(
        row.values, FinishedRun{std::move(row.design), topologies[i], std::move(row.results)}));
  }
  return py::make_tuple(rows, outcome.failure, stopped);
}

}  // namespace

void bindRuns(py::module_& module) {
  py::class_<FinishedRun>(module, "Run")
      .def("json", &json)
      .def("numbers", &numbers)
      .def("windows", &windows)
      .def("histogram", &histogram)
      .def("channels", &channels)
      .def("routers", &routers)
      .def("class_names", &classNames)
      .def("verdict",
           [](const FinishedRun& run) { return std::string(nameOf(run.results.verdict)); })
      .def("design", [](const FinishedRun& run) { return run.design; });
  module.def("run", &run, py::arg("design"), py::arg("jobs"), py::arg("progress"));
  module.attr("most_seeds") = kMostSeeds;
  module.def("sweep", &runSweep, py::arg("design"), py::arg("over"), py::arg("seeds"),
             py::arg("jobs"), py::arg("progress"));
}

}  // namespace hopscope::python
