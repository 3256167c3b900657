// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/routing/uniform_loads.h"

#include <map>
#include <memory>
#include <tuple>
#include <utility>

#include "engine/routing/alike_sources.h"
#include "engine/routing/wrapped_routing.h"
#include "engine/topology/structure.h"

namespace hopscope {
namespace {

/// A routing of which the first of a pair's states stands for all.
class FirstState final : public WrappedRouting {
 public:
  using WrappedRouting::WrappedRouting;

  void starts(TerminalId source, TerminalId destination,
              std::vector<RouteState>& out) const override {
    const std::size_t first = out.size();
    base().starts(source, destination, out);
    if (out.size() > first) out.resize(first + 1);
  }
};

/// What follows from the loads of all channels between routers.
ChannelLoads completed(const Topology& topology, std::vector<double> perChannel, double each) {
  ChannelLoads loads;
  loads.perChannel = std::move(perChannel);
  loads.sent = each * topology.terminalCount();
  for (ChannelId c = 0; c < topology.channelCount(); ++c)
    if (topology.from(c).isTerminal || topology.to(c).isTerminal)
      loads.perChannel[c] = each;
    else
      loads.hopsMean += loads.perChannel[c];
  loads.hopsMean /= loads.sent;
  return loads;
}

/// A grid's router as its place in one dimension, and the number of its row there.
struct InRow {
  std::uint64_t place, row;
};
InRow inRow(RouterId router, std::uint64_t stride, std::uint64_t size) {
  return {router / stride % size, router % stride + router / (stride * size) * stride * size};
}

/// Where a packet's row is not that of its dimension, it is as if there were no rows: a channel
/// carries what one of the row of router 0 does, once for each way to choose the coordinates that
/// were corrected before, at the source, and those that are corrected later, at the destination.
std::optional<std::vector<double>> loadsByRows(const Topology& topology,
                                               const RoutingAlgorithm& routing, double pairs,
                                               std::uint64_t mostDecisions,
                                               const std::stop_token& stop) {
  const auto grid = structureOf(topology).grid;
  if (!grid) return {};
  std::vector<TerminalId> firstOf(topology.routerCount(), kNone);
  for (TerminalId t = topology.terminalCount(); t-- > 0;) firstOf[topology.terminals[t].router] = t;
  const auto counted = channelLoads(
      topology, routing,
      [&](TerminalId source, std::vector<DestinationShare>& out) {
        const RouterId router = topology.terminals[source].router;
        if (firstOf[router] != source || stop.stop_requested()) return;
        std::uint64_t stride = 1;
        for (const std::int64_t each : grid->sizes) {
          const auto size = static_cast<std::uint64_t>(each);
          if (inRow(router, stride, size).row == 0)
            for (std::uint64_t x = 0; x < size; ++x)
              if (const RouterId other = static_cast<RouterId>(x * stride); other != router)
                out.push_back({firstOf[other], 1});
          stride *= size;
        }
      },
      mostDecisions);
  if (!counted || counted->lost > 0) return {};
  const double perRouter = grid->perRouter;
  std::vector<double> loads(topology.channelCount(), 0);
  std::uint64_t stride = 1;
  for (const std::int64_t each : grid->sizes) {
    const auto size = static_cast<std::uint64_t>(each);
    std::map<std::pair<std::uint64_t, std::uint64_t>, double> inFirstRow;
    std::vector<std::pair<ChannelId, std::pair<std::uint64_t, std::uint64_t>>> all;
    for (ChannelId c = 0; c < topology.channelCount(); ++c) {
      const LinkEnd& a = topology.from(c);
      const LinkEnd& b = topology.to(c);
      if (a.isTerminal || b.isTerminal) continue;
      const InRow from = inRow(a.node, stride, size), to = inRow(b.node, stride, size);
      if (from.row != to.row || from.place == to.place) continue;
      const auto way = std::make_pair(from.place, to.place);
      all.emplace_back(c, way);
      // Two links side by side would each carry a part.
      if (from.row == 0 && !inFirstRow.try_emplace(way, counted->perChannel[c]).second) return {};
    }
    const double rows = static_cast<double>(topology.routerCount()) / static_cast<double>(size);
    for (const auto& [channel, way] : all)
      loads[channel] = inFirstRow.at(way) * rows * perRouter * perRouter * pairs;
    stride *= size;
  }
  return loads;
}

/// Of each router how many links it is above those with terminals.
std::vector<std::int32_t> levelsOf(const Topology& topology) {
  std::vector<std::int32_t> levels(topology.routerCount(), -1);
  std::vector<RouterId> reached;
  for (const TerminalPlace& place : topology.terminals)
    if (std::exchange(levels[place.router], 0) < 0) reached.push_back(place.router);
  for (std::size_t next = 0; next < reached.size(); ++next)
    for (PortIndex p = 0; p < topology.radix(reached[next]); ++p)
      if (const LinkEnd& peer = topology.port(reached[next], p).peer;
          !peer.isTerminal && levels[peer.node] < 0) {
        levels[peer.node] = levels[reached[next]] + 1;
        reached.push_back(peer.node);
      }
  return levels;
}

/// What each terminal is to send to terminal 0, so that channels of a class carry together what
/// they carry where everyone sends one flit a cycle: of those that are alike, the first for all.
std::vector<double> sharesTo0(const Topology& topology, const RoutingAlgorithm& routing,
                              bool includeSelf) {
  std::vector<double> shares(topology.terminalCount(), 1);
  if (!includeSelf) shares[0] = 0;
  const auto* alike = dynamic_cast<const AlikeSources*>(&routing);
  if (alike == nullptr) return shares;
  std::map<std::uint32_t, TerminalId> firsts;
  for (TerminalId t = 0; t < topology.terminalCount(); ++t) {
    if (shares[t] == 0) continue;
    const auto [first, isNew] = firsts.try_emplace(alike->sourceClass(t, 0), t);
    if (!isNew) shares[first->second] += std::exchange(shares[t], 0);
  }
  return shares;
}

/// All channels of a class carry what they carry together to one terminal, once for each terminal.
std::optional<std::vector<double>> loadsByClasses(const Topology& topology,
                                                  const RoutingAlgorithm& routing, double pairs,
                                                  bool includeSelf, std::uint64_t mostDecisions,
                                                  const std::stop_token& stop) {
  // By way of an intermediate router, what a terminal sends to itself takes channels, too.
  const std::vector<double> shares = sharesTo0(topology, routing, includeSelf);
  const auto counted = channelLoads(
      topology, routing,
      [&shares, &stop](TerminalId source, std::vector<DestinationShare>& out) {
        if (shares[source] > 0 && !stop.stop_requested()) out.push_back({0, shares[source]});
      },
      mostDecisions);
  if (!counted || counted->lost > 0) return {};
  const std::vector<std::int32_t> levels = levelsOf(topology);
  const auto classOf = [&](ChannelId c) {
    return std::make_tuple(topology.links[c / 2].linkClass, levels[topology.from(c).node],
                           levels[topology.to(c).node]);
  };
  struct Sum {
    double load = 0, channels = 0;
  };
  std::map<std::tuple<std::uint8_t, std::int32_t, std::int32_t>, Sum> sums;
  const auto between = [&](const auto& see) {
    for (ChannelId c = 0; c < topology.channelCount(); ++c)
      if (!topology.from(c).isTerminal && !topology.to(c).isTerminal) see(c, sums[classOf(c)]);
  };
  between([&](ChannelId c, Sum& sum) {
    sum.load += counted->perChannel[c];
    ++sum.channels;
  });
  std::vector<double> loads(topology.channelCount(), 0);
  between([&](ChannelId c, const Sum& sum) {
    loads[c] = sum.load / sum.channels * pairs * topology.terminalCount();
  });
  return loads;
}

}  // namespace

std::optional<ChannelLoads> uniformLoads(const Topology& topology, const RoutingAlgorithm& routing,
                                         bool includeSelf, std::uint64_t mostDecisions,
                                         const std::stop_token& stop) {
  const std::uint32_t terminals = topology.terminalCount();
  if (terminals < 2 || routing.decides() != Decides::never) return {};
  const double pairs = 1.0 / (includeSelf ? terminals : terminals - 1);
  std::optional<std::vector<double>> loads;
  switch (routing.evenness()) {
    case Evenness::none:
      return {};
    case Evenness::rows:
      loads = loadsByRows(topology, routing, pairs, mostDecisions, stop);
      break;
    case Evenness::classes:
      loads = loadsByClasses(topology, routing, pairs, includeSelf, mostDecisions, stop);
      break;
    case Evenness::levels:
      // The caller's routing outlives what is made here.
      loads = loadsByClasses(topology, FirstState({std::shared_ptr<void>(), &routing}), pairs,
                             includeSelf, mostDecisions, stop);
      break;
  }
  if (!loads || stop.stop_requested()) return {};
  return completed(topology, std::move(*loads), 1);
}

}  // namespace hopscope
