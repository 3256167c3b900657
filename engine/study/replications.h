// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/design/design.h"
#include "engine/simulation/results.h"

namespace hopscope {

/// The runs that a design with `run.replications` asks for, as designs of one run each: seeds seed,
/// seed + 1, … One design where it asks for one.
std::vector<Design> replicationsOf(const Design& design);

/// What independent runs of one design (at least one) say together. Latencies, loads, shares,
/// utilisations and windows are means over the runs, each run counting once, with the interval of
/// the mean latency and of the accepted load by Student's t; counts, cycles and seconds are sums;
/// the smallest and the largest latency are those of all; the verdict is the worst. One run is
/// returned as it is.
Results pool(std::vector<Results> runs);

}  // namespace hopscope
