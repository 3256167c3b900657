// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/core/issue.h"
#include "engine/workload/operation.h"

namespace hopscope {

/// Sends that nobody receives, receives of what nobody sends, and messages that do not fit; the
/// paths are "rank 3". Of ranks that receive from any rank, or with any tag, nothing is said: who
/// meets whom shows when it runs.
Issues checkPartners(const std::vector<Operations>& ranks);

}  // namespace hopscope
