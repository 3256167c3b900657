// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
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

using SettingTexts = std::vector<std::pair<std::string, std::string>>;  ///< path and value

/// Where a setting stands in the order in which several are set: what decides which other settings
/// there are (the kind of the network, its model, algorithms) comes before those. To be compared.
using SettingPlace = std::pair<int, std::uint32_t>;
SettingPlace settingPlace(const Design& design, const std::string& path);

/// Sets several, in whatever order they are given, by their places. Of one setting, the last value
/// holds.
Issues setFromTexts(Design& design, SettingTexts settings);

/// The same, but those that cannot be set, as what they belong to has not been chosen, are left
/// out: they are returned, each with what is said of it.
struct RefusedSetting {
  std::string path, text;
  Issues issues;
};
std::vector<RefusedSetting> setWhatCanBe(Design& design, SettingTexts settings);

}  // namespace hopscope
