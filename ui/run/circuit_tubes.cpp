// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/circuit_tubes.h"

#include <algorithm>
#include <utility>

#include "ui/drawing/circuit_layer.h"

namespace hopscope {

namespace {

/// Towards the switches, between them, and out of them again.
std::vector<ChannelId> pathThrough(const Topology& topology, TerminalId from, TerminalId to,
                                   const std::vector<ChannelId>& inner) {
  std::vector<ChannelId> path = {2 * topology.terminals[from].link};
  path.insert(path.end(), inner.begin(), inner.end());
  path.push_back(2 * topology.terminals[to].link + 1);
  return path;
}

CircuitsShown tubesOf(const Topology& topology, const CircuitDetail& detail) {
  CircuitsShown shown;
  shown.slot = detail.slot;
  shown.circuitSlots = detail.circuitSlots;
  double round = 0;
  for (std::uint32_t slot = 0; slot < detail.slotCount(); ++slot)
    round += static_cast<double>(detail.lengthOf(slot));
  for (std::uint32_t slot = 0; slot < detail.circuitSlots; ++slot)
    for (std::uint32_t input = 0; input < detail.ports; ++input) {
      const std::uint32_t output = detail.known.outputOf(slot, input);
      if (output == kNone) continue;
      const auto share = static_cast<float>(static_cast<double>(detail.lengthOf(slot)) / round);
      CircuitTube tube{input, output, slot, share};
      const std::size_t way = std::size_t{slot} * detail.ports + input;
      if (detail.tree && way < detail.ways.size())
        tube.path = pathThrough(topology, input, output, detail.ways[way]);
      shown.tubes.push_back(std::move(tube));
    }
  return shown;
}

/// Of those that `wanted` says of, all of them where there are few.
template <typename Wanted>
CircuitsShown tubesOf(const Topology& topology, const ShiftedDetail& detail, Wanted&& wanted) {
  CircuitsShown shown;
  shown.slot = detail.slot();
  shown.circuitSlots = detail.slotCount;
  shown.movesOn = true;
  const float share = 1 / static_cast<float>(detail.slotCount);
  const bool single = topology.routerCount() == 1;
  for (const PlannedCircuit& each : *detail.planned) {
    if (!single && !wanted(each.source, each.destination)) continue;
    shown.tubes.push_back({each.source, each.destination, each.slot, share,
                           single ? std::vector<ChannelId>()
                                  : std::vector<ChannelId>(each.path.begin(), each.path.end())});
    if (!single && shown.tubes.size() > kMostChosenTubes) break;  // they are not drawn
  }
  return shown;
}

}  // namespace

CircuitsShown circuitsShown(const Topology& topology, const CircuitDetail& detail,
                            const Parts& chosen) {
  const auto ofChosen = [&](TerminalId from, TerminalId to) {
    const auto has = [&](TerminalId terminal) {
      return chosen.terminals.count(terminal) != 0 ||
             chosen.routers.count(topology.terminals[terminal].router) != 0;
    };
    return has(from) || has(to);
  };
  const std::size_t all = detail.shifted ? detail.shifted->planned->size() : 0;
  CircuitsShown shown = detail.shifted ? tubesOf(topology, *detail.shifted,
                                                 [&](TerminalId from, TerminalId to) {
                                                   return all <= kMostTubes || ofChosen(from, to);
                                                 })
                                       : tubesOf(topology, detail);
  shown.router = 0;
  if (topology.routerCount() == 1) return shown;
  if (shown.tubes.size() > kMostTubes)
    std::erase_if(shown.tubes,
                  [&](const CircuitTube& each) { return !ofChosen(each.from, each.to); });
  if (shown.tubes.size() > kMostChosenTubes) shown.tubes.clear();
  return shown;
}

}  // namespace hopscope
