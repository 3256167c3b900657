// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/project_output.h"

namespace hopscope::cli {

namespace {

struct RescueOptions {
  std::string project, out;
};

std::string inWords(const Project& project) {
  std::string text =
      fmt::format("{}, {}, {}, {}", counted(project.designs().size(), "design", "designs"),
                  counted(project.runHeads().size(), "run", "runs"),
                  counted(project.curves().size(), "curve", "curves"),
                  counted(project.notes().size(), "note", "notes"));
  const std::vector<StoredStudy> studies = project.studies();
  if (studies.empty()) return text;
  std::size_t runs = 0;
  for (const StoredStudy& study : studies) runs += project.studyRows(study.id).rows().size();
  return text + fmt::format(", {} with {}", counted(studies.size(), "study", "studies"),
                            counted(runs, "run of a point", "runs of points"));
}

/// False, and said why: a rescue replaces nothing.
bool isNew(const std::string& file) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) return true;
  say(fmt::format("{} is there already, and a rescue replaces nothing. Choose another name.",
                  file));
  return false;
}

int rescueProject(const RescueOptions& options) {
  if (!canWriteTo(options.out, options.project, "the damaged project") || !isNew(options.out))
    return kWrongInput;
  const auto project = openProject(options.project, LookAt::evenCutOff);
  if (!project) return kWrongInput;
  if (!project->damage()) {
    say(fmt::format("{} is not damaged. Nothing was written.", options.project));
    return kFine;
  }
  if (const auto error = project->saveAs(options.out, Replace::nothing)) {
    say(error->issue.text.english());
    return kFailed;
  }
  say(fmt::format("{}: {}.", options.out, inWords(*project)));
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
