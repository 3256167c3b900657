// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "engine/fabric/link_rate.h"
#include "engine/switching/cycle_queue.h"

namespace hopscope::wormhole {

/// Channels of one part that carry less than a flit a cycle, of its routers' outputs or of its
/// terminals, by their numbers there: each is closed behind a flit until it may take the next one.
class SlowChannels {
 public:
  /// None where all rates are full.
  SlowChannels() = default;
  explicit SlowChannels(const std::vector<LinkRate>& rates) {
    if (std::all_of(rates.begin(), rates.end(), [](const LinkRate& rate) { return rate.full(); }))
      return;
    for (const LinkRate& rate : rates) channels_.push_back({LinkPace(rate)});
  }

  bool any() const { return !channels_.empty(); }
  /// The longest that one is closed.
  Cycle longest() const {
    Cycle most = 1;
    for (const Channel& channel : channels_) most = std::max(most, channel.pace.rate().span(1));
    return most;
  }
  bool closed(std::size_t channel, Cycle now) const {
    return !channels_.empty() && channels_[channel].free > now;
  }
  /// From which cycle on it takes a flit.
  Cycle free(std::size_t channel) const { return channels_[channel].free; }
  /// A flit goes in a cycle in which it is not closed. One that is full never closes: its flits may
  /// queue up behind the switch.
  void take(std::size_t channel, Cycle now) {
    Channel& of = channels_[channel];
    if (!of.pace.rate().full()) of.free = now + of.pace.take(1, of.free == now);
  }

 private:
  struct Channel {
    LinkPace pace;
    Cycle free = 0;
  };
  std::vector<Channel> channels_;  ///< empty where all are full
};

}  // namespace hopscope::wormhole
