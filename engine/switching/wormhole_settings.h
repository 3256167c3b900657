// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "engine/core/ids.h"
#include "engine/fabric/allocator_settings.h"
#include "engine/fabric/vc_reuse.h"

namespace hopscope {

/// Cycles of each stage of a router's pipeline; the meaning of each is BookSim2's. A stage of two
/// cycles and more is not pipelined: it takes in what waits when it has finished what it holds.
struct WormholeDelays {
  Cycle route = 0;             ///< routing_delay; 0: looked ahead, at the router before
  Cycle vcAllocation = 1;      ///< vc_alloc_delay, >= 1
  Cycle switchAllocation = 1;  ///< sw_alloc_delay, >= 1
  Cycle traversal = 1;         ///< st_prepare_delay + st_final_delay; 0: with the grant
  Cycle credit = 1;            ///< credit_delay: from a credit's arrival until it can be used

  bool operator==(const WormholeDelays&) const = default;
};

/// A flit-level input-queued router with virtual channels (Dally & Towles 2004, chapter 16). The
/// names in brackets are BookSim2's.
struct WormholeSettings {
  std::uint32_t bufferFlits = 8;  ///< per virtual channel (vc_buf_size), <= 65,535
  WormholeDelays delays;
  AllocatorSettings vcAllocator{AllocatorKind::islip};
  AllocatorSettings switchAllocator{AllocatorKind::islip};
  std::uint32_t inputSpeedup = 1;   ///< crossbar inputs of an input port, shared by VC number
  std::uint32_t outputSpeedup = 1;  ///< crossbar outputs of an output port, shared by input number
  VcReuse reallocate = VcReuse::tail;  ///< tail or empty (wait_for_tail_credit)
  bool speculative = false;      ///< a head asks for the switch while it asks for a virtual channel
  bool holdSwitch = false;       ///< the crossbar stays with its packet
  bool storeAndForward = false;  ///< a head goes on when its tail is there
  bool vcByDestination =
      false;                  ///< terminals send on the VC of the destination's number, not in turn
  bool dropWhenBusy = false;  ///< a packet generated while its terminal has another is lost
  bool ejectOnOneVc = false;  ///< packets leave on virtual channel 0 alone, not on any

  bool operator==(const WormholeSettings&) const = default;
};

}  // namespace hopscope
