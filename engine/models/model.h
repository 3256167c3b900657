// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "engine/core/issue.h"
#include "engine/core/registry.h"
#include "engine/core/value.h"

namespace hopscope {

/// One number that a closed formula, or a computation of a figure, gives.
struct ModelOutput {
  std::string name;   ///< in files: "line_rate"
  std::string label;  ///< on the screen: "Line rate"
  std::string unit;   ///< "Gb/s"; empty for a count or a share
};

/// A closed formula with a name. Adding one: a free function with its units and its source, a
/// function that returns its Model in the same file, and a line in models.cpp.
struct Model : Entry {
  std::vector<ModelOutput> outputs;
  /// What is wrong beyond the parameters' own ranges; paths are parameter names. May be empty.
  std::function<Issues(const Values&)> check;
  /// One number for each of `outputs`; NaN where one does not exist. Called only on complete values
  /// without errors.
  std::function<std::vector<double>(const Values&)> evaluate;
};

/// All models, by theme.
const Registry<Model>& models();

/// Name and value as a person typed them.
using TypedValue = std::pair<std::string, std::string>;

/// The values of these parameters: what is typed, the rest by default. Unknown names (the nearest
/// is suggested), names given twice and values that are not allowed are appended to `issues`, with
/// `path` before the name.
Values readTyped(const std::vector<Parameter>& parameters, const std::vector<TypedValue>& typed,
                 const std::string& path, Issues& issues);

/// Evaluates a model with what is typed; the numbers are in the order of Model::outputs.
std::variant<std::vector<double>, Issues> evaluate(const Model& model,
                                                   const std::vector<TypedValue>& typed);

}  // namespace hopscope
