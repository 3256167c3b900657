// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/routing/dragonfly_paths.h"

#include <algorithm>
#include <bit>

#include "engine/topology/structure.h"

namespace hopscope::routings {
namespace {

constexpr unsigned kPhaseShift = DragonflySlots::kBits;
constexpr unsigned kPhaseBits = 2;
constexpr unsigned kKindShift = kPhaseShift + kPhaseBits;
constexpr unsigned kKindBits = 2;

/// Everything drawn at a source is below this.
std::uint32_t drawnBound(const Topology& topology, const DragonflyWiring& wiring) {
  const std::uint32_t links = structureOf(topology).dragonfly.value().globals;
  return std::max(wiring.routers() + wiring.groups(), links * wiring.size());
}

/// Phase A ends on entering the intermediate group.
bool endsOnEntry(PhaseA phaseA) {
  return phaseA == PhaseA::g || phaseA == PhaseA::lg;
}

/// Phase A begins with a global link of the source's router.
bool beginsGlobal(PhaseA phaseA) {
  return phaseA == PhaseA::g || phaseA == PhaseA::gl;
}

}  // namespace

DragonflyPaths::DragonflyPaths(const Topology& topology, const DragonflySlots& slots,
                               const DragonflyPolicy& policy)
    : wiring_(topology),
      slots_(slots),
      policy_(policy),
      mixed_(policy.levels.size() > 1),
      globalsPerRouter_(structureOf(topology).dragonfly.value().globals),
      trunkShift_(kKindShift + (mixed_ ? kKindBits : 0)),
      rootShift_(trunkShift_ + static_cast<unsigned>(std::bit_width(wiring_.mostTrunks() - 1))) {}

bool DragonflyPaths::fits(const Topology& topology) {
  const DragonflyWiring wiring(topology);
  return kKindShift + kKindBits + std::bit_width(wiring.mostTrunks() - 1) +
             std::bit_width(drawnBound(topology, wiring) - 1) <=
         32;
}

std::uint32_t DragonflyPaths::pack(const Detail& detail) const {
  const std::uint32_t kind = mixed_ ? static_cast<std::uint32_t>(detail.phaseA) << kKindShift : 0;
  return detail.taken | static_cast<std::uint32_t>(detail.phase) << kPhaseShift | kind |
         detail.trunk << trunkShift_ |
         static_cast<std::uint32_t>(std::uint64_t{detail.root} << rootShift_);
}

DragonflyPaths::Detail DragonflyPaths::unpack(std::uint32_t packed) const {
  const auto field = [packed](unsigned from, unsigned end) {
    return packed >> from & ((1u << (end - from)) - 1);
  };
  return {field(0, kPhaseShift), static_cast<Phase>(field(kPhaseShift, kKindShift)),
          mixed_ ? static_cast<PhaseA>(field(kKindShift, trunkShift_)) : policy_.levels.front(),
          field(trunkShift_, rootShift_), packed >> rootShift_};
}

PathKind DragonflyPaths::kindOf(std::uint32_t packed) const {
  const Detail detail = unpack(packed);
  if (detail.phase != Phase::a && detail.phase != Phase::b) return PathKind::minimal;
  switch (detail.phaseA) {
    case PhaseA::g:
      return PathKind::g;
    case PhaseA::gl:
      return PathKind::gl;
    case PhaseA::lg:
      return PathKind::lg;
    case PhaseA::lgl:
      break;
  }
  return PathKind::lgl;
}

RouterId DragonflyPaths::intermediate(RouterId router, RouteState state,
                                      bool openGoesByRoot) const {
  const Detail detail = unpack(state.detail);
  if (detail.phase == Phase::open && openGoesByRoot)
    return rootOf(wiring_.placeOf(router), wiring_.placeOf(wiring_.routerOf(state.destination)),
                  detail)
        .root;
  if (detail.phase != Phase::a) return kNone;
  if (detail.root < wiring_.routers()) return detail.root;
  const std::uint32_t group = detail.root - wiring_.routers();
  const Place here = wiring_.placeOf(router);
  if (here.group == group) return router;
  const std::uint32_t trunk = trunkOf(detail, state.destination);
  return wiring_.routerAt(group, wiring_.gateway(here.group, group, trunk).landing);
}

DragonflyPaths::Pool DragonflyPaths::poolFor(Place source, Place target, PhaseA phaseA) const {
  if (source.group == target.group) {
    if (policy_.intraGroup == IntraGroup::minimal) return Pool::none;
    if (policy_.intraGroup == IntraGroup::restricted) return Pool::inside;
  }
  if (beginsGlobal(phaseA)) return wiring_.ownLinks(source).empty() ? Pool::none : Pool::links;
  if (phaseA == PhaseA::lg)
    return policy_.hopCounts == HopCounts::consecutive ? Pool::routers : Pool::groups;
  return policy_.roots == Roots::remote ? Pool::routers : Pool::all;
}

/// Places in the root's group that are told apart: FOGSim counts hops by way of a random router of
/// the group even where entering the group is enough.
std::uint32_t DragonflyPaths::positionsDrawn(PhaseA phaseA) const {
  const bool entry = endsOnEntry(phaseA) && policy_.hopCounts != HopCounts::consecutive;
  return entry ? 1 : wiring_.size();
}

std::uint32_t DragonflyPaths::groupOfDrawn(Pool pool, Place source, std::uint32_t drawn) const {
  if (pool == Pool::groups) return drawn - wiring_.routers();
  if (pool != Pool::links) return wiring_.groupOf(drawn);
  const auto& link = wiring_.ownLinks(source)[drawn / wiring_.size()];
  return wiring_.groupAt(source.group, link.offset);
}

/// The links that are drawn from besides: those to the root's group, or from there where the root
/// says how to reach it.
std::uint32_t DragonflyPaths::trunksDrawn(Pool pool, Place source, Place target,
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
void DragonflyPaths::forAll(Pool pool, Place source, PhaseA phaseA, Each&& each) const {
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
        for (std::uint32_t i = 0; i < positionsDrawn(phaseA); ++i) each(link * size + i);
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

void DragonflyPaths::starts(TerminalId source, TerminalId destination,
                            std::vector<RouteState>& out) const {
  const Place from = wiring_.placeOf(wiring_.routerOf(source));
  const Place to = wiring_.placeOf(wiring_.routerOf(destination));
  for (const PhaseA phaseA : policy_.levels) {
    const Pool pool = poolFor(from, to, phaseA);
    forAll(pool, from, phaseA, [&](std::uint32_t drawn) {
      const std::uint32_t trunks = trunksDrawn(pool, from, to, drawn);
      for (std::uint32_t trunk = 0; trunk < trunks; ++trunk)
        out.push_back({destination, pack({0, Phase::open, phaseA, trunk, drawn})});
    });
  }
}

double DragonflyPaths::likelihood(TerminalId source, TerminalId destination,
                                  RouteState state) const {
  const Place from = wiring_.placeOf(wiring_.routerOf(source));
  const Place to = wiring_.placeOf(wiring_.routerOf(destination));
  const Detail detail = unpack(state.detail);
  const Pool pool = poolFor(from, to, detail.phaseA);
  const std::uint32_t drawn = detail.root;
  const double share = 1.0 / trunksDrawn(pool, from, to, drawn);
  if (pool != Pool::all || policy_.roots != Roots::fogsim) return share;
  const double size = wiring_.size(), routers = wiring_.routers();
  const double inside = (size - 1) / routers;
  const bool own = wiring_.groupOf(drawn) == from.group;
  return share * (own ? inside / size : (1 - inside) / (routers - size));
}

std::uint32_t DragonflyPaths::drawFrom(Pool pool, Place source, PhaseA phaseA, Rng& rng) const {
  const std::uint32_t size = wiring_.size(), routers = wiring_.routers();
  const std::uint32_t ownFirst = source.group * size;
  switch (pool) {
    case Pool::none:
      return 0;
    case Pool::inside:
      return ownFirst + rng.below(size);
    case Pool::links: {
      const auto links = static_cast<std::uint32_t>(wiring_.ownLinks(source).size());
      const std::uint32_t positions = positionsDrawn(phaseA);
      const std::uint32_t drawn = rng.below(links * positions);
      return drawn / positions * size + drawn % positions;
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

std::uint32_t DragonflyPaths::draw(RouterId source, TerminalId destination, PhaseA phaseA,
                                   Rng& rng) const {
  const Place from = wiring_.placeOf(source);
  const Place to = wiring_.placeOf(wiring_.routerOf(destination));
  const Pool pool = poolFor(from, to, phaseA);
  const std::uint32_t drawn = drawFrom(pool, from, phaseA, rng);
  const std::uint32_t trunks = trunksDrawn(pool, from, to, drawn);
  return pack({0, Phase::open, phaseA, trunks > 1 ? rng.below(trunks) : 0, drawn});
}

std::uint32_t DragonflyPaths::trunkOf(const Detail& detail, TerminalId destination) const {
  if (policy_.randomTrunk || wiring_.mostTrunks() == 1) return detail.trunk;
  return destination % wiring_.mostTrunks();
}

DragonflyPaths::Root DragonflyPaths::rootOf(Place here, Place target, const Detail& detail) const {
  if (detail.phase != Phase::open) return {detail.root, detail.trunk};
  const Pool pool = poolFor(here, target, detail.phaseA);
  if (pool == Pool::none) return {wiring_.routerAt(here.group, here.position), 0};
  if (pool == Pool::links) {
    const auto& link = wiring_.ownLinks(here)[detail.root / wiring_.size()];
    const std::uint32_t group = wiring_.groupAt(here.group, link.offset);
    return {endsOnEntry(detail.phaseA) ? wiring_.routers() + group
                                       : wiring_.routerAt(group, detail.root % wiring_.size()),
            link.trunk};
  }
  if (pool == Pool::routers && endsOnEntry(detail.phaseA))
    return {wiring_.routers() + wiring_.groupOf(detail.root), detail.trunk};
  return {detail.root, detail.trunk};
}

bool DragonflyPaths::arrived(RouterId router, Place here, std::uint32_t root) const {
  return root >= wiring_.routers() ? here.group == root - wiring_.routers() : router == root;
}

RouteChoice DragonflyPaths::eject(RouteState state) const {
  return {wiring_.portOf(state.destination), 1, state.detail};
}

RouteChoice DragonflyPaths::minimalStep(Place here, Place target, TerminalId destination,
                                        const Detail& detail) const {
  const DragonflyWiring::Hop hop =
      wiring_.towards(here, target, trunkOf(detail, destination), wiring_.linkOf(destination));
  const DragonflySlots::Step& step =
      hop.global ? slots_.global(detail.taken) : slots_.local(detail.taken);
  const bool byRoot = detail.phase == Phase::a || detail.phase == Phase::b;
  const PhaseA kind = byRoot ? detail.phaseA : PhaseA::g;  // of minimal packets, none
  // Once in the destination's group, all packets are alike.
  const std::uint32_t trunk = hop.global || here.group == target.group ? 0 : detail.trunk;
  return {hop.port, step.vcs,
          pack({step.taken, byRoot ? Phase::b : Phase::minimal, kind, trunk, 0})};
}

RouteChoice DragonflyPaths::rootStep(RouterId router, Place here, Place target,
                                     TerminalId destination, const Detail& detail) const {
  const Root root = rootOf(here, target, detail);
  if (arrived(router, here, root.root)) return minimalStep(here, target, destination, detail);
  const std::uint32_t link = wiring_.linkOf(destination);
  const bool fixedLink = beginsGlobal(detail.phaseA) && detail.phase == Phase::open;
  const std::uint32_t trunk =
      fixedLink ? root.trunk : trunkOf({0, Phase::a, detail.phaseA, root.trunk, 0}, destination);
  const DragonflyWiring::Hop hop =
      root.root >= wiring_.routers()
          ? wiring_.towardsGroup(here, root.root - wiring_.routers(), trunk, link)
          : wiring_.towards(here, wiring_.placeOf(root.root), trunk, link);
  const DragonflySlots::Step& step =
      hop.global ? slots_.global(detail.taken) : slots_.local(detail.taken);
  return {hop.port, step.vcs, pack({step.taken, Phase::a, detail.phaseA, detail.trunk, root.root})};
}

RouteChoice DragonflyPaths::step(RouterId router, RouteState state, bool openGoesByRoot) const {
  const RouterId targetRouter = wiring_.routerOf(state.destination);
  const Detail detail = unpack(state.detail);
  const Place here = wiring_.placeOf(router);
  const Place target = wiring_.placeOf(targetRouter);
  const bool towardsRoot =
      detail.phase == Phase::a || (detail.phase == Phase::open && openGoesByRoot);
  if (router == targetRouter) {
    if (!towardsRoot || policy_.ejectInPassing) return eject(state);
    if (arrived(router, here, rootOf(here, target, detail).root)) return eject(state);
  }
  if (towardsRoot) return rootStep(router, here, target, state.destination, detail);
  return minimalStep(here, target, state.destination, detail);
}

PathComparison DragonflyPaths::compare(RouterId router, RouteState state) const {
  const auto stepOf = [](const RouteChoice& choice) {
    return PathComparison::Step{choice.port, static_cast<std::uint16_t>(choice.vcs),
                                choice.nextDetail};
  };
  PathComparison paths;
  const Detail detail = unpack(state.detail);
  const RouterId targetRouter = wiring_.routerOf(state.destination);
  if (detail.phase != Phase::open || router == targetRouter) {
    paths.minimal = paths.other = stepOf(step(router, state, false));
    return paths;
  }
  const Place here = wiring_.placeOf(router);
  const Place target = wiring_.placeOf(targetRouter);
  paths.minimal = stepOf(minimalStep(here, target, state.destination, detail));
  paths.other = stepOf(rootStep(router, here, target, state.destination, detail));
  if (paths.other == paths.minimal) return paths;
  const std::uint32_t trunk = trunkOf(detail, state.destination);
  paths.minimalHops = minimalHops(here, target, trunk);
  paths.otherHops = rootHops(here, target, detail, state.destination);
  if (here.group != target.group) {
    const DragonflyWiring::Gateway& link = wiring_.gateway(here.group, target.group, trunk);
    paths.owner = wiring_.routerAt(here.group, link.position);
    paths.link = static_cast<PortIndex>(link.port + wiring_.linkOf(state.destination));
  }
  return paths;
}

unsigned DragonflyPaths::minimalHops(Place from, Place to, std::uint32_t trunk) const {
  return policy_.hopCounts == HopCounts::real ? wiring_.hops(from, to, trunk)
                                              : consecutiveHops(from, to);
}

unsigned DragonflyPaths::rootHops(Place from, Place to, const Detail& detail,
                                  TerminalId destination) const {
  const Pool pool = poolFor(from, to, detail.phaseA);
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
std::uint32_t DragonflyPaths::consecutiveOwner(std::uint32_t from, std::uint32_t to) const {
  return (to > from ? to - 1 : to) / globalsPerRouter_;
}

unsigned DragonflyPaths::consecutiveHops(Place from, Place to) const {
  if (from.group == to.group) return from.position != to.position;
  return 1u + (consecutiveOwner(from.group, to.group) != from.position) +
         (consecutiveOwner(to.group, from.group) != to.position);
}

// By way of a root drawn from whole groups, a path is that from the source to the root and that
// from the root on. Over all roots the first sums up to the same from every router, but for those
// in the destination's group, which count by whether the source has the link to it; and the second
// to every router, but for roots in the source's group, which count by whether the destination has
// the link. Other roots depend on the links of the source itself.
std::uint32_t DragonflyPaths::sourceClass(TerminalId source, TerminalId destination) const {
  enum : std::uint32_t { kSameRouter, kSameGroup, kElsewhere, kByItself = kElsewhere + 4 };
  const RouterId router = wiring_.routerOf(source);
  if (std::any_of(policy_.levels.begin(), policy_.levels.end(),
                  [](PhaseA phaseA) { return phaseA != PhaseA::lgl; }))
    return kByItself + router;
  if (router == wiring_.routerOf(destination)) return kSameRouter;
  const Place from = wiring_.placeOf(router);
  const Place to = wiring_.placeOf(wiring_.routerOf(destination));
  if (from.group == to.group) return kSameGroup;
  const auto& link = wiring_.gateway(from.group, to.group, 0);
  return kElsewhere + (link.position == from.position ? 1U : 0U) +
         (link.landing == to.position ? 2U : 0U);
}

std::uint32_t DragonflyPaths::routingClass(TerminalId terminal) const {
  const std::uint32_t link = wiring_.linkOf(terminal);
  return policy_.randomTrunk ? link : terminal % wiring_.mostTrunks() * wiring_.links() + link;
}

std::uint32_t DragonflyPaths::firstLegClass(TerminalId destination) const {
  return wiring_.groupOf(wiring_.routerOf(destination)) * wiring_.mostTrunks() * wiring_.links() +
         routingClass(destination);
}

}  // namespace hopscope::routings
