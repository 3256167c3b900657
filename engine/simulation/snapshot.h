// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/core/ids.h"
#include "engine/simulation/results.h"

namespace hopscope {

enum class RunPhase : std::uint8_t { warmup, measure, drain, done };

/// A packet on a wire, for the animation at low speed.
struct MovingPacket {
  ChannelId channel = kNone;
  float position = 0;  ///< of the head, 0 at the sender, 1 at the receiver
  TerminalId source = kNone, destination = kNone;
  Cycle age = 0;
};

/// One line of a forwarding cache.
struct CacheLineDetail {
  bool valid = false;
  bool hitThisWindow = false;  ///< hit since the last window began
  bool justFilled = false;     ///< filled since the last window began, not hit yet
  std::uint32_t key = 0;       ///< destination terminal
  PortIndex outPort = kNoPort;
  std::uint64_t hits = 0;
};

struct CacheDetail {
  std::uint32_t sets = 0, ways = 0;
  std::vector<CacheLineDetail> lines;  ///< set-major
  CacheTotals totals;                  ///< of this port, since cycle 0 (CAM fields unused)
};

struct PortDetail {
  std::vector<std::uint32_t> inputFlits;  ///< per VC, waiting in the input buffer
  std::vector<std::uint32_t> inputRoom;   ///< per VC, size of that buffer
  std::uint32_t outputFlits = 0;          ///< granted and not yet departed
  std::uint32_t outputRoom = 0;
  std::vector<std::uint32_t> downstream;  ///< per VC, flits counted against the next buffer
  std::optional<CacheDetail> cache;       ///< of this input port
};

/// Everything about the watched router.
struct RouterDetail {
  RouterId router = kNone;
  std::vector<PortDetail> ports;
};

/// What the observer wants filled beyond the counters.
struct WatchList {
  RouterId router = kNone;  ///< the router whose detail is wanted
  bool packets = false;     ///< packets on wires
  std::uint32_t maxPackets = 20'000;

  bool operator==(const WatchList&) const = default;
};

/// A picture of a running simulation, taken between two cycles. Counters count from cycle 0; the
/// reader takes differences.
struct Snapshot {
  Cycle cycle = 0;
  Cycle planned = 0;  ///< warmup + measure
  RunPhase phase = RunPhase::warmup;
  std::vector<std::uint64_t> channelFlits;               ///< per channel, flits sent
  std::vector<std::uint64_t> routerLookups, routerHits;  ///< per router, of its caches
  std::uint64_t flitHops = 0;
  std::uint64_t packetsGenerated = 0, packetsRefused = 0, packetsDelivered = 0;
  std::vector<WindowSample> windows;  ///< all finished windows
  std::vector<MovingPacket> packets;
  std::optional<RouterDetail> router;
  double wallSeconds = 0;
};

}  // namespace hopscope
