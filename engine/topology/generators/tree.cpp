// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/topology/generators/tree.h"

namespace hopscope::families {

TreeShape readTree(const Values& values) {
  return {countAt(values, "n"), countAt(values, "k"), countAt(values, "lag")};
}

std::vector<Parameter> treeParameters() {
  Parameter height;
  height.name = "n";
  height.label = "Tree height";
  height.fallback = std::int64_t{3};
  height.minimum = 2;
  height.maximum = 16;
  height.help = "Digits of a terminal's address; each adds a level of switches.";
  Parameter arity;
  arity.name = "k";
  arity.label = "Ports up and down per router";
  arity.fallback = std::int64_t{4};
  arity.minimum = 2;
  arity.maximum = 512;
  arity.help = "Terminals of a leaf router, and ports up and down of every other.";
  return {height, arity, lagParameter()};
}

Structure treeStructure(const TreeShape& tree, TreeSides sides) {
  Structure structure;
  structure.tree.emplace();
  structure.tree->arity = static_cast<std::uint32_t>(tree.k);
  structure.tree->m.assign(tree.n, structure.tree->arity);
  structure.tree->w = structure.tree->m;
  structure.tree->w[0] = 1;
  structure.tree->sides = sides;
  structure.lag = static_cast<std::uint32_t>(tree.lag);
  return structure;
}

std::uint64_t withDigit(std::uint64_t digits, std::uint64_t place, std::uint64_t digit,
                        std::uint64_t k) {
  const std::uint64_t weight = power(k, place);
  return digits - digits / weight % k * weight + digit * weight;
}

void addLeaves(TopologyBuilder& builder, const TreeShape& tree, std::uint64_t firstLeaf) {
  for (std::uint64_t digits = 0; digits < tree.width(); ++digits)
    for (std::uint64_t host = 0; host < tree.k; ++host)
      builder.addTerminal(static_cast<RouterId>(firstLeaf + digits));
}

void connectLevels(TopologyBuilder& builder, const TreeShape& tree, std::uint64_t level,
                   std::uint64_t lower, std::uint64_t upper, std::uint8_t linkClass) {
  for (std::uint64_t digits = 0; digits < tree.width(); ++digits)
    for (std::uint64_t x = 0; x < tree.k; ++x)
      for (std::uint64_t m = 0; m < tree.lag; ++m)
        builder.connect(static_cast<RouterId>(lower + digits),
                        static_cast<RouterId>(upper + withDigit(digits, level, x, tree.k)),
                        linkClass);
}

}  // namespace hopscope::families
