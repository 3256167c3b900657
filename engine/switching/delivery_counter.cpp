// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/delivery_counter.h"

#include <algorithm>
#include <cassert>

namespace hopscope {

DeliveryCounter::DeliveryCounter(std::uint32_t terminals, TerminalId first, std::uint32_t all)
    : received_(terminals, 0), first_(first), order_(terminals, first, all) {
  bySize_.reserve(DeliveryTally::kSizesAtFirst + 1);
  bySize_.emplace_back();
}

DeliveryCounter::OfSize& DeliveryCounter::find(std::uint32_t flits) {
  recent_ = 0;
  while (recent_ < bySize_.size() && bySize_[recent_].flits != flits) ++recent_;
  if (recent_ == bySize_.size()) bySize_.push_back({flits, {}});
  return bySize_[recent_];
}

void DeliveryCounter::beginBatch(Cycle now) {
  byArrival_.add(batchStart_ - measureFrom_, flits_ - flitsBefore_);
  flitsBefore_ = flits_;
  const Cycle length = byArrival_.length();
  batchStart_ = measureFrom_ + (now - measureFrom_) / length * length;
  batchEnd_ = batchStart_ + length;
}

void DeliveryCounter::clearWindow() {
  before_.merge(window_[1]);
  for (Histogram& latency : window_) latency.clear();
}

std::uint64_t DeliveryCounter::measured() const {
  std::uint64_t sum = 0;
  for (const OfSize& size : bySize_)
    for (const ClassTally& kind : size.byPath) sum += kind.packets;
  return sum;
}

void DeliveryCounter::addTo(DeliveryTally& whole) const {
  whole.packets += packets_;
  whole.flits += flits_;
  whole.reacting += reacting_;
  for (std::size_t kind = 0; kind < kPathKindCount; ++kind) whole.paths[kind] += paths_[kind];
  whole.warmup.merge(warmup_);
  whole.byArrival.merge(byArrival_);
  if (batchEnd_ != std::numeric_limits<Cycle>::max())
    whole.byArrival.add(batchStart_ - measureFrom_, flits_ - flitsBefore_);
  for (const Histogram& latency : window_) whole.windowLatency.merge(latency);
  assert(first_ + received_.size() <= whole.received.size());
  for (std::size_t i = 0; i < received_.size(); ++i) whole.received[first_ + i] += received_[i];
  for (const OfSize& size : bySize_)
    for (std::size_t kind = 0; kind < kPathKindCount; ++kind) {
      const ClassTally& packets = size.byPath[kind];
      whole.measured += packets.packets;
      whole.measuredHops += packets.hops;
      whole.byPath[kind] += packets;
      if (packets.packets != 0) whole.addSize(size.flits, packets);
    }
  if (byClass_.size() > whole.byClass.size()) whole.byClass.resize(byClass_.size());
  for (std::size_t i = 0; i < byClass_.size(); ++i) whole.byClass[i] += byClass_[i];
  whole.latency.merge(before_);
  whole.latency.merge(window_[1]);
  whole.byBirth.merge(byBirth_);
  whole.split += split;
  whole.reordered += reordered_;
  whole.measuredReordered += measuredReordered_;
  whole.largestDisplacement = std::max(whole.largestDisplacement, largestDisplacement_);
}

}  // namespace hopscope
