// SPDX-License-Identifier: GPL-3.0-or-later
// MiKANT(n, k), the mirrored k-ary n-tree: two groups G of n - 1 levels each, joined at the top:
// up port x of <G, n-2, D> leads to <1-G, n-2, D with D[n-2] := x>, which sees it on its own up
// port D[n-2]. Router = (G * (n-1) + L) * k^(n-1) + D, terminal = (G * k^(n-1) + D) * k + port.
// Ports: 0 … k-1 down (at a leaf the terminals), then k up (at the top level to the other group);
// with `lag` m parallel links each router link takes m neighbouring ports.
#include "engine/topology/generators/tree_prospect.h"

namespace hopscope::families {
namespace {

Issues checkMikant(const Values& values) {
  const TreeShape tree = readTree(values);
  return sizeIssues({times(2 * tree.n - 2, tree.width()), times(2, power(tree.k, tree.n)),
                     times(2, times(tree.k, tree.lag))},
                    "k", sentence("Choose a smaller n or k."));
}

TopologyFacts mikantFacts(const Values& values) {
  const TreeShape tree = readTree(values);
  TopologyFacts result;
  result.groups = 2;
  result.routers = (2 * tree.n - 2) * tree.width();
  result.terminals = 2 * power(tree.k, tree.n);
  const std::uint64_t side = result.terminals / 2;
  result.links = result.terminals + (2 * tree.n - 3) * side * tree.lag;
  result.channels = 2 * result.links;
  result.radix = tree.n > 2 ? 2 * tree.k * tree.lag : tree.k + tree.k * tree.lag;
  result.routerDiameter = 2 * (tree.n - 1);
  result.diameter = 2 * tree.n;
  const auto count = static_cast<double>(side);
  const auto below = static_cast<double>(tree.k - 1);
  const double average = 2.0 * static_cast<double>(tree.n) - 1 / below + 1 / (below * count) - 0.5;
  result.averageDistance = average;
  result.averageDistanceExcludingSelf = average * 2 * count / (2 * count - 1);
  // Cut by the top digit; cutting the two groups apart would cost twice as much.
  if (tree.k % 2 == 0) result.bisection = side / 2 * tree.lag;
  return result;
}

Topology buildMikant(const Values& values) {
  const TreeShape tree = readTree(values);
  const std::uint64_t width = tree.width();
  const std::uint64_t levels = tree.n - 1;
  TopologyBuilder builder("mikant", values,
                          {{"terminal", "terminal", LinkKind::terminal},
                           {"up", "between levels", LinkKind::local},
                           {"cross", "between groups", LinkKind::local, true}});
  for (std::int32_t group = 0; group < 2; ++group)
    for (std::uint64_t position = 0; position < levels * width; ++position)
      builder.addRouter(group, static_cast<std::int32_t>(position));
  for (std::uint64_t group = 0; group < 2; ++group)
    addLeaves(builder, tree, group * levels * width);
  for (std::uint64_t group = 0; group < 2; ++group)
    for (std::uint64_t level = 0; level + 1 < levels; ++level) {
      const std::uint64_t lower = (group * levels + level) * width;
      connectLevels(builder, tree, level, lower, lower + width, 1);
    }
  connectLevels(builder, tree, levels - 1, (levels - 1) * width, (2 * levels - 1) * width, 2);
  return builder.build();
}

Structure mikantStructure(const Values& values) {
  return treeStructure(readTree(values), TreeSides::mirrored);
}

std::string groupOfMikant(const Topology&, std::int32_t group) {
  return "Group " + std::to_string(group);
}

std::vector<Values> fittingMikant(const Generator& family, const SizeRequest& request) {
  return fittingTrees(family, request, 2);
}

/// Algorithm 1 comes down to a leaf over one of its links whatever the source, so this link has all
/// that comes from other leaves (Li & Chu 2018: bound 1/k). Where leaves are joined directly, only
/// what comes from their own group does so. How bad a permutation may be, no formula says.
Prospect mikantProspect(const Values& values) {
  const TreeShape tree = readTree(values);
  const std::uint64_t width = tree.width();
  const std::uint64_t levels = tree.n - 1;
  Prospect prospect;
  prospect.facts = mikantFacts(values);
  prospect.hostRouters = 2 * width;
  for (std::uint64_t group = 0; group < 2; ++group)
    for (std::uint64_t level = 0; level + 1 < levels; ++level) {
      const std::uint64_t lower = (group * levels + level) * width;
      prospect.cables.push_back(levelCables(tree, level, lower, lower + width, "up"));
    }
  prospect.cables.push_back(
      levelCables(tree, levels - 1, (levels - 1) * width, (2 * levels - 1) * width, "cross"));
  const auto terminals = static_cast<double>(prospect.facts.terminals);
  const auto leaf = static_cast<double>(tree.k);
  const auto lag = static_cast<double>(tree.lag);
  const double others = levels > 1 ? terminals - leaf : leaf * leaf;
  prospect.uniformLoad = leaf * others / (terminals - 1) / lag;
  return prospect;
}

}  // namespace

Generator mikant() {
  Generator generator;
  generator.name = "mikant";
  generator.label = "MiKANT";
  generator.help = "Two k-ary trees joined at the top. One switch level fewer than a Clos network.";
  generator.source = "Li & Chu, MiKANT: mirrored k-ary n-tree, IEEE ScalCom 2018";
  generator.parameters = treeParameters();
  generator.check = checkMikant;
  generator.facts = mikantFacts;
  generator.build = buildMikant;
  generator.fitting = fittingMikant;
  generator.prospect = mikantProspect;
  generator.structure = mikantStructure;
  generator.layout = layouts::mirroredTiers;
  generator.icon = "mikant";
  generator.groups.label = groupOfMikant;
  generator.groups.counted = true;
  generator.firstRoutings = {"mikant"};
  return generator;
}

}  // namespace hopscope::families
