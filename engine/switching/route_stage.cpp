// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/route_stage.h"

#include <algorithm>
#include <cmath>

namespace hopscope {
namespace {

/// Classifying misses needs 8 bytes per port and terminal; above this many it is left out.
constexpr std::uint64_t kMostClassifiedKeys = 32'000'000;

}  // namespace

Cycle longestPause(Cycle slowest, const LookupPlan& lookups) {
  Picoseconds lookup = 0;
  for (const LookupSettings& s : lookups.lookups)
    lookup = std::max(lookup, s.camLatency + s.camInterval + s.cache.latency + s.cache.interval);
  return 10 * (slowest +
               static_cast<Cycle>(static_cast<double>(lookup) / lookups.picosecondsPerCycle)) +
         1000;
}

RouteStage::RouteStage(const Topology& topology, const LookupPlan& plan)
    : topology_(&topology), picosecondsPerCycle_(plan.picosecondsPerCycle) {
  const Topology& t = topology;
  const auto ports = static_cast<PortId>(topology.ports.size());
  unitOf_.assign(ports, kNone);
  camOf_.assign(ports, kNone);
  const bool classify = std::uint64_t{ports} * t.terminalCount() <= kMostClassifiedKeys;
  for (RouterId r = 0; r < t.routerCount(); ++r) {
    const LookupSettings& settings = plan.lookups[plan.lookupOf[r]];
    if (settings.kind == LookupKind::algorithm) continue;
    for (PortId id = t.firstPort[r]; id < t.firstPort[r + 1]; ++id) {
      if (settings.camPerPort || id == t.firstPort[r]) cams_.emplace_back();
      camOf_[id] = static_cast<std::uint32_t>(cams_.size() - 1);
      unitOf_[id] = static_cast<std::uint32_t>(units_.size());
      units_.emplace_back(settings, plan.seed, id, classify ? t.terminalCount() : 0);
    }
  }
}

Cycle RouteStage::ready(PortId input, std::uint32_t key, PortIndex port, Cycle now) {
  const std::uint32_t unit = unitOf_[input];
  if (unit == kNone) return now;
  const auto arrival =
      static_cast<Picoseconds>(std::llround(static_cast<double>(now) * picosecondsPerCycle_));
  const Picoseconds known = units_[unit].lookup(arrival, key, port, cams_[camOf_[input]]);
  // The time from the arrival is rounded up, so that a lookup of exactly n cycles costs n.
  const double cycles = static_cast<double>(known - arrival) / picosecondsPerCycle_;
  return now + static_cast<Cycle>(std::ceil(cycles - 1e-6));
}

void RouteStage::beginWindow() {
  for (LookupUnit& unit : units_)
    if (ForwardingCache* cache = unit.cache()) cache->beginWindow();
}

const LookupUnit* RouteStage::unit(PortId input) const {
  return unitOf_[input] == kNone ? nullptr : &units_[unitOf_[input]];
}

LookupCounts RouteStage::counts(RouterId router) const {
  LookupCounts sum;
  const Topology& t = *topology_;
  for (PortId id = t.firstPort[router]; id < t.firstPort[router + 1]; ++id)
    if (const LookupUnit* u = unit(id); u != nullptr && u->cache() != nullptr)
      sum += u->cache()->counts();
  return sum;
}

LookupCounts RouteStage::counts() const {
  LookupCounts sum;
  for (const LookupUnit& unit : units_)
    if (unit.cache() != nullptr) sum += unit.cache()->counts();
  return sum;
}

}  // namespace hopscope
