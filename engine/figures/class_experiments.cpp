// SPDX-License-Identifier: GPL-3.0-or-later
// Classes of service as virtual channels: are the paths of conditional rules free of deadlock?
#include <algorithm>
#include <set>
#include <utility>

#include "engine/core/declare.h"
#include "engine/figures/entries.h"
#include "engine/routing/dragonfly_wiring.h"
#include "engine/topology/generator.h"

namespace hopscope::figures {
namespace {

using routings::DragonflyWiring;
using Place = DragonflyWiring::Place;

/// A channel with a class of service.
using ServiceChannel = std::uint64_t;

/// Which of them wait for which others.
class Waiting {
 public:
  explicit Waiting(std::size_t channels) : next_(channels) {}

  void add(const std::vector<ServiceChannel>& path) {
    for (std::size_t i = 1; i < path.size(); ++i) next_[path[i - 1]].insert(path[i]);
  }

  /// Takes away those that nobody waits for until none is left, or only cycles are.
  bool acyclic() const {
    std::vector<std::size_t> waiters(next_.size(), 0);
    for (const auto& targets : next_)
      for (const ServiceChannel target : targets) ++waiters[target];
    std::vector<ServiceChannel> free;
    for (ServiceChannel channel = 0; channel < next_.size(); ++channel)
      if (waiters[channel] == 0) free.push_back(channel);
    std::size_t removed = 0;
    while (!free.empty()) {
      const ServiceChannel channel = free.back();
      free.pop_back();
      ++removed;
      for (const ServiceChannel target : next_[channel])
        if (--waiters[target] == 0) free.push_back(target);
    }
    return removed == next_.size();
  }

 private:
  std::vector<std::set<ServiceChannel>> next_;
};

Topology build(const char* kind, Values given) {
  const Generator& generator = *generators().find(kind);
  for (const Parameter& parameter : generator.parameters)
    given.emplace(parameter.name, parameter.fallback);
  return generator.build(given);
}

/// All minimal paths of a Dragonfly, and those that the conditional rules divert at the source over
/// each of its global links. Source local hop and first global hop of a diverted path take class 0,
/// so does its hop in the intermediate group; the last global and local hops class 1.
class DragonflyPaths {
 public:
  DragonflyPaths(const Topology& topology, std::uint64_t classes)
      : topology_(topology), wiring_(topology), classes_(classes) {}

  void addAll(Waiting& waiting) const {
    for (RouterId from = 0; from < wiring_.routers(); ++from)
      for (RouterId to = 0; to < wiring_.routers(); ++to) {
        if (from == to) continue;
        const Place source = wiring_.placeOf(from), target = wiring_.placeOf(to);
        std::vector<ServiceChannel> path;
        append(path, from, to, source.group == target.group ? Stage::arrived : Stage::minimal);
        waiting.add(path);
        if (source.group != target.group) addDiverted(waiting, from, to);
      }
  }

 private:
  enum class Stage { minimal, middle, arrived };

  void addDiverted(Waiting& waiting, RouterId from, RouterId to) const {
    for (PortIndex p = 0; p < topology_.radix(from); ++p) {
      const Port& port = topology_.port(from, p);
      if (port.peer.isTerminal || topology_.kindOf(port.link) != LinkKind::global) continue;
      std::vector<ServiceChannel> path{withClass(port.out, 0)};
      const bool there = wiring_.groupOf(port.peer.node) == wiring_.groupOf(to);
      append(path, port.peer.node, to, there ? Stage::arrived : Stage::middle);
      waiting.add(path);
    }
  }

  void append(std::vector<ServiceChannel>& path, RouterId here, RouterId to, Stage stage) const {
    while (here != to) {
      const DragonflyWiring::Hop hop =
          wiring_.towards(wiring_.placeOf(here), wiring_.placeOf(to), 0, 0);
      const Port& port = topology_.port(here, hop.port);
      const bool first = stage != Stage::arrived && !hop.global;
      path.push_back(withClass(port.out, first ? 0 : 1));
      if (hop.global) stage = Stage::arrived;
      here = port.peer.node;
    }
  }

  ServiceChannel withClass(ChannelId channel, std::uint64_t service) const {
    return channel * classes_ + std::min(service, classes_ - 1);
  }

  const Topology& topology_;
  DragonflyWiring wiring_;
  std::uint64_t classes_;
};

/// Fully adaptive minimal paths of a flattened butterfly: in every order of the dimensions, hop i
/// in class i, or in the last class there is.
class ButterflyPaths {
 public:
  ButterflyPaths(const Topology& topology, std::vector<std::int64_t> sizes, std::uint64_t classes)
      : topology_(topology), sizes_(std::move(sizes)), classes_(classes) {}

  void addAll(Waiting& waiting) const {
    std::vector<ServiceChannel> path;
    for (RouterId from = 0; from < topology_.routerCount(); ++from)
      for (RouterId to = 0; to < topology_.routerCount(); ++to) extend(waiting, path, from, to);
  }

 private:
  void extend(Waiting& waiting, std::vector<ServiceChannel>& path, RouterId here,
              RouterId to) const {
    if (here == to) {
      waiting.add(path);
      return;
    }
    std::int64_t stride = 1;
    for (const std::int64_t size : sizes_) {
      const std::int64_t own = here / stride % size, wanted = to / stride % size;
      if (own != wanted) {
        const auto next = static_cast<RouterId>(here + (wanted - own) * stride);
        path.push_back(channelTo(here, next) * classes_ +
                       std::min<std::uint64_t>(path.size(), classes_ - 1));
        extend(waiting, path, next, to);
        path.pop_back();
      }
      stride *= size;
    }
  }

  ChannelId channelTo(RouterId here, RouterId next) const {
    for (PortIndex p = 0;; ++p) {
      const Port& port = topology_.port(here, p);
      if (!port.peer.isTerminal && port.peer.node == next) return port.out;
    }
  }

  const Topology& topology_;
  std::vector<std::int64_t> sizes_;
  std::uint64_t classes_;
};

Numbers examine(const Values& values, const std::stop_token& /*stop*/) {
  const auto classes = static_cast<std::uint64_t>(integerAt(values, "classes"));
  bool acyclic = false;
  if (textAt(values, "network") == "dragonfly") {
    const Topology topology = build("dragonfly", {});
    Waiting waiting(topology.channelCount() * classes);
    DragonflyPaths(topology, classes).addAll(waiting);
    acyclic = waiting.acyclic();
  } else {
    const auto dimensions = static_cast<std::size_t>(integerAt(values, "dimensions"));
    const std::vector<std::int64_t> sizes(dimensions, 3);
    const Topology topology = build("hyperx", {{"dimensions", sizes}});
    Waiting waiting(topology.channelCount() * classes);
    ButterflyPaths(topology, sizes, classes).addAll(waiting);
    acyclic = waiting.acyclic();
  }
  return {{acyclic ? 1.0 : 0.0, 0}};
}

}  // namespace

Computation serviceClasses() {
  Entry entry;
  entry.name = "ethernet.service_classes";
  entry.label = "Deadlock of conditional rules";
  entry.help =
      "Whether the dependencies of channels and classes of service have no cycle: all minimal and "
      "diverted paths of a Dragonfly with h = 2, or all adaptive minimal paths of a flattened "
      "butterfly with 3 switches a row.";
  entry.source = "Benito, Vallejo & Beivide 2015, section V-E; the assignment of classes is ours";
  entry.parameters = {
      declare::choice("network", "Network", "dragonfly",
                      {{"dragonfly", "Dragonfly"}, {"butterfly", "Flattened butterfly"}}, ""),
      declare::number(ParameterType::integer, "dimensions", "Dimensions of the butterfly",
                      std::int64_t{2}, 1, 4, "", ""),
      declare::number(ParameterType::integer, "classes", "Classes of service", std::int64_t{2}, 1,
                      8, "", "")};
  return overParameters(std::move(entry), {{"acyclic", "Free of deadlock", ""}}, examine);
}

}  // namespace hopscope::figures
