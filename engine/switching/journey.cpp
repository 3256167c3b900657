// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/journey.h"

namespace hopscope {
namespace {

/// More routers than any path through a network visits without being lost.
constexpr std::size_t kHopsAtFirst = 64;

}  // namespace

LatencySplit Journey::total() const {
  LatencySplit sum;
  for (const JourneyHop& hop : hops) sum += hop.spent;
  return sum;
}

void JourneyLog::follow(TerminalId source) {
  begun_.store(false, std::memory_order_release);
  journey_ = {};
  letter_.reset();
  journey_.source = source;
  journey_.hops.reserve(kHopsAtFirst);
}

void JourneyLog::follow(TerminalId source, TerminalId destination, Cycle birth, ChannelId on,
                        RouterId intermediate) {
  follow(source);
  journey_.destination = destination;
  journey_.birth = birth;
  journey_.foundOn = on;
  journey_.intermediate = intermediate;
  begun_.store(true, std::memory_order_release);
}

void JourneyLog::begin(TerminalId source, TerminalId destination, bool letter, Cycle now) {
  if (source != journey_.source || begun_.load(std::memory_order_acquire)) return;
  letter_ = letter;
  journey_.destination = destination;
  journey_.birth = now;
  begun_.store(true, std::memory_order_release);
}

JourneyHop& JourneyLog::hop(ChannelId in, ChannelId out, Cycle arrival) {
  if (journey_.hops.empty() && journey_.foundOn != kNone)
    journey_.unseen = arrival - journey_.birth;
  JourneyHop& hop = journey_.hops.emplace_back();
  hop.in = in;
  hop.out = out;
  hop.arrival = arrival;
  return hop;
}

void JourneyLog::goesBy(RouterId intermediate) {
  if (intermediate != kNone) journey_.intermediate = intermediate;
}

void JourneyLog::end(Cycle now, Cycle behind) {
  journey_.delivered = now;
  if (journey_.hops.empty())
    journey_.unseen = now - journey_.birth;
  else
    journey_.hops.back().spent.serialization += static_cast<std::uint64_t>(behind);
}

}  // namespace hopscope
