// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include "engine/workload/application_plan.h"
#include "engine/workload/matrix_entry.h"

namespace hopscope {

/// What ranks send until they wait for others again, all of them together: in order, each pair
/// once. Ranks that do the same step by step are in the same round at about the same time.
using Round = std::vector<MatrixEntry>;

/// How much may be counted.
struct RoundBounds {
  std::uint64_t operations = 2'000'000;  ///< of all ranks
  std::size_t entries = 200'000;         ///< of all rounds
};

/// The rounds of applications, counted without running them; nothing where there is more.
std::optional<std::vector<Round>> plannedRounds(const ApplicationPlan& plan,
                                                const RoundBounds& bounds = {},
                                                const std::stop_token& stop = {});

}  // namespace hopscope
