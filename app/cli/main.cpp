// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "engine/core/registry.h"
#include "engine/core/version.h"

namespace {

/// Says so where the first word is no command; CLI11 would only ask for one.
bool namesNoCommand(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return false;
  const std::string typed = argv[1];
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  if (std::find(names.begin(), names.end(), typed) != names.end()) return false;
  const std::string nearest = hopscope::nearestName(typed, names);
  hopscope::cli::say(fmt::format("There is no command \"{}\". {}", typed,
                                 nearest.empty() ? "\"hopscope-cli --help\" lists them."
                                                 : fmt::format("Did you mean \"{}\"?", nearest)));
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace hopscope::cli;
  CLI::App app(
      "Simulates interconnection networks.\n"
      "Exit codes: 0 fine, 1 the run failed or was stopped, 2 the input is wrong.",
      "hopscope-cli");
  app.set_version_flag("--version", fmt::format("hopscope-cli {}", hopscope::kEngineVersion));
  app.require_subcommand(1);
  Action chosen;
  addTemplates(app, chosen);
  addNew(app, chosen);
  addDescribe(app, chosen);
  addCheck(app, chosen);
  addTopology(app, chosen);
  addImport(app, chosen);
  addExport(app, chosen);
  addRules(app, chosen);
  addRun(app, chosen);
  addSweep(app, chosen);
  addCacheMap(app, chosen);
  addReport(app, chosen);
  addPicture(app, chosen);
  addDemo(app, chosen);
  addModel(app, chosen);
  addFigure(app, chosen);
  addFigures(app, chosen);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0 && namesNoCommand(app, argc, argv)) return kWrongInput;
    return app.exit(error) == 0 ? kFine : kWrongInput;
  }
  try {
    return chosen();
  } catch (const std::exception& error) {
    say(fmt::format("The command failed: {}.", error.what()));
    return kFailed;
  }
}
