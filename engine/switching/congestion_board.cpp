// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/congestion_board.h"

#include <algorithm>

namespace hopscope {
namespace {

/// The rule with its delay in cycles: where it is left open, that of the slowest local channel.
CongestionBroadcast resolved(const Fabric& fabric, CongestionBroadcast rule) {
  if (rule.delay > 0) return rule;
  const Topology& t = *fabric.topology;
  for (PortId id = 0; id < t.ports.size(); ++id)
    if (t.kindOf(t.ports[id].link) == LinkKind::local)
      rule.delay = std::max(rule.delay, Cycle{fabric.outputs[id].linkLatency});
  return rule;
}

}  // namespace

CongestionBoard::CongestionBoard(const Fabric& fabric, const Part& part,
                                 const CongestionBroadcast& rule)
    : fabric_(fabric),
      rule_(resolved(fabric, rule)),
      thresholdFlits_(rule.thresholdPackets * fabric.packetFlits),
      firstRouter_(part.firstRouter),
      firstPort_(fabric.topology->firstPort[part.firstRouter]),
      dirty_(part.lastRouter - part.firstRouter, 0),
      news_(std::max<Cycle>(1, rule_.delay)) {
  const Topology& t = *fabric.topology;
  for (PortId id = firstPort_; id < t.firstPort[part.lastRouter]; ++id)
    isGlobal_.push_back(t.kindOf(t.ports[id].link) == LinkKind::global);
  std::uint32_t most = 0;
  for (RouterId r = part.firstRouter; r < part.lastRouter; ++r) {
    firstGlobal_.push_back(static_cast<std::uint32_t>(globalPorts_.size()));
    for (PortId id = t.firstPort[r]; id < t.firstPort[r + 1]; ++id)
      if (isGlobal_[id - firstPort_]) globalPorts_.push_back(id);
    most = std::max(most, static_cast<std::uint32_t>(globalPorts_.size()) - firstGlobal_.back());
  }
  firstGlobal_.push_back(static_cast<std::uint32_t>(globalPorts_.size()));
  occupancy_.resize(most);
  own_.resize(isGlobal_.size(), 0);
  told_.resize(isGlobal_.size(), 0);
  dirtyRouters_.reserve(dirty_.size());
}

void CongestionBoard::update(Cycle now) {
  news_.drain(now, [this](const News& news) { told_[news.port - firstPort_] = news.congested; });
  for (const RouterId router : dirtyRouters_) {
    dirty_[router - firstRouter_] = false;
    judge(now, router);
  }
  dirtyRouters_.clear();
}

void CongestionBoard::judge(Cycle now, RouterId router) {
  const std::uint32_t first = firstGlobal_[router - firstRouter_];
  const std::uint32_t ports = firstGlobal_[router - firstRouter_ + 1] - first;
  double sum = 0;
  for (std::uint32_t i = 0; i < ports; ++i) {
    const PortId port = globalPorts_[first + i];
    const VcIndex vcs = fabric_.inputs[port].vcs;
    std::uint32_t flits = 0;
    for (VcIndex v = 0; v < vcs; ++v) flits += fabric_.used(port, v);
    occupancy_[i] = static_cast<double>(flits) / vcs;
    sum += occupancy_[i];
  }
  for (std::uint32_t i = 0; i < ports; ++i) {
    const double mean =
        rule_.excludeItself && ports > 1 ? (sum - occupancy_[i]) / (ports - 1) : sum / ports;
    const bool congested = occupancy_[i] > rule_.coefficient * mean + thresholdFlits_;
    const PortId id = globalPorts_[first + i];
    if (own_[id - firstPort_] == congested) continue;
    own_[id - firstPort_] = congested;
    if (rule_.delay == 0)
      told_[id - firstPort_] = congested;
    else
      news_.push(now + rule_.delay, {id, congested});
  }
}

}  // namespace hopscope
