// SPDX-License-Identifier: GPL-3.0-or-later
// k-ary n-tree. Router = level * k^(n-1) + D, level 0 at the terminals; terminal = D * k + port.
// Ports: 0 … k-1 down (at a leaf the terminals), then k up; with `lag` m parallel links each router
// link takes m neighbouring ports. Roots have only down ports.
#include "engine/topology/generators/tree_prospect.h"

namespace hopscope::families {
namespace {

Issues checkKAryNTree(const Values& values) {
  const TreeShape tree = readTree(values);
  return sizeIssues(
      {times(tree.n, tree.width()), power(tree.k, tree.n), times(2, times(tree.k, tree.lag))}, "k",
      sentence("Choose a smaller n or k."));
}

TopologyFacts kAryNTreeFacts(const Values& values) {
  const TreeShape tree = readTree(values);
  TopologyFacts result;
  result.routers = tree.n * tree.width();
  result.terminals = power(tree.k, tree.n);
  result.links = result.terminals * (1 + (tree.n - 1) * tree.lag);
  result.channels = 2 * result.links;
  result.radix = tree.k + tree.k * tree.lag;
  if (tree.n > 2) result.radix = 2 * tree.k * tree.lag;
  result.routerDiameter = 2 * (tree.n - 1);
  result.diameter = 2 * tree.n;
  const auto count = static_cast<double>(result.terminals);
  const auto below = static_cast<double>(tree.k - 1);
  const double average = 2.0 * static_cast<double>(tree.n) - 2 / below + 2 / (below * count);
  result.averageDistance = average;
  result.averageDistanceExcludingSelf = average * count / (count - 1);
  if (tree.k % 2 == 0) result.bisection = result.terminals / 2 * tree.lag;
  return result;
}

Topology buildKAryNTree(const Values& values) {
  const TreeShape tree = readTree(values);
  const std::uint64_t width = tree.width();
  TopologyBuilder builder(
      "k_ary_n_tree", values,
      {{"terminal", "terminal", LinkKind::terminal}, {"up", "between levels", LinkKind::local}});
  for (std::uint64_t level = 0; level < tree.n; ++level)
    for (std::uint64_t digits = 0; digits < width; ++digits)
      builder.addRouter(static_cast<std::int32_t>(level), static_cast<std::int32_t>(digits));
  addLeaves(builder, tree, 0);
  for (std::uint64_t level = 0; level + 1 < tree.n; ++level)
    connectLevels(builder, tree, level, level * width, (level + 1) * width, 1);
  return builder.build();
}

Structure kAryNTreeStructure(const Values& values) {
  return treeStructure(readTree(values), TreeSides::one);
}

std::string levelOfKAryNTree(const Topology&, std::int32_t level) {
  return "level " + std::to_string(level);
}

std::vector<Values> fittingKAryNTree(const Generator& family, const SizeRequest& request) {
  return fittingTrees(family, request, 1);
}

Prospect kAryNTreeProspect(const Values& values) {
  const TreeShape tree = readTree(values);
  Prospect prospect;
  prospect.facts = kAryNTreeFacts(values);
  prospect.hostRouters = tree.width();
  TreeLoads loads(prospect.facts.terminals, tree.lag);
  for (std::uint64_t level = 0; level + 1 < tree.n; ++level) {
    prospect.cables.push_back(
        levelCables(tree, level, level * tree.width(), (level + 1) * tree.width(), "up"));
    loads.add(power(tree.k, level + 1), power(tree.k, level + 1));
  }
  prospect.uniformLoad = loads.uniform();
  prospect.worstLoad = loads.worst();
  return prospect;
}

}  // namespace

Generator kAryNTree() {
  Generator generator;
  generator.name = "k_ary_n_tree";
  generator.label = "k-ary n-tree";
  generator.help = "A fat tree of n levels; every switch has as many ports up as down.";
  generator.source = "Petrini & Vanneschi, IPPS 1997";
  generator.parameters = treeParameters();
  generator.check = checkKAryNTree;
  generator.facts = kAryNTreeFacts;
  generator.build = buildKAryNTree;
  generator.fitting = fittingKAryNTree;
  generator.prospect = kAryNTreeProspect;
  generator.structure = kAryNTreeStructure;
  generator.layout = layouts::tiers;
  generator.icon = "tree";
  generator.groups.label = levelOfKAryNTree;
  generator.firstRoutings = {"nearest_common_ancestor"};
  return generator;
}

}  // namespace hopscope::families
