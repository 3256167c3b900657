// SPDX-License-Identifier: GPL-3.0-or-later
// Opportunistic local misrouting on a Dragonfly: minimal, and where the minimal output is found
// congested, at its source over another of the router's global links, behind a local hop over those
// of another router of the group, and once in each group by another local hop. Minimal and global
// hops take increasing slots of virtual channels, L0 G0 L1 G1 L2. The local detours, which would
// need more, take the channel of the local hop before: only where the next buffer has room for the
// whole packet, which so never waits for them, and finds an increasing slot behind each.
#include <bit>
#include <memory>

#include "engine/core/declare.h"
#include "engine/routing/contention_counters.h"
#include "engine/routing/dragonfly_slots.h"
#include "engine/routing/dragonfly_wiring.h"
#include "engine/routing/entries.h"
#include "engine/routing/router_view.h"
#include "engine/topology/structure.h"

namespace hopscope::routings {
namespace {

constexpr VcCounts kOlmChannels{3, 2};
constexpr const char* kOlmSlots = "L0 G0 L1 G1 L2";
/// Positions in that order, counted from 1: what has been taken.
constexpr DragonflySlots::Taken kL0 = 1, kL1 = 3;

/// RouteState::detail: the slot taken last, these flags, and the link between groups.
constexpr std::uint32_t kTaken = (1u << DragonflySlots::kBits) - 1;
constexpr std::uint32_t kLeftSource = 1u << DragonflySlots::kBits;  ///< the source's group
constexpr std::uint32_t kDetoured = kLeftSource << 1;   ///< by a local hop in the present group
constexpr std::uint32_t kMustLeave = kLeftSource << 2;  ///< by any global link of this router
constexpr std::uint32_t kMisrouted = kLeftSource << 3;  ///< took a non-minimal path
constexpr unsigned kOlmTrunkShift = DragonflySlots::kBits + 4;

/// What makes an output count as congested.
enum class Trigger : std::uint8_t {
  credits,  ///< it cannot take the packet now
  base,     ///< packets that want it
  ectn,     ///< and those in the group that want the same group
};

struct OlmRules {
  Trigger trigger = Trigger::base;
  std::uint32_t threshold = 3;       ///< packets
  std::uint32_t groupThreshold = 4;  ///< packets
  double share = 0.45;               ///< of the minimal output's occupancy, at the most
  Cycle interval = 100;
};

class Olm final : public RoutingAlgorithm, private MinimalOutputs {
 public:
  Olm(const Topology& topology, const OlmRules& rules)
      : wiring_(topology), slots_(*DragonflySlots::read(kOlmSlots, kOlmChannels)), rules_(rules) {}

  void starts(TerminalId, TerminalId destination, std::vector<RouteState>& out) const override {
    for (std::uint32_t trunk = 0; trunk < wiring_.mostTrunks(); ++trunk)
      out.push_back({destination, trunk << kOlmTrunkShift});
  }

  RouteState start(TerminalId, TerminalId destination, Rng& rng) const override {
    const std::uint32_t trunks = wiring_.mostTrunks();
    return {destination, (trunks > 1 ? rng.below(trunks) : 0) << kOlmTrunkShift};
  }

  RouteChoice route(RouterId router, PortIndex, RouteState state) const override {
    const Standing at = standing(router, state);
    return (state.detail & kMustLeave) != 0 ? byLink(at, state, 0) : minimally(at, state);
  }

  void candidates(RouterId router, PortIndex, RouteState state,
                  std::vector<RouteChoice>& out) const override {
    const Standing at = standing(router, state);
    if ((state.detail & kMustLeave) != 0) {
      for (std::size_t i = 0; i < linksOf(at); ++i) out.push_back(byLink(at, state, i));
      return;
    }
    const RouteChoice minimal = minimally(at, state);
    out.push_back(minimal);
    switch (const Detour detour = detourOf(at, state)) {
      case Detour::none:
        break;
      case Detour::global:
        for (std::size_t i = 0; i < linksOf(at); ++i)
          if (const RouteChoice other = byLink(at, state, i); other.port != minimal.port)
            out.push_back(other);
        break;
      case Detour::local:
      case Detour::localThenGlobal:
        for (std::uint32_t i = 0; i + 1 < wiring_.size(); ++i)
          if (const RouteChoice other = byNeighbour(at, state, detour, i);
              other.port != kNoPort && other.port != minimal.port)
            out.push_back(other);
        break;
    }
  }

  void outputs(RouterId router, PortIndex, RouteState state,
               std::vector<PortIndex>& out) const override {
    const Standing at = standing(router, state);
    const bool mustLeave = (state.detail & kMustLeave) != 0;
    const Detour detour = mustLeave ? Detour::global : detourOf(at, state);
    if (!mustLeave) out.push_back(minimalPort(at, state));
    const std::uint32_t parallel = wiring_.linkOf(state.destination);
    if (detour == Detour::global)
      for (std::size_t i = 0; i < linksOf(at); ++i)
        out.push_back(linkAt(at.here, i, parallel).port);
    if (detour == Detour::local || detour == Detour::localThenGlobal)
      for (std::uint32_t i = 0; i + 1 < wiring_.size(); ++i)
        if (const std::uint32_t other = neighbour(at, i); reaches(at, detour, other))
          out.push_back(wiring_.localPort(at.here.group, at.here.position, other, parallel));
  }

  Decides decides() const override { return Decides::everyHop; }

  RouteChoice choose(const RouterView& view, RouterId router, PortIndex, RouteState state,
                     Rng& rng) const override {
    const Standing at = standing(router, state);
    const auto anyLink = [&] {
      return byLink(at, state, rng.below(static_cast<std::uint32_t>(linksOf(at))));
    };
    if ((state.detail & kMustLeave) != 0) return anyLink();
    const RouteChoice minimal = minimally(at, state);
    const Detour detour = detourOf(at, state);
    if (detour == Detour::none || !isCongested(view, router, state, minimal)) return minimal;
    const RouteChoice other = detour == Detour::global
                                  ? anyLink()
                                  : byNeighbour(at, state, detour, rng.below(wiring_.size() - 1));
    const bool possible = other.port != kNoPort && other.port != minimal.port &&
                          canTakeNow(view, router, other) && isBetter(view, router, other, minimal);
    return possible ? other : minimal;
  }

  std::unique_ptr<RouterMemory> makeMemory(const MemoryPlan& plan) const override {
    if (rules_.trigger == Trigger::credits) return nullptr;
    return std::make_unique<ContentionCounters>(
        static_cast<const MinimalOutputs&>(*this), wiring_, plan,
        ContentionCounters::Plan{rules_.trigger == Trigger::ectn, rules_.interval,
                                 static_cast<VcIndex>(kOlmChannels.local)});
  }

  PathKind pathKind(RouteState state) const override {
    return (state.detail & kMisrouted) != 0 ? PathKind::other : PathKind::minimal;
  }

  std::uint32_t routingClass(TerminalId terminal) const override {
    return wiring_.linkOf(terminal);
  }

 private:
  enum class Detour { none, global, local, localThenGlobal };

  using Place = DragonflyWiring::Place;

  /// Where a packet is, and where its minimal path goes on.
  struct Standing {
    Place here{}, there{};
    bool arrived = false;         ///< at the router of its destination
    DragonflyWiring::Hop next{};  ///< where it has not
  };

  static DragonflySlots::Taken taken(RouteState state) { return state.detail & kTaken; }

  Standing standing(RouterId router, RouteState state) const {
    const RouterId target = wiring_.routerOf(state.destination);
    Standing at{wiring_.placeOf(router), wiring_.placeOf(target), router == target};
    if (!at.arrived) at.next = towards(at.here, at.there, state);
    return at;
  }

  /// Where a packet may leave the minimal path here, at the most.
  Detour detourOf(const Standing& at, RouteState state) const {
    if (at.arrived) return Detour::none;
    const bool inSource = (state.detail & kLeftSource) == 0;
    if (inSource && at.here.group != at.there.group) {
      if (taken(state) == 0) return linksOf(at) > 0 ? Detour::global : Detour::none;
      return (state.detail & kDetoured) == 0 ? Detour::localThenGlobal : Detour::none;
    }
    return !at.next.global && (state.detail & kDetoured) == 0 && wiring_.size() > 2 ? Detour::local
                                                                                    : Detour::none;
  }

  DragonflyWiring::Hop towards(Place here, Place there, RouteState state) const {
    const std::uint32_t trunks = wiring_.mostTrunks();
    const std::uint32_t trunk = trunks == 1 ? 0 : (state.detail >> kOlmTrunkShift) % trunks;
    return wiring_.towards(here, there, trunk, wiring_.linkOf(state.destination));
  }

  PortIndex minimalPort(const Standing& at, RouteState state) const {
    return at.arrived ? wiring_.portOf(state.destination) : at.next.port;
  }

  RouteChoice minimally(const Standing& at, RouteState state) const {
    if (at.arrived) return {wiring_.portOf(state.destination), 1, state.detail};
    if (at.next.global) return leaving(at.next.port, state, 0);
    const DragonflySlots::Step& step = slots_.local(taken(state));
    return {at.next.port, step.vcs, (state.detail & ~kTaken) | step.taken};
  }

  /// Over a global link; `flags` to be set.
  RouteChoice leaving(PortIndex port, RouteState state, std::uint32_t flags) const {
    const DragonflySlots::Step& step = slots_.global(taken(state));
    const std::uint32_t kept = state.detail & ~(kTaken | kDetoured | kMustLeave);
    return {port, step.vcs, kept | kLeftSource | flags | step.taken};
  }

  std::size_t linksOf(const Standing& at) const { return wiring_.ownLinks(at.here).size(); }

  /// A router's global link of that number.
  DragonflyWiring::Hop linkAt(Place here, std::size_t number, std::uint32_t parallel) const {
    const DragonflyWiring::OwnLink& link = wiring_.ownLinks(here)[number];
    return wiring_.towardsGroup(here, wiring_.groupAt(here.group, link.offset), link.trunk,
                                parallel);
  }
  /// The position of another router of the group.
  static std::uint32_t neighbour(const Standing& at, std::uint32_t number) {
    return number + (number >= at.here.position ? 1 : 0);
  }
  /// Whether a packet that takes a local hop there can go on from there.
  bool reaches(const Standing& at, Detour detour, std::uint32_t position) const {
    return detour != Detour::localThenGlobal ||
           !wiring_.ownLinks({at.here.group, position}).empty();
  }

  RouteChoice byLink(const Standing& at, RouteState state, std::size_t number) const {
    const auto hop = linkAt(at.here, number, wiring_.linkOf(state.destination));
    return leaving(hop.port, state, kMisrouted);
  }

  /// To another router of the group; no port where it could not go on from there.
  RouteChoice byNeighbour(const Standing& at, RouteState state, Detour detour,
                          std::uint32_t number) const {
    const std::uint32_t position = neighbour(at, number);
    const bool mustLeave = detour == Detour::localThenGlobal;
    RouteChoice choice;
    if (!reaches(at, detour, position)) return choice;
    choice.port = wiring_.localPort(at.here.group, at.here.position, position,
                                    wiring_.linkOf(state.destination));
    // At its source a packet has taken none yet, and may wait for the first.
    choice.opportunistic = taken(state) != 0;
    const DragonflySlots::Taken slot = taken(state) < kL1 ? kL0 : kL1;
    choice.vcs = slots_.local(slot - 1).vcs;
    choice.nextDetail =
        (state.detail & ~kTaken) | slot | kDetoured | kMisrouted | (mustLeave ? kMustLeave : 0);
    return choice;
  }

  PortIndex minimalOutput(RouterId router, TerminalId destination,
                          std::uint32_t detail) const override {
    const RouteState state{destination, detail};
    return minimalPort(standing(router, state), state);
  }

  static bool canTakeNow(const RouterView& view, RouterId router, const RouteChoice& step) {
    return view.idle(router, step.port) && (view.free(router, step.port) & step.vcs) != 0;
  }

  /// Nullptr where nothing counts, in a network that only is imagined.
  static const ContentionCounters* counters(const RouterView& view) {
    return static_cast<const ContentionCounters*>(view.memory());
  }

  bool isCongested(const RouterView& view, RouterId router, RouteState state,
                   const RouteChoice& minimal) const {
    if (rules_.trigger == Trigger::credits) return !canTakeNow(view, router, minimal);
    const ContentionCounters* known = counters(view);
    if (known == nullptr) return false;
    if (known->waiting(router, minimal.port) >= rules_.threshold) return true;
    if (rules_.trigger == Trigger::base || taken(state) != 0) return false;
    const std::uint32_t group = wiring_.groupOf(wiring_.routerOf(state.destination));
    return group != wiring_.groupOf(router) &&
           known->waitingInGroup(router, group, view.now()) >= rules_.groupThreshold;
  }

  bool isBetter(const RouterView& view, RouterId router, const RouteChoice& other,
                const RouteChoice& minimal) const {
    if (rules_.trigger == Trigger::credits)
      return filled(view, router, other) <= rules_.share * filled(view, router, minimal);
    return counters(view)->waiting(router, other.port) < rules_.threshold;
  }

  /// How full the virtual channel of a step is.
  static double filled(const RouterView& view, RouterId router, const RouteChoice& step) {
    const auto vc = static_cast<VcIndex>(std::countr_zero(step.vcs));
    return static_cast<double>(view.occupancy(router, step.port, vc)) /
           view.capacity(router, step.port);
  }

  DragonflyWiring wiring_;
  DragonflySlots slots_;
  OlmRules rules_;
};

Parameter number(const char* name, const char* label, Value fallback, double most, const char* unit,
                 const char* help) {
  const bool real = std::holds_alternative<double>(fallback);
  return declare::number(real ? ParameterType::real : ParameterType::integer, name, label,
                         std::move(fallback), real ? 0 : 1, most, unit, help);
}

std::vector<Parameter> olmParameters() {
  return {
      declare::choice("trigger", "Trigger", "base",
                      {{"credits", "Credits: no room at the minimal output"},
                       {"base", "Contention: packets that want it"},
                       {"ectn", "Contention, told in the group (ECtN)"}},
                      "What lets a packet leave its minimal path."),
      number("threshold", "Contention threshold", std::int64_t{3}, 1000, "packets",
             "By contention: so many packets at the heads of a router's queues want an output "
             "that counts as congested."),
      number("group_threshold", "Group threshold", std::int64_t{4}, 100'000, "packets",
             "With ectn, also where so many in the whole group want the same group."),
      number("told_every", "Told every", std::int64_t{100}, 100'000, "cycles",
             "With ectn, how often routers tell their group what packets want."),
      number("occupancy_share", "Occupancy share", 0.45, 1, "",
             "By credits: another output may be filled up to this share of what the minimal one "
             "is.")};
}

OlmRules olmRulesOf(const Values& values) {
  OlmRules rules;
  const std::string& trigger = textAt(values, "trigger");
  rules.trigger = trigger == "credits" ? Trigger::credits
                  : trigger == "base"  ? Trigger::base
                                       : Trigger::ectn;
  rules.threshold = static_cast<std::uint32_t>(integerAt(values, "threshold"));
  rules.groupThreshold = static_cast<std::uint32_t>(integerAt(values, "group_threshold"));
  rules.interval = integerAt(values, "told_every");
  rules.share = realAt(values, "occupancy_share");
  return rules;
}

}  // namespace

RoutingEntry olm() {
  RoutingEntry entry;
  entry.name = "olm";
  entry.label = "Opportunistic local misrouting (OLM)";
  entry.help =
      "Minimal until an output is congested; then over another global link at the source, and once "
      "in each group by another local hop, with three local and two global virtual channels.";
  entry.source =
      "García, Vallejo, Beivide, Odriozola & Valero, ICPP 2013; contention counters: García et "
      "al., "
      "IPDPS 2015";
  entry.parameters = olmParameters();
  entry.wholePackets = true;
  entry.check = [](const Topology& topology, const VcCounts& vcs, const Values&) -> Issues {
    const Sentence name = sentence("Opportunistic local misrouting");
    if (!structureOf(topology).dragonfly)
      return {wrongNetwork(name, sentence("a Dragonfly"), topology)};
    return tooFewVirtualChannels(name, kOlmChannels, vcs);
  };
  entry.make = [](const Topology& topology, const VcCounts&, const Values& values) {
    return std::make_unique<Olm>(topology, olmRulesOf(values));
  };
  entry.virtualChannels = [](const Topology&, const Values&) { return kOlmChannels; };
  return entry;
}

}  // namespace hopscope::routings
