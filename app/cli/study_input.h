// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/cli/project_output.h"
#include "engine/study/study.h"
#include "projects/points_file.h"
#include "projects/project.h"

namespace hopscope::cli {

/// A study that a command works on, and where what was run of it is.
struct OpenStudy {
  ParsedStudy parsed;
  std::string hash;
  std::string project;           ///< its file; empty where none was named
  bool stored = false;           ///< the project has the study
  Tell tell = Tell::everything;  ///< of the project when it is opened again
  StudyRows rows;                ///< readKept()

  const Study& study() const { return parsed.study; }
  PointsOwner owner() const;
};

/// The file beside a project where a study's runs stand until they are in it.
std::string pointsFileOf(const OpenStudy& study);

/// Reads a study from its document, or from a project that has one; `name` tells several apart.
/// `project` may be empty for a document. Without what was run of it. Nothing, and said why, where
/// that cannot be done.
std::optional<OpenStudy> openStudy(const std::string& file, const std::string& project,
                                   const std::string& name);

/// Reads what stands in the project and in the points file beside it. False, and said why, where
/// that cannot be done.
bool readKept(OpenStudy& study);

/// Adds rows to the study in a project, which gets the study where it has it not. False where they
/// are not in that project by the end; it was said where they are.
bool keepRows(const OpenStudy& study, const StudyRows& rows);

/// "12 of 20 points done, 1 failed, 2 left out, 5 open; 40 of 55 runs."
std::string inWords(const OpenStudy& study);

}  // namespace hopscope::cli
