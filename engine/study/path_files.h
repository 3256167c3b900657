// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "engine/simulation/path_trace.h"
#include "engine/topology/topology.h"
#include "engine/workload/rank_observation.h"

namespace hopscope {

/// Critical paths as a table, piece by piece, and of messages link by link; times in cycles. Of
/// what is called a link, `waiting` is for it and `moving` through the router before it and along
/// it; what is unknown is of messages whose links are not told.
std::string pathCsv(const std::vector<PathTrace>& paths, const RankObservation& ranks,
                    const Topology& topology);

/// Some lines on where the messages of a path lost their time: the links first that were waited for
/// longest.
std::string pathText(const PathTrace& path, const Topology& topology);

}  // namespace hopscope
