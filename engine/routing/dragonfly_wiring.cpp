// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/routing/dragonfly_wiring.h"

#include <algorithm>

#include "engine/topology/structure.h"

namespace hopscope::routings {

DragonflyWiring::DragonflyWiring(const Topology& topology) {
  for (RouterId r = 0; r < topology.routerCount(); ++r) {
    groups_ = std::max(groups_, static_cast<std::uint32_t>(topology.group[r]) + 1);
    size_ = std::max(size_, static_cast<std::uint32_t>(topology.position[r]) + 1);
  }
  const Structure structure = structureOf(topology);
  lag_ = structure.lag;
  perRouter_ = Divisor(structure.dragonfly.value().perRouter);
  perGroup_ = Divisor(size_);
  countTrunks(topology);
  std::vector<Pattern> patterns;
  for (std::uint32_t group = 0; group < groups_; ++group) {
    Pattern pattern = readGroup(topology, group);
    const auto known = std::find(patterns.begin(), patterns.end(), pattern);
    patternOf_.push_back(static_cast<std::uint16_t>(known - patterns.begin()));
    if (known == patterns.end()) patterns.push_back(std::move(pattern));
  }
  const auto append = [](auto& to, const auto& more) {
    to.insert(to.end(), more.begin(), more.end());
  };
  for (const Pattern& pattern : patterns) {
    append(gateways_, pattern.gateways);
    append(trunks_, pattern.trunks);
    append(ownLinks_, pattern.ownLinks);
    append(localPorts_, pattern.localPorts);
  }
}

bool DragonflyWiring::palmtree(std::uint32_t globals) const {
  if (groups_ != size_ * globals + 1 || mostTrunks_ != 1) return false;
  for (const std::uint16_t pattern : patternOf_)
    if (pattern != 0) return false;
  for (std::uint32_t to = 1; to < groups_; ++to)
    if (gateway(0, to, 0).position != (groups_ - to - 1) / globals) return false;
  return true;
}

/// As many as the best connected pair of groups has links.
void DragonflyWiring::countTrunks(const Topology& topology) {
  std::vector<std::uint32_t> cables(groups_, 0);
  for (RouterId first = 0; first < topology.routerCount(); first += size_) {
    std::fill(cables.begin(), cables.end(), 0);
    for (RouterId r = first; r < first + size_; ++r)
      for (PortIndex p = 0; p < topology.radix(r); ++p) {
        const LinkEnd& peer = topology.port(r, p).peer;
        if (peer.isTerminal || peer.node / size_ == first / size_) continue;
        mostTrunks_ = std::max(mostTrunks_, ++cables[peer.node / size_] / lag_);
      }
  }
}

DragonflyWiring::Pattern DragonflyWiring::readGroup(const Topology& topology,
                                                    std::uint32_t group) const {
  Pattern pattern;
  pattern.gateways.resize(std::size_t{groups_} * mostTrunks_);
  pattern.trunks.resize(groups_);
  pattern.ownLinks.resize(size_);
  pattern.localPorts.assign(std::size_t{size_} * size_ * lag_, kNoPort);
  std::vector<std::uint32_t> cables(groups_, 0);
  std::vector<std::uint32_t> links(size_);
  for (std::uint32_t position = 0; position < size_; ++position) {
    std::fill(links.begin(), links.end(), 0);
    const RouterId r = routerAt(group, position);
    for (PortIndex p = 0; p < topology.radix(r); ++p) {
      const LinkEnd& peer = topology.port(r, p).peer;
      if (peer.isTerminal) continue;
      const Place other = placeOf(peer.node);
      if (other.group == group) {
        const std::uint32_t link = links[other.position]++;
        pattern.localPorts[(position * size_ + other.position) * lag_ + link] = p;
        continue;
      }
      // The cables of a link are neighbouring ports.
      const std::uint32_t to = offset(group, other.group);
      const std::uint32_t cable = cables[to]++;
      if (cable % lag_ != 0) continue;
      const auto trunk = static_cast<std::uint16_t>(pattern.trunks[to]++);
      pattern.gateways[to * mostTrunks_ + trunk] = {static_cast<std::uint16_t>(position), p,
                                                    static_cast<std::uint16_t>(other.position)};
      pattern.ownLinks[position].push_back({static_cast<std::uint16_t>(to), trunk});
    }
  }
  for (std::uint32_t to = 1; to < groups_; ++to)
    for (std::uint32_t t = pattern.trunks[to]; t < mostTrunks_; ++t)
      pattern.gateways[to * mostTrunks_ + t] =
          pattern.gateways[to * mostTrunks_ + t % pattern.trunks[to]];
  return pattern;
}

}  // namespace hopscope::routings
