// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/delivery_tally.h"

#include <cassert>

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

DeliveryTally::DeliveryTally(std::uint32_t terminals) : received(terminals, 0) {}

void DeliveryTally::add(const Delivery& delivery, Cycle measureFrom) {
  ++packets;
  flits += delivery.flits;
  received[delivery.destination] += delivery.flits;
  windowLatency.add(delivery.latency);
  if (!delivery.measured) return;
  ++measured;
  measuredHops += delivery.hops;
  measuredNonminimal += delivery.nonminimal;
  latency.add(delivery.latency);
  byBirth.add(delivery.at - delivery.latency - measureFrom,
              static_cast<std::uint64_t>(delivery.latency));
}

void DeliveryTally::merge(const DeliveryTally& other) {
  assert(received.size() == other.received.size());
  packets += other.packets;
  flits += other.flits;
  windowLatency.merge(other.windowLatency);
  for (std::size_t i = 0; i < received.size(); ++i) received[i] += other.received[i];
  measured += other.measured;
  measuredHops += other.measuredHops;
  measuredNonminimal += other.measuredNonminimal;
  latency.merge(other.latency);
  byBirth.merge(other.byBirth);
  split += other.split;
}

void DeliveryTally::clearWindow() {
  windowLatency.clear();
}

}  // namespace hopscope
