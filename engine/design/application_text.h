// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/core/issue.h"
#include "engine/design/design.h"

namespace hopscope {

/// Adds an application to a design, as a person writes it: "ping_pong(ranks=2 bytes=8)"; with the
/// mapping of that name, where there is one. What is wrong with it is returned.
Issues addApplication(Design& design, std::string_view text, std::string_view mapping = {});

/// Adds the commands of a file (workload/command_file.h), one processing element a terminal.
Issues addCommands(Design& design, const std::string& text);

/// The commands of the first application that is made of some; nothing where there is none.
std::optional<std::string> commandsOf(const Design& design);

}  // namespace hopscope
