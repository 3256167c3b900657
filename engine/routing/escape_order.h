// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "engine/routing/dependency_order.h"
#include "engine/routing/dependency_walk.h"

namespace hopscope {

/// What any packet has as an escape (RouteChoice::escape), per Topology::ports.
using EscapeMasks = std::vector<VcMask>;

/// Looks for packets that hold an escape channel and may come to wait for one of no higher rank,
/// right away or after any number of adaptive channels. One object a thread.
class EscapeCheck {
 public:
  EscapeCheck(const Topology& topology, const WaitGraph& graph, const EscapeMasks& escapes,
              const std::vector<std::uint32_t>& rank)
      : topology_(topology), graph_(graph), escapes_(escapes), rank_(rank) {}

  /// Judges the packets of one destination.
  void judge(const DependencyWalk& walk);

  /// The waits found that run against the order.
  const std::unordered_set<std::uint64_t>& against() const { return against_; }
  static Wait waitOf(std::uint64_t packed) {
    return {static_cast<std::uint32_t>(packed >> 32), static_cast<std::uint32_t>(packed)};
  }

 private:
  template <typename Act>
  void forEachNode(ChannelId channel, VcMask vcs, Act&& act) const {
    for (std::uint32_t a = 0; a < graph_.atoms(); ++a)
      if ((graph_.atom(a) & vcs) != 0) act(channel * graph_.atoms() + a);
  }

  const Topology& topology_;
  const WaitGraph& graph_;
  const EscapeMasks& escapes_;
  const std::vector<std::uint32_t>& rank_;
  std::vector<std::uint64_t> lowest_;  ///< per node: rank and channel of the lowest wait ahead
  std::unordered_set<std::uint64_t> against_;
};

}  // namespace hopscope
