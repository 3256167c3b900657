// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/fabric/fabric.h"
#include "engine/fabric/timing_wheel.h"
#include "engine/routing/routing_algorithm.h"
#include "engine/switching/partition.h"

namespace hopscope {

/// What the routers of a group tell each other of their global ports (Piggyback). A router is
/// looked at only when the occupancy of one of its global ports has changed.
class CongestionBoard {
 public:
  CongestionBoard(const Fabric& fabric, const Part& part, const CongestionBroadcast& rule);

  /// The occupancy of output `port` has changed.
  void changed(PortId port) {
    if (!isGlobal_[port - firstPort_]) return;
    const RouterId router = fabric_.inputs[port].router;
    if (dirty_[router - firstRouter_]) return;
    dirty_[router - firstRouter_] = true;
    dirtyRouters_.push_back(router);
  }

  /// Judges what has changed and delivers what was told, at cycle `now`.
  void update(Cycle now);

  bool congested(RouterId observer, RouterId owner, PortId port) const {
    return observer == owner ? own_[port - firstPort_] : told_[port - firstPort_];
  }

 private:
  struct News {
    PortId port = kNone;
    bool congested = false;
  };

  void judge(Cycle now, RouterId router);

  const Fabric& fabric_;
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

}  // namespace hopscope
