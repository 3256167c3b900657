// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/study_input.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>
#include <variant>

#include "app/cli/console.h"
#include "app/cli/project_output.h"
#include "engine/core/version.h"
#include "engine/study/study_source.h"
#include "engine/study/study_state.h"
#include "projects/stored_run.h"

namespace hopscope::cli {

namespace {

namespace fs = std::filesystem;

/// Designs that a study names stand beside it.
ParsedStudy parseBeside(const std::string& file, const std::string& text) {
  const fs::path folder = file == "-" ? fs::path() : fs::path(file).parent_path();
  return parseStudy(text,
                    [&](const std::string& name, Sentence& why) -> std::optional<std::string> {
                      const std::string path = (folder / name).string();
                      Issues issues;
                      std::error_code error;
                      // Pipes and devices are no designs; what is missing or a folder is told
                      // below.
                      const fs::file_type type = fs::status(path, error).type();
                      if (type != fs::file_type::regular && type != fs::file_type::directory &&
                          type != fs::file_type::not_found) {
                        why = error ? sentence("It may not be looked at by this user.")
                                    : sentence("This is a device or a pipe.");
                        return {};
                      }
                      auto design = readInput(path, issues);
                      if (!design && !issues.empty()) why = issues.front().text;
                      return design;
                    });
}

std::string titleOf(const StoredStudy& study) {
  return study.name.empty() ? fmt::format("study {}", study.id) : study.name;
}

/// The study that is meant among those of a project.
std::optional<StoredStudy> choose(std::vector<StoredStudy> studies, const std::string& file,
                                  const std::string& name) {
  std::string names;
  for (StoredStudy& study : studies) {
    if (name.empty() ? studies.size() == 1
                     : titleOf(study) == name || std::to_string(study.id) == name)
      return std::move(study);
    names += fmt::format("{}{} ({})", names.empty() ? "" : ", ", study.id, titleOf(study));
  }
  if (studies.empty())
    say(fmt::format("{} has no study.", file));
  else if (name.empty())
    say(fmt::format("{} has several studies; choose one by --study: {}.", file, names));
  else
    say(fmt::format("{} has no study called \"{}\". It has: {}.", file, name, names));
  return {};
}

}  // namespace

PointsOwner OpenStudy::owner() const {
  return {hash, pointCount(study())};
}

std::string pointsFileOf(const OpenStudy& study) {
  return pointsFileBeside(study.project, study.hash);
}

bool readKept(OpenStudy& open) {
  std::error_code error;
  if (fs::exists(open.project, error)) {
    const auto project = openProject(open.project, LookAt::most, open.tell);
    if (!project) return false;
    open.tell = Tell::refusals;
    if (const RowId id = project->findStudy(open.hash, std::string(kEngineVersion)); id != 0) {
      open.stored = true;
      addRows(open.rows, project->studyRows(id));
    }
  }
  const std::string points = pointsFileOf(open);
  if (!fs::exists(points, error)) return true;
  const auto found = PointsFile::read(points, open.owner());
  if (const auto* issue = std::get_if<Issue>(&found)) {
    sayIssues({*issue});
    return false;
  }
  addRows(open.rows, std::get<StudyRows>(found));
  return true;
}

std::optional<OpenStudy> openStudy(const std::string& file, const std::string& project,
                                   const std::string& name) {
  OpenStudy open;
  open.project = project;
  if (namesProject(file)) {
    if (open.project.empty()) open.project = file;
    const auto source = openProject(file);
    if (!source) return {};
    std::error_code ignored;
    if (fs::equivalent(file, open.project, ignored)) open.tell = Tell::refusals;
    const auto stored = choose(source->studies(), file, name);
    if (!stored) return {};
    open.parsed = parseStudy(stored->document);
  } else {
    Issues issues;
    const auto text = readInput(file, issues, sentence("a study (JSON), or a file with one in it"));
    if (!text) {
      sayIssues(issues);
      return {};
    }
    open.parsed = parseBeside(file, studyDocumentIn(*text));
  }
  if (hasErrors(open.parsed.issues)) {
    sayIssues(open.parsed.issues);
    return {};
  }
  open.hash = studyHash(open.parsed.document);
  return open;
}

bool keepRows(const OpenStudy& study, const StudyRows& rows) {
  const Kept kept = addTo(study.project, [&](Project& project) {
    if (const RowId id = project.findStudy(study.hash, std::string(kEngineVersion)); id != 0) {
      if (!rows.rows().empty()) project.addStudyRows(id, rows);
      return;
    }
    project.addStudy({0, study.study().name, utcNow(), study.parsed.document, study.hash,
                      std::string(kEngineVersion), rows});
  });
  return kept == Kept::there;
}

std::string inWords(const OpenStudy& study) {
  StudyState state(study.study());
  state.add(study.rows);
  const StudyState::Counts counts = state.counts();
  return fmt::format(
      "{} of {} points done{}, {} failed, {} left out, {} open; {} of {} runs.", counts.done,
      counts.points,
      counts.unfinished > 0 ? fmt::format(" ({} with an unfinished application)", counts.unfinished)
                            : std::string(),
      counts.failed, counts.leftOut, counts.points - counts.done - counts.failed - counts.leftOut,
      counts.runs, counts.runs + counts.missing);
}

}  // namespace hopscope::cli
