// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "engine/design/design.h"
#include "projects/project.h"

namespace hopscope::cli {

/// Whether a file's name is that of a project.
bool namesProject(const std::string& file);

/// What openProject() says: a command that opens a project again has told its damage already.
enum class Tell { everything, refusals };

/// Opens a project to read it, as it was saved last where a window has it open; nothing where it
/// cannot be opened, and said why. Says what is damaged in what was looked at. Throws CommandFailed
/// where the disk is full or fails.
std::unique_ptr<Project> openProject(const std::string& file, LookAt look = LookAt::most,
                                     Tell tell = Tell::everything);

/// Whether results can be added to that project, or to a new one of that name: asked before a long
/// run. Where they cannot, it was said why. Throws likewise.
bool canAddTo(const std::string& file);

/// Where results are by the end, the better places first.
enum class Kept { there, elsewhere, nowhere };

/// Adds results to the project as it is by then, or begins it. Waits for other commands that do the
/// same. Where that cannot be done, they are kept in a project beside it, or for recovery, and it
/// was said where. `add` may be called several times, each time with another project.
Kept addTo(const std::string& file, const std::function<void(Project&)>& add);

/// The row of this design in the project, added where it is not there yet.
RowId rowOf(Project& project, const Design& design);

}  // namespace hopscope::cli
