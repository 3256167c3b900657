// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "engine/simulation/results.h"

namespace hopscope {

inline constexpr std::array kVerdicts = {Verdict::stable, Verdict::saturated, Verdict::deadlocked};

/// The verdict as it stands in files: "stable", "saturated" or "deadlocked".
constexpr std::string_view nameOf(Verdict verdict) {
  switch (verdict) {
    case Verdict::stable:
      return "stable";
    case Verdict::saturated:
      return "saturated";
    case Verdict::deadlocked:
      break;
  }
  return "deadlocked";
}

inline constexpr std::string_view kStalledName = "stalled";

/// That of a run: also "stalled", where ranks or packets wait for what will never come, and for no
/// cycle of buffers.
inline std::string_view verdictNameOf(const Results& results) {
  const bool waits = std::any_of(
      results.applications.begin(), results.applications.end(),
      [](const ApplicationResult& each) { return each.end == ApplicationEnd::stalled; });
  const bool stuck = results.verdict == Verdict::deadlocked && results.deadlock.empty();
  return waits || stuck ? kStalledName : nameOf(results.verdict);
}

constexpr std::optional<Verdict> verdictOf(std::string_view name) {
  for (const Verdict verdict : kVerdicts)
    if (nameOf(verdict) == name) return verdict;
  return {};
}

}  // namespace hopscope
