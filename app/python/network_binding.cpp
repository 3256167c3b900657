// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of networks without simulating them.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "app/python/attendance.h"
#include "app/python/bindings.h"
#include "engine/core/not_a_number.h"
#include "engine/core/registry.h"
#include "engine/design/compile.h"
#include "engine/explore/candidate_text.h"
#include "engine/explore/explore.h"
#include "engine/explore/latency_estimate.h"
#include "engine/explore/pareto.h"
#include "engine/figures/figure.h"
#include "engine/figures/figure_text.h"
#include "engine/routing/dependency_graph.h"
#include "engine/simulation/saturation_bound.h"
#include "engine/study/results_json.h"
#include "engine/topology/generator.h"

namespace hopscope::python {

namespace py = pybind11;

namespace {

void append(Issues& issues, const Issues& more) {
  for (const Issue& issue : more)
    if (std::find(issues.begin(), issues.end(), issue) == issues.end()) issues.push_back(issue);
}

/// The design compiled; refused where it has errors. Without the interpreter's lock.
Setup setupOf(const Design& design, Issues& issues) {
  append(issues, validate(design));
  refuseErrors(issues);
  Compiled compiled = compile(design);
  append(issues, compiled.issues);
  refuseErrors(issues);
  return std::move(*compiled.setup);
}

/// What the proof says of the routings in force one after the other.
struct Proof {
  bool refuted = false, proved = true;
  std::uint64_t undelivered = 0;
  std::string words;
};

Proof prove(const Setup& setup, const std::stop_token& stop) {
  Proof proof;
  for (const RoutingFrom& phase : routingsOf(setup)) {
    DependencyReport report =
        examineDependencies(*setup.topology, *phase.routing, reuseOf(setup), stop);
    // Terminals of failed routers have no path, and need none: that the others do was checked.
    if (phase.at > 0) report.undeliveredPairs = 0;
    proof.refuted = proof.refuted || !report.cycle.empty() || report.withoutEscape.has_value();
    proof.proved = proof.proved && report.deadlockFree();
    proof.undelivered += report.undeliveredPairs;
    const std::string words = describe(*setup.topology, report).english();
    proof.words += (proof.words.empty() ? "" : "\n") +
                   (phase.at == 0 ? words : fmt::format("From cycle {}: {}", phase.at, words));
  }
  return proof;
}

/// (what was found, exception that stopped it or None).
py::tuple check(const Design& bound) {
  const Design design = own(bound);
  Issues issues;
  std::optional<Setup> setup;
  Proof proof;
  std::optional<SaturationBound> highest;
  Attendance attendance{py::none()};
  const py::object stopped = attendance.attend([&] {
    setup = setupOf(design, issues);
    proof = prove(*setup, attendance.token());
    if (hasSaturationBound(*setup) && !attendance.stopped()) highest = saturationBound(*setup);
  });
  py::dict found;
  if (!setup) return py::make_tuple(found, stopped);  // it was stopped, and refused
  found["routers"] = setup->topology->routerCount();
  found["terminals"] = setup->topology->terminalCount();
  found["issues"] = toPython(issues);
  found["deadlock_free"] = proof.refuted  ? py::object(py::bool_(false))
                           : proof.proved ? py::object(py::bool_(true))
                                          : py::object(py::none());
  found["undelivered"] = proof.undelivered;
  found["proof"] = proof.words;
  found["saturation"] = highest ? highest->load : kNan;
  found["bottleneck"] = highest ? describe(*setup->topology, *highest).english() : std::string();
  return py::make_tuple(found, stopped);
}

py::dict topologyArrays(const Topology& topology) {
  py::dict arrays;
  arrays["kind"] = topology.kind;
  arrays["routers"] = arrayOf<std::int64_t>(topology.routerCount(),
                                            [&](std::size_t i) { return topology.routerIds[i]; });
  arrays["groups"] = arrayOf<std::int64_t>(topology.routerCount(),
                                           [&](std::size_t i) { return topology.group[i]; });
  arrays["terminals"] = arrayOf<std::int64_t>(
      topology.terminalCount(), [&](std::size_t i) { return topology.terminalIds[i]; });
  arrays["terminal_routers"] = arrayOf<std::int64_t>(topology.terminalCount(), [&](std::size_t i) {
    return topology.routerIds[topology.terminals[i].router];
  });
  std::vector<LinkId> cables;  // between routers
  for (LinkId link = 0; link < topology.linkCount(); ++link)
    if (!topology.links[link].a.isTerminal) cables.push_back(link);
  py::array_t<std::int64_t> edges({static_cast<py::ssize_t>(cables.size()), py::ssize_t{2}});
  auto ends = edges.mutable_unchecked<2>();
  for (std::size_t i = 0; i < cables.size(); ++i) {
    const Link& link = topology.links[cables[i]];
    ends(static_cast<py::ssize_t>(i), 0) = topology.routerIds[link.a.node];
    ends(static_cast<py::ssize_t>(i), 1) = topology.routerIds[link.b.node];
  }
  arrays["edges"] = edges;
  arrays["edge_ids"] = arrayOf<std::int64_t>(
      cables.size(), [&](std::size_t i) { return topology.linkIds[cables[i]]; });
  arrays["edge_classes"] = arrayOf<std::int64_t>(
      cables.size(), [&](std::size_t i) { return topology.links[cables[i]].linkClass; });
  py::list names;
  for (const LinkClass& each : topology.classes) names.append(each.name);
  arrays["class_names"] = names;
  return arrays;
}

/// (arrays, facts as JSON).
py::tuple topologyOf(const Design& bound) {
  const Design design = own(bound);
  Issues issues;
  std::shared_ptr<const Topology> topology;
  std::string facts;
  {
    const py::gil_scoped_release unlocked;
    topology = buildTopology(design, issues);
    if (topology && !hasErrors(issues)) facts = writeFacts(knownFacts(*topology));
  }
  refuseErrors(issues);
  return py::make_tuple(topologyArrays(*topology), facts);
}

py::dict estimate(const Design& bound) {
  const Design design = own(bound);
  LatencyEstimate estimate;
  {
    const py::gil_scoped_release unlocked;
    Issues issues;
    estimate = estimateLatency(setupOf(design, issues));
  }
  const std::vector<LatencyEstimate::Point>& points = estimate.points;
  py::dict words;
  words["doubt"] = estimate.doubt.english();
  words["saturation"] = points.empty() ? kNan : estimate.saturation;
  words["zero_load"] = points.empty() ? kNan : estimate.zeroLoad;
  words["load"] = arrayOf<double>(points.size(), [&](std::size_t i) { return points[i].load; });
  words["latency"] =
      arrayOf<double>(points.size(), [&](std::size_t i) { return points[i].latency; });
  return words;
}

std::vector<const CandidateColumn*> columnsNamed(const std::vector<std::string>& names) {
  std::vector<std::string> known;
  for (const CandidateColumn& column : candidateColumns())
    if (column.wanted != Wanted::neither) known.push_back(column.name);
  std::vector<const CandidateColumn*> columns;
  for (const std::string& name : names) {
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw Refused{
          {{Severity::error, "objectives", sentence("No number \"{}\" can be compared.", name),
            sentence("Known are {}.", fmt::format("{}", fmt::join(known, ", ")))}}};
    columns.push_back(findCandidateColumn(name));
  }
  return columns;
}

/// (columns by name, names of networks, families, on the front, their designs, exception that
/// stopped it or None).
py::tuple exploreNetworks(const std::string& json, const std::vector<std::string>& objectives,
                          const py::object& progress) {
  const std::vector<const CandidateColumn*> compared = columnsNamed(objectives);
  auto candidates = std::make_shared<std::vector<Candidate>>();
  std::vector<std::size_t> front;
  Attendance attendance(progress);
  const py::object stopped = attendance.attend([&] {
    ParsedExplore parsed = parseExplore(json);
    refuseErrors(parsed.issues);
    Issues issues;
    *candidates = explore(parsed.request, attendance.token(), &issues,
                          [&](double share) { attendance.report(share); });
    refuseErrors(issues);
    if (!attendance.stopped()) front = paretoFront(*candidates, compared);
  });
  py::dict columns;
  for (const CandidateColumn& column : candidateColumns())
    columns[py::str(column.name)] = arrayOf<double>(candidates->size(), [&](std::size_t i) {
      return column.value((*candidates)[i]).value_or(kNan);
    });
  std::vector<std::string> names, families;
  for (const Candidate& each : *candidates) {
    names.push_back(nameOf(each));
    families.push_back(each.family->name);
  }
  return py::make_tuple(
      columns, names, families,
      arrayOf<bool>(
          candidates->size(),
          [&](std::size_t i) { return std::binary_search(front.begin(), front.end(), i); }),
      py::cpp_function([candidates](std::size_t row) { return designOf(candidates->at(row)); }),
      stopped);
}

/// (figure as JSON or None, exception that stopped it or None).
py::tuple figure(const std::string& id, bool quick, unsigned jobs, const py::object& progress) {
  const Recipe* recipe = findRecipe(id);
  if (recipe == nullptr) {
    std::vector<std::string> ids;
    for (const Recipe& each : recipes()) ids.insert(ids.end(), each.ids.begin(), each.ids.end());
    const std::string nearest = nearestName(id, ids);
    throw Refused{{{Severity::error, id, sentence("There is no such figure."),
                    nearest.empty() ? sentence("hopscope.figures() lists them.")
                                    : sentence("Did you mean \"{}\"?", nearest)}}};
  }
  Attendance attendance(progress);
  FigureRequest request;
  request.quick = quick;
  request.jobs = jobs;
  request.stop = attendance.token();
  request.progress = [&](std::size_t done, std::size_t total) {
    attendance.report(static_cast<double>(done) / static_cast<double>(total));
  };
  std::string json;
  Issues issues;
  const py::object stopped = attendance.attend([&] {
    const auto made = makeFigure(*recipe, request);
    if (const auto* wrong = std::get_if<Issues>(&made))
      issues = *wrong;
    else
      json = writeFigure(*recipe, std::get<MadeFigure>(made));
  });
  if (stopped.is_none()) refuseErrors(issues);
  return py::make_tuple(json.empty() ? py::object(py::none()) : py::cast(json), stopped);
}

}  // namespace

void bindNetworks(py::module_& module) {
  module.def("check", &check, py::arg("design"));
  module.def("topology", &topologyOf, py::arg("design"));
  module.def("estimate", &estimate, py::arg("design"));
  module.def("explore", &exploreNetworks, py::arg("json"), py::arg("objectives"),
             py::arg("progress"));
  module.def("figure", &figure, py::arg("id"), py::arg("quick"), py::arg("jobs"),
             py::arg("progress"));
  module.def("figures", [] { return writeRecipes(recipes()); });
}

}  // namespace hopscope::python
