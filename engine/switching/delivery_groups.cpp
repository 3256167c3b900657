// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/delivery_groups.h"

#include <cassert>
#include <numeric>

namespace hopscope {

std::uint64_t DeliveryGroups::Group::packets() const {
  return std::accumulate(paths.begin(), paths.end(), std::uint64_t{0});
}

DeliveryGroups::Group& DeliveryGroups::Group::operator+=(const Group& other) {
  flits += other.flits;
  latency += other.latency;
  for (std::size_t kind = 0; kind < paths.size(); ++kind) paths[kind] += other.paths[kind];
  return *this;
}

DeliveryGroups DeliveryGroups::byBirth(Cycle from, Cycle length, std::size_t bins) {
  assert(length >= 1);
  DeliveryGroups made;
  made.from_ = from;
  made.length_ = length;
  made.groups_.resize(bins);
  return made;
}

DeliveryGroups DeliveryGroups::bySource(std::uint32_t terminals) {
  DeliveryGroups made;
  made.groups_.resize(terminals);
  return made;
}

void DeliveryGroups::add(const Delivery& delivery) {
  auto index = static_cast<std::size_t>(delivery.source);
  if (length_ > 0) {
    const Cycle since = delivery.at - delivery.latency - from_;
    if (since < 0) return;
    index = static_cast<std::size_t>(since / length_);
  }
  if (index >= groups_.size()) return;
  Group& group = groups_[index];
  group.flits += delivery.flits;
  group.latency += static_cast<std::uint64_t>(delivery.latency);
  ++group.paths[static_cast<std::size_t>(delivery.path)];
}

DeliveryGroups& DeliveryGroups::operator+=(const DeliveryGroups& other) {
  assert(other.length_ == length_ && other.from_ == from_ &&
         other.groups_.size() == groups_.size());
  for (std::size_t i = 0; i < groups_.size(); ++i) groups_[i] += other.groups_[i];
  return *this;
}

}  // namespace hopscope
