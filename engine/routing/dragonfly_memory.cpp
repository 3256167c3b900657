// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/routing/dragonfly_memory.h"

#include "engine/topology/structure.h"

namespace hopscope::routings {

DragonflyMemory::DragonflyMemory(const MemoryPlan& plan, const DragonflyPolicy& policy,
                                 const DragonflyPaths& paths)
    : paths_(paths),
      firstRouter_(plan.firstRouter),
      terminalsEach_(plan.topology.terminalCount() / plan.topology.routerCount()) {
  const std::uint32_t routers = plan.lastRouter - plan.firstRouter;
  if (policy.broadcasts()) board_.emplace(plan, policy.broadcast);
  if (policy.escalates() && !policy.level.perPacket)
    levels_.emplace(plan.firstRouter, routers, static_cast<unsigned>(policy.levels.size()),
                    policy.level);
  if (policy.counts())
    counters_.emplace(plan.firstRouter, routers, paths.wiring().groups(),
                      structureOf(plan.topology).dragonfly.value().globals, policy.counters.window,
                      policy.counters.storedWeight);
  if (policy.compares()) compared_.resize(std::size_t{routers} * terminalsEach_);
}

Hears DragonflyMemory::hears() const {
  Hears hears;
  if (board_) hears.queues = board_->watched();
  hears.entries = hears.grants = counters_.has_value();
  hears.refusals = levels_.has_value();
  return hears;
}

void DragonflyMemory::queueChanged(RouterId router, PortIndex /*output*/) {
  board_->queueChanged(router);
}

void DragonflyMemory::settle(Cycle now, const RouterView& view) {
  board_->settle(now, [&view](RouterId router, const PortIndex* ports, std::size_t count,
                              double* out) { view.meanOccupancies(router, ports, count, out); });
}

std::uint32_t DragonflyMemory::offsetTo(const SourceHead& packet) const {
  const DragonflyWiring& wiring = paths_.wiring();
  return wiring.offset(wiring.groupOf(packet.router),
                       wiring.groupOf(wiring.routerOf(packet.destination)));
}

void DragonflyMemory::entered(Cycle /*now*/, const SourceHead& packet) {
  counters_->entered(packet.router, offsetTo(packet));
}

void DragonflyMemory::refused(Cycle now, const SourceHead& head, std::uint32_t wanted) {
  if (!isMinimal(paths_.kindOf(wanted))) levels_->count(head.router, now);
}

void DragonflyMemory::granted(Cycle now, const SourceHead& head, std::uint32_t /*taken*/) {
  counters_->left(head.router, offsetTo(head), now);
}

double DragonflyMemory::learnt(Cycle now, RouterId router, PortIndex /*port*/) {
  return levels_->at(router, now).level;
}

void DragonflyMemory::describe(Cycle now, RouterId router, std::vector<LearntFact>& out) {
  using What = LearntFact::What;
  if (levels_) {
    const AcorLevels::State& state = levels_->at(router, now);
    out.push_back({What::level, kNone, static_cast<double>(state.level)});
    out.push_back({What::attemptsInVain, kNone, static_cast<double>(state.count)});
    out.push_back({What::intervalEnd, kNone, static_cast<double>(state.intervalEnd)});
  }
  if (counters_) {
    const GroupCounters::Reading reading = counters_->at(router, now);
    for (std::uint32_t offset = 1; offset < paths_.wiring().groups(); ++offset)
      out.push_back({What::groupCounter, offset, reading.towards(offset)});
  }
  if (board_)
    board_->forEachOwn(router, [&](PortIndex port, bool congested) {
      out.push_back({What::congestedGlobal, port, congested ? 1.0 : 0.0});
    });
}

void DragonflyMemory::leaveRoom() {
  if (board_) board_->leaveRoom();
  if (counters_) counters_->leaveRoom();
}

const PathComparison& DragonflyMemory::compare(RouterId router, PortIndex input, RouteState state) {
  // The ports of a router's terminals come first.
  Compared& known = compared_[std::size_t{router - firstRouter_} * terminalsEach_ + input];
  if (known.state != state) known = {state, paths_.compare(router, state)};
  return known.paths;
}

}  // namespace hopscope::routings
