// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/topology/facts.h"

#include <algorithm>
#include <bit>
#include <set>
#include <vector>

#include "engine/topology/generator.h"

namespace hopscope {
namespace {

using Word = std::uint64_t;

/// Routers with terminals, and how many each has.
struct Hosts {
  std::vector<RouterId> routers;             ///< by number of terminals
  std::vector<std::uint64_t> terminalCount;  ///< of every router of the network
};

Hosts findHosts(const Topology& topology) {
  Hosts hosts;
  hosts.terminalCount.assign(topology.routerCount(), 0);
  for (const TerminalPlace& place : topology.terminals) ++hosts.terminalCount[place.router];
  for (RouterId r = 0; r < topology.routerCount(); ++r)
    if (hosts.terminalCount[r] != 0) hosts.routers.push_back(r);
  std::stable_sort(hosts.routers.begin(), hosts.routers.end(), [&](RouterId a, RouterId b) {
    return hosts.terminalCount[a] < hosts.terminalCount[b];
  });
  return hosts;
}

/// Breadth-first search from up to 64 routers at once, one bit each (Then et al., VLDB 2014).
class DistanceSearch {
 public:
  explicit DistanceSearch(const Topology& topology, const Hosts& hosts)
      : hosts_(hosts),
        first_(topology.routerCount() + 1, 0),
        seen_(topology.routerCount()),
        frontier_(topology.routerCount()),
        next_(topology.routerCount()) {
    for (RouterId r = 0; r < topology.routerCount(); ++r) {
      const std::size_t begin = neighbours_.size();
      for (PortIndex p = 0; p < topology.radix(r); ++p)
        if (!topology.port(r, p).peer.isTerminal)
          neighbours_.push_back(topology.port(r, p).peer.node);
      const auto from = neighbours_.begin() + static_cast<std::ptrdiff_t>(begin);
      std::sort(from, neighbours_.end());
      neighbours_.erase(std::unique(from, neighbours_.end()), neighbours_.end());
      first_[r + 1] = neighbours_.size();
    }
  }

  /// Adds the distances from hosts [begin, end), at most 64, which have equally many terminals.
  void run(std::size_t begin, std::size_t end) {
    std::fill(seen_.begin(), seen_.end(), 0);
    std::fill(frontier_.begin(), frontier_.end(), 0);
    for (std::size_t i = begin; i < end; ++i)
      seen_[hosts_.routers[i]] = frontier_[hosts_.routers[i]] = Word{1} << (i - begin);
    const std::uint64_t weight = hosts_.terminalCount[hosts_.routers[begin]];
    reached_ += (end - begin);
    for (std::uint64_t distance = 1; step(); ++distance) {
      std::uint64_t terminals = 0;
      std::uint64_t routers = 0;
      for (const RouterId host : hosts_.routers) {
        const auto arrivals = static_cast<std::uint64_t>(std::popcount(frontier_[host]));
        terminals += arrivals * hosts_.terminalCount[host];
        routers += arrivals;
      }
      if (routers == 0) continue;
      reached_ += routers;
      sum_ += weight * terminals * distance;
      diameter_ = std::max(diameter_, distance);
    }
  }

  std::uint64_t reachedPairs() const { return reached_; }  ///< of hosts, self included
  std::uint64_t sum() const { return sum_; }               ///< over ordered pairs of terminals
  std::uint64_t diameter() const { return diameter_; }

 private:
  /// One link further; false when nothing new is reached.
  bool step() {
    std::fill(next_.begin(), next_.end(), 0);
    for (std::size_t r = 0; r + 1 < first_.size(); ++r)
      if (frontier_[r] != 0)
        for (std::size_t i = first_[r]; i < first_[r + 1]; ++i)
          next_[neighbours_[i]] |= frontier_[r];
    Word any = 0;
    for (std::size_t r = 0; r < next_.size(); ++r) {
      frontier_[r] = next_[r] & ~seen_[r];
      seen_[r] |= next_[r];
      any |= frontier_[r];
    }
    return any != 0;
  }

  const Hosts& hosts_;
  std::vector<RouterId> neighbours_;  ///< of all routers, one after the other
  std::vector<std::size_t> first_;
  std::vector<Word> seen_, frontier_, next_;
  std::uint64_t reached_ = 0, sum_ = 0, diameter_ = 0;
};

void measureDistances(const Topology& topology, TopologyFacts& facts) {
  const Hosts hosts = findHosts(topology);
  const std::size_t count = hosts.routers.size();
  if (count == 0) return;
  DistanceSearch search(topology, hosts);
  for (std::size_t begin = 0, end = 0; begin < count; begin = end) {
    const auto terminals = hosts.terminalCount[hosts.routers[begin]];
    while (end < count && end - begin < 64 && hosts.terminalCount[hosts.routers[end]] == terminals)
      ++end;
    search.run(begin, end);
  }
  if (search.reachedPairs() != count * count) return;  // disconnected
  const std::uint64_t pairs = facts.terminals * (facts.terminals - 1);
  const auto sum = static_cast<double>(search.sum() + 2 * pairs);
  const auto terminals = static_cast<double>(facts.terminals);
  facts.routerDiameter = search.diameter();
  facts.diameter = facts.terminals > 1 ? search.diameter() + 2 : 0;
  facts.averageDistance = sum / terminals / terminals;
  if (pairs > 0) facts.averageDistanceExcludingSelf = sum / static_cast<double>(pairs);
}

}  // namespace

TopologyFacts countFacts(const Topology& topology) {
  TopologyFacts facts;
  if (groupingOf(topology).counted)
    facts.groups = std::set<std::int32_t>(topology.group.begin(), topology.group.end()).size();
  facts.routers = topology.routerCount();
  facts.terminals = topology.terminalCount();
  facts.links = topology.linkCount();
  facts.channels = topology.channelCount();
  for (RouterId r = 0; r < topology.routerCount(); ++r)
    facts.radix = std::max<std::uint64_t>(facts.radix, topology.radix(r));
  return facts;
}

TopologyFacts measureFacts(const Topology& topology) {
  TopologyFacts facts = countFacts(topology);
  measureDistances(topology, facts);
  return facts;
}

}  // namespace hopscope
