// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/routing/shortest_tables.h"

#include <algorithm>

#include "engine/routing/entries.h"

namespace hopscope::routings {
namespace {

/// The routers that packets go to.
std::vector<RouterId> targetsOf(const Topology& topology, bool everyRouter) {
  std::vector<bool> wanted(topology.routerCount(), everyRouter);
  for (const TerminalPlace& place : topology.terminals) wanted[place.router] = true;
  std::vector<RouterId> targets;
  for (RouterId r = 0; r < topology.routerCount(); ++r)
    if (wanted[r]) targets.push_back(r);
  return targets;
}

/// Breadth first from up to 64 sources at once, one bit each.
class ParallelSearch {
 public:
  ParallelSearch(const Topology& topology, const std::vector<RouterId>& ends)
      : topology_(topology), ends_(ends) {}

  /// Hops until the last of the ends has been reached from each of ends[first …].
  unsigned from(std::size_t first) {
    seen_.assign(topology_.routerCount(), 0);
    all_ = 0;
    for (std::size_t i = first; i < std::min(first + 64, ends_.size()); ++i)
      all_ |= seen_[ends_[i]] |= std::uint64_t{1} << (i - first);
    fresh_ = seen_;
    unsigned longest = 0;
    bool everywhere = false;
    for (unsigned hops = 1; !everywhere && advance(everywhere); ++hops)
      if (std::any_of(ends_.begin(), ends_.end(), [&](RouterId r) { return fresh_[r] != 0; }))
        longest = hops;
    return longest;
  }

 private:
  /// False where nothing new is reached; `everywhere`: nothing will be any more.
  bool advance(bool& everywhere) {
    next_.assign(topology_.routerCount(), 0);
    for (RouterId r = 0; r < topology_.routerCount(); ++r) {
      if (fresh_[r] == 0) continue;
      for (PortIndex p = 0; p < topology_.radix(r); ++p) {
        const LinkEnd& peer = topology_.port(r, p).peer;
        if (!peer.isTerminal) next_[peer.node] |= fresh_[r];
      }
    }
    bool any = false;
    everywhere = true;
    for (RouterId r = 0; r < topology_.routerCount(); ++r) {
      fresh_[r] = next_[r] & ~seen_[r];
      seen_[r] |= fresh_[r];
      any = any || fresh_[r] != 0;
      everywhere = everywhere && seen_[r] == all_;
    }
    return any;
  }

  const Topology& topology_;
  const std::vector<RouterId>& ends_;
  std::vector<std::uint64_t> seen_, fresh_, next_;
  std::uint64_t all_ = 0;  ///< one bit a source
};

VcMask share(unsigned hop, unsigned hops, unsigned count) {
  if (count < hops) return VcMask{1} << std::min(hop, count - 1);
  return allVirtualChannels((hop + 1) * count / hops) & ~allVirtualChannels(hop * count / hops);
}

/// The first hop from a router to a neighbour; hops are in the order of neighbours.
std::uint32_t hopTo(const HopTables& tables, RouterId router, RouterId neighbour) {
  std::uint32_t first = tables.firstHop(router), last = tables.firstHop(router + 1);
  while (first < last) {
    const std::uint32_t middle = first + (last - first) / 2;
    if (tables.hop(middle).to < neighbour)
      first = middle + 1;
    else
      last = middle;
  }
  return first;
}

}  // namespace

HopTables shortestTables(const Topology& topology, bool everyRouter) {
  HopTables tables(topology, 1);
  std::vector<std::uint32_t> distance(topology.routerCount());
  std::vector<RouterId> queue;
  std::vector<std::uint32_t> choice;
  for (const RouterId target : targetsOf(topology, everyRouter)) {
    std::fill(distance.begin(), distance.end(), kNone);
    distance[target] = 0;
    queue.assign(1, target);
    for (std::size_t next = 0; next < queue.size(); ++next) {
      const RouterId r = queue[next];
      choice.clear();
      // Once all are found, a neighbour of the target has no other next hop than that.
      const bool neighbour = queue.size() == topology.routerCount() && distance[r] == 1;
      const std::uint32_t first = neighbour ? hopTo(tables, r, target) : tables.firstHop(r);
      for (std::uint32_t h = first; h < tables.firstHop(r + 1); ++h) {
        const RouterId to = tables.hop(h).to;
        if (neighbour && to != target) break;
        if (distance[to] == kNone) {
          distance[to] = distance[r] + 1;
          queue.push_back(to);
        } else if (distance[to] + 1 == distance[r]) {
          choice.push_back(h);
        }
      }
      tables.set(0, target, r, choice);
    }
  }
  tables.finish();
  return tables;
}

unsigned longestPath(const Topology& topology, bool everyRouter) {
  if (topology.routerCount() > kMostTableRouters) return 0;
  const std::vector<RouterId> ends = targetsOf(topology, everyRouter);
  ParallelSearch search(topology, ends);
  unsigned longest = 0;
  for (std::size_t first = 0; first < ends.size(); first += 64)
    longest = std::max(longest, search.from(first));
  return longest;
}

HopClasses::HopClasses(unsigned hops, const VcCounts& vcs) {
  hops = std::max(hops, 1u);
  for (const LinkKind kind : {LinkKind::terminal, LinkKind::local, LinkKind::global})
    for (unsigned hop = 0; hop < hops; ++hop)
      masks_[static_cast<std::size_t>(kind)].push_back(share(hop, hops, vcs.of(kind)));
}

VcCounts HopClasses::needed(const Topology& topology, unsigned hops) {
  VcCounts counts{1, 1};
  for (const LinkClass& linkClass : topology.classes) {
    if (linkClass.kind == LinkKind::local) counts.local = std::clamp(hops, 1u, kMaxVcs);
    if (linkClass.kind == LinkKind::global) counts.global = std::clamp(hops, 1u, kMaxVcs);
  }
  return counts;
}

Issues hopClassIssues(const Sentence& subject, const Topology& topology, unsigned hops,
                      const VcCounts& vcs) {
  if (hops > kMaxVcs)
    return {{Severity::error, "routing.algorithm",
             sentence("{} needs a virtual channel for each of {} hops; {} are possible.", subject,
                      hops, kMaxVcs),
             sentence("Choose up*/down*, which needs one, or the algorithm of this family.")}};
  Issues issues = tooFewVirtualChannels(subject, HopClasses::needed(topology, hops), vcs);
  for (Issue& issue : issues)
    issue.remedy = sentence("Set it to {} or more, one for each hop, or choose up*/down*.", hops);
  return issues;
}

}  // namespace hopscope::routings
