// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/project_output.h"

namespace hopscope::cli {

namespace {

struct RescueOptions {
  std::string project, out;
};

int rescueProject(const RescueOptions& options) {
  if (!canWriteTo(options.out, options.project)) return kWrongInput;
  const auto project = openProject(options.project, LookAt::everything);
  if (!project) return kWrongInput;
  if (!project->damage()) {
    say(fmt::format("{} is not damaged. Nothing was written.", options.project));
    return kFine;
  }
  if (const auto error = project->saveAs(options.out, Replace::nothing)) {
    say(error->issue.text.english());
    return kFailed;
  }
  say(fmt::format("{}: {} designs, {} runs, {} curves, {} notes.", options.out,
                  project->designs().size(), project->runHeads().size(), project->curves().size(),
                  project->notes().size()));
  return kFine;
}

}  // namespace

void addRescue(CLI::App& app, Action& chosen) {
  CLI::App* command =
      app.add_subcommand("rescue", "Save what can be read of a damaged project in a new one");
  const auto options = std::make_shared<RescueOptions>();
  command->add_option("project", options->project, "Damaged project; it stays as it is")
      ->required()
      ->type_name("FILE");
  command->add_option("--out", options->out, "New project file (*.hopscope)")
      ->required()
      ->type_name("FILE");
  command->callback([&chosen, options] { chosen = [options] { return rescueProject(*options); }; });
}

}  // namespace hopscope::cli
