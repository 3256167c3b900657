// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/core/embedded_file.h"

namespace hopscope {

/// The JSON files of resources/figures/; names are those of their first figures: "000/R-51".
const std::vector<EmbeddedFile>& recipeFiles();

}  // namespace hopscope
