// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
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

/// One place of a series.
struct SeriesPoint {
  std::string at;  ///< the value of Computation::along
  Numbers numbers;
};

/// What a computation gives at one point: numbers, or a series of them along an input of its own.
struct Outcome {
  Outcome() = default;
  Outcome(Numbers numbers) { points.push_back({"", std::move(numbers)}); }  // NOLINT(*-explicit-*)
  Outcome(std::vector<SeriesPoint> series) : points(std::move(series)) {}   // NOLINT(*-explicit-*)

  std::vector<SeriesPoint> points;
};

/// Computes one point; may take long. Throws what a simulation throws. A stop request ends it
/// early, with any numbers.
using Work = std::function<Outcome(std::stop_token)>;

/// Something that figures are computed with: inputs to numbers. Adding one: a function that returns
/// its Computation, and a line in computations.cpp.
struct Computation : Entry {
  std::vector<ModelOutput> outputs;
  /// Of one that gives a series: what it runs along ("time"), which recipes name as they do the
  /// inputs that axes set. Else empty.
  std::string along;
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
