// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/simulation/statistic.h"

namespace hopscope {

/// All numbers that a run, its routers and its kinds of packets come to, each table in the order of
/// JSON. Results as JSON and CSV, project files and pooling are made from these rows.
const std::vector<Statistic<Results>>& runStatistics();
const std::vector<Statistic<RouterResult>>& routerStatistics();
const std::vector<Statistic<ClassResult>>& classStatistics();
const std::vector<Statistic<TrafficClassResult>>& trafficClassStatistics();
const std::vector<Statistic<ApplicationResult>>& applicationStatistics();
const std::vector<Statistic<CollectiveResult>>& collectiveStatistics();
const std::vector<Statistic<SlotResult>>& slotStatistics();

}  // namespace hopscope
