// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

#include "engine/figures/computation.h"
#include "engine/figures/recipe.h"

namespace hopscope {

/// One computed point of a part.
struct FigureRow {
  Inputs inputs;  ///< all that are given there: fixed ones and those of the axes
  Numbers numbers;
};

/// A part of a recipe, computed.
struct FigureTable {
  std::string part;
  std::vector<std::string> axes;  ///< the inputs that its axes set
  std::vector<ModelOutput> outputs;
  std::vector<FigureRow> rows;  ///< the last axis varies fastest
};

/// What one check came to.
struct FigureFinding {
  std::string what;     ///< "Reduction (%), k = 11"
  std::string printed;  ///< the source's number or words; empty where it has none
  std::string wanted;   ///< "19 ± 0.05", "below 0"
  double ours = 0;
  std::string unit;
  bool agrees = false;    ///< our number is what the recipe says it must be
  bool asPrinted = true;  ///< and it is what the source says
  std::string reason;     ///< of a difference
};

/// A figure, made again.
struct MadeFigure {
  std::vector<FigureTable> tables;  ///< per part
  std::vector<FigureFinding> findings;
  bool quick = false;

  /// No finding disagrees: where we differ from the source, the recipe says why.
  bool asExpected() const;
};

struct FigureRequest {
  bool quick = false;
  unsigned jobs = 0;  ///< threads; 0: one per core
  std::stop_token stop;
  std::function<void(std::size_t done, std::size_t total)> progress;  ///< from any thread
};

/// Everything wrong with a recipe's inputs in that mode, without computing.
Issues checkInputs(const Recipe& recipe, bool quick);

/// Computes all points of a recipe on a pool of threads and judges them. Issues where an input is
/// wrong or a stop was requested. Throws what a computation throws.
std::variant<MadeFigure, Issues> makeFigure(const Recipe& recipe, const FigureRequest& request);

/// Judges computed tables by one check. A check that selects no point disagrees.
FigureFinding judge(const Check& check, const std::vector<FigureTable>& tables);

/// The numbers of a check, in the order of the points it selects: what judge() compares.
struct Selected {
  std::vector<double> numbers, errors;
  std::vector<std::string> places;      ///< "k = 11"
  std::vector<const FigureRow*> rows;   ///< of the tables
  const ModelOutput* output = nullptr;  ///< absent where the part or the quantity does not exist
};
Selected select(const Check& check, const std::vector<FigureTable>& tables);

/// How far from `value` our number may be.
double slack(const Tolerance& tolerance, double value, double error);

}  // namespace hopscope
