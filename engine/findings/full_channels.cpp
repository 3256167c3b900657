// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/findings/full_channels.h"

#include "engine/design/link_bandwidths.h"

namespace hopscope {

FullChannels::FullChannels(const Design& design, const Topology& topology, const Results& results)
    : topology_(topology),
      use_(results.channelUtilization),
      rates_(bandwidthsOf(design, topology)) {
  for (ChannelId c = 0; c < use_.size() && c < topology.channelCount(); ++c)
    if (use_[c] >= kBusy) busy_.push_back(c);
}

ChannelId FullChannels::ownOf(RouterId router, double own, double most) const {
  constexpr double kHardlyMore = 1.1;
  for (const ChannelId c : busy_) {
    const LinkEnd from = topology_.from(c), to = topology_.to(c);
    const double rate = rateOf(rates_, c / 2).perCycle();
    const bool isTheirs = from.isTerminal ? to.node == router
                          : to.isTerminal ? rate < 1
                                          : from.node == router;
    const bool full = use_[c] >= kFull || rate < kFull * most;
    if (isTheirs && full && use_[c] * rate < kHardlyMore * own) return c;
  }
  return kNone;
}

}  // namespace hopscope
