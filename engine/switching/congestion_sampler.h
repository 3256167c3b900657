// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/core/rng.h"
#include "engine/fabric/fabric.h"
#include "engine/fabric/packet_pool.h"
#include "engine/routing/congestion_points.h"
#include "engine/switching/partition.h"

namespace hopscope {

/// A queue that is too long, and the packet of it that the notice is about.
struct CongestedQueue {
  PortId port = kNone;  ///< of the queue
  std::uint32_t feedback = 0;
  TerminalId source = kNone;       ///< of the packet
  TerminalId destination = kNone;  ///< likewise; at inputs
  std::uint32_t detail = 0;        ///< its RouteState::detail; at inputs
};

/// The congestion points of a part of the network. What is found in a cycle stands in a list, so
/// that it can be acted upon in an order that does not depend on parts.
class CongestionSampler {
 public:
  /// `channels`: virtual channels of data of each port, as a mask, per port of the part.
  CongestionSampler(const Fabric& fabric, const Part& part, const CongestionPoints& points,
                    std::vector<std::uint16_t> channels, std::uint64_t seed);

  const CongestionPoints& points() const { return points_; }

  /// Brings what the next grants write into the cache.
  void touch() const;

  /// A packet has joined a queue of an input.
  void entered(PortId input, const PacketPool& queued);
  /// A packet has joined the queue of an output.
  void granted(CycleStamp now, PortId output, TerminalId source, LengthIndex length);

  /// What was found since the last call, by ports. Valid until the next one.
  const std::vector<CongestedQueue>& take();

 private:
  static constexpr std::uint32_t kNoRing = kNone;  ///< it leads to a terminal

  struct Queue {
    std::uint32_t left = 0;        ///< packets until it is looked at
    std::uint32_t ring = kNoRing;  ///< of an output: where its ring begins
    std::uint32_t last = 0;        ///< the latest there
    std::uint32_t before = 0;      ///< its length when it was looked at, in flits
    Rng rng;
  };
  /// A packet that joined an output queue; sources have 24 bits (Packet).
  struct Member {
    std::uint32_t source : 24 = 0;
    std::uint32_t length : 8 = 0;
  };
  bool due(Queue& queue) const;
  /// The feedback of a queue that sends a notice; below 0: it does not.
  int look(Queue& queue, std::uint32_t flits, std::uint32_t room) const;

  const Fabric& fabric_;
  CongestionPoints points_;
  PortId firstPort_;
  std::vector<std::uint16_t> channels_;
  std::vector<Queue> queues_;    ///< per port
  std::vector<Member> members_;  ///< of output queues, a ring of `membersEach_` for each
  std::uint32_t membersEach_ = 0;
  std::vector<CongestedQueue> found_, taken_;
};

}  // namespace hopscope
