// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "engine/simulation/setup.h"
#include "engine/workload/application_plan.h"
#include "engine/workload/ideal_replay.h"

namespace hopscope::test {

/// What each rank does, on terminals 0, 1, 2, …, on the network of `setup`.
std::shared_ptr<ApplicationPlan> planFor(const Setup& setup, std::vector<Operations> ranks);

/// What came of a plan of one job.
struct Played {
  ApplicationOutcome application;
  std::vector<MatrixEntry> matrix;
  std::uint64_t deliveredFlits = 0;
  Cycle end = 0;
  bool stalled = false;
};
Played play(Setup setup, const std::shared_ptr<const ApplicationPlan>& plan);

}  // namespace hopscope::test
