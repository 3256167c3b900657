// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "engine/routing/routing_algorithm.h"
#include "engine/switching/delivery_tally.h"
#include "engine/switching/wormhole_part_state.h"

namespace hopscope::wormhole {

/// The fast path through the commonest routers (State::lean): allocation by one round of iSLIP
/// (McKeown 1999) with requests and grants as bits of machine words.
class BitAllocation {
 public:
  virtual ~BitAllocation() = default;

  /// Matches input ports with output ports, of requests made before this cycle: outputs grant to
  /// input ports, input ports accept; of the virtual channels of one port that want the same output
  /// the one whose turn comes first goes. Then gives free output VCs to the heads that
  /// ask: every free one grants to a head, each head accepts one. Fills PartState::winners.
  virtual void allocate(Cycle now) = 0;

  // The same with the phases around them, where routing decides nothing underway and a head may ask
  // as soon as it is at the front. See WormholeRouter.
  virtual void receiveCredits(Cycle now) = 0;  ///< where no router tells others of its congestion
  virtual void advanceHeads(Cycle now) = 0;
  virtual void receiveFlits(Cycle now) = 0;
  virtual void allocateAndDepart(Cycle now) = 0;
};

std::unique_ptr<BitAllocation> makeBitAllocation(PartState& state, const RoutingAlgorithm& routing,
                                                 LatencySplit& split);

}  // namespace hopscope::wormhole
