// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <stop_token>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/core/registry.h"
#include "engine/figures/recipe.h"
#include "engine/models/model.h"

namespace hopscope {

/// One number with its standard error; 0 where it is exact.
struct Measured {
  double value = 0;
  double error = 0;
};

inline Measured exact(double value) {
  return {value, 0};
}

/// What a computation gives at one point: a number for each of its outputs.
using Numbers = std::vector<Measured>;

/// Computes one point; may take long. Throws what a simulation throws. A stop request ends it
/// early, with any numbers.
using Work = std::function<Numbers(std::stop_token)>;

/// Something that figures are computed with: inputs to numbers. Adding one: a function that returns
/// its Computation, and a line in computations.cpp.
struct Computation : Entry {
  std::vector<ModelOutput> outputs;
  /// Checks the inputs of one point; the work is done later, on any thread.
  std::function<std::variant<Work, Issues>(const Inputs&)> prepare;
};

const Registry<Computation>& computations();

/// The computation of that name; "model.NAME" is a model of the registry. Nothing where there is
/// none.
std::optional<Computation> findComputation(std::string_view name);

/// A computation whose inputs are its parameters.
Computation overParameters(Entry entry, std::vector<ModelOutput> outputs,
                           std::function<Numbers(const Values&, std::stop_token)> compute,
                           std::function<Issues(const Values&)> check = {});

}  // namespace hopscope
