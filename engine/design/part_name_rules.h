// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "engine/core/issue.h"
#include "engine/design/design.h"

/// Names that a user gives to routers and terminals ("rack 12"). They are for people only: ids stay
/// what files and the engine mean.
namespace hopscope {

inline constexpr std::size_t kLongestGivenName = 80;  ///< characters

/// What is wrong with a name; its path is empty. An empty name is none, and fine.
std::optional<Issue> problemOfName(std::string_view name);

/// The nearest allowed name: without what is no character of a line, cut where it is too long.
std::string asGivenName(std::string_view text);

/// The names of a drawn network that are not allowed.
Issues checkNames(const DrawnNetwork& drawn);

}  // namespace hopscope
