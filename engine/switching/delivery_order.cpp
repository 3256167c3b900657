// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/delivery_order.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace hopscope {
namespace {

/// What the memories may take in the whole network, in packets of 8 bytes: little enough to stay in
/// the cache, where each delivery looks for its terminal's.
constexpr std::uint64_t kMostYoungest = (512u << 10) / 8;
constexpr std::uint64_t kMostLastInAll = (256u << 10) / 8;
/// But so many sources, and so many packets, are remembered at each terminal.
constexpr std::uint64_t kFewestEach = 8;
constexpr std::uint64_t kMostLast = 64;

/// The largest power of two that many terminals can have each.
std::uint64_t shareOf(std::uint64_t all, std::uint64_t terminals) {
  return std::max(kFewestEach, std::bit_floor(all / std::max<std::uint64_t>(1, terminals)));
}

}  // namespace

DeliveryOrder::DeliveryOrder(std::uint32_t terminals, TerminalId first, std::uint32_t all)
    : terminals_(terminals),
      first_(first),
      all_(all),
      lastEach_(static_cast<std::uint32_t>(std::min(shareOf(kMostLastInAll, all), kMostLast))),
      last_(std::size_t{terminals} * lastEach_),
      received_(terminals, 0) {
  makeRoom();
}

void DeliveryOrder::countClasses(std::uint32_t classes) {
  if (classes <= classes_) return;
  classes_ = classes;
  makeRoom();
  std::fill(last_.begin(), last_.end(), Packet{});
}

void DeliveryOrder::makeRoom() {
  const std::uint64_t pairs = std::uint64_t{all_} * classes_;
  const bool exact = pairs * all_ <= kMostYoungest;
  sourcesEach_ = exact ? pairs : shareOf(kMostYoungest, all_);
  sourceMask_ = exact ? std::numeric_limits<std::uint32_t>::max()
                      : static_cast<std::uint32_t>(sourcesEach_ - 1);
  youngest_.assign(terminals_ * sourcesEach_, {});
}

std::uint32_t DeliveryOrder::overtakersOf(const Packet& packet, std::size_t terminal,
                                          Cycle latency) const {
  const Packet* const last = &last_[terminal * lastEach_];
  std::uint32_t overtakers = 0;
  for (std::uint32_t i = 0; i < lastEach_; ++i)
    overtakers += static_cast<std::uint32_t>(last[i].pair == packet.pair &&
                                             isYounger(last[i], packet, latency));
  // The youngest may have been delivered before all of those.
  return std::max(1u, overtakers);
}

}  // namespace hopscope
