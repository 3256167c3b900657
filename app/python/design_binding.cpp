// SPDX-License-Identifier: GPL-3.0-or-later
#include <pybind11/stl.h>

#include <string>
#include <utility>
#include <vector>

#include "app/python/bindings.h"
#include "engine/core/registry.h"
#include "engine/design/application_text.h"
#include "engine/design/catalogue.h"
#include "engine/design/design_json.h"
#include "engine/design/sections.h"
#include "engine/design/setting_issues.h"
#include "projects/project.h"

namespace hopscope::python {

namespace py = pybind11;

namespace {

std::pair<Design, py::list> readDesign(const std::string& json) {
  ParsedDesign parsed = parseDesign(json);
  refuseErrors(parsed.issues);
  return {std::move(parsed.design), toPython(parsed.issues)};
}

Design templateNamed(const std::string& name) {
  std::vector<std::string> names;
  for (const Example& example : examples()) {
    if (example.name == name) return example.design;
    names.push_back(example.name);
  }
  const std::string nearest = nearestName(name, names);
  throw Refused{{{Severity::error, name, sentence("There is no such template."),
                  nearest.empty() ? sentence("hopscope.templates() lists them.")
                                  : sentence("Did you mean \"{}\"?", nearest)}}};
}

/// The declared parameter that is meant by a path.
Parameter parameterAt(const Design& design, const std::string& path) {
  const std::vector<Section> all = sections(design);
  const Parameter* parameter = find(all, canonicalPath(all, path));
  if (parameter == nullptr) throw Refused{{unknownSetting(design, all, path)}};
  return *parameter;
}

py::object valueAt(const Design& design, const std::string& path) {
  if (path == "name") return py::cast(design.name);
  return toPython(effectiveValue(design, parameterAt(design, path).name));
}

void change(Design& design, const std::string& path, const std::string& text) {
  refuseErrors(setFromText(design, path, text));
}

std::vector<std::string> pathsOf(const Design& design) {
  std::vector<std::string> paths;
  for (const Section& section : sections(design))
    for (const Parameter& parameter : section.parameters) paths.push_back(parameter.name);
  return paths;
}

py::dict describe(const Design& design, const std::string& path) {
  const Parameter parameter = parameterAt(design, path);
  py::dict words;
  words["path"] = parameter.name;
  words["label"] = parameter.label;
  words["help"] = parameter.help;
  words["unit"] = parameter.unit;
  words["default"] = toPython(parameter.fallback);
  words["allowed"] = allowed(parameter).english();
  py::list choices;
  for (const ParameterChoice& choice : parameter.choices) choices.append(choice.name);
  words["choices"] = choices;
  return words;
}

}  // namespace

void bindDesign(py::module_& module) {
  py::class_<Design>(module, "Design")
      .def(py::init<const Design&>())
      .def_static("read", &readDesign, py::arg("json"))
      .def_static("template", &templateNamed, py::arg("name"))
      .def("write", &writeDesign, py::arg("effective") = false)
      .def("hash", &designHash)
      .def("value", &valueAt, py::arg("path"))
      .def("change", &change, py::arg("path"), py::arg("text"))
      .def("paths", &pathsOf)
      .def("describe", &describe, py::arg("path"))
      .def(
          "add_application",
          [](Design& design, const std::string& text, const std::string& mapping) {
            refuseErrors(addApplication(design, text, mapping));
          },
          py::arg("text"), py::arg("mapping") = "")
      .def("__eq__", [](const Design& a, const Design& b) { return a == b; });
  module.def("templates", [] {
    std::vector<std::pair<std::string, std::string>> names;
    for (const Example& example : examples()) names.emplace_back(example.name, example.title);
    return names;
  });
}

}  // namespace hopscope::python
