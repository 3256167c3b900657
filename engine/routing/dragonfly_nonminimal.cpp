// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/routing/dragonfly_nonminimal.h"

#include <algorithm>
#include <bit>

#include "engine/routing/router_view.h"
#include "engine/topology/structure.h"

namespace hopscope::routings {
namespace {

constexpr unsigned kPhaseShift = DragonflySlots::kBits;
constexpr unsigned kPhaseBits = 2;
constexpr unsigned kFieldsShift = kPhaseShift + kPhaseBits;

/// Everything drawn at a source is below this.
std::uint32_t drawnBound(const Topology& topology, const DragonflyWiring& wiring) {
  const std::uint32_t links = structureOf(topology).dragonfly.value().globals;
  return std::max(wiring.routers() + wiring.groups(), links * wiring.size());
}

}  // namespace

DragonflyNonminimal::DragonflyNonminimal(const Topology& topology, const DragonflySlots& slots,
                                         const DragonflyPolicy& policy)
    : wiring_(topology),
      slots_(slots),
      policy_(policy),
      globalsPerRouter_(structureOf(topology).dragonfly.value().globals),
      trunkShift_(kFieldsShift),
      rootShift_(trunkShift_ + static_cast<unsigned>(std::bit_width(wiring_.mostTrunks() - 1))) {}

bool DragonflyNonminimal::fits(const Topology& topology) {
  const DragonflyWiring wiring(topology);
  return kFieldsShift + std::bit_width(wiring.mostTrunks() - 1) +
             std::bit_width(drawnBound(topology, wiring) - 1) <=
         32;
}

std::uint32_t DragonflyNonminimal::pack(const Detail& detail) const {
  return detail.taken | static_cast<std::uint32_t>(detail.phase) << kPhaseShift |
         detail.trunk << trunkShift_ |
         static_cast<std::uint32_t>(std::uint64_t{detail.root} << rootShift_);
}

DragonflyNonminimal::Detail DragonflyNonminimal::unpack(std::uint32_t packed) const {
  const auto field = [packed](unsigned from, unsigned end) {
    return packed >> from & ((1u << (end - from)) - 1);
  };
  return {field(0, kPhaseShift), static_cast<Phase>(field(kPhaseShift, kFieldsShift)),
          field(trunkShift_, rootShift_), packed >> rootShift_};
}

DragonflyNonminimal::Pool DragonflyNonminimal::poolFor(Place source, Place target) const {
  if (source.group == target.group) {
    if (policy_.intraGroup == IntraGroup::minimal) return Pool::none;
    if (policy_.intraGroup == IntraGroup::restricted) return Pool::inside;
  }
  if (policy_.beginsGlobal()) return wiring_.ownLinks(source).empty() ? Pool::none : Pool::links;
  if (policy_.phaseA == PhaseA::lg)
    return policy_.hopCounts == HopCounts::consecutive ? Pool::routers : Pool::groups;
  return policy_.roots == Roots::remote ? Pool::routers : Pool::all;
}

/// Places in the root's group that are told apart: FOGSim counts hops by way of a random router of
/// the group even where entering the group is enough.
std::uint32_t DragonflyNonminimal::positionsDrawn() const {
  const bool entry = policy_.endsOnEntry() && policy_.hopCounts != HopCounts::consecutive;
  return entry ? 1 : wiring_.size();
}

std::uint32_t DragonflyNonminimal::groupOfDrawn(Pool pool, Place source,
                                                std::uint32_t drawn) const {
  if (pool == Pool::groups) return drawn - wiring_.routers();
  if (pool != Pool::links) return wiring_.groupOf(drawn);
  const auto& link = wiring_.ownLinks(source)[drawn / wiring_.size()];
  return wiring_.groupAt(source.group, link.offset);
}

/// The links that are drawn from besides: those to the root's group, or from there where the root
/// says how to reach it.
std::uint32_t DragonflyNonminimal::trunksDrawn(Pool pool, Place source, Place target,
                                               std::uint32_t drawn) const {
  if (!policy_.randomTrunk || wiring_.mostTrunks() == 1) return 1;
  std::uint32_t from = source.group, to = target.group;
  if (pool == Pool::links) {
    from = groupOfDrawn(pool, source, drawn);
  } else if (pool != Pool::none) {
    const std::uint32_t group = groupOfDrawn(pool, source, drawn);
    if (group != source.group) to = group;
  }
  return from == to ? 1 : wiring_.trunks(from, to);
}

template <typename Each>
void DragonflyNonminimal::forAll(Pool pool, Place source, Each&& each) const {
  const std::uint32_t size = wiring_.size(), routers = wiring_.routers();
  switch (pool) {
    case Pool::none:
      each(0u);
      break;
    case Pool::inside:
      for (std::uint32_t i = 0; i < size; ++i) each(wiring_.routerAt(source.group, i));
      break;
    case Pool::links: {
      const auto count = static_cast<std::uint32_t>(wiring_.ownLinks(source).size());
      for (std::uint32_t link = 0; link < count; ++link)
        for (std::uint32_t i = 0; i < positionsDrawn(); ++i) each(link * size + i);
      break;
    }
    case Pool::groups:
      for (std::uint32_t g = 0; g < wiring_.groups(); ++g)
        if (g != source.group) each(routers + g);
      break;
    case Pool::routers:
      for (RouterId r = 0; r < routers; ++r)
        if (wiring_.groupOf(r) != source.group) each(r);
      break;
    case Pool::all:
      for (RouterId r = 0; r < routers; ++r) each(r);
      break;
  }
}

void DragonflyNonminimal::starts(TerminalId source, TerminalId destination,
                                 std::vector<RouteState>& out) const {
  const Place from = wiring_.placeOf(wiring_.routerOf(source));
  const Place to = wiring_.placeOf(wiring_.routerOf(destination));
  const Pool pool = poolFor(from, to);
  forAll(pool, from, [&](std::uint32_t drawn) {
    const std::uint32_t trunks = trunksDrawn(pool, from, to, drawn);
    for (std::uint32_t trunk = 0; trunk < trunks; ++trunk)
      out.push_back({destination, pack({0, Phase::open, trunk, drawn})});
  });
}

double DragonflyNonminimal::likelihood(TerminalId source, TerminalId destination,
                                       RouteState state) const {
  const Place from = wiring_.placeOf(wiring_.routerOf(source));
  const Place to = wiring_.placeOf(wiring_.routerOf(destination));
  const Pool pool = poolFor(from, to);
  const std::uint32_t drawn = unpack(state.detail).root;
  const double share = 1.0 / trunksDrawn(pool, from, to, drawn);
  if (pool != Pool::all || policy_.roots != Roots::fogsim) return share;
  const double size = wiring_.size(), routers = wiring_.routers();
  const double inside = (size - 1) / routers;
  const bool own = wiring_.groupOf(drawn) == from.group;
  return share * (own ? inside / size : (1 - inside) / (routers - size));
}

std::uint32_t DragonflyNonminimal::draw(Pool pool, Place source, Rng& rng) const {
  const std::uint32_t size = wiring_.size(), routers = wiring_.routers();
  const std::uint32_t ownFirst = source.group * size;
  switch (pool) {
    case Pool::none:
      return 0;
    case Pool::inside:
      return ownFirst + rng.below(size);
    case Pool::links: {
      const auto links = static_cast<std::uint32_t>(wiring_.ownLinks(source).size());
      const std::uint32_t drawn = rng.below(links * positionsDrawn());
      return drawn / positionsDrawn() * size + drawn % positionsDrawn();
    }
    case Pool::groups: {
      const std::uint32_t group = rng.below(wiring_.groups() - 1);
      return routers + group + (group >= source.group ? 1 : 0);
    }
    case Pool::all:
      if (policy_.roots == Roots::any) return rng.below(routers);
      if (rng.below(routers) < size - 1) return ownFirst + rng.below(size);
      break;
    case Pool::routers:
      break;
  }
  const std::uint32_t drawn = rng.below(routers - size);
  return drawn + (drawn >= ownFirst ? size : 0);
}

RouteState DragonflyNonminimal::start(TerminalId source, TerminalId destination, Rng& rng) const {
  const Place from = wiring_.placeOf(wiring_.routerOf(source));
  const Place to = wiring_.placeOf(wiring_.routerOf(destination));
  const Pool pool = poolFor(from, to);
  const std::uint32_t drawn = draw(pool, from, rng);
  const std::uint32_t trunks = trunksDrawn(pool, from, to, drawn);
  return {destination, pack({0, Phase::open, trunks > 1 ? rng.below(trunks) : 0, drawn})};
}

std::uint32_t DragonflyNonminimal::trunkOf(const Detail& detail, TerminalId destination) const {
  if (policy_.randomTrunk || wiring_.mostTrunks() == 1) return detail.trunk;
  return destination % wiring_.mostTrunks();
}

DragonflyNonminimal::Root DragonflyNonminimal::rootOf(Place here, Place target,
                                                      const Detail& detail) const {
  if (detail.phase != Phase::open) return {detail.root, detail.trunk};
  const Pool pool = poolFor(here, target);
  if (pool == Pool::none) return {wiring_.routerAt(here.group, here.position), 0};
  if (pool == Pool::links) {
    const auto& link = wiring_.ownLinks(here)[detail.root / wiring_.size()];
    const std::uint32_t group = wiring_.groupAt(here.group, link.offset);
    return {policy_.endsOnEntry() ? wiring_.routers() + group
                                  : wiring_.routerAt(group, detail.root % wiring_.size()),
            link.trunk};
  }
  if (pool == Pool::routers && policy_.endsOnEntry())
    return {wiring_.routers() + wiring_.groupOf(detail.root), detail.trunk};
  return {detail.root, detail.trunk};
}

bool DragonflyNonminimal::arrived(RouterId router, Place here, std::uint32_t root) const {
  return root >= wiring_.routers() ? here.group == root - wiring_.routers() : router == root;
}

RouteChoice DragonflyNonminimal::eject(RouteState state) const {
  return {wiring_.portOf(state.destination), 1, state.detail};
}

RouteChoice DragonflyNonminimal::minimalStep(Place here, Place target, TerminalId destination,
                                             const Detail& detail) const {
  const DragonflyWiring::Hop hop =
      wiring_.towards(here, target, trunkOf(detail, destination), wiring_.laneOf(destination));
  const DragonflySlots::Step& step =
      hop.global ? slots_.global(detail.taken) : slots_.local(detail.taken);
  const bool byRoot = detail.phase == Phase::a || detail.phase == Phase::b;
  // Once in the destination's group, all packets are alike.
  const std::uint32_t trunk = hop.global || here.group == target.group ? 0 : detail.trunk;
  return {hop.port, step.vcs, pack({step.taken, byRoot ? Phase::b : Phase::minimal, trunk, 0})};
}

RouteChoice DragonflyNonminimal::rootStep(RouterId router, Place here, Place target,
                                          TerminalId destination, const Detail& detail) const {
  const Root root = rootOf(here, target, detail);
  if (arrived(router, here, root.root)) return minimalStep(here, target, destination, detail);
  const std::uint32_t lane = wiring_.laneOf(destination);
  const bool fixedLink = policy_.beginsGlobal() && detail.phase == Phase::open;
  const std::uint32_t trunk =
      fixedLink ? root.trunk : trunkOf({0, Phase::a, root.trunk, 0}, destination);
  const DragonflyWiring::Hop hop =
      root.root >= wiring_.routers()
          ? wiring_.towardsGroup(here, root.root - wiring_.routers(), trunk, lane)
          : wiring_.towards(here, wiring_.placeOf(root.root), trunk, lane);
  const DragonflySlots::Step& step =
      hop.global ? slots_.global(detail.taken) : slots_.local(detail.taken);
  return {hop.port, step.vcs, pack({step.taken, Phase::a, detail.trunk, root.root})};
}

RouteChoice DragonflyNonminimal::route(RouterId router, PortIndex /*input*/,
                                       RouteState state) const {
  const RouterId targetRouter = wiring_.routerOf(state.destination);
  const Detail detail = unpack(state.detail);
  const Place here = wiring_.placeOf(router);
  const Place target = wiring_.placeOf(targetRouter);
  const bool towardsRoot =
      detail.phase == Phase::a || (detail.phase == Phase::open && !policy_.adaptive());
  if (router == targetRouter) {
    if (!towardsRoot || policy_.ejectInPassing) return eject(state);
    if (arrived(router, here, rootOf(here, target, detail).root)) return eject(state);
  }
  if (towardsRoot) return rootStep(router, here, target, state.destination, detail);
  return minimalStep(here, target, state.destination, detail);
}

void DragonflyNonminimal::candidates(RouterId router, PortIndex input, RouteState state,
                                     std::vector<RouteChoice>& out) const {
  out.push_back(route(router, input, state));
  const Detail detail = unpack(state.detail);
  const RouterId targetRouter = wiring_.routerOf(state.destination);
  if (detail.phase != Phase::open || !policy_.adaptive() || router == targetRouter) return;
  const RouteChoice byRoot = rootStep(router, wiring_.placeOf(router),
                                      wiring_.placeOf(targetRouter), state.destination, detail);
  if (byRoot != out.back()) out.push_back(byRoot);
}

Decides DragonflyNonminimal::decides() const {
  return policy_.adaptive() ? Decides::atSource : Decides::never;
}

RouteChoice DragonflyNonminimal::choose(const RouterView& view, RouterId router, PortIndex input,
                                        RouteState state, Rng& /*rng*/) const {
  const TwoWays ways = twoWays(router, input, state);
  const TwoWays::Step& step = ways.wanted(view, router);
  return {step.port, step.vcs, step.nextDetail};
}

bool DragonflyNonminimal::comparesTwoWays() const {
  return policy_.adaptive();
}

TwoWays DragonflyNonminimal::twoWays(RouterId router, PortIndex input, RouteState state) const {
  const auto stepOf = [](const RouteChoice& choice) {
    return TwoWays::Step{choice.port, static_cast<std::uint16_t>(choice.vcs), choice.nextDetail};
  };
  TwoWays ways;
  const Detail detail = unpack(state.detail);
  const RouterId targetRouter = wiring_.routerOf(state.destination);
  if (detail.phase != Phase::open || router == targetRouter) {
    ways.first = ways.second = stepOf(route(router, input, state));
    return ways;
  }
  const Place here = wiring_.placeOf(router);
  const Place target = wiring_.placeOf(targetRouter);
  ways.first = stepOf(minimalStep(here, target, state.destination, detail));
  ways.second = stepOf(rootStep(router, here, target, state.destination, detail));
  if (ways.second == ways.first) return ways;
  const std::uint32_t trunk = trunkOf(detail, state.destination);
  ways.firstHops = minimalHops(here, target, trunk);
  ways.secondHops = rootHops(here, target, detail, state.destination);
  ways.threshold = policy_.threshold;
  if (policy_.mode == DragonflyMode::piggyback && here.group != target.group) {
    const DragonflyWiring::Gateway& link = wiring_.gateway(here.group, target.group, trunk);
    ways.owner = wiring_.routerAt(here.group, link.position);
    ways.link = static_cast<PortIndex>(link.port + wiring_.laneOf(state.destination));
  }
  return ways;
}

unsigned DragonflyNonminimal::minimalHops(Place from, Place to, std::uint32_t trunk) const {
  return policy_.hopCounts == HopCounts::real ? wiring_.hops(from, to, trunk)
                                              : consecutiveHops(from, to);
}

unsigned DragonflyNonminimal::rootHops(Place from, Place to, const Detail& detail,
                                       TerminalId destination) const {
  const Pool pool = poolFor(from, to);
  const std::uint32_t later = trunkOf(detail, destination);
  const Root root = rootOf(from, to, detail);
  if (policy_.hopCounts == HopCounts::consecutive && pool != Pool::inside) {
    // To the root's group, and from a router of it as if the packet began there.
    const std::uint32_t group = groupOfDrawn(pool, from, detail.root);
    const std::uint32_t position = detail.root % wiring_.size();
    if (group == from.group)
      return (position != from.position) + consecutiveHops({group, position}, to);
    return 1u + (consecutiveOwner(from.group, group) != from.position) +
           consecutiveHops({group, position}, to);
  }
  const std::uint32_t first = pool == Pool::links ? root.trunk : later;
  if (root.root < wiring_.routers()) {
    const Place middle = wiring_.placeOf(root.root);
    return wiring_.hops(from, middle, first) + wiring_.hops(middle, to, later);
  }
  const std::uint32_t group = root.root - wiring_.routers();
  const DragonflyWiring::Gateway& link = wiring_.gateway(from.group, group, first);
  const Place landing{group, link.landing};
  return wiring_.hops(from, landing, first) + wiring_.hops(landing, to, later);
}

/// The router of a group that owns the link to another in the consecutive arrangement.
std::uint32_t DragonflyNonminimal::consecutiveOwner(std::uint32_t from, std::uint32_t to) const {
  return (to > from ? to - 1 : to) / globalsPerRouter_;
}

unsigned DragonflyNonminimal::consecutiveHops(Place from, Place to) const {
  if (from.group == to.group) return from.position != to.position;
  return 1u + (consecutiveOwner(from.group, to.group) != from.position) +
         (consecutiveOwner(to.group, from.group) != to.position);
}

std::optional<CongestionBroadcast> DragonflyNonminimal::broadcast() const {
  if (policy_.mode != DragonflyMode::piggyback) return std::nullopt;
  return policy_.broadcast;
}

bool DragonflyNonminimal::nonminimal(RouteState state) const {
  const Phase phase = unpack(state.detail).phase;
  return phase == Phase::a || phase == Phase::b;
}

std::uint32_t DragonflyNonminimal::routingClass(TerminalId terminal) const {
  const std::uint32_t lane = wiring_.laneOf(terminal);
  return policy_.randomTrunk ? lane : terminal % wiring_.mostTrunks() * wiring_.lanes() + lane;
}

}  // namespace hopscope::routings
