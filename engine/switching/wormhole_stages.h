// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/scheduling/allocator.h"
#include "engine/switching/wormhole_state.h"

namespace hopscope::wormhole {

/// Virtual channel and switch allocation in general: any allocator, stages of any length,
/// speculation, speed-ups and held switches. All routers at once; the order of events within a
/// cycle is BookSim2's (both allocations look at the cycle's beginning, then both take effect).
class Stages {
 public:
  Stages(State& state, std::uint64_t seed);

  /// Fills the state's list of winners for cycle `now`.
  void allocate(Cycle now);

 private:
  /// A grant that a stage of several cycles is still working on.
  struct Grant {
    Lane lane;
    Lane out;  ///< kNone: it was not granted
  };

  void requestLanes(Cycle now);
  void takeLanes(Cycle now);
  void requestSwitch(Cycle now);
  void requestPort(PortId port);
  void takeSwitch(Cycle now);
  void serveHolds(Cycle now);
  void win(Cycle now, Lane lane);

  bool speculates(Lane lane) const;
  std::uint32_t inputWay(Lane lane) const;   ///< into the crossbar, flat
  std::uint32_t outputWay(Lane lane) const;  ///< out of it, flat
  CycleStamp ageOf(Lane lane) const;
  bool isWatched(Lane lane) const;  ///< its router is looked into

  State& s_;
  WormholeSettings settings_;
  std::unique_ptr<Allocator> lanes_, switch_;
  std::vector<Cycle> laneStart_, switchStart_;  ///< per router: when the latest batch began
  std::vector<Cycle> crossbarStart_;
  CycleQueue<Grant> laneGrants_, switchGrants_;  ///< where a stage takes more than one cycle
  std::vector<Grant> granted_;                   ///< of lanes, in this cycle
  std::vector<Lane> won_;                        ///< of the switch, in this cycle
  std::vector<Lane> outOf_;                      ///< per input lane: what it was granted
  std::vector<std::uint16_t> speculating_;       ///< per input port: lanes that speculate
  std::vector<VcIndex> turn_;                    ///< per way into the crossbar
  std::vector<Cycle> lastSent_;                  ///< per output, where flits may queue
  std::vector<Lane> held_;                       ///< per way in: the lane that holds it
  std::vector<std::uint32_t> heldOut_;           ///< per way out: the way in that holds it
  Bitmap holds_;                                 ///< ways in that are held
};

}  // namespace hopscope::wormhole
