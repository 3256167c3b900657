// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/routing/escape_order.h"

#include <algorithm>
#include <limits>

namespace hopscope {
namespace {

constexpr std::uint64_t kNothingAhead = std::numeric_limits<std::uint64_t>::max();

}  // namespace

void EscapeCheck::judge(const DependencyWalk& walk) {
  const auto& nodes = walk.nodes();
  const auto& steps = walk.steps();
  const auto portOf = [&](std::size_t node, const DependencyWalk::Step& step) {
    return topology_.firstPort[nodes[node].router] + step.output;
  };
  lowest_.assign(nodes.size(), kNothingAhead);
  for (std::size_t i = 0; i < nodes.size(); ++i)
    for (std::uint32_t s = nodes[i].firstStep; s < walk.stepsEnd(i); ++s) {
      if (steps[s].node == kNone) continue;
      const std::uint32_t port = portOf(i, steps[s]);
      forEachNode(topology_.ports[port].out, steps[s].escape, [&](std::uint32_t wait) {
        lowest_[i] = std::min(lowest_[i], std::uint64_t{rank_[wait]} << 32 | wait);
      });
    }
  // Minimal paths have no cycles and settle in a few rounds; any others settle as well.
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = nodes.size(); i-- > 0;) {
      std::uint64_t lowest = lowest_[i];
      for (std::uint32_t s = nodes[i].firstStep; s < walk.stepsEnd(i); ++s)
        if (steps[s].node != kNone && steps[s].vcs != steps[s].escape)
          lowest = std::min(lowest, lowest_[steps[s].node]);
      changed |= lowest != lowest_[i];
      lowest_[i] = lowest;
    }
  }
  for (std::size_t i = 0; i < nodes.size(); ++i)
    for (std::uint32_t s = nodes[i].firstStep; s < walk.stepsEnd(i); ++s) {
      if (steps[s].node == kNone) continue;
      const std::uint64_t ahead = lowest_[steps[s].node];
      if (ahead == kNothingAhead) continue;
      const std::uint32_t port = portOf(i, steps[s]);
      forEachNode(topology_.ports[port].out, steps[s].vcs & escapes_[port],
                  [&](std::uint32_t held) {
                    if (rank_[held] < ahead >> 32) return;
                    against_.insert(std::uint64_t{held} << 32 | (ahead & 0xffffffffu));
                  });
    }
}

}  // namespace hopscope
