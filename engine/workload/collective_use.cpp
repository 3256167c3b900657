// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/collective_use.h"

#include <iterator>
#include <limits>

namespace hopscope {

void CollectiveRecord::add(const CollectiveKind& kind, std::uint32_t rank, std::uint64_t cycles) {
  auto at = kinds_.lower_bound(kind);
  if (at == kinds_.end() || kind < at->first) {
    if (at == kinds_.end() && kinds_.size() >= most_) return;
    at = kinds_.emplace_hint(at, kind, std::vector<OfRank>(ranks_));
    if (kinds_.size() > most_) kinds_.erase(std::prev(kinds_.end()));
  }
  OfRank& sums = at->second[rank];
  ++sums.calls;
  sums.cycles += cycles;
}

CollectiveTimes CollectiveRecord::times() const {
  CollectiveTimes times;
  for (const auto& [kind, ranks] : kinds_) {
    CollectiveTime& time = times[kind];
    for (const OfRank& each : ranks)
      if (each.calls > 0)
        time += {each.calls, each.cycles,
                 static_cast<double>(each.cycles) / static_cast<double>(each.calls)};
  }
  return times;
}

std::size_t mostCollectiveKinds(std::uint32_t ranks) {
  constexpr std::size_t kMost = 4'096, kLeast = 64, kMostSums = std::size_t{1} << 22;
  return std::clamp(kMostSums / std::max<std::size_t>(ranks, 1), kLeast, kMost);
}

std::uint64_t wholeBytes(CollectivePurpose purpose, std::uint32_t ranks, std::uint64_t bytes) {
  switch (purpose) {
    case CollectivePurpose::gather:
    case CollectivePurpose::scatter:
    case CollectivePurpose::allGather:
    case CollectivePurpose::allToAll:
      return bytes * ranks;
    case CollectivePurpose::barrier:
    case CollectivePurpose::broadcast:
    case CollectivePurpose::reduce:
    case CollectivePurpose::reduceScatter:
    case CollectivePurpose::allReduce:
      break;
  }
  return bytes;
}

double busFactor(CollectivePurpose purpose, std::uint32_t ranks) {
  const double others = ranks > 0 ? static_cast<double>(ranks - 1) / ranks : 0;
  switch (purpose) {
    case CollectivePurpose::barrier:
      break;
    case CollectivePurpose::broadcast:
    case CollectivePurpose::reduce:
      return 1;
    case CollectivePurpose::allReduce:
      return 2 * others;
    case CollectivePurpose::gather:
    case CollectivePurpose::scatter:
    case CollectivePurpose::allGather:
    case CollectivePurpose::reduceScatter:
    case CollectivePurpose::allToAll:
      return others;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace hopscope
