// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/routing/group_counters.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace hopscope::routings {
namespace {

constexpr std::size_t kFirstRing = 16;

}  // namespace

GroupCounters::GroupCounters(RouterId first, std::uint32_t routers, std::uint32_t groups,
                             std::uint32_t globals, Cycle window, double storedWeight)
    : first_(first),
      groups_(groups),
      globals_(globals),
      window_(window),
      storedWeight_(storedWeight),
      shares_(groups),
      towards_(std::size_t{routers} * groups),
      sums_(std::size_t{routers} * 2 * globals),
      departures_(routers) {
  const auto h = static_cast<std::int32_t>(globals), all = static_cast<std::int32_t>(groups);
  for (std::int32_t links = -h; links <= h; ++links) {
    for (std::int32_t j = 1 - h; links != 0 && j < h; ++j) {
      const std::int32_t offset = ((links * h + j) % all + all) % all;
      auto& shares = shares_[static_cast<std::size_t>(offset)];
      const auto free = std::find_if(shares.begin(), shares.end(),
                                     [](const Share& share) { return share.weight == 0; });
      if (free == shares.end()) continue;  // groups so few that sums overlap: nothing reads them
      *free = {static_cast<std::uint16_t>(sumOf(links)),
               static_cast<std::uint16_t>(h - std::abs(j))};
    }
  }
}

void GroupCounters::add(std::uint32_t router, std::uint32_t offset, std::int32_t left,
                        std::int32_t stored) {
  Counts& counts = towards_[std::size_t{router} * groups_ + offset];
  counts.left += left;
  counts.stored += stored;
  for (const Share& share : shares_[offset]) {
    if (share.weight == 0) break;
    Counts& sum = sums_[std::size_t{router} * 2 * globals_ + share.sum];
    sum.left += left * share.weight;
    sum.stored += stored * share.weight;
  }
}

void GroupCounters::entered(RouterId router, std::uint32_t offset) {
  add(router - first_, offset, 0, 1);
}

void GroupCounters::left(RouterId router, std::uint32_t offset, Cycle now) {
  const std::uint32_t index = router - first_;
  expire(index, now);
  add(index, offset, 1, -1);
  Departures& departures = departures_[index];
  if (departures.count == departures.ring.size())
    grow(departures, std::max(kFirstRing, 2 * departures.count));
  departures.ring[(departures.first + departures.count++) % departures.ring.size()] = {now, offset};
}

void GroupCounters::expire(std::uint32_t router, Cycle now) {
  Departures& departures = departures_[router];
  while (departures.count > 0 && departures.ring[departures.first].time <= now - window_) {
    add(router, departures.ring[departures.first].offset, -1, 0);
    departures.first = (departures.first + 1) % departures.ring.size();
    --departures.count;
  }
}

void GroupCounters::grow(Departures& departures, std::size_t size) {
  std::vector<Event> ring(size);
  for (std::size_t i = 0; i < departures.count; ++i)
    ring[i] = departures.ring[(departures.first + i) % departures.ring.size()];
  departures.ring = std::move(ring);
  departures.first = 0;
}

void GroupCounters::leaveRoom() {
  for (Departures& departures : departures_)
    grow(departures, std::max(kFirstRing, 2 * departures.ring.size()));
}

double GroupCounters::Reading::towards(std::uint32_t offset) const {
  const Counts& counts = of_.towards_[std::size_t{router_} * of_.groups_ + offset];
  return counts.left + of_.storedWeight_ * counts.stored;
}

double GroupCounters::Reading::crowding(std::int32_t links) const {
  const Counts& sum = of_.sums_[std::size_t{router_} * 2 * of_.globals_ + of_.sumOf(links)];
  return (sum.left + of_.storedWeight_ * sum.stored) / of_.globals_;
}

}  // namespace hopscope::routings
