// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/rate_meter.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace hopscope {

namespace {
constexpr float kNoRate = std::numeric_limits<float>::quiet_NaN();
}  // namespace

void RateMeter::copy(const Snapshot& snapshot, Counters& out) {
  out.cycle = snapshot.cycle;
  out.flits = snapshot.channelFlits;
  out.lookups = snapshot.routerLookups;
  out.hits = snapshot.routerHits;
}

void RateMeter::reset(std::size_t channels, std::size_t routers, std::vector<LinkRate> rates) {
  rates_ = std::move(rates);
  base_ = {};
  base_.flits.assign(channels, 0);
  base_.lookups.assign(routers, 0);
  base_.hits.assign(routers, 0);
  next_ = base_;
  newest_ = base_;
}

void RateMeter::add(const Snapshot& snapshot) {
  if (snapshot.cycle == newest_.cycle) return;
  copy(snapshot, newest_);
  if (newest_.cycle - next_.cycle >= kStretch) {
    std::swap(base_, next_);
    next_ = newest_;
  }
}

void RateMeter::utilization(std::vector<float>& out) const {
  const Cycle cycles = covered();
  const std::size_t count = newest_.flits.size();
  out.assign(count, kNoRate);
  if (newest_.cycle < kFirst || cycles <= 0 || base_.flits.size() != count) return;
  const double scale = 1.0 / static_cast<double>(cycles);
  for (std::size_t c = 0; c < count; ++c) {
    const double rate = static_cast<double>(newest_.flits[c] - base_.flits[c]) * scale /
                        rateOf(rates_, static_cast<LinkId>(c / 2)).perCycle();
    out[c] = static_cast<float>(std::min(1.0, rate));
  }
}

void RateMeter::hitRate(std::vector<float>& out) const {
  const std::size_t count = newest_.lookups.size();
  out.assign(count, kNoRate);
  if (base_.lookups.size() != count) return;
  for (std::size_t r = 0; r < count; ++r) {
    std::uint64_t lookups = newest_.lookups[r] - base_.lookups[r];
    std::uint64_t hits = newest_.hits[r] - base_.hits[r];
    if (lookups == 0) {  // a quiet moment says nothing new: the whole run stands
      lookups = newest_.lookups[r];
      hits = newest_.hits[r];
    }
    if (lookups > 0)
      out[r] = static_cast<float>(static_cast<double>(hits) / static_cast<double>(lookups));
  }
}

}  // namespace hopscope
