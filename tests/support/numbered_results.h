// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <type_traits>
#include <vector>

#include "engine/simulation/run_statistics.h"
#include "engine/simulation/window_statistics.h"

namespace hopscope::test {

/// Gives every member that a table of statistics names a number of its own, from `first` on.
template <typename Record>
void number(const std::vector<Statistic<Record>>& statistics, Record& record, int first) {
  for (const Statistic<Record>& each : statistics)
    fillValue(each, record, [next = first++](auto& member) {
      using Kind = std::remove_reference_t<decltype(member)>;
      if constexpr (std::is_floating_point_v<Kind>)
        member = next + 0.125;
      else if constexpr (std::is_same_v<Kind, Cycle>)
        member = next;
      else
        member = static_cast<std::uint64_t>(next);
    });
}

/// A run of one window, one router and one class of each kind, no two numbers of a record alike.
inline Results numberedResults(int first = 1) {
  Results results;
  number(runStatistics(), results, first);
  number(windowStatistics(), results.windows.emplace_back(), first + 1000);
  results.windows[0].end = results.windows[0].length = 500;
  number(routerStatistics(), results.routers.emplace_back(), first + 2000);
  number(classStatistics(), results.classes.emplace_back(), first + 3000);
  results.classes[0].name = "minimal";
  number(trafficClassStatistics(), results.trafficClasses.emplace_back(), first + 4000);
  results.trafficClasses[0].name = "web";
  number(applicationStatistics(), results.applications.emplace_back(), first + 5000);
  results.applications[0].name = "ping_pong";
  results.applications[0].end = ApplicationEnd::stalled;
  results.applications[0].perRank = {{first, first + 1, first + 2, first + 3}};
  results.applications[0].stalled = {"Rank 0 receives from rank 1."};
  number(collectiveStatistics(), results.collectives.emplace_back(), first + 7000);
  results.collectives[0].application = "ping_pong";
  results.collectives[0].operation = "allreduce_ring";
  number(slotStatistics(), results.timeSlots.emplace_back(), first + 6000);
  results.timeSlots[0].name = "worms";
  return results;
}

}  // namespace hopscope::test
