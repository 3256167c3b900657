// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>

#include "engine/core/sentence.h"
#include "engine/routing/channel_load.h"
#include "engine/simulation/setup.h"

namespace hopscope {

/// What is busy all the time before anything else is.
enum class Bottleneck : std::uint8_t {
  nothing,           ///< no terminal sends
  source,            ///< a terminal's own channel: it sends no more
  injection,         ///< its source queue: packets take their place until they are in a router
  channel,           ///< all that it carries (Setup::linkRates)
  credits,           ///< its input buffers: flits have their place there until a credit is back
  switchAllocation,  ///< a stage of several cycles grants a port one flit in so many
  virtualChannels,   ///< each takes the next packet once its buffer is empty (VcReuse::empty)
  dram,              ///< rows up to the destination's, one after the other
  cam,               ///< one lookup an interval and bank
  cache,             ///< one lookup an interval and lane
  map,               ///< node reduction without a table: likewise
};

/// Whether that is where routes are looked up, which no path and no buffer makes faster.
constexpr bool isTable(Bottleneck at) {
  return at == Bottleneck::dram || at == Bottleneck::cam || at == Bottleneck::cache ||
         at == Bottleneck::map;
}

/// Whether it is room for packets, of which more would help.
constexpr bool isBuffer(Bottleneck at) {
  return at == Bottleneck::injection || at == Bottleneck::credits;
}

/// Which part of the network the bound is about.
enum class Counted : std::uint8_t {
  everything,  ///< every channel and every table
  decides,     ///< the routing decides by what it sees: only what every path begins and ends with
  tooLarge,    ///< likewise, as to follow all packets would take too long
};

/// The load at which the first of all servers is busy all the time: more than that no network of
/// this routing accepts evenly from all terminals under this traffic. Servers are channels, input
/// buffers and source queues over long channels, virtual channels that run empty, switch allocation
/// and the tables of route lookup; what buffers, allocation and bursts take away from them is not
/// known in advance, so a run may saturate a little below.
struct SaturationBound {
  /// Flits per terminal and cycle; infinite where nothing is sent.
  double load = std::numeric_limits<double>::infinity();
  Bottleneck at = Bottleneck::nothing;
  /// Where the bottleneck is: the full channel, or the one into the port that has the table; kNone
  /// where the router's ports share the table.
  ChannelId channel = kNone;
  RouterId router = kNone;  ///< of a table
  Counted counted = Counted::everything;
  double lost = 0;  ///< share of the packets that the routing does not deliver
  /// Packets are looked up in caches, and all of them were taken to find their destination there.
  bool assumesHits = false;
  /// Share of cache lookups that may ask the CAM of `missRouter` before that is busy all the time
  /// at `load`; above 1 where all of them may.
  double missShare = std::numeric_limits<double>::infinity();
  RouterId missRouter = kNone;
};

/// Counts with the traffic, routing and lookups of cycle 0 (channelLoads). About 0.1 s for a
/// million decisions.
SaturationBound saturationBound(const Setup& setup, std::uint64_t mostDecisions = 20'000'000);

/// The same where it is counted already what each channel carries at load 1.
SaturationBound saturationBound(const Setup& setup, const ChannelLoads& counted,
                                std::uint64_t mostDecisions = 20'000'000);

/// Whether that is a bound: where channels are shared out in time slots it is none.
bool hasSaturationBound(const Setup& setup);
/// What there is to say of it, or that there is none.
Sentence saturationInWords(const Setup& setup);

/// The bottleneck within a sentence: "the CAM of router 0", "router 0 → router 3".
Sentence bottleneckInWords(const Topology& topology, const SaturationBound& bound);

/// "Saturation bound under this traffic: 0.4 flits per terminal and cycle, where router 0 → router
/// 3 is full.", with what was taken for granted and packets that are lost.
Sentence describe(const Topology& topology, const SaturationBound& bound);

}  // namespace hopscope
