// SPDX-License-Identifier: GPL-3.0-or-later
// The shortest of the paths that up*/down* allows, on any connected network, with one virtual
// channel. Tables: 4 bytes for every pair of routers, 67 MB at the limit of 4,096 routers.
#include "engine/routing/entries.h"
#include "engine/routing/up_down_tables.h"

namespace hopscope::routings {
namespace {

/// RouteState::detail is the phase, what a packet may still do.
class UpDown final : public RoutingAlgorithm {
 public:
  UpDown(const Topology& topology, const VcCounts& vcs)
      : UpDown(topology, Neighbours(topology), vcs) {}

  RouteChoice route(RouterId router, PortIndex /*input*/, RouteState state) const override {
    const TerminalPlace& target = targets_[state.destination];
    if (router == target.router) return {target.port, 1, state.detail};
    const HopTables::Hop* hop = tables_.next(static_cast<UpDownTables::Phase>(state.detail), router,
                                             target.router, state.destination);
    if (hop == nullptr) return {};
    return {tables_.port(*hop, state.destination), allVirtualChannels(vcs_.of(hop->kind)),
            tables_.after(router, *hop)};
  }

 private:
  UpDown(const Topology& topology, const Neighbours& neighbours, const VcCounts& vcs)
      : tables_(topology, neighbours, UpDownOrder(topology, neighbours)),
        vcs_(vcs),
        targets_(topology.terminals) {}

  UpDownTables tables_;
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
    return tableIssues(sentence("Up*/down*"), kMostUpDownRouters, topology);
  };
  entry.make = [](const Topology& topology, const VcCounts& vcs, const Values&) {
    return std::make_unique<UpDown>(topology, vcs);
  };
  entry.virtualChannels = [](const Topology&, const Values&) { return VcCounts{1, 1}; };
  return entry;
}

}  // namespace hopscope::routings
