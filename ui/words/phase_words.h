// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "engine/workload/rank_phase.h"

namespace hopscope {

/// "computes", "waits".
QString phaseWords(RankPhase phase);

}  // namespace hopscope
