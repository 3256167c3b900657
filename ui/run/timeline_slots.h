// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstddef>
#include <vector>

#include "engine/simulation/results.h"
#include "ui/run/timeline_strip.h"

namespace hopscope {

/// What time slots were spent on, window by window, or of `stride` windows together; nothing of
/// runs without them.
std::vector<TimelinePicture::Slots> slotLane(const std::vector<WindowSample>& windows,
                                             std::size_t stride);

/// What the window of that cycle was spent on, in words; none where the lane has nothing of it.
QString slotLaneWords(const std::vector<TimelinePicture::Slots>& lane, Cycle cycle);

}  // namespace hopscope
