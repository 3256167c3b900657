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
  const Topology& t = *fabric_.topology;
  const auto occupancy = [this](PortId id) {
    const OutputPort& out = fabric_.outputs[id];
    std::uint32_t flits = 0;
    for (VcIndex v = 0; v < out.vcs; ++v) flits += fabric_.used[out.firstVc + v];
    return static_cast<double>(flits) / out.vcs;
  };
  double sum = 0;
  unsigned ports = 0;
  for (PortId id = t.firstPort[router]; id < t.firstPort[router + 1]; ++id) {
    if (!isGlobal_[id - firstPort_]) continue;
    sum += occupancy(id);
    ++ports;
  }
  for (PortId id = t.firstPort[router]; id < t.firstPort[router + 1]; ++id) {
    if (!isGlobal_[id - firstPort_]) continue;
    const double flits = occupancy(id);
    double mean = sum / ports;
    if (rule_.excludeItself && ports > 1) mean = (sum - flits) / (ports - 1);
    const bool congested = flits > rule_.coefficient * mean + thresholdFlits_;
    if (own_[id - firstPort_] == congested) continue;
    own_[id - firstPort_] = congested;
    if (rule_.delay == 0)
      told_[id - firstPort_] = congested;
    else
      news_.push(now + rule_.delay, {id, congested});
  }
}

}  // namespace hopscope
