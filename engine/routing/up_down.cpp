// SPDX-License-Identifier: GPL-3.0-or-later
// The shortest of the paths that up*/down* allows, on any connected network, with one virtual
// channel. Tables: 4 bytes for every pair of routers, 67 MB at the limit of 4,096 routers.
#include <algorithm>
#include <array>

#include "engine/routing/entries.h"
#include "engine/routing/hop_tables.h"
#include "engine/routing/up_down_order.h"

namespace hopscope::routings {
namespace {

constexpr std::uint32_t kMostRouters = kMostTableRouters / 2;

/// RouteState::detail, and the number of the table: what a packet may still do.
enum Phase : std::uint32_t { kMayGoUp, kOnlyDown };

class UpDown final : public RoutingAlgorithm {
 public:
  UpDown(const Topology& topology, const VcCounts& vcs)
      : order_(topology), tables_(topology, 2), vcs_(vcs), targets_(topology.terminals) {
    fill();
  }

  RouteChoice route(RouterId router, PortIndex /*input*/, RouteState state) const override {
    const TerminalPlace& target = targets_[state.destination];
    if (router == target.router) return {target.port, 1, state.detail};
    const HopTables::Hop* hop =
        tables_.next(state.detail, router, target.router, state.destination);
    if (hop == nullptr) return {};
    return {tables_.port(*hop, state.destination), allVirtualChannels(vcs_.of(hop->kind)),
            after(router, *hop)};
  }

 private:
  /// Hops to a destination router from every router, by phase; kNone where there is no legal way.
  using Distances = std::array<std::vector<std::uint32_t>, 2>;

  Phase after(RouterId router, const HopTables::Hop& hop) const {
    return order_.goesUp(router, hop.to) ? kMayGoUp : kOnlyDown;
  }

  void search(RouterId destination, Distances& distance,
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
      for (std::uint32_t h = tables_.firstHop(router); h < tables_.firstHop(router + 1); ++h) {
        // The hop backwards, from the neighbour to here.
        const RouterId from = tables_.hop(h).to;
        if (order_.goesUp(from, router)) {
          if (phase == kMayGoUp) reach(from, kMayGoUp);
        } else if (phase == kOnlyDown) {
          reach(from, kOnlyDown);
          reach(from, kMayGoUp);
        }
      }
    }
  }

  void fill() {
    std::vector<bool> wanted(tables_.routers(), false);
    for (const TerminalPlace& place : targets_) wanted[place.router] = true;
    Distances distance;
    for (auto& phase : distance) phase.resize(tables_.routers());
    std::vector<std::pair<RouterId, Phase>> queue;
    std::vector<std::uint32_t> choice;
    for (RouterId destination = 0; destination < tables_.routers(); ++destination) {
      if (!wanted[destination]) continue;
      search(destination, distance, queue);
      for (RouterId r = 0; r < tables_.routers(); ++r)
        for (const Phase phase : {kMayGoUp, kOnlyDown}) {
          choice.clear();
          const std::uint32_t here = distance[phase][r];
          for (std::uint32_t h = tables_.firstHop(r); here != kNone && h < tables_.firstHop(r + 1);
               ++h) {
            const HopTables::Hop& hop = tables_.hop(h);
            const Phase then = after(r, hop);
            if (phase == kOnlyDown && then == kMayGoUp) continue;
            if (distance[then][hop.to] + 1 == here) choice.push_back(h);
          }
          tables_.set(phase, destination, r, choice);
        }
    }
    tables_.finish();
  }

  UpDownOrder order_;
  HopTables tables_;
  VcCounts vcs_;
  std::vector<TerminalPlace> targets_;
};

}  // namespace

RoutingEntry upDown() {
  RoutingEntry entry;
  entry.name = "up_down";
  entry.label = "Up*/down*";
  entry.help =
      "Tables of the shortest paths that first go up and then down a spanning order. Fits every "
      "connected network, and needs one virtual channel.";
  entry.source = "Schroeder et al., Autonet, IEEE JSAC 9 (1991)";
  entry.check = [](const Topology& topology, const VcCounts&, const Values&) {
    return tableIssues("Up*/down*", kMostRouters, topology);
  };
  entry.make = [](const Topology& topology, const VcCounts& vcs, const Values&) {
    return std::make_unique<UpDown>(topology, vcs);
  };
  entry.virtualChannels = [](const Topology&, const Values&) { return VcCounts{1, 1}; };
  return entry;
}

}  // namespace hopscope::routings
