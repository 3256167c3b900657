// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/topology/generators/family.h"

/// What extended generalised fat trees and folded Clos networks share (Öhring, Ibel, Das & Kumar,
/// IPPS 1995). Terminals are level 0, routers levels 1 … h. A node of level l is a number with the
/// digits a[h] … a[1], a[1] the lowest, where a[i] counts to w[i] for i <= l and to m[i] above. It
/// is connected to those of level l + 1 that differ from it in a[l+1] only: up port x leads to the
/// one with a[l+1] = x, which sees it on the down port that is the lower node's a[l+1].
namespace hopscope::families {

struct ExtendedTree {
  std::vector<std::uint64_t> m;  ///< m[l - 1]: children of a node of level l
  std::vector<std::uint64_t> w;  ///< w[l - 1]: parents of a node of level l - 1; the first is 1
  std::uint64_t lag = 1;

  std::size_t height() const { return m.size(); }
  /// Nodes of a level; stops at 2^63.
  std::uint64_t nodes(std::size_t level) const;
  std::uint64_t routers() const;
  /// Cables between a level and the one above it.
  std::uint64_t linksAbove(std::size_t level) const;
  std::uint64_t radix() const;
};

/// All of them, for a tree whose lists are equally long and hold no 0.
TopologyFacts extendedTreeFacts(const ExtendedTree& tree);
Structure extendedTreeStructure(const ExtendedTree& tree);
/// What forbids the tree's size; blames `path`.
Issues extendedTreeIssues(const ExtendedTree& tree, const std::string& path,
                          const Sentence& remedy);

/// Terminals at the routers of level 1, which begin at router 0.
void addTerminals(TopologyBuilder& builder, const ExtendedTree& tree);
/// All links from level l, whose first router is `lower`, to level l + 1, whose first is `upper`,
/// in the order that gives the port numbers: down ports first, then up ports, `lag` of each.
void connectLevel(TopologyBuilder& builder, const ExtendedTree& tree, std::size_t level,
                  RouterId lower, RouterId upper, std::uint8_t linkClass);

}  // namespace hopscope::families
