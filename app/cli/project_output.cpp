// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/project_output.h"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <utility>
#include <variant>

#include "app/cli/command.h"
#include "app/cli/console.h"

namespace hopscope::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* kProjectEnding = ".hopscope";

/// How long a command waits for others that have the project open for a moment, before its run and
/// after it.
constexpr std::chrono::seconds kPatienceBefore{10};
constexpr std::chrono::seconds kPatienceAfter{120};
/// Tries to begin a project that others begin at the same time, and names for one beside it.
constexpr int kTries = 100;

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

// Before anything was done. That the disk is full is nothing wrong with the input.
std::unique_ptr<Project> unlessRefusedAtFirst(
    std::variant<std::unique_ptr<Project>, ProjectError> result) {
  const auto* error = std::get_if<ProjectError>(&result);
  const bool storage = error != nullptr && error->ofStorage;
  auto project = unlessRefused(std::move(result));
  if (storage) throw CommandFailed();
  return project;
}

// Removes what killed programs left of no use, and says what is of use.
void sayRecoveries(const std::string& file) {
  std::error_code error;
  for (const Recovery& recovery : findRecoveries())
    if (!recovery.file.empty() && fs::equivalent(recovery.file, file, error))
      say(
          fmt::format("{} has changes that were not saved when Hopscope ended unexpectedly (last "
                      "change {}). Open it in the window to restore or discard them.",
                      file, recovery.modified));
}

// The project to add to; nothing, and said why, where it is damaged.
std::unique_ptr<Project> unlessDamaged(std::unique_ptr<Project> project) {
  if (!project || !project->damage()) return project;
  say(project->damage()->issue.text.english() +
      " Nothing can be added to it; \"hopscope-cli rescue\" saves what can be read in a new one.");
  return {};
}

// "p 2.hopscope" for "p.hopscope".
std::string besides(const std::string& file, int number) {
  const fs::path path(file);
  return (path.parent_path() /
          fmt::format("{} {}{}", path.stem().string(), number, path.extension().string()))
      .string();
}

// What could not be added to `file`.
Kept keepBeside(const std::string& file, const std::function<void(Project&)>& add) {
  auto project = unlessRefused(Project::create());
  if (!project) return Kept::nowhere;
  add(*project);
  for (int number = 2; number < kTries; ++number) {
    const std::string name = besides(file, number);
    std::error_code ignored;
    if (fs::exists(name, ignored)) continue;
    const auto error = project->saveAs(name, Replace::nothing);
    if (!error) {
      say(fmt::format("The results are kept in {} instead.", name));
      return Kept::elsewhere;
    }
    if (!error->changedOnDisk) {
      say(error->issue.text.english());
      break;
    }
  }
  if (!project->leaveForRecovery()) return Kept::nowhere;
  say("The results are kept in a recovery copy, which the window offers when it starts.");
  return Kept::elsewhere;
}

}  // namespace

bool namesProject(const std::string& file) {
  const std::string ending = kProjectEnding;
  return file.size() > ending.size() &&
         file.compare(file.size() - ending.size(), ending.size(), ending) == 0;
}

std::unique_ptr<Project> openProject(const std::string& file, LookAt look, Tell tell) {
  if (tell == Tell::everything) sayRecoveries(file);
  auto project = unlessRefusedAtFirst(Project::read(file, look));
  if (project && project->damage() && tell == Tell::everything)
    say(project->damage()->issue.text.english() + " What can be read of it is used.");
  return project;
}

bool canAddTo(const std::string& file) {
  if (!canWriteTo(file)) return false;
  sayRecoveries(file);
  std::error_code error;
  return !fs::exists(file, error) || unlessDamaged(unlessRefusedAtFirst(Project::open(
                                         file, kPatienceBefore, LookAt::everything))) != nullptr;
}

Kept addTo(const std::string& file, const std::function<void(Project&)>& add) {
  for (int attempt = 0; attempt < kTries; ++attempt) {
    std::error_code ignored;
    const bool exists = fs::exists(file, ignored);
    auto project =
        exists
            ? unlessDamaged(unlessRefused(Project::open(file, kPatienceAfter, LookAt::everything)))
            : unlessRefused(Project::create());
    if (!project) return keepBeside(file, add);
    add(*project);
    const auto error = project->saveAs(file, exists ? Replace::known : Replace::nothing);
    if (!error) return Kept::there;
    // Another command was quicker.
    if (error->changedOnDisk || (!exists && fs::exists(file, ignored))) continue;
    say(error->issue.text.english());
    if (project->leaveForRecovery()) {
      say("The results are kept in a recovery copy, which the window offers when it starts.");
      return Kept::elsewhere;
    }
    return Kept::nowhere;
  }
  say(fmt::format("{} is changed by others all the time.", file));
  return keepBeside(file, add);
}

RowId rowOf(Project& project, const Design& design) {
  for (const StoredDesign& stored : project.designs())
    if (stored.design == design) return stored.id;
  return project.addDesign(design);
}

}  // namespace hopscope::cli
