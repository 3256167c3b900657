// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/issue.h"
#include "engine/design/design.h"

namespace hopscope {

struct ParsedDesign {
  Design design;  ///< usable only where `issues` has no error
  Issues issues;
};

/// Reads a design document ("hopscope.design/1"). Hostile input is met with issues that name the
/// JSON path, never with an exception. Unknown keys are errors that suggest the nearest known name.
ParsedDesign parseDesign(std::string_view json);

/// Writes a design document: only what is explicit, or the full effective document.
std::string writeDesign(const Design& design, bool effective = false);

/// A stable 64-bit hash (FNV-1a of the canonical document without name and layout), as
/// 16 hexadecimal digits.
std::string designHash(const Design& design);

/// Sets one setting from text, as `--set a.b=v` does. Paths and values are checked.
Issues setFromText(Design& design, std::string_view path, std::string_view text);

/// Sets several, in whatever order they are given: what decides which other settings there are (the
/// kind of the network, its model, algorithms) comes first. Of one setting, the last value holds.
using SettingTexts = std::vector<std::pair<std::string, std::string>>;  ///< path and value
Issues setFromTexts(Design& design, SettingTexts settings);

}  // namespace hopscope
