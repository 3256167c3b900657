// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "engine/simulation/results.h"

namespace hopscope {

inline constexpr std::array kVerdicts = {Verdict::stable, Verdict::unknown, Verdict::saturated,
                                         Verdict::stalled, Verdict::deadlocked};

/// The verdict as it stands in files: "stable", "unknown", "saturated", "stalled" or "deadlocked".
constexpr std::string_view nameOf(Verdict verdict) {
  switch (verdict) {
    case Verdict::stable:
      return "stable";
    case Verdict::unknown:
      return "unknown";
    case Verdict::saturated:
      return "saturated";
    case Verdict::stalled:
      return "stalled";
    case Verdict::deadlocked:
      break;
  }
  return "deadlocked";
}

constexpr std::optional<Verdict> verdictOf(std::string_view name) {
  for (const Verdict verdict : kVerdicts)
    if (nameOf(verdict) == name) return verdict;
  return {};
}

}  // namespace hopscope
