// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "engine/figures/figure.h"

namespace hopscope {

/// "pass", "differs" where the source's number or words do not hold, or "UNEXPECTED" where ours is
/// not what the recipe says.
std::string verdictOf(const FigureFinding& finding);

/// The source's number or words; what it must be where there are none.
std::string sourceOf(const FigureFinding& finding);

/// For a terminal: what it is, the findings line by line, and where the source errs.
std::string describe(const Recipe& recipe, const MadeFigure& figure);

/// The findings as CSV (RFC 4180).
std::string findingsCsv(const MadeFigure& figure);

/// All computed points as CSV, a row per point and output; decimal points, empty where there is no
/// number.
std::string seriesCsv(const MadeFigure& figure);

/// Recipe, points and findings as JSON. A number that does not exist is null.
std::string writeFigure(const Recipe& recipe, const MadeFigure& figure);

/// The recipes as JSON: ids, title, source, tag, errata.
std::string writeRecipes(const std::vector<Recipe>& recipes);

/// A curve of the recipe's plot.
struct FigureCurve {
  std::string name;
  std::vector<double> x, y;
  std::vector<double> errors;  ///< standard errors; empty where all are 0
};

/// One curve for each combination of quantity and of the inputs that change besides x. Empty
/// without a plot.
std::vector<FigureCurve> curvesOf(const Recipe& recipe, const MadeFigure& figure);

/// The numbers that the source prints of what the plot shows, a point each, in the order of the
/// checks: those that a check says are printed and, of a recipe stated in the source, the values of
/// its other checks. Without a name.
FigureCurve printedPoints(const Recipe& recipe, const MadeFigure& figure);

}  // namespace hopscope
