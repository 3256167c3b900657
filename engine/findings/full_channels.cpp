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
    : topology_(topology),
      use_(results.channelUtilization),
      rates_(bandwidthsOf(design, topology)),
      highest_(highestLoadOf(design, results)) {
  for (ChannelId c = 0; c < use_.size() && c < topology.channelCount(); ++c)
    if (use_[c] >= kBusy * highest_.share) busy_.push_back(c);
}

ChannelId FullChannels::ownOf(RouterId router, double own, double senders) const {
  // What had waited before measuring began blurs sums the more where little is sent afterwards.
  const double hardlyMore = highest_.share < 1 ? 1.5 : 1.1;
  const double most = highest_.share < 1 ? highest_.load * senders : 0;
  for (const ChannelId c : busy_) {
    const LinkEnd from = topology_.from(c), to = topology_.to(c);
    const double rate = rateOf(rates_, c / 2).perCycle();
    const bool isTheirs = from.isTerminal ? to.node == router
                          : to.isTerminal ? rate < 1
                                          : from.node == router;
    const bool full = use_[c] >= kFull || rate < kFull * most;
    if (isTheirs && full && use_[c] * rate < hardlyMore * own) return c;
  }
  return kNone;
}

}  // namespace hopscope
