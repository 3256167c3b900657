// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "engine/workload/rank_observation.h"

namespace hopscope {

/// "Rank 3 of npb_ft"; without the application where there is only one.
QString rankName(const RankObservation& seen, std::uint32_t rank);
/// "computes", "waits".
QString phaseWords(RankPhase phase);
/// "Rank 3 waits from 1,200 to 1,450: 250 cycles. Now: receives from rank 2."
QString spanWords(const RankObservation& seen, const RankSpan& span);
/// "8.0 KiB".
QString bytesText(double bytes);

}  // namespace hopscope
