// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "engine/core/issue.h"
#include "engine/design/design.h"

namespace hopscope {

/// Adds what a document's "layout" says: places, bends, notes and collapsed groups. Each that can't
/// be read is an error with its path and left out.
void readLayout(const nlohmann::ordered_json& json, DesignLayout& layout, Issues& issues);

}  // namespace hopscope
