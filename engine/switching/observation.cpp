// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/observation.h"

#include <cstddef>

namespace hopscope {

CacheDetail observeCache(const ForwardingCache& cache, const LookupCounts& totals,
                         const LookupLog* log) {
  CacheDetail detail;
  detail.sets = cache.sets();
  detail.ways = cache.ways();
  detail.lines.reserve(std::size_t{detail.sets} * detail.ways);
  for (std::uint32_t i = 0; i < detail.sets * detail.ways; ++i) {
    const ForwardingCache::Line line = cache.line(i);
    detail.lines.push_back({line.valid, line.hitThisWindow, line.justFilled, line.key, line.port,
                            line.hits, line.age});
  }
  detail.totals = totals;
  detail.hash = cache.hash();
  detail.replacement = cache.replacement();
  if (log != nullptr) detail.last = log->records();
  return detail;
}

}  // namespace hopscope
