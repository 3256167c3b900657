// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/core/issue.h"
#include "engine/workload/command_file.h"

namespace hopscope {

/// Receives of what nobody sends, element by element; the paths are the lines of the first that is
/// too many. Of elements that receive from any other nothing is said, nor of files of more than
/// some millions of commands: who meets whom shows when it runs. Messages need no receive.
Issues checkReceives(const CommandFile& file);

}  // namespace hopscope
