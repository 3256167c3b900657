// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/bindings.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <exception>
#include <variant>

#include "engine/core/version.h"

namespace hopscope::python {

namespace py = pybind11;

namespace {

const char* nameOf(Severity severity) {
  return severity == Severity::error ? "error" : severity == Severity::warning ? "warning" : "note";
}

/// The exception is Python's own class, so that the package's documentation has it.
void throwInPython(std::exception_ptr thrown) {
  if (!thrown) return;
  try {
    std::rethrow_exception(std::move(thrown));
  } catch (const Refused& refused) {
    const py::object kind = py::module_::import("hopscope.errors").attr("DesignError");
    PyErr_SetObject(kind.ptr(), kind(toPython(refused.issues)).ptr());
  }
}

}  // namespace

Design own(const Design& design) {
  return design;
}

void refuseErrors(const Issues& issues) {
  if (hasErrors(issues)) throw Refused{issues};
}

py::list toPython(const Issues& issues) {
  py::list list;
  for (const Issue& issue : issues)
    list.append(py::make_tuple(nameOf(issue.severity), issue.path, issue.text.english(),
                               issue.remedy.english()));
  return list;
}

py::object toPython(const Value& value) {
  return std::visit([](const auto& each) -> py::object { return py::cast(each); }, value);
}

PYBIND11_MODULE(_engine, module) {
  module.doc() = "Hopscope's engine. Import hopscope instead, which has it in Python's words.";
  module.attr("version") = std::string(kEngineVersion);
  py::register_exception_translator(&throwInPython);
  bindDesign(module);
  bindRuns(module);
  bindStudies(module);
  bindNetworks(module);
}

}  // namespace hopscope::python
