// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/routing/up_down_tables.h"

#include <algorithm>

namespace hopscope::routings {

UpDownTables::UpDownTables(const Topology& topology, const Neighbours& neighbours,
                           UpDownOrder order)
    : order_(std::move(order)), tables_(neighbours, 2) {
  fill(topology.terminals);
}

void UpDownTables::search(RouterId destination, Distances& distance,
                          std::vector<std::pair<RouterId, Phase>>& queue) const {
  for (auto& phase : distance) std::fill(phase.begin(), phase.end(), kNone);
  distance[kMayGoUp][destination] = distance[kOnlyDown][destination] = 0;
  queue.assign({{destination, kOnlyDown}, {destination, kMayGoUp}});
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const RouterId router = queue[next].first;
    const Phase phase = queue[next].second;
    const std::uint32_t further = distance[phase][router] + 1;
    const auto reach = [&](RouterId from, Phase before) {
      if (distance[before][from] != kNone) return;
      distance[before][from] = further;
      queue.emplace_back(from, before);
    };
    for (std::uint32_t h = tables_.firstHop(router); h < tables_.firstHop(router + 1); ++h) {
      // The hop backwards, from the neighbour to here.
      const RouterId from = tables_.hop(h).to;
      if (order_.goesUp(from, router)) {
        if (phase == kMayGoUp) reach(from, kMayGoUp);
      } else if (phase == kOnlyDown) {
        reach(from, kOnlyDown);
        reach(from, kMayGoUp);
      }
    }
  }
}

void UpDownTables::fill(const std::vector<TerminalPlace>& targets) {
  std::vector<bool> wanted(tables_.routers(), false);
  for (const TerminalPlace& place : targets) wanted[place.router] = true;
  Distances distance;
  for (auto& phase : distance) phase.resize(tables_.routers());
  std::vector<std::pair<RouterId, Phase>> queue;
  std::vector<std::uint32_t> choice;
  for (RouterId destination = 0; destination < tables_.routers(); ++destination) {
    if (!wanted[destination]) continue;
    search(destination, distance, queue);
    for (RouterId r = 0; r < tables_.routers(); ++r)
      for (const Phase phase : {kMayGoUp, kOnlyDown}) {
        choice.clear();
        const std::uint32_t here = distance[phase][r];
        for (std::uint32_t h = tables_.firstHop(r); here != kNone && h < tables_.firstHop(r + 1);
             ++h) {
          const HopTables::Hop& hop = tables_.hop(h);
          const Phase then = after(r, hop);
          if (phase == kOnlyDown && then == kMayGoUp) continue;
          if (distance[then][hop.to] + 1 == here) choice.push_back(h);
        }
        tables_.set(phase, destination, r, choice);
      }
  }
  tables_.finish();
}

}  // namespace hopscope::routings
