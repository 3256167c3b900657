// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "engine/core/ids.h"
#include "engine/statistics/time_batches.h"

namespace hopscope {

/// Where the transient at the beginning of a run ends, by MSER-5: the values are taken in batches
/// of five intervals of time, and of all truncation points the one is taken at which the marginal
/// standard error, (sum of squared deviations) / n² over the n batches that remain, is smallest
/// (White, Cobb & Spratt 2000; White 1997, Spratt 1998). Nothing where that point lies in the
/// second half of the data, or where there are fewer than 20 batches with values: the run is too
/// short to tell.
std::optional<Cycle> mser5(const TimeBatches& times);

}  // namespace hopscope
