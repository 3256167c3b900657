// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "engine/core/ids.h"
#include "engine/routing/routing_algorithm.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// A router on the way of a message: where to from there, and on which virtual channels.
struct PathHop {
  RouterId router = kNone;
  LinkId out = kNone;
  VcMask vcs = 0;
};

/// Of switches where packets of one message delay each other, or flits of one packet: how long
/// messages take where nobody else is. May be asked by several threads.
class LoneMessages {
 public:
  LoneMessages() = default;
  LoneMessages(const LoneMessages&) = delete;
  LoneMessages& operator=(const LoneMessages&) = delete;
  virtual ~LoneMessages() = default;

  /// The number of the ways that are like this one; `first` is the source's link.
  virtual std::uint32_t shapeOf(LinkId first, TerminalId destination,
                                const std::vector<PathHop>& hops) const = 0;
  /// From the first of so many flits that is sent to the last that arrives.
  virtual Cycle time(std::uint32_t shape, std::uint64_t flits) const = 0;
};

/// How long packets take where nobody else is: the zero-load time of one of S flits, from the cycle
/// in which the first is sent to the end of that in which the last arrives, is S more than this.
class HeadTimes {
 public:
  struct Plan {
    std::shared_ptr<const Topology> topology;
    std::shared_ptr<const RoutingAlgorithm> routing;
    std::vector<Cycle> linkLatency;  ///< per link
    std::vector<Cycle> router;       ///< per router: from a head's arrival to its departure
    Cycle once = 0;                  ///< what a packet takes beside routers and links
    /// Cycles a row of a router's linear table, of which it reads those up to the destination's;
    /// empty where no router has one.
    std::vector<double> perRow{};
    /// null: flits follow each other cycle by cycle, packets too.
    std::shared_ptr<const LoneMessages> lone{};
    std::uint64_t plainFlits = 0;  ///< messages of more are for `lone`
  };
  explicit HeadTimes(Plan plan) : plan_(std::move(plan)) {}

  /// What is known of a pair of terminals.
  struct Pair {
    Cycle head = -1;  ///< of its packets; -1: not asked yet
    std::uint32_t shape = 0;
  };

  /// Along the shortest of the ways on which a packet may set out, as the routing has them go in an
  /// idle network. A walk along them.
  Cycle operator()(TerminalId source, TerminalId destination) const {
    return pair(source, destination).head;
  }
  Pair pair(TerminalId source, TerminalId destination) const;
  /// Whether the time of so many flits is no sum but has to be found out, by one thread at a time.
  bool isFoundOut(std::uint64_t flits) const {
    return plan_.lone != nullptr && flits > plan_.plainFlits;
  }
  /// The zero-load time of a message of so many flits.
  Cycle alone(const Pair& pair, std::uint64_t flits) const {
    if (isFoundOut(flits)) return plan_.lone->time(pair.shape, flits);
    return pair.head + static_cast<Cycle>(flits);
  }
  Cycle alone(TerminalId source, TerminalId destination, std::uint64_t flits) const {
    return alone(pair(source, destination), flits);
  }

 private:
  Cycle along(RouteState state, TerminalId source, TerminalId destination,
              std::vector<PathHop>& hops) const;
  Cycle readsTable(RouterId router, TerminalId destination) const;

  Plan plan_;
};

/// HeadTimes::alone for one part of a network, which neither waits for the others nor has them wait
/// when it asks again: programs send few sizes on few kinds of ways, so the latest are kept.
class AloneTimes {
 public:
  explicit AloneTimes(const HeadTimes* times) : times_(times) {}

  Cycle of(const HeadTimes::Pair& pair, std::uint64_t flits) {
    if (!times_->isFoundOut(flits)) return times_->alone(pair, flits);
    const std::uint64_t mixed = (flits + pair.shape * 0xbf58476d1ce4e5b9U) * 0x9e3779b97f4a7c15U;
    Kept& kept = kept_[static_cast<std::size_t>(mixed >> kShift)];
    if (kept.flits != flits || kept.shape != pair.shape)
      kept = {flits, times_->alone(pair, flits), pair.shape};
    return kept.time;
  }

 private:
  static constexpr unsigned kShift = 56;

  struct Kept {
    std::uint64_t flits = std::numeric_limits<std::uint64_t>::max();
    Cycle time = 0;
    std::uint32_t shape = 0;
  };

  const HeadTimes* times_;
  std::array<Kept, std::size_t{1} << (64 - kShift)> kept_{};
};

}  // namespace hopscope
