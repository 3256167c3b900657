// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "engine/fabric/vc_counts.h"
#include "engine/topology/topology.h"

namespace hopscope::routings {

struct Neighbours;

/// Next hops of any network for every pair of routers. Equal sets of next hops of a router are kept
/// once, so that a table takes 2 bytes a pair. Among equally good next hops the destination
/// chooses, hashed with the router so that one hop's choice does not decide the next one's; among
/// parallel links, the destination modulo their number.
class HopTables {
 public:
  /// To one neighbour, over any of the parallel links.
  struct Hop {
    std::uint32_t firstPort, links;
    LinkKind kind;
    RouterId to;
  };

  HopTables(const Topology& topology, unsigned tables);
  /// Over the links of `neighbours` alone.
  HopTables(const Neighbours& neighbours, unsigned tables);

  RouterId routers() const { return routers_; }
  /// The hops of a router: numbers firstHop(r) … firstHop(r + 1) - 1.
  std::uint32_t firstHop(RouterId router) const { return firstHop_[router]; }
  const Hop& hop(std::uint32_t number) const { return hops_[number]; }

  /// Notes the next hops of `router` towards `target`; for construction, one target after the
  /// other. Where nothing is noted there is no path.
  void set(unsigned table, RouterId target, RouterId router,
           const std::vector<std::uint32_t>& hops);
  /// Ends construction.
  void finish();

  /// The next hop, or nullptr where there is none.
  const Hop* next(unsigned table, RouterId router, RouterId target, TerminalId destination) const {
    const Set& set =
        sets_[firstSet_[router] + table_[table][std::size_t{target} * routers_ + router]];
    if (set.size == 0) return nullptr;
    const std::uint32_t chosen = set.size > 1 ? mix(destination, router, set.size) : 0;
    return &hops_[members_[set.first + chosen]];
  }
  PortIndex port(const Hop& hop, TerminalId destination) const {
    return ports_[hop.firstPort + (hop.links == 1 ? 0 : destination % hop.links)];
  }

 private:
  /// Equally good next hops: members_[first …].
  struct Set {
    std::uint32_t first = 0, size = 0;
  };

  static std::uint32_t mix(TerminalId destination, RouterId router, std::uint32_t bound) {
    std::uint32_t hash = destination * 0x9e3779b1u ^ router * 0x85ebca77u;
    hash = (hash ^ hash >> 15) * 0x2c1b3c6du;
    hash ^= hash >> 13;
    return static_cast<std::uint32_t>(std::uint64_t{hash} * bound >> 32);
  }

  RouterId routers_;
  std::vector<PortIndex> ports_;
  std::vector<Hop> hops_;
  std::vector<std::uint32_t> firstHop_;  ///< per router
  std::vector<std::uint32_t> members_;   ///< of sets: indices into hops_
  std::vector<Set> sets_;
  std::vector<std::uint32_t> firstSet_;            ///< per router
  std::vector<std::vector<std::uint16_t>> table_;  ///< target * routers + router -> set of router
  /// While the tables are made: the sets of every router; number 0 is empty.
  std::vector<std::map<std::vector<std::uint32_t>, std::uint16_t>> known_;
};

/// Routers up to which tables of 2 bytes a pair stay below 134 MB.
inline constexpr std::uint32_t kMostTableRouters = 8192;

}  // namespace hopscope::routings
