// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/cache_warm_up.h"

#include <algorithm>

namespace hopscope {
namespace {

/// Pairs of terminals that are walked one by one.
constexpr std::uint64_t kMostWarmedPairs = std::uint64_t{1} << 20;
/// Terminals up to which all destinations are walked: 200 million lookups, of some ten seconds.
constexpr std::uint32_t kMostDestinations = 10'000;

}  // namespace

std::uint64_t warmUpRounds(std::uint32_t terminals) {
  if (terminals <= kMostDestinations) return terminals;
  return std::clamp<std::uint64_t>(kMostWarmedPairs / std::max(1u, terminals), 1, terminals);
}

CacheWarmUp::CacheWarmUp(const Topology& topology, const RoutingAlgorithm& routing)
    : topology_(topology), routing_(routing) {}

void CacheWarmUp::walk(const Visit& visit) {
  const std::uint64_t terminals = topology_.terminalCount();
  const std::uint64_t rounds = warmUpRounds(topology_.terminalCount());
  if (rounds < terminals || terminals * terminals <= kMostWarmedPairs)
    byPairs(rounds, visit);
  else
    byDestinations(visit);
}

template <typename Step>
void CacheWarmUp::follow(TerminalId source, TerminalId destination, const Step& step) {
  const Topology& t = topology_;
  starts_.clear();
  routing_.starts(source, destination, starts_);
  RouteState state = starts_.front();
  RouterId router = t.terminals[source].router;
  PortIndex input = t.terminals[source].port;
  while (step(router, input, state)) {
    const RouteChoice choice = routing_.route(router, input, state);
    const LinkEnd& peer = t.port(router, choice.port).peer;
    if (peer.isTerminal) break;
    router = peer.node;
    input = peer.port;
    state.detail = choice.nextDetail;
  }
}

void CacheWarmUp::byPairs(std::uint64_t rounds, const Visit& visit) {
  const std::uint32_t terminals = topology_.terminalCount();
  for (std::uint64_t round = 0; round < rounds; ++round)
    for (TerminalId source = 0; source < terminals; ++source) {
      // Rounds that are left out are not the same for all sources.
      const std::uint64_t shift = rounds == terminals ? 0 : source % terminals;
      const auto ahead = static_cast<std::uint32_t>((round * terminals + shift) / rounds);
      follow(source, (source + ahead) % terminals,
             [&](RouterId router, PortIndex input, const RouteState& state) {
               visit(router, input, state);
               return true;
             });
    }
}

void CacheWarmUp::byDestinations(const Visit& visit) {
  const Topology& t = topology_;
  const std::uint32_t terminals = t.terminalCount();
  // The destination that a port sees first: a terminal's itself, as in the first round.
  std::vector<TerminalId> first(t.ports.size());
  for (RouterId r = 0; r < t.routerCount(); ++r)
    for (PortIndex p = 0; p < t.radix(r); ++p) {
      const LinkEnd& peer = t.port(r, p).peer;
      const auto spread = static_cast<TerminalId>(std::uint64_t{r} * terminals / t.routerCount());
      first[t.firstPort[r] + p] = peer.isTerminal ? peer.node : spread;
    }
  // From its first destination on, then round to it.
  for (const bool before : {false, true}) {
    seen_.assign(t.ports.size(), {});
    for (TerminalId destination = 0; destination < terminals; ++destination) {
      further_.clear();
      for (TerminalId source = 0; source < terminals; ++source)
        follow(source, destination, [&](RouterId router, PortIndex input, const RouteState& state) {
          const PortId port = t.firstPort[router] + input;
          Seen& seen = seen_[port];
          if (seen.destination == destination)
            return seen.detail != state.detail &&
                   further_.insert(std::uint64_t{port} << 32 | state.detail).second;
          seen = {destination, state.detail};
          if ((destination < first[port]) == before) visit(router, input, state);
          return true;
        });
    }
  }
}

}  // namespace hopscope
