// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "engine/switching/journey.h"
#include "ui/drawing/network_painter.h"

namespace hopscope {

/// The path of the packet that is followed, as far as it is known, and by way of which router.
void takeJourney(const std::optional<Journey>& journey, FollowedPacket& followed);

}  // namespace hopscope
