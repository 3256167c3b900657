// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/routing/dragonfly_nonminimal.h"

#include <algorithm>
#include <cstdlib>

#include "engine/routing/dragonfly_memory.h"
#include "engine/routing/router_view.h"
#include "engine/topology/structure.h"

namespace hopscope::routings {
namespace {

/// nullptr before the first run, and where a test looks.
DragonflyMemory* memoryOf(const RouterView& view) {
  return static_cast<DragonflyMemory*>(view.memory());
}

}  // namespace

DragonflyNonminimal::DragonflyNonminimal(const Topology& topology, const DragonflySlots& slots,
                                         const DragonflyPolicy& policy)
    : paths_(topology, slots, policy),
      policy_(policy),
      legsApart_(!policy.compares() && !policy.recompute && !policy.escalates() &&
                 !policy.ejectInPassing && policy.levels.size() == 1 &&
                 policy.levels.front() == PhaseA::lgl),
      globals_(structureOf(topology).dragonfly.value().globals) {}

void DragonflyNonminimal::starts(TerminalId source, TerminalId destination,
                                 std::vector<RouteState>& out) const {
  paths_.starts(source, destination, out);
}

double DragonflyNonminimal::likelihood(TerminalId source, TerminalId destination,
                                       RouteState state) const {
  return paths_.likelihood(source, destination, state);
}

RouteState DragonflyNonminimal::start(TerminalId source, TerminalId destination, Rng& rng) const {
  return {destination,
          paths_.draw(paths_.wiring().routerOf(source), destination, policy_.levels.front(), rng)};
}

RouteChoice DragonflyNonminimal::route(RouterId router, PortIndex /*input*/,
                                       RouteState state) const {
  return paths_.step(router, state, !policy_.compares());
}

void DragonflyNonminimal::candidates(RouterId router, PortIndex input, RouteState state,
                                     std::vector<RouteChoice>& out) const {
  out.push_back(route(router, input, state));
  if (!policy_.compares()) return;
  const PathComparison::Step& other = paths_.compare(router, state).other;
  const RouteChoice choice{other.port, other.vcs, other.nextDetail};
  if (choice != out.back()) out.push_back(choice);
}

Decides DragonflyNonminimal::decides() const {
  return policy_.compares() || policy_.recompute ? Decides::atSource : Decides::never;
}

RouteChoice DragonflyNonminimal::choose(const RouterView& view, RouterId router, PortIndex input,
                                        RouteState state, Rng& /*rng*/) const {
  if (!policy_.compares()) return route(router, input, state);
  DragonflyMemory* const memory = memoryOf(view);
  const double threshold = policy_.counts()
                               ? byRegion(memory, view.now(), router, state.destination)
                               : policy_.threshold;
  const auto wanted = [&](const PathComparison& paths) {
    const PathComparison::Step& step =
        paths.wanted(view, router, threshold, [&](RouterId owner, PortIndex link) {
          return memory != nullptr && memory->congested(router, owner, link);
        });
    return RouteChoice{step.port, step.vcs, step.nextDetail};
  };
  return memory != nullptr ? wanted(memory->compare(router, input, state))
                           : wanted(paths_.compare(router, state));
}

RouteState DragonflyNonminimal::redraw(const RouterView& view, const SourceAttempt& attempt,
                                       Rng& rng) const {
  const RouteState& state = attempt.state;
  if (paths_.wiring().routerOf(state.destination) == attempt.router) return state;
  const PhaseA phaseA = policyFor(memoryOf(view), view.now(), attempt);
  // The first attempt goes by what was drawn before, unless by another policy.
  if (attempt.refusals == 0 && phaseA == paths_.policyOf(state.detail)) return state;
  return {state.destination, paths_.draw(attempt.router, state.destination, phaseA, rng)};
}

PhaseA DragonflyNonminimal::policyFor(DragonflyMemory* memory, Cycle now,
                                      const SourceAttempt& attempt) const {
  if (policy_.levels.size() == 1) return policy_.levels.front();
  if (policy_.escalates() && policy_.level.perPacket) return nextLevel(attempt);
  if (memory == nullptr) return policy_.levels.front();
  if (policy_.escalates()) return policy_.levels[memory->levels()->at(attempt.router, now).level];
  return byCounters(*memory, now, attempt);
}

/// Of a packet with a level of its own: one more after each attempt in vain, but for minimal ones.
PhaseA DragonflyNonminimal::nextLevel(const SourceAttempt& attempt) const {
  const auto& levels = policy_.levels;
  const PhaseA present = paths_.policyOf(attempt.state.detail);
  const auto at = std::find(levels.begin(), levels.end(), present);
  const bool rises = attempt.refusals > 0 && !isMinimal(paths_.kindOf(attempt.wanted));
  return rises && at + 1 < levels.end() ? *(at + 1) : *at;
}

/// LIAN (Benito 2020, section 6.2.3): a local hop at the end where the local links that the traffic
/// needs in its intermediate groups are crowded, one at the beginning where the groups next to this
/// router are busy.
PhaseA DragonflyNonminimal::byCounters(DragonflyMemory& memory, Cycle now,
                                       const SourceAttempt& attempt) const {
  const DragonflyWiring& wiring = paths_.wiring();
  const GroupCounters::Reading counters = memory.counters()->at(attempt.router, now);
  const DragonflyWiring::Place here = wiring.placeOf(attempt.router);
  const std::uint32_t target = wiring.groupOf(wiring.routerOf(attempt.state.destination));
  const std::uint32_t offset = wiring.offset(here.group, target);
  if (offset == 0) return policy_.levels.front();  // the root stays in the group
  const CounterRules& rules = policy_.counters;
  const auto groups = static_cast<std::int32_t>(wiring.groups());
  const auto h = static_cast<std::int32_t>(globals_);
  const bool behind = 2 * static_cast<std::int32_t>(offset) > groups;
  const std::int32_t distance =
      behind ? groups - static_cast<std::int32_t>(offset) : static_cast<std::int32_t>(offset);
  const std::int32_t links = distance / h, sign = behind ? -1 : 1;
  const auto crowded = [&](std::int32_t count) {
    return counters.crowding(sign * count) > rules.localThreshold;
  };
  const bool endsLocally =
      (links >= 1 && crowded(links)) || (distance % h > 0 && crowded(links + 1));
  const auto& own = wiring.ownLinks(here);
  const auto busy = std::count_if(own.begin(), own.end(), [&](const auto& link) {
    return counters.towards(link.offset) > rules.globalCounter;
  });
  const bool beginsLocally = static_cast<double>(busy) > rules.busyGroups;
  if (beginsLocally) return endsLocally ? PhaseA::lgl : PhaseA::lg;
  return endsLocally ? PhaseA::gl : PhaseA::g;
}

double DragonflyNonminimal::byRegion(DragonflyMemory* memory, Cycle now, RouterId router,
                                     TerminalId destination) const {
  const DragonflyWiring& wiring = paths_.wiring();
  const std::uint32_t offset =
      wiring.offset(wiring.groupOf(router), wiring.groupOf(wiring.routerOf(destination)));
  if (offset == 0 || memory == nullptr) return 0;
  const CounterRules& rules = policy_.counters;
  const double packets = memory->counters()->at(router, now).towards(offset);
  if (packets <= rules.benign) return rules.benignThreshold;
  return packets <= rules.adverse ? rules.mixedThreshold : rules.adverseThreshold;
}

std::unique_ptr<RouterMemory> DragonflyNonminimal::makeMemory(const MemoryPlan& plan) const {
  if (!policy_.compares() && !policy_.escalates()) return nullptr;
  return std::make_unique<DragonflyMemory>(plan, policy_, paths_);
}

PathKind DragonflyNonminimal::pathKind(RouteState state) const {
  return paths_.kindOf(state.detail);
}

std::uint32_t DragonflyNonminimal::routingClass(TerminalId terminal) const {
  return paths_.routingClass(terminal);
}

}  // namespace hopscope::routings
