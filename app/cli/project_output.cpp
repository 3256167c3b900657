// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/project_output.h"

#include <filesystem>
#include <utility>
#include <variant>

#include "app/cli/console.h"

namespace hopscope::cli {

namespace {

// The text names the file already.
void sayError(const ProjectError& error) {
  const Issue& issue = error.issue;
  say(issue.remedy.empty() ? issue.text.english()
                           : issue.text.english() + ' ' + issue.remedy.english());
}

std::unique_ptr<Project> unlessRefused(
    std::variant<std::unique_ptr<Project>, ProjectError> result) {
  if (const auto* error = std::get_if<ProjectError>(&result)) {
    sayError(*error);
    return {};
  }
  return std::get<std::unique_ptr<Project>>(std::move(result));
}

}  // namespace

std::unique_ptr<Project> openProject(const std::string& file) {
  return unlessRefused(Project::open(file));
}

std::unique_ptr<Project> openForAdding(const std::string& file) {
  if (!canWriteTo(file)) return {};
  std::error_code error;
  return std::filesystem::exists(file, error) ? openProject(file)
                                              : unlessRefused(Project::create());
}

RowId rowOf(Project& project, const Design& design) {
  for (const StoredDesign& stored : project.designs())
    if (stored.design == design) return stored.id;
  return project.addDesign(design);
}

bool saveTo(Project& project, const std::string& file) {
  const auto error = project.saveAs(file);
  if (error) sayError(*error);
  return !error;
}

}  // namespace hopscope::cli
