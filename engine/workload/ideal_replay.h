// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/workload/application_plan.h"
#include "engine/workload/outcome.h"

namespace hopscope {

/// What came of applications on an ideal network, and what is wrong with them.
struct IdealOutcome {
  std::vector<ApplicationOutcome> applications;
  std::vector<MatrixEntry> matrix;
  /// A message that is larger than the receive that it was matched with, if there is one: ranks of
  /// all jobs, and sizes.
  struct Misfit {
    std::uint32_t source = 0, destination = 0;
    std::uint64_t bytes = 0, room = 0;
  };
  std::optional<Misfit> misfit;
};

/// Plays applications on a network in which every message takes its zero-load time, whoever else
/// sends; interfaces still send one packet after the other. Ends when all have finished or wait for
/// ever, or at cycle `most`.
IdealOutcome playIdeal(const std::shared_ptr<const ApplicationPlan>& plan, Cycle most);

}  // namespace hopscope
