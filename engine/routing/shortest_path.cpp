// SPDX-License-Identifier: GPL-3.0-or-later
// Shortest paths among those that up*/down* allows, on any connected network, with one virtual
// channel. Among equally short next hops the destination chooses, hashed with the router so that
// one hop's choice does not decide the next one's; among parallel links, the destination modulo
// their number. Tables: 4 bytes for every pair of routers, 67 MB at the limit of 4,096 routers.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "engine/routing/entries.h"
#include "engine/routing/up_down.h"

namespace hopscope::routings {
namespace {

constexpr std::uint32_t kMostRouters = 4096;

/// RouteState::detail: what a packet may still do.
enum Phase : std::uint32_t { kMayGoUp, kOnlyDown };

class ShortestPath final : public RoutingAlgorithm {
 public:
  ShortestPath(const Topology& topology, const VcCounts& vcs)
      : routers_(topology.routerCount()), targets_(topology.terminals) {
    const Neighbours neighbours(topology);
    const UpDownOrder order(topology);
    firstHop_.push_back(0);
    for (RouterId r = 0; r < routers_; ++r) {
      for (const auto& neighbour : neighbours.of[r]) {
        hops_.push_back({static_cast<std::uint32_t>(ports_.size()),
                         static_cast<std::uint32_t>(neighbour.ports.size()),
                         allVirtualChannels(vcs.of(neighbour.kind)),
                         order.goesUp(r, neighbour.router) ? kMayGoUp : kOnlyDown,
                         neighbour.router});
        ports_.insert(ports_.end(), neighbour.ports.begin(), neighbour.ports.end());
      }
      firstHop_.push_back(static_cast<std::uint32_t>(hops_.size()));
    }
    fillTables(topology, order);
  }

  RouteChoice route(RouterId router, PortIndex /*input*/, RouteState state) const override {
    const TerminalPlace& target = targets_[state.destination];
    if (router == target.router) return {target.port, 1, state.detail};
    const Set& set =
        sets_[firstSet_[router] + table_[state.detail][target.router * routers_ + router]];
    if (set.size == 0) return {};
    std::uint32_t chosen = 0;
    if (set.size > 1) chosen = mix(state.destination, router, set.size);
    const Hop& hop = hops_[members_[set.first + chosen]];
    const std::uint32_t lane = hop.lanes == 1 ? 0 : state.destination % hop.lanes;
    return {ports_[hop.firstPort + lane], hop.vcs, hop.phase};
  }

 private:
  /// To one neighbour, over any of the parallel links.
  struct Hop {
    std::uint32_t firstPort, lanes;
    VcMask vcs;
    Phase phase;  ///< after the hop
    RouterId to;
  };
  /// Equally short next hops: members_[first …].
  struct Set {
    std::uint32_t first = 0, size = 0;
  };

  static std::uint32_t mix(TerminalId destination, RouterId router, std::uint32_t bound) {
    std::uint32_t hash = destination * 0x9e3779b1u ^ router * 0x85ebca77u;
    hash = (hash ^ hash >> 15) * 0x2c1b3c6du;
    hash ^= hash >> 13;
    return static_cast<std::uint32_t>(std::uint64_t{hash} * bound >> 32);
  }

  /// Hops to a destination router from every router, by phase; kNone where there is no legal way.
  using Distances = std::array<std::vector<std::uint32_t>, 2>;

  void search(RouterId destination, const UpDownOrder& order, Distances& distance,
              std::vector<std::pair<RouterId, Phase>>& queue) const {
    for (auto& phase : distance) std::fill(phase.begin(), phase.end(), kNone);
    distance[kMayGoUp][destination] = distance[kOnlyDown][destination] = 0;
    queue.assign({{destination, kOnlyDown}, {destination, kMayGoUp}});
    for (std::size_t next = 0; next < queue.size(); ++next) {
      const RouterId router = queue[next].first;
      const Phase phase = queue[next].second;
      const std::uint32_t further = distance[phase][router] + 1;
      const auto reach = [&](RouterId from, Phase before) {
        if (distance[before][from] != kNone) return;
        distance[before][from] = further;
        queue.emplace_back(from, before);
      };
      for (std::uint32_t h = firstHop_[router]; h < firstHop_[router + 1]; ++h) {
        // The hop backwards, from the neighbour to here.
        const RouterId from = hops_[h].to;
        if (order.goesUp(from, router)) {
          if (phase == kMayGoUp) reach(from, kMayGoUp);
        } else if (phase == kOnlyDown) {
          reach(from, kOnlyDown);
          reach(from, kMayGoUp);
        }
      }
    }
  }

  void fillTables(const Topology& topology, const UpDownOrder& order) {
    for (auto& table : table_) table.assign(std::size_t{routers_} * routers_, 0);
    std::vector<bool> wanted(routers_, false);
    for (const TerminalPlace& place : topology.terminals) wanted[place.router] = true;
    // Sets are shared by all destinations for which a router has the same choice; number 0 is
    // empty.
    std::vector<std::map<std::vector<std::uint32_t>, std::uint16_t>> known(routers_);
    for (auto& sets : known) sets[{}] = 0;
    Distances distance;
    for (auto& phase : distance) phase.resize(routers_);
    std::vector<std::pair<RouterId, Phase>> queue;
    std::vector<std::uint32_t> choice;
    for (RouterId destination = 0; destination < routers_; ++destination) {
      if (!wanted[destination]) continue;
      search(destination, order, distance, queue);
      for (RouterId r = 0; r < routers_; ++r)
        for (const Phase phase : {kMayGoUp, kOnlyDown}) {
          choice.clear();
          const std::uint32_t here = distance[phase][r];
          for (std::uint32_t h = firstHop_[r]; here != kNone && h < firstHop_[r + 1]; ++h) {
            const Hop& hop = hops_[h];
            if (phase == kOnlyDown && hop.phase == kMayGoUp) continue;
            if (distance[hop.phase][hop.to] + 1 == here) choice.push_back(h);
          }
          const auto next = static_cast<std::uint16_t>(known[r].size());
          table_[phase][std::size_t{destination} * routers_ + r] =
              known[r].try_emplace(choice, next).first->second;
        }
    }
    for (const auto& sets : known) {
      firstSet_.push_back(static_cast<std::uint32_t>(sets_.size()));
      sets_.resize(sets_.size() + sets.size());
      for (const auto& [hops, number] : sets) {
        sets_[firstSet_.back() + number] = {static_cast<std::uint32_t>(members_.size()),
                                            static_cast<std::uint32_t>(hops.size())};
        members_.insert(members_.end(), hops.begin(), hops.end());
      }
    }
  }

  std::size_t routers_;
  std::vector<TerminalPlace> targets_;
  std::vector<PortIndex> ports_;
  std::vector<Hop> hops_;
  std::vector<std::uint32_t> firstHop_;  ///< per router
  std::vector<std::uint32_t> members_;   ///< of sets: indices into hops_
  std::vector<Set> sets_;
  std::vector<std::uint32_t> firstSet_;  ///< per router
  /// By phase: destination's router, router -> set of the router.
  std::array<std::vector<std::uint16_t>, 2> table_;
};

Issues check(const Topology& topology, const VcCounts&, const Values&) {
  Issues issues;
  if (topology.routerCount() > kMostRouters)
    issues.push_back({Severity::error, "routing.algorithm",
                      fmt::format("Shortest path keeps tables for {} routers; this network has {}.",
                                  kMostRouters, topology.routerCount()),
                      "Choose the algorithm of this family, or a smaller network."});
  const UpDownOrder order(topology);
  for (TerminalId t = 0; t < topology.terminalCount(); ++t)
    if (!order.reached(topology.terminals[t].router)) {
      issues.push_back({Severity::error, "topology",
                        fmt::format("Terminal {} cannot be reached from terminal {}.",
                                    topology.terminalIds[t], topology.terminalIds[0]),
                        "Connect the parts of the network with a link."});
      break;
    }
  return issues;
}

}  // namespace

RoutingEntry shortestPath() {
  RoutingEntry entry;
  entry.name = "shortest_path";
  entry.label = "Shortest path (up*/down*)";
  entry.help =
      "Tables of the shortest paths that first go up and then down a spanning order. Fits every "
      "connected network, and needs one virtual channel.";
  entry.source = "Schroeder et al., Autonet, IEEE JSAC 9 (1991)";
  entry.check = check;
  entry.make = [](const Topology& topology, const VcCounts& vcs, const Values&) {
    return std::make_unique<ShortestPath>(topology, vcs);
  };
  entry.virtualChannels = [](const Topology&, const Values&) { return VcCounts{1, 1}; };
  return entry;
}

}  // namespace hopscope::routings
