// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/delivery_tally.h"

#include <algorithm>
#include <cassert>
#include <cstddef>

namespace hopscope {
namespace {

/// More sizes of packets than this are rare; the tally makes room for them when they come.
constexpr std::size_t kSizesAtFirst = 16;

}  // namespace

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

DeliveryTally::DeliveryTally(std::uint32_t terminals, TerminalId first)
    : received(terminals, 0), first_(first) {
  bySize.reserve(kSizesAtFirst);
}

void DeliveryTally::add(const Delivery& delivery, Cycle measureFrom) {
  ++packets;
  flits += delivery.flits;
  nonminimal += delivery.nonminimal;
  received[delivery.destination - first_] += delivery.flits;
  windowLatency.add(delivery.latency);
  if (!delivery.measured) {
    warmup.add(delivery.at, static_cast<std::uint64_t>(delivery.latency));
    return;
  }
  ++measured;
  measuredHops += delivery.hops;
  byWay[delivery.nonminimal ? 1 : 0].add(delivery);
  ofSize(delivery.flits).add(delivery);
  latency.add(delivery.latency);
  byBirth.add(delivery.at - delivery.latency - measureFrom,
              static_cast<std::uint64_t>(delivery.latency));
}

ClassTally& DeliveryTally::ofSize(std::uint32_t size) {
  std::size_t place = 0;
  while (place < bySize.size() && bySize[place].first < size) ++place;
  if (place == bySize.size() || bySize[place].first != size)
    bySize.insert(bySize.begin() + static_cast<std::ptrdiff_t>(place), {size, ClassTally{}});
  return bySize[place].second;
}

void DeliveryTally::merge(const DeliveryTally& other) {
  assert(first_ <= other.first_ &&
         first_ + received.size() >= other.first_ + other.received.size());
  packets += other.packets;
  flits += other.flits;
  nonminimal += other.nonminimal;
  warmup.merge(other.warmup);
  windowLatency.merge(other.windowLatency);
  const std::size_t offset = other.first_ - first_;
  for (std::size_t i = 0; i < other.received.size(); ++i) received[offset + i] += other.received[i];
  measured += other.measured;
  measuredHops += other.measuredHops;
  for (std::size_t way = 0; way < byWay.size(); ++way) byWay[way] += other.byWay[way];
  for (const auto& [size, tally] : other.bySize) ofSize(size) += tally;
  latency.merge(other.latency);
  byBirth.merge(other.byBirth);
  split += other.split;
}

void DeliveryTally::clearWindow() {
  windowLatency.clear();
}

void DeliveryTally::clear() {
  packets = flits = nonminimal = measured = measuredHops = 0;
  warmup.clear();
  windowLatency.clear();
  std::fill(received.begin(), received.end(), 0);
  byWay = {};
  bySize.clear();
  latency.clear();
  byBirth.clear();
  split = {};
}

}  // namespace hopscope
