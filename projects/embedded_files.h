// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/core/embedded_file.h"

namespace hopscope {

/// The JSON files of projects/examples/.
const std::vector<EmbeddedFile>& embeddedFiles();

}  // namespace hopscope
