// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/routing/grid_paths.h"

#include <algorithm>

#include "engine/routing/entries.h"
#include "engine/topology/structure.h"

namespace hopscope::routings {
namespace {

/// Of a ring.
constexpr std::int64_t kShortestWithDateline = 4;

}  // namespace

bool isGrid(const Topology& topology) {
  const auto grid = structureOf(topology).grid;
  return grid && grid->rows != RowLinks::complete;
}

bool isWrapped(const Topology& topology) {
  const auto grid = structureOf(topology).grid;
  return grid && grid->rows == RowLinks::ring;
}

Sentence gridInWords(const Topology& topology) {
  return structureOf(topology).grid.value().inWords;
}

std::vector<std::int64_t> gridSizes(const Topology& topology) {
  return structureOf(topology).grid.value().sizes;
}

bool hasDatelines(const Topology& topology) {
  if (!isWrapped(topology)) return false;
  const std::vector<std::int64_t> sizes = gridSizes(topology);
  return *std::max_element(sizes.begin(), sizes.end()) >= kShortestWithDateline;
}

VcHalves VcHalves::of(unsigned first, unsigned count) {
  VcHalves halves;
  halves.all = allVirtualChannels(count) << first;
  halves.lower = count < 2 ? halves.all : allVirtualChannels((count + 1) / 2) << first;
  halves.upper = count < 2 ? halves.all : halves.all & ~halves.lower;
  return halves;
}

GridPaths::GridPaths(const Topology& topology, const GridRules& rules)
    : wraps_(isWrapped(topology)), threshold_(rules.threshold), routers_(topology.routerCount()) {
  for (const std::int64_t size : gridSizes(topology))
    dimensions_.push_back(
        {static_cast<std::uint16_t>(size), wraps_ && size >= kShortestWithDateline});
  setCoordinates();
  setPorts(topology);
  if (routers_ <= kTabulated)
    for (RouterId router = 0; router < routers_; ++router)
      for (RouterId target = 0; target < routers_; ++target)
        steps_.push_back(firstStep(router, target));
  targets_.reserve(topology.terminalCount());
  for (TerminalId t = 0; t < topology.terminalCount(); ++t)
    targets_.push_back(
        {topology.terminals[t].router, topology.terminals[t].port,
         static_cast<std::uint16_t>(lagOf(rules.links, t, static_cast<std::uint32_t>(lag_)))});
}

GridPaths::Step GridPaths::firstStep(RouterId router, RouterId target) const {
  for (std::size_t d = 0; d < dimensions_.size(); ++d)
    if (coordinate(router, d) != coordinate(target, d)) return stepIn(d, router, target);
  return {};
}

GridPaths::Step GridPaths::lastStep(RouterId router, RouterId target) const {
  for (std::size_t d = dimensions_.size(); d-- > 0;)
    if (coordinate(router, d) != coordinate(target, d)) return stepIn(d, router, target);
  return {};
}

GridPaths::Step GridPaths::stepIn(std::size_t d, RouterId router, RouterId target) const {
  const int here = coordinate(router, d), there = coordinate(target, d);
  if (here == there) return {};
  const int size = dimensions_[d].size;
  const bool up = wraps_ ? ringDirection(threshold_, size, here, there) > 0 : there > here;
  return {static_cast<std::uint8_t>(2 * d + (up ? 1 : 0)), here == (up ? size - 1 : 0)};
}

bool GridPaths::eitherDirection(std::size_t d, RouterId router, RouterId target) const {
  const int size = dimensions_[d].size;
  return wraps_ && size > 2 && 2 * std::abs(coordinate(target, d) - coordinate(router, d)) == size;
}

bool GridPaths::crossesAhead(std::size_t d, const Step& step, RouterId router,
                             RouterId target) const {
  const bool up = step.direction % 2 == 1;
  return up ? coordinate(router, d) > coordinate(target, d)
            : coordinate(router, d) < coordinate(target, d);
}

std::uint32_t GridPaths::distance(RouterId a, RouterId b) const {
  int sum = 0;
  for (std::size_t d = 0; d < dimensions_.size(); ++d) {
    const int apart = std::abs(coordinate(a, d) - coordinate(b, d));
    sum += wraps_ ? std::min(apart, dimensions_[d].size - apart) : apart;
  }
  return static_cast<std::uint32_t>(sum);
}

void GridPaths::setCoordinates() {
  coordinates_.reserve(routers_ * dimensions_.size());
  for (RouterId router = 0; router < routers_; ++router) {
    RouterId rest = router;
    for (const Dimension& dimension : dimensions_) {
      coordinates_.push_back(static_cast<std::uint16_t>(rest % dimension.size));
      rest /= dimension.size;
    }
  }
}

/// Sorts every router's ports by dimension and direction, from where they lead.
void GridPaths::setPorts(const Topology& topology) {
  directions_ = 2 * dimensions_.size();
  std::vector<std::vector<PortIndex>> found(routers_ * directions_);
  for (RouterId router = 0; router < topology.routerCount(); ++router)
    for (PortIndex p = 0; p < topology.radix(router); ++p) {
      const LinkEnd& peer = topology.port(router, p).peer;
      if (peer.isTerminal) continue;
      std::size_t d = 0;
      while (coordinate(router, d) == coordinate(peer.node, d)) ++d;
      const int size = dimensions_[d].size;
      const int step = (coordinate(peer.node, d) - coordinate(router, d) + size) % size;
      if (step == 1) found[router * directions_ + 2 * d + 1].push_back(p);
      if (step == size - 1) found[router * directions_ + 2 * d].push_back(p);
    }
  for (const auto& ports : found) lag_ = std::max(lag_, ports.size());
  ports_.assign(found.size() * lag_, kNoPort);
  for (std::size_t direction = 0; direction < found.size(); ++direction)
    std::copy(found[direction].begin(), found[direction].end(),
              ports_.begin() + static_cast<std::ptrdiff_t>(direction * lag_));
}

VcMask takeDateline(const GridPaths& grid, const GridPaths::Step& step, const VcHalves& vcs,
                    std::uint32_t& memory) {
  const std::uint32_t d = step.direction / 2u;
  if (!grid.hasDateline(d)) {
    memory = 0;
    return vcs.all;
  }
  const bool crossed = memory == 2 * d + 1;
  memory = 2 * d + (crossed || step.crosses ? 1u : 0u);
  return crossed ? vcs.upper : vcs.lower;
}

}  // namespace hopscope::routings
