// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/scheduling/wormhole_scheduler.h"

namespace hopscope {

WormholeScheduler::WormholeScheduler(std::uint32_t ports)
    : register_(ports, 1),
      greedy_(register_, SlotChoice::roundRobin, CellRotation::roundRobin, 0),
      requests_(ports, ports) {}

WormholeScheduler::WormholeScheduler(std::uint32_t ports, const SlotSchedulerEntry& scheduler,
                                     const TreeStructure& tree, const TreeSchedulerSettings& ways,
                                     std::uint64_t seed)
    : WormholeScheduler(ports) {
  ofTree_ = scheduler.make(
      {register_, SlotChoice::roundRobin, CellRotation::roundRobin, 1, &tree, ways, seed});
}

const std::vector<CircuitChange>& WormholeScheduler::pass() {
  // Tails that have left gave their connections back before, so all changes are new connections.
  const std::vector<CircuitChange>& changes =
      ofTree_ ? ofTree_->step(requests_) : greedy_.step(requests_);
  waiting_ -= static_cast<std::uint32_t>(changes.size());
  return changes;
}

}  // namespace hopscope
