// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "engine/design/design.h"

namespace hopscope {

/// Documents of studies of designs (one at least), each until it is saturated.

/// Networks side by side, over a few loads only, as they may be large; what is asked for is
/// throughput at a low latency.
std::string comparisonStudy(const std::string& name, const std::vector<Design>& designs);

/// Over the loads of a curve, 0.1 to 0.9.
std::string curveStudy(const std::string& name, const std::vector<Design>& designs);

}  // namespace hopscope
