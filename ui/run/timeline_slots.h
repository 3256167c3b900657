// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "engine/simulation/results.h"
#include "ui/run/timeline_strip.h"

namespace hopscope {

/// What time slots were spent on, window by window, or of `stride` windows together; nothing of
/// runs without them.
std::vector<TimelinePicture::Slots> slotLane(const std::vector<WindowSample>& windows,
                                             std::size_t stride);

}  // namespace hopscope
