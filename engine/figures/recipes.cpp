// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdexcept>

#include "engine/figures/recipe.h"
#include "engine/figures/recipe_files.h"

namespace hopscope {
namespace {

// Everything here is built in and tested: what is wrong is a programming error.
std::vector<Recipe> readAll() {
  std::vector<Recipe> all;
  for (const EmbeddedFile& file : recipeFiles()) {
    ParsedRecipe parsed = parseRecipe(file.text);
    if (hasErrors(parsed.issues))
      throw std::logic_error("recipe " + file.name + ": " + describe(parsed.issues.front()));
    all.push_back(std::move(parsed.recipe));
  }
  return all;
}

}  // namespace

const std::vector<Recipe>& recipes() {
  static const std::vector<Recipe> all = readAll();
  return all;
}

const Recipe* findRecipe(std::string_view id) {
  for (const Recipe& recipe : recipes())
    for (const std::string& each : recipe.ids)
      if (each == id) return &recipe;
  return nullptr;
}

}  // namespace hopscope
