// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/findings/full_channels.h"

#include <algorithm>

#include "engine/core/value.h"
#include "engine/design/link_bandwidths.h"
#include "engine/design/senders.h"

namespace hopscope {
namespace {

const char* const kLoadSetting = "traffic.load";

}  // namespace

HighestLoad highestLoadOf(const Design& design, const Results& results) {
  HighestLoad highest{offeredLoad(design), 1};
  if (results.measuredCycles == 0 || results.events.empty()) return highest;
  const Cycle from = results.warmupUsed, end = from + results.measuredCycles;
  Cycle atHighest = 0, since = from;
  double load = highest.load;
  highest.load = 0;
  const auto until = [&](Cycle cycle) {
    const Cycle to = std::clamp(cycle, since, end);
    if (to > since && load > highest.load) {
      highest.load = load;
      atHighest = 0;
    }
    if (load == highest.load) atHighest += to - since;
    since = to;
  };
  for (std::size_t i = 0; i < std::min(results.events.size(), design.phases.size()); ++i) {
    const Values& set = design.phases[i].set;
    if (set.count(kLoadSetting) == 0) continue;
    until(results.events[i].inForce);
    load = realAt(set, kLoadSetting);
  }
  until(end);
  highest.share = static_cast<double>(atHighest) / static_cast<double>(results.measuredCycles);
  return highest;
}

bool someWereFull(const Results& results) {
  const Cycle from = results.warmupUsed, end = from + results.measuredCycles;
  return std::any_of(results.windows.begin(), results.windows.end(),
                     [from, end](const WindowSample& window) {
                       return window.end - window.length >= from && window.end <= end &&
                              window.hottestChannel >= kFull;
                     });
}

FullChannels::FullChannels(const Design& design, const Topology& topology, const Results& results)
    : use_(results.channelUtilization),
      rates_(bandwidthsOf(design, topology)),
      highest_(highestLoadOf(design, results)) {
  for (ChannelId c = 0; c < use_.size() && c < topology.channelCount(); ++c) {
    if (!(use_[c] >= kBusy * highest_.share)) continue;
    const LinkEnd from = topology.from(c), to = topology.to(c);
    if (from.isTerminal || !to.isTerminal)
      busyOf_[from.isTerminal ? to.node : from.node].push_back(c);
    else if (!rateOf(rates_, c / 2).full())
      busyToTerminals_.push_back(c);
  }
}

ChannelId FullChannels::ownOf(RouterId router, double own, double senders) const {
  // What had waited before measuring began blurs sums the more where little is sent afterwards.
  const double hardlyMore = highest_.share < 1 ? 1.5 : 1.1;
  const double most = highest_.share < 1 ? highest_.load * senders : 0;
  const auto isFullOfTheirs = [&](ChannelId c) {
    const double rate = rateOf(rates_, c / 2).perCycle();
    return (use_[c] >= kFull || rate < kFull * most) && use_[c] * rate < hardlyMore * own;
  };
  const auto firstOf = [&](const std::vector<ChannelId>& channels) {
    const auto found = std::find_if(channels.begin(), channels.end(), isFullOfTheirs);
    return found == channels.end() ? ChannelId{kNone} : *found;
  };
  const auto theirs = busyOf_.find(router);
  return std::min(theirs == busyOf_.end() ? ChannelId{kNone} : firstOf(theirs->second),
                  firstOf(busyToTerminals_));
}

}  // namespace hopscope
