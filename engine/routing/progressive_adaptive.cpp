// SPDX-License-Identifier: GPL-3.0-or-later
// Progressive adaptive routing on a Dragonfly: as UGAL-L a packet compares, at its source, queue
// times hops of the minimal path and of one by another group (Valiant of the first papers, lg-);
// and where it began minimally with a local hop, once more at the router that owns the global link,
// whose queue is seen there. That takes one local virtual channel more: L0 L1 G0 L2 G1 L3.
#include <bit>

#include "engine/routing/dragonfly_slots.h"
#include "engine/routing/dragonfly_wiring.h"
#include "engine/routing/entries.h"
#include "engine/routing/router_view.h"
#include "engine/topology/structure.h"

namespace hopscope::routings {
namespace {

constexpr VcCounts kParChannels{4, 2};
constexpr const char* kParSlots = "L0 L1 G0 L2 G1 L3";

/// RouteState::detail: the slots taken, a phase, the link between groups, the group drawn.
constexpr unsigned kParPhaseShift = DragonflySlots::kBits;
constexpr unsigned kParTrunkShift = kParPhaseShift + 2;

class Par final : public RoutingAlgorithm {
 public:
  Par(const Topology& topology, double threshold)
      : wiring_(topology),
        slots_(*DragonflySlots::read(kParSlots, kParChannels)),
        groupShift_(kParTrunkShift +
                    static_cast<unsigned>(std::bit_width(wiring_.mostTrunks() - 1))),
        threshold_(threshold) {}

  void starts(TerminalId source, TerminalId destination,
              std::vector<RouteState>& out) const override {
    const std::uint32_t from = groupOf(source);
    for (std::uint32_t trunk = 0; trunk < wiring_.mostTrunks(); ++trunk)
      for (std::uint32_t group = 0; group < wiring_.groups(); ++group)
        if (group != from) out.push_back({destination, pack({0, Phase::open, trunk, group})});
    // The only group there is.
    if (out.empty()) out.push_back({destination, 0});
  }

  RouteState start(TerminalId source, TerminalId destination, Rng& rng) const override {
    const std::uint32_t from = groupOf(source), trunks = wiring_.mostTrunks();
    if (wiring_.groups() == 1) return {destination, 0};
    const std::uint32_t trunk = trunks > 1 ? rng.below(trunks) : 0;
    const std::uint32_t other = rng.below(wiring_.groups() - 1);
    return {destination, pack({0, Phase::open, trunk, other + (other >= from ? 1 : 0)})};
  }

  RouteChoice route(RouterId router, PortIndex, RouteState state) const override {
    const RouterId target = wiring_.routerOf(state.destination);
    if (router == target) return {wiring_.portOf(state.destination), 1, state.detail};
    const Detail detail = unpack(state.detail);
    const Place here = wiring_.placeOf(router), there = wiring_.placeOf(target);
    if (detail.phase == Phase::away && here.group != detail.group)
      return nonminimalStep(here, state.destination, detail);
    return minimalStep(here, there, state.destination, detail);
  }

  void candidates(RouterId router, PortIndex input, RouteState state,
                  std::vector<RouteChoice>& out) const override {
    out.push_back(route(router, input, state));
    const Detail detail = unpack(state.detail);
    if (hasChoice(router, state.destination, detail))
      out.push_back(nonminimalStep(wiring_.placeOf(router), state.destination, detail));
  }

  Decides decides() const override { return Decides::everyHop; }

  RouteChoice choose(const RouterView& view, RouterId router, PortIndex input, RouteState state,
                     Rng&) const override {
    const RouteChoice minimal = route(router, input, state);
    const Detail detail = unpack(state.detail);
    if (!hasChoice(router, state.destination, detail)) return minimal;
    const Place here = wiring_.placeOf(router);
    const Place there = wiring_.placeOf(wiring_.routerOf(state.destination));
    const RouteChoice away = nonminimalStep(here, state.destination, detail);
    const Place landing{detail.group,
                        wiring_.gateway(here.group, detail.group, detail.trunk).landing};
    const unsigned around =
        wiring_.hops(here, landing, detail.trunk) + wiring_.hops(landing, there, detail.trunk);
    const double direct = queue(view, router, minimal) * wiring_.hops(here, there, detail.trunk);
    return direct > queue(view, router, away) * around + threshold_ ? away : minimal;
  }

  PathKind pathKind(RouteState state) const override {
    return unpack(state.detail).phase >= Phase::away ? PathKind::lg : PathKind::minimal;
  }
  RouterId intermediate(RouterId router, RouteState state) const override {
    const Detail detail = unpack(state.detail);
    if (detail.phase != Phase::away) return kNone;
    const std::uint32_t here = wiring_.groupOf(router);
    if (here == detail.group) return router;
    return wiring_.routerAt(detail.group,
                            wiring_.gateway(here, detail.group, detail.trunk).landing);
  }

  std::uint32_t routingClass(TerminalId terminal) const override {
    return wiring_.linkOf(terminal);
  }

 private:
  using Place = DragonflyWiring::Place;

  enum class Phase : std::uint32_t {
    open,     ///< may yet be decided
    minimal,  ///< goes minimally
    away,     ///< goes to the group drawn
    onward,   ///< from there
  };
  struct Detail {
    DragonflySlots::Taken taken = 0;
    Phase phase = Phase::open;
    std::uint32_t trunk = 0;
    std::uint32_t group = 0;
  };

  std::uint32_t pack(const Detail& detail) const {
    return detail.taken | static_cast<std::uint32_t>(detail.phase) << kParPhaseShift |
           detail.trunk << kParTrunkShift | detail.group << groupShift_;
  }
  Detail unpack(std::uint32_t packed) const {
    const auto field = [packed](unsigned from, unsigned end) {
      return packed >> from & ((1u << (end - from)) - 1);
    };
    return {field(0, kParPhaseShift), static_cast<Phase>(field(kParPhaseShift, kParTrunkShift)),
            field(kParTrunkShift, groupShift_), packed >> groupShift_};
  }

  std::uint32_t groupOf(TerminalId terminal) const {
    return wiring_.groupOf(wiring_.routerOf(terminal));
  }

  /// Packets within a group go minimally, and so does one that draws the group it goes to.
  bool hasChoice(RouterId router, TerminalId destination, const Detail& detail) const {
    const std::uint32_t to = groupOf(destination);
    return detail.phase == Phase::open && wiring_.groupOf(router) != to && detail.group != to;
  }

  RouteChoice stepOver(const DragonflyWiring::Hop& hop, const Detail& detail, Phase phase) const {
    const DragonflySlots::Step& step =
        hop.global ? slots_.global(detail.taken) : slots_.local(detail.taken);
    const bool drawn = phase == Phase::open || phase == Phase::away;
    return {hop.port, step.vcs, pack({step.taken, phase, detail.trunk, drawn ? detail.group : 0})};
  }

  RouteChoice minimalStep(Place here, Place there, TerminalId destination,
                          const Detail& detail) const {
    const DragonflyWiring::Hop hop =
        wiring_.towards(here, there, detail.trunk, wiring_.linkOf(destination));
    const bool again = detail.phase == Phase::open && here.group != there.group && !hop.global;
    if (again) return stepOver(hop, detail, Phase::open);
    return stepOver(hop, detail, detail.phase >= Phase::away ? Phase::onward : Phase::minimal);
  }

  RouteChoice nonminimalStep(Place here, TerminalId destination, const Detail& detail) const {
    return stepOver(
        wiring_.towardsGroup(here, detail.group, detail.trunk, wiring_.linkOf(destination)), detail,
        Phase::away);
  }

  static double queue(const RouterView& view, RouterId router, const RouteChoice& step) {
    return view.occupancy(router, step.port, static_cast<VcIndex>(std::countr_zero(step.vcs)));
  }

  DragonflyWiring wiring_;
  DragonflySlots slots_;
  unsigned groupShift_;
  double threshold_;
};

}  // namespace

RoutingEntry progressiveAdaptive() {
  RoutingEntry entry;
  entry.name = "par";
  entry.label = "Progressive adaptive (PAR)";
  entry.help =
      "UGAL-L whose packets, gone minimally to the router with the global link, decide once more "
      "there, where its queue is seen. It takes one more local virtual channel.";
  entry.source = "Jiang, Kim & Dally, ISCA 2009";
  Parameter threshold;
  threshold.name = "threshold";
  threshold.label = "Threshold T";
  threshold.type = ParameterType::real;
  threshold.fallback = std::int64_t{0};
  threshold.minimum = -1e6;
  threshold.maximum = 1e6;
  threshold.unit = "flits";
  threshold.help = "Minimal where queue times hops is at most that of the other path plus T.";
  entry.parameters = {threshold};
  entry.check = [](const Topology& topology, const VcCounts& vcs, const Values&) -> Issues {
    const Sentence name = sentence("Progressive adaptive routing");
    if (!structureOf(topology).dragonfly)
      return {wrongNetwork(name, sentence("a Dragonfly"), topology)};
    return tooFewVirtualChannels(name, kParChannels, vcs);
  };
  entry.make = [](const Topology& topology, const VcCounts&, const Values& values) {
    return std::make_unique<Par>(topology, realAt(values, "threshold"));
  };
  entry.virtualChannels = [](const Topology&, const Values&) { return kParChannels; };
  return entry;
}

}  // namespace hopscope::routings
