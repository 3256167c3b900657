// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/scheduling/allocator.h"
#include "engine/switching/wormhole_part_state.h"

namespace hopscope::wormhole {

/// Virtual channel and switch allocation in general: any allocator, stages of any length,
/// speculation, speed-ups and held switches. All routers of a part at once; the order of events
/// within a cycle is BookSim2's (both allocations look at the cycle's beginning, then both take
/// effect).
class Stages {
 public:
  Stages(PartState& state, std::uint64_t seed);

  /// Fills the state's list of winners for cycle `now`.
  void allocate(Cycle now);

 private:
  /// A grant that a stage of several cycles is still working on.
  struct Grant {
    VcId vcId;
    VcId out;  ///< kNone: it was not granted
  };

  void requestVcs(Cycle now);
  void takeVcs(Cycle now);
  void requestSwitch(Cycle now);
  void requestPort(Cycle granted, PortId port);
  void takeSwitch(Cycle now);
  void serveHolds(Cycle now);
  void win(Cycle now, VcId vcId);

  bool speculates(VcId vcId) const;
  /// The channel that an input VC's packet wants takes no flit granted in that cycle.
  bool closed(VcId vcId, Cycle granted) const {
    return s_.slowOutputs.closed(
        localOf(s_.inputs[s_.portOf(vcId)].firstPort + s_.inVcs[vcId].outPort), granted);
  }
  // Inputs, outputs, virtual channels and routers are numbered from the part's first one.
  std::uint32_t localOf(PortId port) const { return port - s_.firstPort; }
  std::uint32_t localVcOf(VcId vcId) const { return vcId - s_.firstVc(); }
  std::uint32_t routerOf(const InputSide& in) const { return in.router - s_.firstRouter; }
  std::uint32_t crossbarInput(VcId vcId) const;   ///< into the crossbar
  std::uint32_t crossbarOutput(VcId vcId) const;  ///< out of it
  CycleStamp ageOf(VcId vcId) const;
  bool isWatched(VcId vcId) const;  ///< its router is looked into

  PartState& s_;
  WormholeSettings settings_;
  std::unique_ptr<Allocator> vcs_, switch_;
  std::vector<Cycle> vcStart_, switchStart_;  ///< per router: when the latest batch began
  std::vector<Cycle> crossbarStart_;
  CycleQueue<Grant> vcGrants_, switchGrants_;  ///< where a stage takes more than one cycle
  std::vector<Grant> granted_;                 ///< of virtual channels, in this cycle
  std::vector<VcId> won_;                      ///< of the switch, in this cycle
  std::vector<VcId> outOf_;                    ///< per input VC: what it was granted
  std::vector<std::uint16_t> speculating_;     ///< per input port: virtual channels that speculate
  std::vector<VcIndex> pointers_;       ///< per crossbar input: the virtual channel looked at first
  std::vector<Cycle> lastSent_;         ///< per output, where flits may queue
  std::vector<VcId> held_;              ///< per crossbar input: the virtual channel that holds it
  std::vector<std::uint32_t> heldOut_;  ///< per crossbar output: the input that holds it
  Bitmap holds_;                        ///< crossbar inputs that are held
};

}  // namespace hopscope::wormhole
