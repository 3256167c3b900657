// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/routing/dependency_walk.h"

#include <algorithm>
#include <numeric>

namespace hopscope {
namespace {

constexpr std::size_t kFurtherAtFirst = 1024;
/// For an estimate of the time.
constexpr std::size_t kSampledSources = 256;
constexpr std::uint64_t kSampledDecisions = 2'000'000;

std::size_t hashOf(std::uint32_t place, std::uint32_t detail) {
  std::uint64_t hash = (std::uint64_t{place} << 32 | detail) * 0x9e3779b97f4a7c15u;
  hash = (hash ^ hash >> 29) * 0xbf58476d1ce4e5b9u;
  return hash ^ hash >> 32;
}

}  // namespace

std::vector<TerminalClass> terminalClasses(const Topology& topology,
                                           const RoutingAlgorithm& routing) {
  std::vector<TerminalId> order(topology.terminalCount());
  std::iota(order.begin(), order.end(), TerminalId{0});
  std::vector<std::uint32_t> number(order.size());
  for (const TerminalId t : order) number[t] = routing.routingClass(t);
  std::sort(order.begin(), order.end(), [&](TerminalId a, TerminalId b) {
    const RouterId ra = topology.terminals[a].router, rb = topology.terminals[b].router;
    if (ra != rb) return ra < rb;
    return number[a] != number[b] ? number[a] < number[b] : a < b;
  });
  std::vector<TerminalClass> classes;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const TerminalId t = order[i];
    const bool same = i > 0 && number[t] == number[order[i - 1]] &&
                      topology.terminals[t].router == topology.terminals[order[i - 1]].router;
    if (!same) {
      classes.push_back({t, kNone, 1});
      continue;
    }
    if (classes.back().count++ == 1) classes.back().second = t;
  }
  return classes;
}

StartsByWay startsByWay(const Topology& topology, const RoutingAlgorithm& routing,
                        const std::vector<TerminalClass>& classes, TerminalId destination,
                        RouterId first, std::size_t runsAtOnce, const std::stop_token& stop) {
  StartsByWay starts;
  auto& over = starts.over;
  over.resize(topology.routerCount() - first);
  std::size_t runs = 0;
  std::vector<RouteState> states;
  for (std::uint32_t s = 0; s < classes.size() && !stop.stop_requested(); ++s) {
    const RouterId home = topology.terminals[classes[s].first].router;
    states.clear();
    routing.starts(classes[s].first, destination, states);
    for (const RouteState& state : states) {
      const RouterId between = routing.intermediate(home, state);
      if (between == kNone) {
        starts.straight.push_back({s, s + 1, state.detail});
        continue;
      }
      if (between < first || between - first >= over.size()) continue;
      std::vector<StartRun>& same = over[between - first];
      if (!same.empty() && same.back().end >= s && same.back().detail == state.detail) {
        same.back().end = s + 1;
        continue;
      }
      same.push_back({s, s + 1, state.detail});
      ++runs;
    }
    while (runs > runsAtOnce && over.size() > 1) {
      // The latter half of them next time.
      over.resize((over.size() + 1) / 2);
      runs = 0;
      for (const std::vector<StartRun>& each : over) runs += each.size();
    }
  }
  return starts;
}

double decisionsOfTriples(const Topology& topology, const RoutingAlgorithm& routing) {
  const std::vector<TerminalClass> classes = terminalClasses(topology, routing);
  if (classes.empty()) return 0;
  // What a destination in the middle takes, from all its sources.
  DependencyWalk walk(topology, routing);
  walk.restart(classes[classes.size() / 2].first);
  const std::size_t stride = std::max<std::size_t>(1, classes.size() / kSampledSources);
  std::size_t sampled = 0;
  for (std::size_t s = 0; s < classes.size() && walk.decisions() < kSampledDecisions; s += stride) {
    walk.follow(classes[s].first);
    ++sampled;
  }
  const auto sources = static_cast<double>(classes.size());
  return static_cast<double>(walk.decisions()) / static_cast<double>(sampled) * sources * sources;
}

DependencyWalk::DependencyWalk(const Topology& topology, const RoutingAlgorithm& routing)
    : topology_(topology),
      routing_(routing),
      byInput_(routing.looksAtInput()),
      first_(byInput_ ? topology.ports.size() : topology.routerCount()),
      further_(kFurtherAtFirst) {
  leads_.reserve(topology.ports.size());
  for (const Port& port : topology.ports)
    leads_.push_back({port.peer.node, port.peer.isTerminal ? kNoPort : port.peer.port});
}

void DependencyWalk::restart(TerminalId destination, Until until) {
  destination_ = destination;
  until_ = until;
  nodes_.clear();
  steps_.clear();
  decided_ = 0;
  furtherUsed_ = 0;
  if (++stamp_ != 0) return;
  std::fill(first_.begin(), first_.end(), Slot{});
  std::fill(further_.begin(), further_.end(), Slot{});
  stamp_ = 1;
}

bool DependencyWalk::follow(TerminalId source) {
  states_.clear();
  routing_.starts(source, destination_, states_);
  decisions_ += states_.size();
  const TerminalPlace& home = topology_.terminals[source];
  for (const RouteState& state : states_) nodeAt(home.router, home.port, state.detail);
  const bool starts = !states_.empty();
  return followAll() && starts;
}

bool DependencyWalk::followAll() {
  bool delivered = true;
  for (; decided_ < nodes_.size(); ++decided_) delivered &= decide(decided_);
  return delivered;
}

bool DependencyWalk::decide(std::size_t index) {
  ++decisions_;
  const Node node = nodes_[index];
  nodes_[index].firstStep = static_cast<std::uint32_t>(steps_.size());
  if (until_ == Until::intermediate && isLegEnd(node)) return true;
  candidates_.clear();
  routing_.candidates(node.router, node.input, {destination_, node.detail}, candidates_);
  bool delivered = std::any_of(candidates_.begin(), candidates_.end(),
                               [](const RouteChoice& choice) { return !choice.opportunistic; });
  const std::uint32_t firstPort = topology_.firstPort[node.router];
  const std::uint32_t radix = topology_.firstPort[node.router + 1] - firstPort;
  for (const RouteChoice& choice : candidates_) {
    if (choice.port >= radix || choice.vcs == 0) {
      delivered = false;
      continue;
    }
    const Lead lead = leads_[firstPort + choice.port];
    if (lead.input == kNoPort) {
      delivered &= lead.router == destination_;
      steps_.push_back({kNone, choice.port, kNoPort, choice.vcs, choice.vcs & choice.escape,
                        choice.opportunistic});
    } else {
      steps_.push_back({nodeAt(lead.router, lead.input, choice.nextDetail), choice.port, lead.input,
                        choice.vcs, choice.vcs & choice.escape, choice.opportunistic});
    }
  }
  return delivered;
}

std::uint32_t DependencyWalk::nodeAt(RouterId router, PortIndex input, std::uint32_t detail) {
  const std::uint32_t place = placeOf(router, input);
  Slot& slot = first_[place];
  if (slot.stamp == stamp_)
    return nodes_[slot.node].detail == detail ? slot.node
                                              : furtherNodeAt(place, {router, input, detail, 0});
  slot = {stamp_, static_cast<std::uint32_t>(nodes_.size())};
  nodes_.push_back({router, input, detail, 0});
  return slot.node;
}

std::uint32_t DependencyWalk::furtherNodeAt(std::uint32_t place, const Node& node) {
  const std::size_t mask = further_.size() - 1;
  std::size_t at = hashOf(place, node.detail) & mask;
  for (; further_[at].stamp == stamp_; at = (at + 1) & mask) {
    const Node& known = nodes_[further_[at].node];
    if (known.detail == node.detail && placeOf(known.router, known.input) == place)
      return further_[at].node;
  }
  const auto number = static_cast<std::uint32_t>(nodes_.size());
  further_[at] = {stamp_, number};
  nodes_.push_back(node);
  if (++furtherUsed_ * 2 > further_.size()) growFurther();
  return number;
}

void DependencyWalk::growFurther() {
  const std::vector<Slot> old = std::move(further_);
  further_.assign(old.size() * 2, Slot{});
  const std::size_t mask = further_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.stamp != stamp_) continue;
    const Node& node = nodes_[slot.node];
    std::size_t at = hashOf(placeOf(node.router, node.input), node.detail) & mask;
    while (further_[at].stamp == stamp_) at = (at + 1) & mask;
    further_[at] = slot;
  }
}

}  // namespace hopscope
