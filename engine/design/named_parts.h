// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/core/issue.h"

namespace hopscope {

/// Dense index by the design's id.
using IndexOfId = std::unordered_map<std::uint32_t, std::uint32_t>;

/// Ids that name nothing (kNone) are left out.
IndexOfId indexOf(const std::vector<std::uint32_t>& ids);

/// Dense ids of what a list of a design names; an issue for each that doesn't exist. `place`:
/// "overrides[2].routers", `what`: "router".
std::vector<std::uint32_t> named(const std::vector<std::uint32_t>& ids, const IndexOfId& index,
                                 const std::string& place, const Sentence& what, Issues& issues);

}  // namespace hopscope
