// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <cstddef>
#include <string>

#include "engine/core/issue.h"
#include "engine/core/value.h"
#include "engine/design/design.h"

/// The module hopscope._engine: what the package hopscope, which is Python, calls. A file here
/// binds what one part of the engine does.
namespace hopscope::python {

void bindDesign(pybind11::module_& module);
void bindRuns(pybind11::module_& module);
void bindStudies(pybind11::module_& module);
void bindNetworks(pybind11::module_& module);

/// Is thrown where the input is wrong: hopscope.DesignError in Python, with all issues.
struct Refused {
  Issues issues;
};

/// A design of its own for work without the interpreter's lock: another thread may change the
/// caller's meanwhile.
Design own(const Design& design);

/// Throws Refused where there is an error among them.
void refuseErrors(const Issues& issues);

/// (severity, path, text, remedy) of each.
pybind11::list toPython(const Issues& issues);
pybind11::object toPython(const Value& value);

/// An array of `count` numbers of that type, the i-th being at(i).
template <typename T, typename At>
pybind11::array_t<T> arrayOf(std::size_t count, const At& at) {
  pybind11::array_t<T> array(static_cast<pybind11::ssize_t>(count));
  T* data = array.mutable_data();
  for (std::size_t i = 0; i < count; ++i) data[i] = static_cast<T>(at(i));
  return array;
}

}  // namespace hopscope::python
