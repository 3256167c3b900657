// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/partition.h"

#include <algorithm>
#include <limits>

namespace hopscope {
namespace {

/// Below this many cycles at a time, changing from part to part costs more than it gains.
constexpr Cycle kLeastLookahead = 16;

Partition whole(const Topology& t) {
  return {{{0, t.routerCount(), 0, t.terminalCount()}},
          std::numeric_limits<Cycle>::max() / 2,
          std::vector<PartIndex>(t.routerCount(), 0)};
}

/// Do terminals and routers count upwards together, group by group?
bool inOrder(const Topology& t) {
  for (RouterId r = 1; r < t.routerCount(); ++r)
    if (t.group[r] < t.group[r - 1]) return false;
  for (TerminalId i = 1; i < t.terminalCount(); ++i)
    if (t.terminals[i].router < t.terminals[i - 1].router) return false;
  return true;
}

Cycle shortestBetweenGroups(const Topology& t, const std::vector<Cycle>& linkLatency) {
  Cycle shortest = std::numeric_limits<Cycle>::max() / 2;
  for (LinkId l = 0; l < t.linkCount(); ++l) {
    const LinkEnd& a = t.links[l].a;
    const LinkEnd& b = t.links[l].b;
    if (!a.isTerminal && t.group[a.node] != t.group[b.node])
      shortest = std::min(shortest, linkLatency[l]);
  }
  return shortest;
}

}  // namespace

Partition cut(const Topology& t, const std::vector<Cycle>& linkLatency, std::uint32_t portsAPart) {
  Partition result = whole(t);
  if (t.routerCount() == 0 || t.group.front() == t.group.back() || !inOrder(t)) return result;
  const Cycle lookahead = shortestBetweenGroups(t, linkLatency);
  if (lookahead < kLeastLookahead) return result;

  result.lookahead = lookahead;
  result.parts.clear();
  TerminalId terminal = 0;
  const auto count = static_cast<std::uint32_t>(t.ports.size());
  const std::uint32_t wanted = std::clamp((count + portsAPart / 2) / portsAPart, 1u, 1000u);
  for (RouterId first = 0; first < t.routerCount();) {
    // Sizes even out: a part ends at the group boundary nearest to its share.
    const auto end =
        static_cast<std::uint32_t>(std::uint64_t{count} * (result.parts.size() + 1) / wanted);
    RouterId last = first;
    while (last < t.routerCount() && (last == first || t.firstPort[last] < end)) {
      const std::int32_t group = t.group[last];
      while (last < t.routerCount() && t.group[last] == group) ++last;
    }
    Part part{first, last, terminal, terminal};
    while (part.lastTerminal < t.terminalCount() && t.terminals[part.lastTerminal].router < last)
      ++part.lastTerminal;
    std::fill(result.partOf.begin() + first, result.partOf.begin() + last,
              static_cast<PartIndex>(result.parts.size()));
    result.parts.push_back(part);
    terminal = part.lastTerminal;
    first = last;
  }
  return result;
}

}  // namespace hopscope
