// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "engine/core/version.h"

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
  addRun(app, chosen);
  addSweep(app, chosen);
  addReport(app, chosen);
  addPicture(app, chosen);
  addDemo(app, chosen);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kFine : kWrongInput;
  }
  try {
    return chosen();
  } catch (const std::exception& error) {
    say(fmt::format("The command failed: {}.", error.what()));
    return kFailed;
  }
}
