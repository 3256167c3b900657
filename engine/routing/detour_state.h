// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace hopscope {

/// RouteState::detail of a packet that goes round a failure, up or down its tree. No routing has
/// all these bits at once.
constexpr std::uint32_t kDetourUp = 0xfffffffe, kDetourDown = 0xffffffff;

/// Whether it goes round a failure: by a virtual channel of its own, and whatever the routing
/// itself keeps in the detail, which can't be read out of it.
constexpr bool onDetour(std::uint32_t detail) {
  return detail >= kDetourUp;
}

}  // namespace hopscope
