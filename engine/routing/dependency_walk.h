// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <vector>

#include "engine/routing/routing_algorithm.h"

namespace hopscope {

/// Terminals of one router that are routed alike (RoutingAlgorithm::routingClass).
struct TerminalClass {
  TerminalId first = kNone;
  TerminalId second = kNone;  ///< another one; kNone where `first` is alone
  std::uint32_t count = 0;
};

/// All classes, by router.
std::vector<TerminalClass> terminalClasses(const Topology& topology,
                                           const RoutingAlgorithm& routing);

/// Classes of sources, one after the other, whose packets set out alike.
struct StartRun {
  std::uint32_t first = 0, end = 0;  ///< numbers of the classes
  std::uint32_t detail = 0;
};

/// What sets out for one destination.
struct StartsByWay {
  /// By way of a router and of those after it, each in the order of the sources.
  std::vector<std::vector<StartRun>> over;
  std::vector<StartRun> straight;  ///< what sets out on its second leg, source by source
};

/// What sets out for `destination` by way of the router `first` and as many after it, one at least,
/// as make about `runsAtOnce` runs. Cut short where a stop is requested.
StartsByWay startsByWay(const Topology& topology, const RoutingAlgorithm& routing,
                        const std::vector<TerminalClass>& classes, TerminalId destination,
                        RouterId first, std::size_t runsAtOnce, const std::stop_token& stop);

/// Decisions of all packets for all destinations, about: what one in the middle takes from a few
/// sources, times both.
double decisionsOfTriples(const Topology& topology, const RoutingAlgorithm& routing);

/// Follows every packet for one destination from all sources at once, wherever `starts` and
/// `candidates` let it go. One object a thread; the memory is reused from one destination to the
/// next.
class DependencyWalk {
 public:
  /// Packets at a router that will be routed alike from there on.
  struct Node {
    RouterId router = kNone;
    PortIndex input = kNoPort;  ///< where they came in; one of several unless the routing looks
    std::uint32_t detail = 0;
    std::uint32_t firstStep = 0;  ///< into steps(); those of a node end where the next one's begin
  };
  /// One thing they may do.
  struct Step {
    std::uint32_t node = kNone;  ///< where they are then; kNone where they leave the network
    PortIndex output = kNoPort;
    PortIndex input = kNoPort;  ///< of the next router
    VcMask vcs = 0;
    VcMask escape = 0;           ///< of those, RouteChoice::escape
    bool opportunistic = false;  ///< RouteChoice::opportunistic
  };

  DependencyWalk(const Topology& topology, const RoutingAlgorithm& routing);

  /// How far packets are followed.
  enum class Until : std::uint8_t {
    destination,
    intermediate,  ///< the end of their first leg (RoutingAlgorithm::firstLegClass)
  };

  /// Forgets everything and heads for another destination.
  void restart(TerminalId destination, Until until = Until::destination);

  /// Follows packets from `source` wherever none has been yet. False where one of them is lost, has
  /// no step that it may wait for, or ends elsewhere.
  bool follow(TerminalId source);

  /// Packets of that state at that place; gives their node. Its steps are known once all are
  /// followed.
  std::uint32_t enter(RouterId router, PortIndex input, std::uint32_t detail) {
    return nodeAt(router, input, detail);
  }
  /// Follows all that have entered. False as above.
  bool followAll();
  /// The first leg of those packets is over.
  bool isLegEnd(const Node& node) const {
    const RouterId between = routing_.intermediate(node.router, {destination_, node.detail});
    return between == kNone || between == node.router;
  }

  const std::vector<Node>& nodes() const { return nodes_; }
  const std::vector<Step>& steps() const { return steps_; }
  /// The steps of a node are steps()[firstStep, end).
  std::uint32_t stepsEnd(std::size_t node) const {
    return node + 1 < decided_ ? nodes_[node + 1].firstStep
                               : static_cast<std::uint32_t>(steps_.size());
  }

  /// Decisions taken since construction, draws at the sources included: a measure of time.
  std::uint64_t decisions() const { return decisions_; }

 private:
  /// The first node seen at a place stands in an array, further ones in a hash table.
  struct Slot {
    std::uint32_t stamp = 0, node = 0;
  };
  /// What a port leads to; a terminal's has its id as router and kNoPort as input.
  struct Lead {
    std::uint32_t router = kNone;
    PortIndex input = kNoPort;
  };

  bool decide(std::size_t index);
  std::uint32_t nodeAt(RouterId router, PortIndex input, std::uint32_t detail);
  std::uint32_t furtherNodeAt(std::uint32_t place, const Node& node);
  std::uint32_t placeOf(RouterId router, PortIndex input) const {
    return byInput_ ? topology_.firstPort[router] + input : router;
  }
  void growFurther();

  const Topology& topology_;
  const RoutingAlgorithm& routing_;
  bool byInput_;
  std::vector<Lead> leads_;  ///< per Topology::ports
  TerminalId destination_ = kNone;
  Until until_ = Until::destination;
  std::uint32_t stamp_ = 0;
  std::vector<Slot> first_;    ///< per router, or per input
  std::vector<Slot> further_;  ///< open addressing, a power of two
  std::size_t furtherUsed_ = 0;
  std::vector<Node> nodes_;
  std::vector<Step> steps_;
  std::size_t decided_ = 0;  ///< nodes whose steps are known
  std::uint64_t decisions_ = 0;
  std::vector<RouteState> states_;
  std::vector<RouteChoice> candidates_;
};

}  // namespace hopscope
