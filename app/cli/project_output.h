// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "engine/design/design.h"
#include "projects/project.h"

namespace hopscope::cli {

/// Opens a project; nothing where it cannot be opened, and said why.
std::unique_ptr<Project> openProject(const std::string& file);

/// Opens the project to add results to, or begins one that the first save puts there. Nothing
/// where the file is not ours to add to; said why.
std::unique_ptr<Project> openForAdding(const std::string& file);

/// The row of this design in the project, added where it is not there yet.
RowId rowOf(Project& project, const Design& design);

/// Saves; says what went wrong and returns false.
bool saveTo(Project& project, const std::string& file);

}  // namespace hopscope::cli
