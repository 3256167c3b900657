// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "engine/simulation/setup.h"
#include "engine/workload/head_times.h"

namespace hopscope {

/// Times of messages that have a network of wormhole or virtual cut-through switches to themselves,
/// exact for any of their settings and any rate of channels, and with tables that routers look
/// packets up in; a cache counts as one that has the line. A message is sent along a row of routers
/// like those of its way, once for each length and each way that differs in more than its places.
/// Of very long messages the beginning is sent: once a way is full, so many more packets take so
/// much longer. That is exact too where all is as it was after few packets; where rates and times
/// of tables come out as whole cycles later than that, it is a few cycles too short at the most:
/// one for each channel and table that rounds.
std::unique_ptr<const LoneMessages> loneMessages(const Setup& setup);

}  // namespace hopscope
