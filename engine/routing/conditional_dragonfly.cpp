// SPDX-License-Identifier: GPL-3.0-or-later
// On a Dragonfly, the rules for other groups are conditional; the alternative of host i is global
// port i of its switch. What is diverted goes minimally from the group behind that port on, so each
// path is part of g lgl.
#include "engine/routing/conditional_dragonfly.h"

#include <algorithm>

#include "engine/routing/entries.h"

namespace hopscope::routings {
namespace {

constexpr const char* kAuto = "auto";
/// With two virtual channels of each kind: the diverted take all four, minimal packets those of
/// phase B, and packets within a group the last local one (Benito 2020, section 4.5.3).
constexpr const char* kPhases = "G0 L0 G1 L1";

/// By router, the port that each of its hosts is diverted to; kNoPort: none.
std::vector<std::vector<PortIndex>> diversions(const Topology& topology, bool repeats) {
  std::vector<std::vector<PortIndex>> all;
  for (RouterId router = 0; router < topology.routerCount(); ++router) {
    std::vector<PortIndex> globals;
    std::size_t hosts = 0;
    for (PortIndex p = 0; p < topology.radix(router); ++p) {
      const LinkKind kind = topology.kindOf(topology.port(router, p).link);
      if (kind == LinkKind::global) globals.push_back(p);
      if (kind == LinkKind::terminal) ++hosts;
    }
    std::vector<PortIndex>& ofHosts = all.emplace_back(hosts, kNoPort);
    for (std::size_t host = 0; host < hosts && !globals.empty(); ++host)
      if (repeats || host < globals.size()) ofHosts[host] = globals[host % globals.size()];
  }
  return all;
}

class DragonflyConditional final : public RoutingAlgorithm {
 public:
  DragonflyConditional(const Topology& topology, const SlotOrder& order,
                       const ConditionalPolicy& policy)
      : paths_(topology, order, policy.repeats), onceAHead_(policy.onceAHead) {}

  RouteState start(TerminalId source, TerminalId destination, Rng& /*rng*/) const override {
    return paths_.start(source, destination);
  }

  RouteChoice route(RouterId router, PortIndex /*input*/, RouteState state) const override {
    return paths_.minimally(router, state);
  }

  void candidates(RouterId router, PortIndex /*input*/, RouteState state,
                  std::vector<RouteChoice>& out) const override {
    out.push_back(paths_.minimally(router, state));
    const RouteChoice other = paths_.diverted(router, state);
    if (other.port != kNoPort) out.push_back(other);
  }

  Decides decides() const override { return Decides::atSource; }
  bool decidesOnce() const override { return onceAHead_; }

  RouteChoice choose(const RouterView& view, RouterId router, PortIndex /*input*/, RouteState state,
                     Rng& /*rng*/) const override {
    const RouteChoice first = paths_.minimally(router, state);
    if (!DiversionPaths::isOpen(state) || !isPaused(view, router, first)) return first;
    const RouteChoice other = paths_.diverted(router, state);
    return other.port == kNoPort ? first : other;
  }

  PathKind pathKind(RouteState state) const override {
    return (state.detail & DiversionPaths::kDiverted) != 0 ? PathKind::g : PathKind::minimal;
  }
  RouterId intermediate(RouterId router, RouteState state) const override {
    return paths_.intermediate(router, state);
  }

  void describe(const RouterView& view, RouterId router,
                std::vector<LearntFact>& out) const override {
    const DragonflyWiring& wiring = paths_.wiring();
    const DragonflyWiring::Place here = wiring.placeOf(router);
    for (std::uint32_t link = 0; link < wiring.links(); ++link) {
      for (std::uint32_t to = 0; to < wiring.size(); ++to)
        if (to != here.position)
          describeRules(view, router, wiring.localPort(here.group, here.position, to, link),
                        paths_.minimalVcs(LinkKind::local), out);
      for (const DragonflyWiring::OwnLink& own : wiring.ownLinks(here)) {
        const std::uint32_t group = wiring.groupAt(here.group, own.offset);
        const auto port =
            static_cast<PortIndex>(wiring.gateway(here.group, group, own.trunk).port + link);
        describeRules(view, router, port, paths_.minimalVcs(LinkKind::global), out);
      }
    }
  }

  std::uint32_t routingClass(TerminalId terminal) const override {
    return paths_.wiring().portOf(terminal);
  }

 private:
  DiversionPaths paths_;
  bool onceAHead_;
};

}  // namespace

std::optional<SlotOrder> conditionalSlots(const Values& values, const VcCounts& vcs) {
  const std::string& text = textAt(values, "vc_slots");
  const bool phases = text == kAuto && vcs.local < 3;
  const auto slots = DragonflySlots::read(phases ? kPhases : text.c_str(), vcs);
  if (!slots) return std::nullopt;
  SlotOrder order{*slots};
  if (!phases) return order;
  order.minimal = slots->global(0).taken;
  order.within = slots->global(slots->local(order.minimal).taken).taken;
  return order;
}

DiversionPaths::DiversionPaths(const Topology& topology, const SlotOrder& order, bool repeats)
    : wiring_(topology), order_(order), ports_(diversions(topology, repeats)) {
  for (RouterId router = 0; router < topology.routerCount(); ++router) {
    std::vector<std::uint32_t>& groups = groups_.emplace_back();
    for (const PortIndex port : ports_[router])
      groups.push_back(port == kNoPort ? kNone
                                       : wiring_.groupOf(topology.port(router, port).peer.node));
  }
}

RouteState DiversionPaths::start(TerminalId source, TerminalId destination) const {
  const RouterId from = wiring_.routerOf(source), to = wiring_.routerOf(destination);
  if (wiring_.groupOf(from) == wiring_.groupOf(to)) return {destination, order_.within};
  return {destination,
          order_.minimal | kOpen | std::uint32_t{wiring_.portOf(source)} << kHostShift};
}

RouteChoice DiversionPaths::step(RouterId router, RouteState state,
                                 const DragonflySlots& slots) const {
  // At the source, what stands above the flags is the host, which is known no longer then.
  const std::uint32_t kept = isOpen(state) ? 0 : state.detail & ~kTaken;
  const RouterId target = wiring_.routerOf(state.destination);
  if (router == target) return {wiring_.portOf(state.destination), 1, kept};
  const Place here = wiring_.placeOf(router), there = wiring_.placeOf(target);
  const DragonflyWiring::Hop hop =
      here.group == there.group
          ? wiring_.towards(here, there, 0, linkOf(here, there.position))
          : wiring_.towardsGroup(here, there.group, trunkFor(here, there.group),
                                 linkOf(here, there.group));
  const DragonflySlots::Taken taken = state.detail & kTaken;
  const DragonflySlots::Step& next = hop.global ? slots.global(taken) : slots.local(taken);
  return {hop.port, next.vcs, kept | next.taken};
}

RouteChoice DiversionPaths::diverted(RouterId router, RouteState state) const {
  if (!isOpen(state)) return {};
  const std::uint32_t host = state.detail >> kHostShift;
  const PortIndex port = ports_[router][host];
  if (port == kNoPort || port == minimally(router, state).port) return {};
  const std::uint32_t group = wiring_.groupOf(wiring_.routerOf(state.destination));
  const DragonflySlots::Step& next = order_.slots.global(0);
  return {port, next.vcs, next.taken | (groups_[router][host] == group ? 0u : kDiverted)};
}

/// A link of the router itself to that group; where it has none, one that follows from its place.
std::uint32_t DiversionPaths::trunkFor(Place here, std::uint32_t group) const {
  if (wiring_.mostTrunks() == 1) return 0;
  const std::uint32_t offset = wiring_.offset(here.group, group);
  for (const DragonflyWiring::OwnLink& own : wiring_.ownLinks(here))
    if (own.offset == offset) return own.trunk;
  return here.position % wiring_.trunks(here.group, group);
}

/// Of parallel cables.
std::uint32_t DiversionPaths::linkOf(Place here, std::uint32_t towards) const {
  return wiring_.links() == 1 ? 0 : (here.position + towards) % wiring_.links();
}

Issues checkDiversions(const Sentence& label, const Topology& topology, const VcCounts& vcs,
                       const Values& values) {
  Issues issues = tooFewVirtualChannels(label, {2, 2}, vcs);
  if (hasErrors(issues)) return issues;
  const auto order = conditionalSlots(values, vcs);
  const auto needed = order ? order->slots.needed({"lgl", "glgl"}) : std::nullopt;
  if (!needed)
    return {{Severity::error, "vc_slots",
             sentence("The slots \"{}\" leave no place for some hop of the paths lgl and glgl.",
                      textAt(values, "vc_slots")),
             sentence("Use auto, or an order such as L0 G0 L1 G1 L2.")}};
  issues = tooFewVirtualChannels(label, *needed, vcs);
  if (std::get<bool>(values.at("repeat"))) return issues;
  for (const auto& ofHosts : diversions(topology, false))
    if (std::find(ofHosts.begin(), ofHosts.end(), kNoPort) != ofHosts.end()) {
      issues.push_back(
          {Severity::error, "repeat",
           sentence("A router has {} terminals, but fewer global ports to divert each to one of "
                    "its own.",
                    ofHosts.size()),
           sentence("Set routing.repeat to true, so that they share them in turn, or give routers "
                    "as many global ports as terminals.")});
      break;
    }
  return issues;
}

Issues checkConditionalDragonfly(const Topology& topology, const VcCounts& vcs,
                                 const Values& values) {
  return checkDiversions(sentence("Routing by conditional rules on a Dragonfly"), topology, vcs,
                         values);
}

VcCounts conditionalDragonflyVcs(const Values& values) {
  for (const VcCounts& counts : {VcCounts{2, 2}, VcCounts{3, 2}, VcCounts{4, 2}}) {
    const auto order = conditionalSlots(values, counts);
    const auto needed = order ? order->slots.needed({"lgl", "glgl"}) : std::nullopt;
    if (needed) return *needed;
  }
  return {2, 2};
}

std::unique_ptr<RoutingAlgorithm> conditionalDragonfly(const Topology& topology,
                                                       const VcCounts& vcs, const Values& values) {
  const auto order = conditionalSlots(values, vcs);
  return std::make_unique<DragonflyConditional>(
      topology, order.value_or(SlotOrder{DragonflySlots::forCounts(vcs)}),
      conditionalPolicy(values));
}

ConditionalRules conditionalDragonflyRules(const Topology& topology, const Values& values) {
  ConditionalRules rules;
  rules.diversion = [ports = diversions(topology, conditionalPolicy(values).repeats)](
                        RouterId router, PortIndex host) { return ports[router][host]; };
  return rules;
}

}  // namespace hopscope::routings
