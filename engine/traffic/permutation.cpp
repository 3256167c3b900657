// SPDX-License-Identifier: GPL-3.0-or-later
#include <limits>
#include <numeric>

#include "engine/traffic/entries.h"

namespace hopscope::patterns {
namespace {

/// Fisher & Yates; every permutation is as likely, those with fixed points too.
std::vector<TerminalId> randomPermutation(std::uint32_t count, std::uint64_t seed) {
  Rng rng(seed, 0, RandomPurpose::pattern);
  std::vector<TerminalId> order(count);
  std::iota(order.begin(), order.end(), 0u);
  for (std::uint32_t left = count; left > 1; --left)
    std::swap(order[left - 1], order[rng.below(left)]);
  return order;
}

Issues checkPermutation(const Topology& topology, const Values& values) {
  const auto& list = integersAt(values, "destinations");
  if (list.empty()) return {};
  const char* const path = "traffic.destinations";
  if (list.size() != topology.terminalCount())
    return {{Severity::error, path,
             sentence("The list names {} destinations for {} terminals.", list.size(),
                      topology.terminalCount()),
             sentence("Name one for each terminal, or none for a random permutation.")}};
  std::vector<bool> named(list.size(), false);
  for (const std::int64_t destination : list) {
    const TerminalId terminal = terminalWithId(topology, destination);
    if (terminal == kNone)
      return {{Severity::error, path, sentence("There is no terminal {}.", destination),
               sentence("This network has {} terminals.", topology.terminalCount())}};
    if (named[terminal])
      return {{Severity::error, path,
               sentence("Terminal {} is the destination of two terminals.", destination),
               sentence("In a permutation each is named once.")}};
    named[terminal] = true;
  }
  return {};
}

}  // namespace

TrafficEntry permutation() {
  TrafficEntry entry;
  entry.name = "permutation";
  entry.label = "Permutation";
  entry.help =
      "Everyone sends to one terminal and receives from one: by the list given, or a random "
      "permutation that the seed decides. Who would send to itself sends nothing.";
  entry.source = "Dally & Towles, Principles and Practices of Interconnection Networks, 3.2";
  Parameter list;
  list.name = "destinations";
  list.label = "Destinations";
  list.type = ParameterType::integers;
  list.fallback = std::vector<std::int64_t>{};
  list.minimum = 0;
  list.maximum = std::numeric_limits<std::uint32_t>::max();
  list.help =
      "Terminals by id: the destination of the first, the second, …; empty for a random one.";
  entry.parameters = {list};
  entry.check = checkPermutation;
  entry.make = [](const Topology& topology, const Values& values, std::uint64_t seed) {
    std::vector<TerminalId> destinations;
    for (const std::int64_t destination : integersAt(values, "destinations"))
      destinations.push_back(terminalWithId(topology, destination));
    if (destinations.empty()) destinations = randomPermutation(topology.terminalCount(), seed);
    return std::make_unique<FixedDestinations>(std::move(destinations), includesSelf(values));
  };
  return entry;
}

}  // namespace hopscope::patterns
