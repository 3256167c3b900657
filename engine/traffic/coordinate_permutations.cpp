// SPDX-License-Identifier: GPL-3.0-or-later
// Permutations that shift every coordinate. On mesh and torus the coordinates are the router's, and
// a terminal keeps its place at the router; any other network counts as one ring of terminals.
#include "engine/topology/structure.h"
#include "engine/traffic/entries.h"

namespace hopscope::patterns {
namespace {

using Shift = std::uint32_t (*)(std::uint32_t size);

std::uint32_t oneFurther(std::uint32_t) {
  return 1;
}

/// Just short of half way round: ceil(k / 2) - 1.
std::uint32_t nearlyHalfWay(std::uint32_t size) {
  return (size + 1) / 2 - 1;
}

std::unique_ptr<TrafficPattern> shifted(const Topology& topology, const Values& values,
                                        Shift shift) {
  std::vector<std::uint32_t> sizes{topology.terminalCount()};
  std::uint32_t perRouter = 1;
  const auto grid = structureOf(topology).grid;
  if (grid && grid->anySizes && grid->rows != RowLinks::complete) {
    perRouter = grid->perRouter;
    sizes.clear();
    for (const std::int64_t size : grid->sizes) sizes.push_back(static_cast<std::uint32_t>(size));
  }
  std::vector<TerminalId> destinations(topology.terminalCount());
  for (TerminalId t = 0; t < destinations.size(); ++t) {
    TerminalId destination = t % perRouter;
    std::uint32_t rest = t / perRouter, weight = perRouter;
    for (const std::uint32_t size : sizes) {
      destination += (rest + shift(size)) % size * weight;
      rest /= size;
      weight *= size;
    }
    destinations[t] = destination;
  }
  return std::make_unique<FixedDestinations>(std::move(destinations), includesSelf(values));
}

TrafficEntry entryOf(Shift shift) {
  TrafficEntry entry;
  entry.source = "Dally & Towles, Principles and Practices of Interconnection Networks, 3.2";
  entry.check = [](const Topology&, const Values&) { return Issues{}; };
  entry.make = [shift](const Topology& topology, const Values& values, std::uint64_t) {
    return shifted(topology, values, shift);
  };
  return entry;
}

}  // namespace

TrafficEntry tornado() {
  TrafficEntry entry = entryOf(nearlyHalfWay);
  entry.name = "tornado";
  entry.label = "Tornado";
  entry.help =
      "Each coordinate nearly half way round, by ceil(k / 2) - 1 of k. On networks that are no "
      "mesh "
      "or torus, along one ring of all terminals.";
  return entry;
}

TrafficEntry neighbour() {
  TrafficEntry entry = entryOf(oneFurther);
  entry.name = "neighbour";
  entry.label = "Neighbour";
  entry.help =
      "Each coordinate one further, the last to the first. On networks that are no mesh or torus, "
      "to "
      "the next terminal.";
  return entry;
}

}  // namespace hopscope::patterns
