// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/routing/dragonfly_minimal.h"

namespace hopscope::routings {
namespace {

constexpr unsigned kTrunkShift = DragonflySlots::kBits;
constexpr std::uint32_t kTakenMask = (1u << kTrunkShift) - 1;

}  // namespace

DragonflyMinimal::DragonflyMinimal(const Topology& topology, const DragonflySlots& slots,
                                   bool randomTrunk)
    : wiring_(topology), slots_(slots), randomTrunk_(randomTrunk && wiring_.mostTrunks() > 1) {}

std::uint32_t DragonflyMinimal::trunksBetween(TerminalId source, TerminalId destination) const {
  const std::uint32_t from = wiring_.groupOf(wiring_.routerOf(source));
  const std::uint32_t to = wiring_.groupOf(wiring_.routerOf(destination));
  return from == to ? 1 : wiring_.trunks(from, to);
}

void DragonflyMinimal::starts(TerminalId source, TerminalId destination,
                              std::vector<RouteState>& out) const {
  const std::uint32_t trunks = randomTrunk_ ? trunksBetween(source, destination) : 1;
  for (std::uint32_t t = 0; t < trunks; ++t) out.push_back({destination, t << kTrunkShift});
}

RouteState DragonflyMinimal::start(TerminalId source, TerminalId destination, Rng& rng) const {
  if (!randomTrunk_) return {destination, 0};
  const std::uint32_t trunks = trunksBetween(source, destination);
  return {destination, (trunks > 1 ? rng.below(trunks) : 0) << kTrunkShift};
}

RouteChoice DragonflyMinimal::route(RouterId router, PortIndex /*input*/, RouteState state) const {
  const RouterId target = wiring_.routerOf(state.destination);
  if (router == target) return {wiring_.portOf(state.destination), 1, state.detail};
  const std::uint32_t trunk = randomTrunk_               ? state.detail >> kTrunkShift
                              : wiring_.mostTrunks() > 1 ? state.destination % wiring_.mostTrunks()
                                                         : 0;
  const DragonflyWiring::Hop hop = wiring_.towards(wiring_.placeOf(router), wiring_.placeOf(target),
                                                   trunk, wiring_.linkOf(state.destination));
  const DragonflySlots::Taken taken = state.detail & kTakenMask;
  const DragonflySlots::Step& step = hop.global ? slots_.global(taken) : slots_.local(taken);
  return {hop.port, step.vcs, (state.detail & ~kTakenMask) | step.taken};
}

std::uint32_t DragonflyMinimal::routingClass(TerminalId terminal) const {
  const std::uint32_t link = wiring_.linkOf(terminal);
  return randomTrunk_ ? link : terminal % wiring_.mostTrunks() * wiring_.links() + link;
}

}  // namespace hopscope::routings
