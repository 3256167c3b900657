// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>

namespace hopscope {

/// What a figure is that does not exist: the mean of no packets, the spread of one run.
inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

}  // namespace hopscope
