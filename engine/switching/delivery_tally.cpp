// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/delivery_tally.h"

#include <algorithm>

namespace hopscope {

LatencySplit& LatencySplit::operator+=(const LatencySplit& other) {
  source += other.source;
  lookup += other.lookup;
  vcAllocation += other.vcAllocation;
  switchAllocation += other.switchAllocation;
  traversal += other.traversal;
  channel += other.channel;
  serialization += other.serialization;
  return *this;
}

ClassTally& ClassTally::operator+=(const ClassTally& other) {
  packets += other.packets;
  latency += other.latency;
  hops += other.hops;
  return *this;
}

TrafficTally& TrafficTally::operator+=(const TrafficTally& other) {
  flits += other.flits;
  hops += other.hops;
  latency.merge(other.latency);
  return *this;
}

void TrafficTally::clear() {
  flits = hops = 0;
  latency.clear();
}

void DeliveryTally::addSize(std::uint32_t size, const ClassTally& counted) {
  auto place = bySize.begin();
  while (place != bySize.end() && place->first < size) ++place;
  if (place == bySize.end() || place->first != size)
    place = bySize.insert(place, {size, ClassTally{}});
  place->second += counted;
}

void DeliveryTally::clear() {
  packets = flits = reacting = reordered = 0;
  paths = {};
  measured = measuredHops = measuredReordered = largestDisplacement = 0;
  warmup.clear();
  byArrival.clear();
  windowLatency.clear();
  std::fill(received.begin(), received.end(), 0);
  byPath = {};
  bySize.clear();
  for (TrafficTally& each : byClass) each.clear();
  latency.clear();
  byBirth.clear();
  split = {};
}

}  // namespace hopscope
