// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

#include "engine/workload/application_plan.h"
#include "engine/workload/matrix_entry.h"

namespace hopscope {

/// How much may be counted of what applications are going to send.
struct MatrixBounds {
  std::uint64_t operations = 200'000'000;  ///< of all ranks
  std::size_t pairs = 4'000'000;           ///< of a source and a destination
  /// So many ranks, from a multiple of it on, count as the first of them.
  std::uint32_t ranksEach = 1;
};

/// Who is going to send whom how much.
struct PlannedMatrix {
  enum class End : std::uint8_t { whole, tooLong, tooManyPairs, cancelled };

  End end = End::whole;
  std::vector<MatrixEntry> pairs;  ///< in order; of any other end, what was counted until then
};

/// Counts the messages of applications without running them: programs do not depend on time, so
/// these are those of a run that comes to its end. `stop` ends it early; `progress` hears from time
/// to time what share of the ranks has been counted.
PlannedMatrix plannedMatrix(const ApplicationPlan& plan, const MatrixBounds& bounds = {},
                            const std::stop_token& stop = {},
                            const std::function<void(double)>& progress = {});

}  // namespace hopscope
