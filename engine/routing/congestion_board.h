// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/fabric/timing_wheel.h"
#include "engine/routing/router_memory.h"

namespace hopscope::routings {

/// Each router tells the others of its group which of its global ports are congested (Piggyback;
/// Jiang, Kim & Dally, ISCA 2009; Benito 2020, section 4): occupancy of the port >
/// coefficient * mean over the router's global ports + threshold.
struct CongestionBroadcast {
  double coefficient = 1.2;
  double thresholdPackets = 5;  ///< times the packet size in flits
  Cycle delay = 0;  ///< until the others know; 0: their local channel's latency. Itself: at once
  bool excludeItself = false;  ///< the mean leaves out the port that is judged

  bool operator==(const CongestionBroadcast&) const = default;
};

/// What the routers of a group tell each other of their global ports. A router is looked at only
/// when the occupancy of one of its global ports has changed.
class CongestionBoard {
 public:
  CongestionBoard(const MemoryPlan& plan, const CongestionBroadcast& rule);

  /// Hears::queues: the global ports.
  const std::uint8_t* watched() const { return isGlobal_.data(); }
  /// The queue of one of them has changed.
  void queueChanged(RouterId router);

  /// Judges what has changed and delivers what was told, at cycle `now`. `occupanciesOf(router,
  /// ports, count, out)` fills in the flits given to outputs and not credited back yet, means over
  /// their virtual channels.
  template <typename OccupanciesOf>
  void settle(Cycle now, const OccupanciesOf& occupanciesOf) {
    news_.drain(now, [this](const News& news) { told_[news.port - firstPort_] = news.congested; });
    for (const RouterId router : dirtyRouters_) {
      dirty_[router - firstRouter_] = false;
      const std::uint32_t first = firstGlobal_[router - firstRouter_];
      const std::uint32_t ports = firstGlobal_[router - firstRouter_ + 1] - first;
      occupanciesOf(router, &globalIndex_[first], ports, occupancy_.data());
      judge(now, first, ports);
    }
    dirtyRouters_.clear();
  }

  void leaveRoom() { news_.leaveRoom(); }

  /// Calls visit(port, congested) for each global port of a router, as that router itself knows it.
  template <typename Visit>
  void forEachOwn(RouterId router, Visit&& visit) const {
    const std::uint32_t index = router - firstRouter_;
    for (std::uint32_t i = firstGlobal_[index]; i < firstGlobal_[index + 1]; ++i)
      visit(static_cast<PortIndex>(globalPorts_[i] - portsOf_[index]),
            own_[globalPorts_[i] - firstPort_] != 0);
  }

  /// Whether output `port` of router `owner` counts as congested, as far as router `observer` of
  /// its group knows: of its own ports at once, of others after the delay.
  bool congested(RouterId observer, RouterId owner, PortIndex port) const {
    const PortId id = portsOf_[owner - firstRouter_] + port - firstPort_;
    return observer == owner ? own_[id] : told_[id];
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
  std::vector<PortId> portsOf_;                      ///< per router: its first port
  std::vector<std::uint8_t> isGlobal_, own_, told_;  ///< per port
  std::vector<PortId> globalPorts_;                  ///< router by router
  std::vector<PortIndex> globalIndex_;               ///< the same, as their routers count them
  std::vector<std::uint32_t> firstGlobal_;           ///< per router, into globalPorts_
  std::vector<double> occupancy_;                    ///< of the router that is being judged
  std::vector<std::uint8_t> dirty_;                  ///< per router
  std::vector<RouterId> dirtyRouters_;
  TimingWheel<News> news_;
};

}  // namespace hopscope::routings
