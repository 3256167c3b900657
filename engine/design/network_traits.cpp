// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/network_traits.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "engine/design/compile.h"
#include "engine/design/drawn_topology.h"
#include "engine/routing/family_routings.h"
#include "engine/routing/routing_algorithm.h"
#include "engine/topology/generator.h"

namespace hopscope {
namespace {

/// The traits of the latest networks asked for. A pure function remembered: no result depends on
/// it.
class TraitsMemory {
 public:
  struct Key {
    std::string kind;
    Values parameters;
    DrawnNetwork drawn;
    Values routing;  ///< the explicit settings: they may ask for more virtual channels
  };

  /// `key` is without its drawing, which may be large and is only copied where it is new. Where
  /// only the routing is another one than last time, nothing, but `network` is what it was.
  std::optional<NetworkTraits> recall(const Key& key, const DrawnNetwork& drawn,
                                      std::shared_ptr<const Topology>& network) {
    const std::lock_guard lock(mutex_);
    for (const auto& [known, traits] : latest_) {
      if (known.kind != key.kind || known.parameters != key.parameters || known.drawn != drawn)
        continue;
      if (known.routing == key.routing) return traits;
      if (&known == &latest_.front().first) network = network_;
    }
    return std::nullopt;
  }

  void remember(Key key, const NetworkTraits& traits, std::shared_ptr<const Topology> network) {
    const std::lock_guard lock(mutex_);
    latest_.emplace_front(std::move(key), traits);
    if (latest_.size() > kCapacity) latest_.pop_back();
    network_ = std::move(network);
  }

 private:
  static constexpr std::size_t kCapacity = 8;

  std::mutex mutex_;
  std::deque<std::pair<Key, NetworkTraits>> latest_;
  std::shared_ptr<const Topology> network_;  ///< of the latest
};

TraitsMemory& memory() {
  static TraitsMemory instance;
  return instance;
}

/// What a design says about routing.
Values routingSettings(const Design& design) {
  const std::string section = "routing.";
  Values settings;
  for (auto it = design.settings.lower_bound(section);
       it != design.settings.end() && it->first.rfind(section, 0) == 0; ++it)
    settings.insert(*it);
  return settings;
}

/// An algorithm's own parameters; defaults stand in for values of another type, which validation
/// refuses.
Values routingParameters(const RoutingEntry& entry, const Values& settings) {
  Values values;
  for (const Parameter& parameter : entry.parameters) {
    const auto found = settings.find("routing." + parameter.name);
    const bool usable = found != settings.end() && !check(parameter, found->second, found->first);
    values[parameter.name] = usable ? found->second : parameter.fallback;
  }
  return values;
}

}  // namespace

bool NetworkTraits::has(LinkKind kind) const {
  return std::any_of(classes.begin(), classes.end(),
                     [kind](const LinkClass& linkClass) { return linkClass.kind == kind; });
}

std::string networkKind(const Design& design) {
  const auto found = design.settings.find("topology.kind");
  if (found == design.settings.end()) return kDrawnKind;
  const auto* name = std::get_if<std::string>(&found->second);
  return name == nullptr ? kDrawnKind : *name;
}

NetworkTraits traitsOf(const Topology& topology, const Values& settings) {
  NetworkTraits traits;
  traits.classes = topology.classes;
  for (const std::string& name : routingsOf(topology.kind)) {
    const RoutingEntry& entry = *routingAlgorithms().find(name);
    traits.virtualChannels[name] =
        entry.virtualChannels(topology, routingParameters(entry, settings));
  }
  return traits;
}

NetworkTraits traitsOf(const Design& design) {
  const std::string kind = networkKind(design);
  const bool drawn = kind == kDrawnKind;
  TraitsMemory::Key key{
      kind, drawn ? Values{} : topologyParameters(design), {}, routingSettings(design)};
  static const DrawnNetwork kNothingDrawn;  // two lvalues: a large drawing is not copied
  std::shared_ptr<const Topology> topology;
  if (auto known = memory().recall(key, drawn ? design.drawn : kNothingDrawn, topology))
    return *known;
  if (drawn) key.drawn = design.drawn;
  Issues issues;
  if (!topology) topology = buildTopology(design, issues);
  NetworkTraits traits;
  if (topology)
    traits = traitsOf(*topology, key.routing);
  else
    traits.classes = drawnLinkClasses();
  memory().remember(std::move(key), traits, topology);
  return traits;
}

Values topologyParameters(const Design& design) {
  Values values;
  const Generator* generator = generators().find(networkKind(design));
  if (generator == nullptr) return values;
  for (const Parameter& parameter : generator->parameters) {
    const auto found = design.settings.find("topology." + parameter.name);
    values[parameter.name] = found == design.settings.end() ? parameter.fallback : found->second;
  }
  return values;
}

}  // namespace hopscope
