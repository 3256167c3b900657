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

/// Do routers count upwards group by group?
bool groupsInOrder(const Topology& t) {
  for (RouterId r = 1; r < t.routerCount(); ++r)
    if (t.group[r] < t.group[r - 1]) return false;
  return true;
}

/// Do terminals and routers count upwards together?
bool terminalsInOrder(const Topology& t) {
  for (TerminalId i = 1; i < t.terminalCount(); ++i)
    if (t.terminals[i].router < t.terminals[i - 1].router) return false;
  return true;
}

/// The shortest channel between routers that `apart(router, router)` holds for.
template <typename Apart>
Cycle shortestBetween(const Topology& t, const std::vector<Cycle>& linkLatency,
                      const Apart& apart) {
  Cycle shortest = std::numeric_limits<Cycle>::max() / 2;
  for (LinkId l = 0; l < t.linkCount(); ++l) {
    const LinkEnd& a = t.links[l].a;
    const LinkEnd& b = t.links[l].b;
    if (!a.isTerminal && !b.isTerminal && apart(a.node, b.node))
      shortest = std::min(shortest, linkLatency[l]);
  }
  return shortest;
}

/// Sizes even out: a part ends at the boundary of routers, or of groups, nearest to its share.
void divide(const Topology& t, std::uint32_t wanted, bool betweenGroups, Partition& into) {
  into.parts.clear();
  TerminalId terminal = 0;
  const auto count = static_cast<std::uint32_t>(t.ports.size());
  for (RouterId first = 0; first < t.routerCount();) {
    const auto end =
        static_cast<std::uint32_t>(std::uint64_t{count} * (into.parts.size() + 1) / wanted);
    RouterId last = first;
    while (last < t.routerCount() && (last == first || t.firstPort[last] < end)) {
      const std::int32_t group = t.group[last++];
      while (betweenGroups && last < t.routerCount() && t.group[last] == group) ++last;
    }
    Part part{first, last, terminal, terminal};
    while (part.lastTerminal < t.terminalCount() && t.terminals[part.lastTerminal].router < last)
      ++part.lastTerminal;
    std::fill(into.partOf.begin() + first, into.partOf.begin() + last,
              static_cast<PartIndex>(into.parts.size()));
    into.parts.push_back(part);
    terminal = part.lastTerminal;
    first = last;
  }
}

}  // namespace

Partition cut(const Topology& t, const std::vector<Cycle>& linkLatency, std::uint32_t portsAPart) {
  Partition result = whole(t);
  if (t.routerCount() == 0 || t.group.front() == t.group.back() || !groupsInOrder(t) ||
      !terminalsInOrder(t))
    return result;
  const Cycle lookahead = shortestBetween(
      t, linkLatency, [&](RouterId a, RouterId b) { return t.group[a] != t.group[b]; });
  if (lookahead < kLeastLookahead) return result;
  result.lookahead = lookahead;
  const auto count = static_cast<std::uint32_t>(t.ports.size());
  divide(t, std::clamp((count + portsAPart / 2) / portsAPart, 1u, 1000u), true, result);
  return result;
}

Partition cutEvenly(const Topology& t, const std::vector<Cycle>& linkLatency, std::uint32_t parts,
                    bool betweenGroups) {
  Partition result = whole(t);
  if (parts < 2 || t.routerCount() == 0 || !terminalsInOrder(t) ||
      (betweenGroups && !groupsInOrder(t)))
    return result;
  divide(t, parts, betweenGroups, result);
  result.lookahead = shortestBetween(
      t, linkLatency, [&](RouterId a, RouterId b) { return result.partOf[a] != result.partOf[b]; });
  return result;
}

std::uint32_t partBehind(const Topology& t, const Partition& partition, PortId port) {
  const LinkEnd& peer = t.ports[port].peer;
  return peer.isTerminal ? kNone : std::uint32_t{partition.partOf[peer.node]};
}

std::vector<std::uint32_t> neighboursOf(const Topology& t, const Partition& partition,
                                        std::uint32_t part) {
  std::vector<bool> found(partition.parts.size());
  const Part& own = partition.parts[part];
  for (PortId id = t.firstPort[own.firstRouter]; id < t.firstPort[own.lastRouter]; ++id)
    if (const std::uint32_t other = partBehind(t, partition, id); other != kNone)
      found[other] = true;
  found[part] = false;
  std::vector<std::uint32_t> parts;
  for (std::uint32_t other = 0; other < found.size(); ++other)
    if (found[other]) parts.push_back(other);
  return parts;
}

}  // namespace hopscope
