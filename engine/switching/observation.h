// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/core/ids.h"
#include "engine/forwarding/forwarding_cache.h"
#include "engine/forwarding/lookup_log.h"
#include "engine/forwarding/recorded_lookup.h"
#include "engine/routing/learnt.h"
#include "engine/routing/path_kind.h"

/// What can be seen of a network between two cycles, whatever its routers are like.
namespace hopscope {

class RouteStage;

/// A packet (or flit) on a wire, for the animation at low speed.
struct MovingPacket {
  ChannelId channel = kNone;
  float position = 0;  ///< of the head, 0 at the sender, 1 at the receiver
  TerminalId source = kNone, destination = kNone;
  Cycle age = 0;
  Cycle birth = 0;                    ///< generation: with its source, which packet it is
  std::uint32_t flits = 1;            ///< of the packet
  PathKind path = PathKind::minimal;  ///< as far as is decided
  /// By way of which it goes; kNone: of none, or it has passed that.
  RouterId intermediate = kNone;
  std::uint8_t trafficClass = 0;
  /// Of congestion: from no terminal, and to the switch of its destination.
  bool notice = false;
};

/// A packet under way, neither a probe nor a notice.
struct PacketUnderWay {
  Cycle waited = -1;      ///< since its head came to where it is; -1: that is on its way
  bool measured = false;  ///< generated in the measured interval
  /// Of one that is on its way: cycles that it has to wait still in the output queue of a switch
  /// that has granted it its output. They stand in the LatencySplit already.
  Cycle granted = 0;
};

/// A channel whose receiver has had virtual channels of it stop (IEEE 802.1Qbb), as its sender
/// knows by now.
struct ChannelPause {
  ChannelId channel = kNone;
  std::uint8_t paused = 0, of = 0;  ///< virtual channels

  bool operator==(const ChannelPause&) const = default;
};

/// One line of a forwarding cache.
struct CacheLineDetail {
  bool valid = false;
  bool hitThisWindow = false;  ///< hit since the last window began
  bool justFilled = false;     ///< filled since the last window began, not hit yet
  std::uint32_t key = 0;       ///< destination terminal
  PortIndex outPort = kNoPort;
  std::vector<PortIndex> otherPorts;  ///< that an adaptive routing may take instead
  std::uint64_t hits = 0;
  std::uint16_t age = 0;  ///< place in the set's order of use or arrival, 0 = newest
};

struct CacheDetail {
  std::uint32_t sets = 0, ways = 0;
  std::vector<CacheLineDetail> lines;  ///< set-major
  LookupCounts totals;                 ///< of this port, since cycle 0
  HashKind hash = HashKind::crc16;
  Replacement replacement = Replacement::lru;
  bool tagged = false;             ///< keys are tags of node reduction, not destinations
  std::vector<LookupRecord> last;  ///< lookups, the oldest first; where the router is watched
};

struct PortDetail {
  std::vector<std::uint32_t> inputFlits;  ///< per VC, waiting in the input buffer
  std::vector<std::uint32_t> inputRoom;   ///< per VC, size of that buffer
  std::uint32_t outputFlits = 0;          ///< granted and not yet departed
  std::uint32_t outputRoom = 0;           ///< 0 where there is no output queue
  std::vector<std::uint32_t> downstream;  ///< per VC, flits counted against the next buffer
  std::optional<CacheDetail> cache;       ///< of this input port
};

/// What a virtual channel of an input asked of an allocator in one cycle.
struct AllocationRequest {
  static constexpr VcIndex kAnyVc = 0xff;

  PortIndex input = 0;
  VcIndex inputVc = 0;
  PortIndex output = 0;
  VcIndex outputVc = kAnyVc;  ///< the one asked for or granted; kAnyVc: any that is free
  bool granted = false;

  bool operator==(const AllocationRequest&) const = default;
};

/// Requests and grants of one router in one cycle.
struct AllocationDetail {
  Cycle cycle = -1;
  std::vector<AllocationRequest> crossbar;  ///< for the crossbar
  std::vector<AllocationRequest> channels;  ///< for a virtual channel, where that is asked apart
};

/// Why a packet at the front of a buffer does not move, between two cycles.
enum class WaitReason : std::uint8_t {
  route,           ///< its route is not known yet, or it has just come to the front
  input,           ///< another packet of its input port crosses the switch
  output,          ///< another packet crosses to its output, or the output's queue is full
  credit,          ///< no room in the next buffer
  virtualChannel,  ///< other packets hold the virtual channels it may take
  arbitration,     ///< nothing keeps it: others went first
};

/// A packet at the front of a buffer.
struct WaitingHead {
  PortIndex input = 0;
  VcIndex vc = 0;
  PortIndex output = kNoPort;  ///< where it wants to go; kNoPort: not decided
  TerminalId source = kNone, destination = kNone;
  Cycle birth = 0;
  Cycle waited = -1;  ///< since its head came to this router; -1: the head has gone on
  WaitReason reason = WaitReason::route;
};

/// A channel with the buffer behind it, all virtual channels of it together.
struct ChannelQueue {
  std::uint32_t flits = 0;  ///< in that buffer
  std::uint32_t room = 0;   ///< flits it holds; 0: there is none, as where a terminal takes all
  std::uint32_t taken = 0;  ///< flits of its room that its sender counts as taken
  Cycle waited = -1;  ///< since the head came here that has been here longest; -1: there is none
  /// Flits on the channel and in the buffer, and those of them whose path is not minimal.
  std::uint32_t seen = 0, nonminimal = 0;

  bool operator==(const ChannelQueue&) const = default;
};

/// Everything about the watched router.
struct RouterDetail {
  RouterId router = kNone;
  std::vector<PortDetail> ports;
  std::vector<WaitingHead> waiting;
  std::vector<LearntFact> learnt;              ///< what it knows for its routing decisions
  std::optional<AllocationDetail> allocation;  ///< of the latest cycle, where that is watched
  /// What was looked up there since it is watched, by port and destination; nothing where it has no
  /// table, or the network too many terminals to count them.
  std::optional<std::vector<LookupTally>> lookups;
};

/// A virtual channel whose buffer is held by a packet that can't go on.
struct WaitingVc {
  ChannelId channel = kNone;  ///< into that buffer
  VcIndex vc = 0;

  bool operator==(const WaitingVc&) const = default;
};

/// Buffers whose packets can never go on, because they wait for each other.
struct StandingBuffers {
  std::size_t buffers = 0;       ///< all of them, also those that wait for the cycle alone
  std::vector<WaitingVc> cycle;  ///< of them, each waiting for the next, the last for the first
};

/// The cache of an input port of a router; nothing where it has none. Of several lanes the lines
/// and the last lookups are those of the first.
std::optional<CacheDetail> observeCache(const RouteStage& routes, RouterId router, PortId input);

}  // namespace hopscope
