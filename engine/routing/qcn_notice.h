// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "engine/routing/conditional_dragonfly.h"

namespace hopscope::routings {

/// RouteState::detail of a notice: slots taken, this flag, and its feedback.
inline constexpr std::uint32_t kNotice = DiversionPaths::kFreeFlag;
inline constexpr unsigned kFeedbackShift = DiversionPaths::kHostShift;

inline bool isNotice(std::uint32_t detail) {
  // At its source, the flags of a packet's state are those of its host.
  return (detail & (kNotice | DiversionPaths::kOpen)) == kNotice;
}
inline std::uint32_t feedbackOf(std::uint32_t detail) {
  return detail >> kFeedbackShift;
}

}  // namespace hopscope::routings
