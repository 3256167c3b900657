// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/statistics/confidence_interval.h"
#include "engine/statistics/time_batches.h"

namespace hopscope {

/// The mean of all values and its 95 % confidence interval, by the method of batch means (Law &
/// Kelton, "Simulation Modeling and Analysis", ch. 9.5): 32 batches of equal length in time, each
/// with as many values as fell into it (a ratio estimator). Batches of a run that is short for its
/// correlation are correlated themselves; a positive correlation r of neighbours widens the
/// interval by sqrt((1 + r) / (1 - r)) and leaves fewer degrees of freedom by its square. The
/// half-width is NaN where there are fewer than 32 batches of time with values.
ConfidenceInterval batchMeans95(const TimeBatches& times);

/// The same of the sum per cycle over the cycles [0, cycles), which hold all that was added.
ConfidenceInterval batchRate95(const TimeBatches& times, Cycle cycles);

}  // namespace hopscope
