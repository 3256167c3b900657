// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "engine/models/model.h"
#include "engine/models/model_text.h"

namespace hopscope::cli {

namespace {

struct ModelOptions {
  std::string name;
  std::vector<std::string> settings;
  bool json = false;
};

std::string listOfModels() {
  std::string text;
  for (const Model& model : models()) text += fmt::format("{:<25} {}\n", model.name, model.label);
  return text;
}

/// "k=11" as name and text; nothing, and said why, where there is no "=".
std::optional<TypedValue> readSetting(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals != std::string::npos && equals > 0)
    return TypedValue{text.substr(0, equals), text.substr(equals + 1)};
  say(fmt::format("\"{}\" is no value. Write name=value, such as k=11.", text));
  return std::nullopt;
}

int unknownModel(const std::string& name) {
  std::vector<std::string> names;
  for (const Model& model : models()) names.push_back(model.name);
  const std::string nearest = nearestName(name, names);
  say(fmt::format("There is no model \"{}\". {}", name,
                  nearest.empty() ? "\"hopscope-cli model\" lists them."
                                  : fmt::format("Did you mean \"{}\"?", nearest)));
  return kWrongInput;
}

int evaluateModel(const ModelOptions& options) {
  if (options.name.empty()) return writeOutput("-", listOfModels()) ? kFine : kFailed;
  const Model* model = models().find(options.name);
  if (model == nullptr) return unknownModel(options.name);
  std::vector<TypedValue> typed;
  for (const std::string& text : options.settings) {
    auto setting = readSetting(text);
    if (!setting) return kWrongInput;
    typed.push_back(std::move(*setting));
  }
  const auto result = evaluate(*model, typed);
  if (const auto* issues = std::get_if<Issues>(&result)) {
    sayIssues(*issues);
    return kWrongInput;
  }
  Issues none;
  const Values values = readTyped(model->parameters, typed, "", none);
  const auto& numbers = std::get<std::vector<double>>(result);
  const std::string text =
      options.json ? writeModel(*model, values, numbers) : describe(*model, values, numbers);
  return writeOutput("-", text) ? kFine : kFailed;
}

}  // namespace

void addModel(CLI::App& app, Action& chosen) {
  CLI::App* command =
      app.add_subcommand("model", "Evaluate a closed formula; without a name, list them");
  const auto options = std::make_shared<ModelOptions>();
  command->add_option("name", options->name, "The formula")->type_name("NAME");
  command->add_option("values", options->settings, "Its values: name=value …; others by default")
      ->type_name("NAME=VALUE");
  command->add_flag("--json", options->json, "Write JSON");
  command->callback([&chosen, options] { chosen = [options] { return evaluateModel(*options); }; });
}

}  // namespace hopscope::cli
