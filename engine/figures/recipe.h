// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/issue.h"
#include "engine/models/model.h"

namespace hopscope {

/// What of a computation's inputs is given, by name.
using Inputs = std::vector<TypedValue>;

/// The text given for an input; null where it is not given.
const std::string* inputNamed(const Inputs& inputs, const std::string& name);

/// How close two numbers must be.
struct Tolerance {
  enum class Kind { absolute, relative, sigma };  ///< sigma: standard errors of our number
  Kind kind = Kind::absolute;
  double amount = 0;
};

/// Limits of an input, for checks that hold in a part of a figure only.
struct Where {
  std::string name;
  std::optional<double> atLeast, atMost;
};

/// What numbers ought to be. Selects the points of a part whose inputs include `at` and lie within
/// `where`; the quantity there, or its change or ratio to the point that differs by `to`, must meet
/// `value` within the tolerance, or the limits. All selected points must.
struct Check {
  enum class Compare { value, difference, ratio };

  std::string part;      ///< name of the part; empty: the only one
  std::string quantity;  ///< an output of its computation
  Inputs at;
  std::vector<Where> where;
  Compare compare = Compare::value;
  Inputs to;          ///< of difference and ratio: ours minus, or divided by, what is there
  std::string along;  ///< each point against the one before it on this axis, in place of `to`
  std::optional<double> value;
  Tolerance tolerance;
  std::optional<double> above, below;     ///< exclusive
  std::optional<double> atLeast, atMost;  ///< inclusive
  std::optional<double> printed;          ///< the source's number where it is not `value`
  std::string says;                       ///< the source's words: "up to 3.0 Tb/s"
  std::string reason;                     ///< why the source's number or words differ, or ours miss
  bool sourceErrs = false;                ///< the words do not hold, which `reason` explains
  bool inQuick = true, inFull = true;     ///< whether the check holds in quick and in full mode
  std::string place;                      ///< in the recipe: "expected[3]"
};

/// An input that takes several values, or several inputs that do so together.
struct RecipeAxis {
  std::string name;           ///< the input, or a name for the set
  std::vector<Inputs> steps;  ///< what each step sets
};

/// One computation over a grid of its inputs.
struct RecipePart {
  std::string name;
  std::string compute;  ///< a name of computations(), or "model.NAME"
  Inputs inputs;
  std::vector<RecipeAxis> axes;
  Inputs quickInputs;                 ///< in place of `inputs` of the same names
  std::vector<RecipeAxis> quickAxes;  ///< in place of `axes`, where there are any
};

/// How a figure is drawn: curves of one quantity over an input.
struct RecipePlot {
  std::string part;
  std::string x;
  std::vector<std::string> quantities;
  std::string xTitle, yTitle;
  bool logX = false, logY = false;
};

/// What the numbers rest on.
enum class RecipeTag { stated, derived, proposed };

/// How one figure or table of a source is made again, and what it ought to show. A value, read from
/// resources/figures/.
struct Recipe {
  std::vector<std::string> ids;  ///< "000/R-51"; the first names its file
  std::string title;
  std::string source;  ///< author, year, section
  RecipeTag tag = RecipeTag::stated;
  std::string errata;  ///< where the source errs; may be empty
  std::vector<RecipePart> parts;
  std::vector<Check> expected;
  std::optional<RecipePlot> plot;
};

struct ParsedRecipe {
  Recipe recipe;  ///< usable only where `issues` has no error
  Issues issues;
};

/// Reads a recipe ("hopscope.recipe/1"). Strict: unknown keys, names of computations, outputs and
/// models are errors that name their place; hostile input ends in issues, never in an exception.
ParsedRecipe parseRecipe(std::string_view json);

/// All recipes of the program, in the order of engine/figures/CMakeLists.txt.
const std::vector<Recipe>& recipes();

/// The recipe with that id, or nullptr.
const Recipe* findRecipe(std::string_view id);

/// "stated", "derived" or "proposed".
std::string_view nameOf(RecipeTag tag);

}  // namespace hopscope
