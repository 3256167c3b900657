// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/routing/family_routings.h"

#include <algorithm>
#include <map>
#include <mutex>

#include "engine/routing/routing_algorithm.h"
#include "engine/topology/generator.h"

namespace hopscope {
namespace {

/// Two routers with a terminal each, as someone might draw them.
Topology smallestDrawing() {
  TopologyBuilder builder(
      kDrawnKind, {},
      {{"terminal", "terminal", LinkKind::terminal}, {"local", "local", LinkKind::local}});
  for (int i = 0; i < 2; ++i) builder.addTerminal(builder.addRouter());
  builder.connect(0, 1, 1);
  return builder.build();
}

bool fits(const RoutingEntry& entry, const Topology& topology) {
  return !hasErrors(
      entry.check(topology, entry.fewestVirtualChannels(topology), defaultsOf(entry.parameters)));
}

std::vector<std::string> findRoutings(const Generator* family) {
  const Topology topology =
      family != nullptr ? family->build(defaultsOf(family->parameters)) : smallestDrawing();
  std::vector<std::string> names;
  if (family != nullptr) names = family->firstRoutings;
  for (const RoutingEntry& entry : routingAlgorithms())
    if (std::find(names.begin(), names.end(), entry.name) == names.end())
      names.push_back(entry.name);
  std::erase_if(names, [&topology](const std::string& name) {
    const RoutingEntry* entry = routingAlgorithms().find(name);
    return entry == nullptr || !fits(*entry, topology);
  });
  return names;
}

}  // namespace

std::vector<std::string> routingsOf(const std::string& kind) {
  static std::mutex mutex;
  static std::map<std::string, std::vector<std::string>> known;  // a pure function remembered
  const Generator* family = generators().find(kind);
  const std::string name = family != nullptr ? family->name : kDrawnKind;
  const std::lock_guard lock(mutex);
  const auto found = known.find(name);
  return found != known.end() ? found->second : known[name] = findRoutings(family);
}

}  // namespace hopscope
