// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/routing/dependency_graph.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/topology/graph_algorithms.h"

namespace hopscope {
namespace {

constexpr std::size_t kNamedPairs = 10;

/// Packets that have taken a channel, all those that will be routed alike from there on.
struct Place {
  ChannelId channel = kNone;
  std::uint32_t detail = 0;
  VcMask vcs = 0;

  bool operator==(const Place&) const = default;
};

class Walk {
 public:
  Walk(const Topology& topology, const RoutingAlgorithm& routing)
      : topology_(topology),
        routing_(routing),
        seen_(topology.channelCount()),
        waits_(topology.channelCount()) {}

  /// Follows every packet from `source` to `destination` wherever no packet for the same
  /// destination has been yet since `restart`. False when one of them is not delivered.
  bool follow(TerminalId source, TerminalId destination) {
    bool delivered = true;
    states_.clear();
    routing_.starts(source, destination, states_);
    if (states_.empty()) return false;
    const TerminalPlace& home = topology_.terminals[source];
    for (const RouteState& state : states_)
      delivered &= step(home.router, home.port, state, nullptr);
    while (!open_.empty()) {
      const Place place = open_.back();
      open_.pop_back();
      const LinkEnd& end = topology_.to(place.channel);
      delivered &= step(end.node, end.port, {destination, place.detail}, &place);
    }
    return delivered;
  }

  void restart() {
    for (const ChannelId channel : touched_) seen_[channel].clear();
    touched_.clear();
  }

  /// The virtual channels as nodes, channel * stride + VC.
  std::vector<std::vector<std::uint32_t>> graph(std::uint32_t stride) const {
    std::vector<std::vector<std::uint32_t>> successors(std::size_t{topology_.channelCount()} *
                                                       stride);
    for (ChannelId channel = 0; channel < waits_.size(); ++channel)
      for (const Wait& wait : waits_[channel])
        for (std::uint32_t held = 0; held < stride; ++held) {
          if (!(wait.held >> held & 1)) continue;
          auto& next = successors[std::size_t{channel} * stride + held];
          for (std::uint32_t wanted = 0; wanted < stride; ++wanted)
            if (wait.wanted >> wanted & 1) next.push_back(wait.channel * stride + wanted);
        }
    for (auto& next : successors) {
      std::sort(next.begin(), next.end());
      next.erase(std::unique(next.begin(), next.end()), next.end());
    }
    return successors;
  }

  /// Virtual channels in use, counted from the lowest.
  std::uint32_t virtualChannels() const {
    std::uint32_t count = 1;
    while (count < kMaxVcs && used_ >> count != 0) ++count;
    return count;
  }

 private:
  /// Who holds one of `held` may wait for one of `wanted` of `channel`.
  struct Wait {
    ChannelId channel = kNone;
    VcMask held = 0, wanted = 0;

    bool operator==(const Wait&) const = default;
  };

  /// One decision. `from` is what the packet holds, or nullptr where it comes from its terminal.
  bool step(RouterId router, PortIndex input, RouteState state, const Place* from) {
    choices_.clear();
    routing_.candidates(router, input, state, choices_);
    bool delivered = !choices_.empty();
    for (const RouteChoice& choice : choices_) {
      if (choice.port >= topology_.radix(router) || choice.vcs == 0) {
        delivered = false;
        continue;
      }
      const Port& port = topology_.port(router, choice.port);
      if (port.peer.isTerminal) {
        delivered &= port.peer.node == state.destination;
        continue;
      }
      used_ |= choice.vcs;
      if (from) remember(waits_[from->channel], Wait{port.out, from->vcs, choice.vcs});
      const Place next{port.out, choice.nextDetail, choice.vcs};
      if (seen_[port.out].empty()) touched_.push_back(port.out);
      if (remember(seen_[port.out], next)) open_.push_back(next);
    }
    return delivered;
  }

  template <typename T>
  static bool remember(std::vector<T>& known, const T& item) {
    if (std::find(known.begin(), known.end(), item) != known.end()) return false;
    known.push_back(item);
    return true;
  }

  const Topology& topology_;
  const RoutingAlgorithm& routing_;
  std::vector<std::vector<Place>> seen_;  ///< per channel, since the last restart
  std::vector<ChannelId> touched_;
  std::vector<std::vector<Wait>> waits_;  ///< per channel held
  std::vector<Place> open_;
  std::vector<RouteState> states_;
  std::vector<RouteChoice> choices_;
  VcMask used_ = 0;
};

std::string name(const Topology& topology, const ChannelVc& place) {
  return fmt::format("router {} → router {}, VC {}",
                     topology.routerIds[topology.from(place.channel).node],
                     topology.routerIds[topology.to(place.channel).node], place.vc);
}

}  // namespace

DependencyReport examineDependencies(const Topology& topology, const RoutingAlgorithm& routing) {
  DependencyReport report;
  Walk walk(topology, routing);
  for (TerminalId destination = 0; destination < topology.terminalCount(); ++destination) {
    bool delivered = true;
    for (TerminalId source = 0; source < topology.terminalCount(); ++source)
      if (source != destination) delivered &= walk.follow(source, destination);
    walk.restart();
    if (delivered) continue;
    // Paths merge, so who is affected shows only source by source.
    for (TerminalId source = 0; source < topology.terminalCount(); ++source) {
      if (source == destination || walk.follow(source, destination)) continue;
      ++report.undeliveredPairs;
      if (report.undelivered.size() < kNamedPairs)
        report.undelivered.push_back({source, destination});
      walk.restart();
    }
    walk.restart();
  }
  const std::uint32_t stride = walk.virtualChannels();
  const auto graph = walk.graph(stride);
  for (const auto& successors : graph) report.dependencies += successors.size();
  for (const std::uint32_t node : shortestCycle(graph))
    report.cycle.push_back({node / stride, static_cast<VcIndex>(node % stride)});
  return report;
}

std::string describe(const Topology& topology, const DependencyReport& report) {
  std::string text = "Deadlock-free: channel dependencies checked, no cycle.";
  if (!report.deadlockFree()) {
    text = fmt::format("Packets can deadlock: {} channels can wait for each other in a circle: ",
                       report.cycle.size());
    for (const ChannelVc& place : report.cycle) text += name(topology, place) + "; ";
    text += "and again the first.";
  }
  if (report.undeliveredPairs > 0) {
    const UndeliveredPair& pair = report.undelivered.front();
    text += fmt::format(" {} pairs of terminals have no way, such as {} to {}.",
                        report.undeliveredPairs, topology.terminalIds[pair.source],
                        topology.terminalIds[pair.destination]);
  }
  return text;
}

}  // namespace hopscope
