// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/observation.h"

#include <cstddef>

#include "engine/switching/route_stage.h"

namespace hopscope {

std::optional<CacheDetail> observeCache(const RouteStage& routes, RouterId router, PortId input) {
  const LookupUnit* const unit = routes.unit(input);
  if (unit == nullptr || unit->cache() == nullptr) return {};
  const ForwardingCache& cache = *unit->cache();
  CacheDetail detail;
  detail.sets = cache.sets();
  detail.ways = cache.ways();
  detail.lines.reserve(std::size_t{detail.sets} * detail.ways);
  for (std::uint32_t i = 0; i < detail.sets * detail.ways; ++i) {
    const ForwardingCache::Line line = cache.line(i);
    detail.lines.push_back({line.valid, line.hitThisWindow, line.justFilled, line.key,
                            routes.firstPort(router, line.port),
                            routes.otherPorts(router, line.port), line.hits, line.age});
  }
  detail.totals = routes.portCounts(input);
  detail.tagged = routes.tagged(router);
  detail.hash = cache.hash();
  detail.replacement = cache.replacement();
  if (const LookupLog* const log = routes.log(input)) detail.last = log->records();
  return detail;
}

}  // namespace hopscope
