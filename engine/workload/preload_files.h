// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

#include "engine/core/issue.h"

namespace hopscope {

/// Puts the circuits that files say in place of the files' names: of "preload SLOT FILE" in a file
/// of commands that lies in `folder`, so that its text says all there is to say. A file has
/// circuits as they stand behind "preload" (command_file.h), on any number of lines, with "#"
/// before comments. Issues name the line; of what is no file of commands nothing is changed.
Issues putPreloadsIn(std::string& text, const std::filesystem::path& folder);

}  // namespace hopscope
