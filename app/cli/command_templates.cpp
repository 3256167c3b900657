// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "engine/core/registry.h"
#include "engine/design/design_json.h"
#include "projects/project.h"

namespace hopscope::cli {

namespace {

int listTemplates() {
  std::size_t width = 0;
  for (const Example& example : examples()) width = std::max(width, example.name.size());
  std::string text;
  for (const Example& example : examples())
    text += fmt::format("{:<{}}  {}\n", example.name, width, example.title);
  return writeOutput("-", text) ? kFine : kFailed;
}

int writeTemplate(const std::string& name) {
  std::vector<std::string> names;
  for (const Example& example : examples()) {
    if (example.name == name)
      return writeOutput("-", writeDesign(example.design)) ? kFine : kFailed;
    names.push_back(example.name);
  }
  const std::string nearest = nearestName(name, names);
  say(fmt::format("There is no template \"{}\". {}", name,
                  nearest.empty() ? "\"hopscope-cli templates\" lists them."
                                  : fmt::format("Did you mean \"{}\"?", nearest)));
  return kWrongInput;
}

}  // namespace

void addTemplates(CLI::App& app, Action& chosen) {
  app.add_subcommand("templates", "List the built-in designs")->callback([&chosen] {
    chosen = listTemplates;
  });
}

void addNew(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand("new", "Write a built-in design to standard output");
  const auto name = std::make_shared<std::string>();
  command->add_option("name", *name, "Its name, from \"templates\"")->required()->type_name("NAME");
  command->callback([&chosen, name] { chosen = [name] { return writeTemplate(*name); }; });
}

}  // namespace hopscope::cli
