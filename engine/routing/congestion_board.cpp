// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/routing/congestion_board.h"

namespace hopscope::routings {

CongestionBoard::CongestionBoard(const MemoryPlan& plan, const CongestionBroadcast& rule)
    : rule_(rule),
      thresholdFlits_(rule.thresholdPackets * plan.meanFlits),
      firstRouter_(plan.firstRouter),
      firstPort_(plan.topology.firstPort[plan.firstRouter]),
      dirty_(plan.lastRouter - plan.firstRouter, 0),
      news_(std::max({Cycle{1}, rule.delay, plan.localLatency})) {
  const Topology& t = plan.topology;
  if (rule_.delay == 0) rule_.delay = plan.localLatency;
  for (PortId id = firstPort_; id < t.firstPort[plan.lastRouter]; ++id)
    isGlobal_.push_back(t.kindOf(t.ports[id].link) == LinkKind::global);
  std::uint32_t most = 0;
  for (RouterId r = plan.firstRouter; r < plan.lastRouter; ++r) {
    portsOf_.push_back(t.firstPort[r]);
    firstGlobal_.push_back(static_cast<std::uint32_t>(globalPorts_.size()));
    for (PortId id = t.firstPort[r]; id < t.firstPort[r + 1]; ++id)
      if (isGlobal_[id - firstPort_]) {
        globalPorts_.push_back(id);
        globalIndex_.push_back(static_cast<PortIndex>(id - t.firstPort[r]));
      }
    most = std::max(most, static_cast<std::uint32_t>(globalPorts_.size()) - firstGlobal_.back());
  }
  firstGlobal_.push_back(static_cast<std::uint32_t>(globalPorts_.size()));
  occupancy_.resize(most);
  own_.resize(isGlobal_.size(), 0);
  told_.resize(isGlobal_.size(), 0);
  dirtyRouters_.reserve(dirty_.size());
}

void CongestionBoard::queueChanged(RouterId router) {
  const std::uint32_t index = router - firstRouter_;
  if (dirty_[index]) return;
  dirty_[index] = true;
  dirtyRouters_.push_back(router);
}

void CongestionBoard::judge(Cycle now, std::uint32_t first, std::uint32_t ports) {
  double sum = 0;
  for (std::uint32_t i = 0; i < ports; ++i) sum += occupancy_[i];
  const auto limit = [this](double mean) { return rule_.coefficient * mean + thresholdFlits_; };
  const bool excludes = rule_.excludeItself && ports > 1;
  const double ofAll = limit(sum / ports);
  for (std::uint32_t i = 0; i < ports; ++i) {
    const double most = excludes ? limit((sum - occupancy_[i]) / (ports - 1)) : ofAll;
    const bool congested = occupancy_[i] > most;
    const PortId id = globalPorts_[first + i];
    if ((own_[id - firstPort_] != 0) != congested) tell(now, id, congested);
  }
}

void CongestionBoard::tell(Cycle now, PortId id, bool congested) {
  own_[id - firstPort_] = congested;
  if (rule_.delay == 0)
    told_[id - firstPort_] = congested;
  else
    news_.push(now + rule_.delay, {id, congested});
}

}  // namespace hopscope::routings
