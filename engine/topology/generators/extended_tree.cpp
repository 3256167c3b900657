// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/topology/generators/extended_tree.h"

#include <algorithm>

namespace hopscope::families {

std::uint64_t ExtendedTree::nodes(std::size_t level) const {
  std::uint64_t count = 1;
  for (std::size_t i = 0; i < height(); ++i) count = times(count, i < level ? w[i] : m[i]);
  return count;
}

std::uint64_t ExtendedTree::routers() const {
  std::uint64_t count = 0;
  for (std::size_t level = 1; level <= height(); ++level) count = plus(count, nodes(level));
  return count;
}

std::uint64_t ExtendedTree::linksAbove(std::size_t level) const {
  return times(nodes(level), level == 0 ? 1 : times(w[level], lag));
}

std::uint64_t ExtendedTree::radix() const {
  std::uint64_t most = 0;
  for (std::size_t level = 1; level <= height(); ++level) {
    const std::uint64_t down = level == 1 ? m[0] : times(m[level - 1], lag);
    const std::uint64_t up = level == height() ? 0 : times(w[level], lag);
    most = std::max(most, plus(down, up));
  }
  return most;
}

TopologyFacts extendedTreeFacts(const ExtendedTree& tree) {
  TopologyFacts facts;
  facts.routers = tree.routers();
  facts.terminals = tree.nodes(0);
  for (std::size_t level = 0; level < tree.height(); ++level) facts.links += tree.linksAbove(level);
  facts.channels = 2 * facts.links;
  facts.radix = tree.radix();

  // Two terminals meet at the level of the highest digit in which they differ.
  std::uint64_t below = 1;
  std::uint64_t distances = 0;  // from one terminal
  std::uint64_t highest = 0;
  for (std::size_t level = 1; level <= tree.height(); ++level) {
    const std::uint64_t meetingHere = below * (tree.m[level - 1] - 1);
    distances += 2 * level * meetingHere;
    below += meetingHere;
    if (meetingHere > 0) highest = level;
  }
  const auto terminals = static_cast<double>(facts.terminals);
  facts.diameter = 2 * highest;
  facts.routerDiameter = 2 * (highest - 1);
  facts.averageDistance = static_cast<double>(distances) / terminals;
  facts.averageDistanceExcludingSelf = static_cast<double>(distances) / (terminals - 1);

  // Half of the highest subtrees against the others: cut below any level, the thinnest.
  if (tree.m.back() % 2 == 0 && tree.height() > 1) {
    std::uint64_t thinnest = tree.linksAbove(1);
    for (std::size_t level = 2; level < tree.height(); ++level)
      thinnest = std::min(thinnest, tree.linksAbove(level));
    facts.bisection = thinnest / 2;
  }
  return facts;
}

Structure extendedTreeStructure(const ExtendedTree& tree) {
  Structure structure;
  structure.tree.emplace();
  for (const std::uint64_t count : tree.m)
    structure.tree->m.push_back(static_cast<std::uint32_t>(count));
  for (const std::uint64_t count : tree.w)
    structure.tree->w.push_back(static_cast<std::uint32_t>(count));
  structure.lag = static_cast<std::uint32_t>(tree.lag);
  return structure;
}

Issues extendedTreeIssues(const ExtendedTree& tree, const std::string& path,
                          const Sentence& remedy) {
  std::uint64_t links = 0;
  for (std::size_t level = 0; level < tree.height(); ++level)
    links = plus(links, tree.linksAbove(level));
  return sizeIssues({tree.routers(), tree.nodes(0), tree.radix(), links}, path, remedy);
}

void addTerminals(TopologyBuilder& builder, const ExtendedTree& tree) {
  const auto leaves = static_cast<RouterId>(tree.nodes(1));
  for (RouterId leaf = 0; leaf < leaves; ++leaf)
    for (std::uint64_t host = 0; host < tree.m[0]; ++host) builder.addTerminal(leaf);
}

void connectLevel(TopologyBuilder& builder, const ExtendedTree& tree, std::size_t level,
                  RouterId lower, RouterId upper, std::uint8_t linkClass) {
  std::uint64_t weight = 1;  // of the digit a[level + 1]
  for (std::size_t i = 0; i < level; ++i) weight *= tree.w[i];
  const std::uint64_t children = tree.m[level];
  const std::uint64_t parents = tree.w[level];
  const std::uint64_t count = tree.nodes(level);
  for (std::uint64_t node = 0; node < count; ++node) {
    const std::uint64_t low = node % weight;
    const std::uint64_t high = node / weight / children;
    for (std::uint64_t x = 0; x < parents; ++x)
      for (std::uint64_t link = 0; link < tree.lag; ++link)
        builder.connect(static_cast<RouterId>(lower + node),
                        static_cast<RouterId>(upper + low + weight * (x + parents * high)),
                        linkClass);
  }
}

}  // namespace hopscope::families
