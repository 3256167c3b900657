// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/core/ids.h"
#include "engine/routing/learnt.h"
#include "engine/topology/topology.h"

namespace hopscope {

class RouterView;

/// What a RouterMemory is told of; the rest costs nothing. Wormhole switches tell of queues only:
/// a routing that needs more refuses them (RoutingEntry::redraws or wholePackets).
struct Hears {
  /// queueChanged and settle: per port of the part, whether changes of that output are told;
  /// nullptr: none are.
  const std::uint8_t* queues = nullptr;
  bool entries = false;   ///< entered
  bool refusals = false;  ///< refused
  bool grants = false;    ///< granted
  bool heads = false;     ///< headed, left and settle
  bool sends = false;     ///< sent
  bool notices = false;   ///< noticed
};

/// The part of the network that a memory is made for, and what it may have to know of it.
struct MemoryPlan {
  const Topology& topology;
  RouterId firstRouter, lastRouter;  ///< [first, last)
  double meanFlits;                  ///< of packets
  Cycle localLatency;                ///< of the slowest channel between routers of a group
  Cycle longestTransfer = 1;         ///< a packet leaves its input in at most so many cycles
};

/// A packet in its source queue: at which input of which router, and where it goes.
struct SourceHead {
  RouterId router;
  PortIndex input;
  TerminalId destination;
};

/// A packet at the front of a queue of any input, as it waits there.
struct QueueHead {
  RouterId router;
  PortIndex input;
  VcIndex vc;  ///< its queue
  TerminalId destination;
  std::uint32_t detail;  ///< RouteState::detail
};

/// What the routers of one part of the network learn. The routing algorithm, which is immutable and
/// shared, makes one for each part (RoutingAlgorithm::makeMemory) and reads it when it decides
/// (RouterView::memory). It is told of events only, never asked to walk over routers: what follows
/// from the time that has passed is settled when it is read. All calls of a cycle come in an order
/// that depends neither on parts nor on threads; what is learnt in a cycle should show from the
/// next one on, so that no input is served before another.
class RouterMemory {
 public:
  RouterMemory() = default;
  virtual ~RouterMemory() = default;
  RouterMemory(const RouterMemory&) = delete;
  RouterMemory& operator=(const RouterMemory&) = delete;

  /// The same for as long as it lives.
  virtual Hears hears() const = 0;

  /// The occupancy of an output (RouterView::occupancy) has changed.
  virtual void queueChanged(RouterId /*router*/, PortIndex /*output*/) {}
  /// All queues are as the decisions of cycle `now` will see them.
  virtual void settle(Cycle /*now*/, const RouterView& /*view*/) {}

  /// A packet was taken into a source queue.
  virtual void entered(Cycle /*now*/, const SourceHead& /*packet*/) {}
  /// The head of a source queue is about to try again: its attempt before, which wanted the step
  /// after which its route state would have been `wanted`, was in vain.
  virtual void refused(Cycle /*now*/, const SourceHead& /*head*/, std::uint32_t /*wanted*/) {}
  /// The head of a source queue leaves it; `taken` is its route state then.
  virtual void granted(Cycle /*now*/, const SourceHead& /*head*/, std::uint32_t /*taken*/) {}

  /// A packet has come to the front of its queue; behind another one, before that has left.
  virtual void headed(Cycle /*now*/, const QueueHead& /*head*/) {}
  /// The packet at the front of a queue was granted an output; its tail leaves the input at
  /// `until`.
  virtual void left(Cycle /*now*/, const QueueHead& /*head*/, Cycle /*until*/) {}

  /// A packet is granted an output.
  virtual void sent(Cycle /*now*/, RouterId /*router*/, PortIndex /*output*/) {}
  /// A notice of congestion, whose route state is `detail`, has come to the switch of its
  /// destination by a port, or from a queue of the switch itself. Before all decisions of the
  /// cycle, or after them.
  virtual void noticed(Cycle /*now*/, RouterId /*router*/, PortIndex /*port*/,
                       std::uint32_t /*detail*/) {}

  /// The number that RoutingAlgorithm::learns names, as decisions of cycle `now` find it; of one a
  /// router, `port` is without meaning. Between two cycles; no result depends on it.
  virtual double learnt(Cycle /*now*/, RouterId /*router*/, PortIndex /*port*/) { return 0; }
  /// What a router knows, appended to `out`; as `learnt` is called.
  virtual void describe(Cycle /*now*/, RouterId /*router*/, std::vector<LearntFact>& /*out*/) {}

  /// Measuring begins: room for all that may come, so that nothing is allocated from now on.
  virtual void leaveRoom() {}
};

}  // namespace hopscope
