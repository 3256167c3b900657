// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/core/ids.h"
#include "engine/core/sentence.h"
#include "engine/workload/application_plan.h"
#include "engine/workload/rank_phase.h"
#include "engine/workload/timeline.h"

namespace hopscope {

/// What a rank is at between two cycles.
struct RankNow {
  TerminalId terminal = kNone;
  std::uint32_t job = 0;
  std::uint32_t inJob = 0;  ///< its number there
  RankPhase phase = RankPhase::computing;
  Cycle since = 0;              ///< that it waits
  std::uint32_t iteration = 0;  ///< that it has begun last (OperationKind::mark)
  Sentence waits = {};          ///< "receives from rank 3", of one that waits
  bool beside = false;          ///< it has begun collectives that go on beside its program
};

/// The applications of a run between two cycles, and what they did up to then. A value: it may be
/// read on any thread.
struct RankObservation {
  Cycle now = 0;
  std::shared_ptr<const ApplicationPlan> plan;  ///< of the run: another one is of another run
  std::vector<RankNow> ranks;                   ///< numbered over all jobs
  std::vector<std::uint32_t> partOf;            ///< of each rank, where there is a timeline
  std::vector<TimelinePart> parts;              ///< empty where nothing is recorded

  const std::string& jobName(std::uint32_t rank) const { return plan->jobs[ranks[rank].job].name; }
};

}  // namespace hopscope
