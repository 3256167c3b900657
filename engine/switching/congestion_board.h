// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/fabric/timing_wheel.h"
#include "engine/routing/routing_algorithm.h"
#include "engine/switching/partition.h"

namespace hopscope {

/// What the routers of a group tell each other of their global ports (Piggyback). A router is
/// looked at only when the occupancy of one of its global ports has changed.
class CongestionBoard {
 public:
  /// Of the routers of `part`. Where the rule leaves its delay open, news takes `localLatency`
  /// cycles; `packetFlits` is the mean size of packets.
  CongestionBoard(const Topology& topology, const Part& part, const CongestionBroadcast& rule,
                  Cycle localLatency, double packetFlits);

  /// The occupancy of output `port` of `router` has changed.
  void changed(RouterId router, PortId port) {
    if (!isGlobal_[port - firstPort_]) return;
    if (dirty_[router - firstRouter_]) return;
    dirty_[router - firstRouter_] = true;
    dirtyRouters_.push_back(router);
  }

  /// Judges what has changed and delivers what was told, at cycle `now`. `occupancyOf(port)` is the
  /// flits given to an output and not credited back yet, a mean over its virtual channels.
  template <typename OccupancyOf>
  void update(Cycle now, const OccupancyOf& occupancyOf) {
    news_.drain(now, [this](const News& news) { told_[news.port - firstPort_] = news.congested; });
    for (const RouterId router : dirtyRouters_) {
      dirty_[router - firstRouter_] = false;
      const std::uint32_t first = firstGlobal_[router - firstRouter_];
      const std::uint32_t ports = firstGlobal_[router - firstRouter_ + 1] - first;
      for (std::uint32_t i = 0; i < ports; ++i)
        occupancy_[i] = occupancyOf(globalPorts_[first + i]);
      judge(now, first, ports);
    }
    dirtyRouters_.clear();
  }

  /// As Calendar's.
  void leaveRoom() { news_.leaveRoom(); }

  bool congested(RouterId observer, RouterId owner, PortId port) const {
    return observer == owner ? own_[port - firstPort_] : told_[port - firstPort_];
  }

 private:
  struct News {
    PortId port = kNone;
    bool congested = false;
  };

  /// Of a router with `ports` global ports, the first of them globalPorts_[first].
  void judge(Cycle now, std::uint32_t first, std::uint32_t ports);
  /// A verdict has changed.
  void tell(Cycle now, PortId id, bool congested);

  CongestionBroadcast rule_;
  double thresholdFlits_;
  RouterId firstRouter_;
  PortId firstPort_;
  std::vector<std::uint8_t> isGlobal_, own_, told_;  ///< per port
  std::vector<PortId> globalPorts_;                  ///< router by router
  std::vector<std::uint32_t> firstGlobal_;           ///< per router, into globalPorts_
  std::vector<double> occupancy_;                    ///< of the router that is being judged
  std::vector<std::uint8_t> dirty_;                  ///< per router
  std::vector<RouterId> dirtyRouters_;
  TimingWheel<News> news_;
};

/// How long news takes where a CongestionBroadcast leaves it open: the latency of the slowest local
/// channel. `latencyOf(port)` is that of an output's.
template <typename LatencyOf>
Cycle slowestLocalChannel(const Topology& t, const LatencyOf& latencyOf) {
  Cycle slowest = 0;
  for (PortId id = 0; id < t.ports.size(); ++id)
    if (t.kindOf(t.ports[id].link) == LinkKind::local)
      slowest = std::max(slowest, Cycle{latencyOf(id)});
  return slowest;
}

}  // namespace hopscope
