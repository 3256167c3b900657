// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "engine/simulation/run_goal.h"
#include "engine/workload/rank_observation.h"

namespace hopscope {

/// "Rank 3 of npb_ft"; without the application where there is only one.
QString rankName(const RankObservation& seen, std::uint32_t rank);
/// "Rank 3 waits from 1,200 to 1,450: 250 cycles. Now: receives from rank 2."
QString spanWords(const RankObservation& seen, const RankSpan& span);
/// What a rank has come to that a run was to pause at: "Rank 7 of npb_ft waits since cycle 1,200:
/// receives from rank 3."
QString rankCameWords(const RankObservation& seen, std::uint32_t rank,
                      const RankCondition& condition);

}  // namespace hopscope
