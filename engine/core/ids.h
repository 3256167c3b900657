// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

/// Ids cross layers, pointers never do. Inside a Topology every id is a dense index from 0.
namespace hopscope {

using RouterId = std::uint32_t;
using TerminalId = std::uint32_t;
using LinkId = std::uint32_t;  ///< a bidirectional cable

/// One direction of a link: 2 * link from end a to end b, 2 * link + 1 from b to a.
using ChannelId = std::uint32_t;

using PortIndex = std::uint16_t;  ///< a port of one router, from 0
/// Index into the network's flat port arrays: Topology::firstPort[router] + port. A router's port
/// is an input and an output with the same index, and as many virtual channels in both directions.
using PortId = std::uint32_t;

using VcIndex = std::uint8_t;  ///< a virtual channel of one port, from 0
using VcMask = std::uint32_t;  ///< a set of virtual channels, bit v for channel v

inline constexpr std::uint32_t kNone = 0xffffffffu;  ///< "no such id"
inline constexpr PortIndex kNoPort = 0xffffu;
inline constexpr unsigned kMaxVcs = 16;  ///< virtual channels a port may have

/// A point in time or a duration, in cycles of the network's one clock.
using Cycle = std::int64_t;
/// Only the lookup server keeps time finer than a cycle.
using Picoseconds = std::int64_t;

}  // namespace hopscope
