// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forwarding/stack_distance.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>

#include "engine/forwarding/key_hash.h"

namespace hopscope {

StackDistance::StackDistance(HashKind hash, std::uint32_t sets, std::uint32_t mostWays)
    : hash_(hash),
      sets_(sets),
      mask_((sets & (sets - 1)) == 0 ? sets - 1 : kNone),
      ways_(mostWays),
      stacks_(std::size_t{sets} * mostWays, 0),
      distances_(mostWays, 0) {}

void StackDistance::access(std::uint32_t key) {
  ++accesses_;
  const std::uint32_t hashed = hashOf(hash_, key);
  const std::uint32_t set = mask_ != kNone ? hashed & mask_ : hashed % sets_;
  std::uint32_t* const stack = &stacks_[std::size_t{set} * ways_];
  // Everything above the key moves down by one as it is looked for; what falls off is forgotten.
  std::uint32_t carried = key + 1;
  for (std::uint32_t i = 0; i < ways_; ++i) {
    std::swap(stack[i], carried);
    if (carried == key + 1) {
      ++distances_[i];
      return;
    }
    if (carried == 0) return;
  }
}

std::uint64_t StackDistance::hits(std::uint32_t ways) const {
  return std::accumulate(distances_.begin(), distances_.begin() + std::min(ways, ways_),
                         std::uint64_t{0});
}

HitMap hitMap(const std::vector<std::uint32_t>& keys, HashKind hash,
              const std::vector<std::uint32_t>& entries, const std::vector<std::uint32_t>& ways) {
  const auto fit = [](std::uint32_t lines, std::uint32_t places) {
    return places > 0 && lines >= places && lines % places == 0;
  };
  std::map<std::uint32_t, std::uint32_t> waysOf;  // by number of sets, the most that are asked for
  for (const std::uint32_t e : entries)
    for (const std::uint32_t w : ways)
      if (fit(e, w)) waysOf[e / w] = std::max(waysOf[e / w], w);
  std::map<std::uint32_t, StackDistance> analyses;
  for (const auto& [sets, most] : waysOf) {
    StackDistance analysis(hash, sets, most);
    for (const std::uint32_t key : keys) analysis.access(key);
    analyses.emplace(sets, std::move(analysis));
  }
  HitMap map{entries, ways, {}};
  for (const std::uint32_t e : entries) {
    map.rates.emplace_back();
    for (const std::uint32_t w : ways)
      map.rates.back().push_back(!fit(e, w) || keys.empty()
                                     ? std::numeric_limits<double>::quiet_NaN()
                                     : static_cast<double>(analyses.at(e / w).hits(w)) /
                                           static_cast<double>(keys.size()));
  }
  return map;
}

}  // namespace hopscope
