// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/core/parameter.h"

/// The design's own parameters, with full paths, in document order.
namespace hopscope {

inline constexpr double kLongestDelay = 100'000;  ///< cycles, of anything that takes time

std::vector<Parameter> clockParameters();
std::vector<Parameter> forwardingParameters();
/// Those that every pattern shares, without traffic.pattern.
std::vector<Parameter> trafficParameters();
std::vector<Parameter> runParameters();

}  // namespace hopscope
