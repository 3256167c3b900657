// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "engine/workload/application_plan.h"
#include "engine/workload/outcome.h"

namespace hopscope {

/// What came of applications on an ideal network, and what is wrong with them.
struct IdealOutcome {
  std::vector<ApplicationOutcome> applications;
  std::vector<MatrixEntry> matrix;
  std::optional<Misfit> misfit;  ///< the first, if there is one
};

/// Plays applications on a network in which every message takes its zero-load time, whoever else
/// sends; interfaces still send one packet after the other. Ends when all have finished or wait for
/// ever, at cycle `most`, or where `stop` is requested.
IdealOutcome playIdeal(const std::shared_ptr<const ApplicationPlan>& plan, Cycle most,
                       const std::stop_token& stop = {});

}  // namespace hopscope
