// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/design/settings_reader.h"
#include "engine/simulation/setup.h"

namespace hopscope {

/// The longest that a queue before a slow channel may take to run empty, in cycles: all that is
/// granted a channel has its place in a calendar of as many cycles, which each part of the network
/// has.
inline constexpr Cycle kLongestQueueSpan = 8'000'000;

/// Refuses output queues, and source queues before slow channels of terminals, that take longer at
/// the rate of their channel. Virtual cut-through alone plans so far ahead. `reader`: of the
/// design's own settings.
void checkSlowQueues(const Setup& setup, const SettingsReader& reader);

}  // namespace hopscope
