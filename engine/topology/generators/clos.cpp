// SPDX-License-Identifier: GPL-3.0-or-later
// Bidirectional Clos network made of two k-ary n-trees that share their roots as middle stage:
// 2n - 1 stages. Side G (0 left, 1 right), level L = 0 … n-2, level 0 at the terminals.
// Router = (G * (n-1) + L) * k^(n-1) + D; the middle routers come last. Terminal =
// (G * k^(n-1) + D) * k + port. Ports: 0 … k-1 down (at a leaf the terminals), then k up; a middle
// router has its k left ports first, then its k right ones; with `lag` m parallel links each router
// link takes m neighbouring ports.
#include "engine/topology/generators/tree_prospect.h"

namespace hopscope::families {
namespace {

Issues checkClos(const Values& values) {
  const TreeShape tree = readTree(values);
  return sizeIssues({times(2 * tree.n - 1, tree.width()), times(2, power(tree.k, tree.n)),
                     times(2, times(tree.k, tree.lag))},
                    "k", sentence("Choose a smaller n or k."));
}

TopologyFacts closFacts(const Values& values) {
  const TreeShape tree = readTree(values);
  TopologyFacts result;
  result.routers = (2 * tree.n - 1) * tree.width();
  result.terminals = 2 * power(tree.k, tree.n);
  result.links = result.terminals * (1 + (tree.n - 1) * tree.lag);
  result.channels = 2 * result.links;
  result.radix = 2 * tree.k * tree.lag;  // a middle router
  result.routerDiameter = 2 * (tree.n - 1);
  result.diameter = 2 * tree.n;
  const auto side = static_cast<double>(power(tree.k, tree.n));
  const auto below = static_cast<double>(tree.k - 1);
  const double average = 2.0 * static_cast<double>(tree.n) - 1 / below + 1 / (below * side);
  result.averageDistance = average;
  result.averageDistanceExcludingSelf = average * 2 * side / (2 * side - 1);
  // Rearrangeable, so any two halves exchange k^n streams over disjoint paths, and cutting the
  // sides apart costs no more.
  result.bisection = result.terminals / 2 * tree.lag;
  return result;
}

Topology buildClos(const Values& values) {
  const TreeShape tree = readTree(values);
  const std::uint64_t width = tree.width();
  const std::uint64_t levels = tree.n - 1;
  TopologyBuilder builder(
      "clos", values,
      {{"terminal", "terminal", LinkKind::terminal}, {"up", "between stages", LinkKind::local}});
  // A router's group is its stage from left to right.
  const auto addStage = [&](std::uint64_t stage) {
    for (std::uint64_t digits = 0; digits < width; ++digits)
      builder.addRouter(static_cast<std::int32_t>(stage), static_cast<std::int32_t>(digits));
  };
  for (std::uint64_t level = 0; level < levels; ++level) addStage(level);
  for (std::uint64_t level = 0; level < levels; ++level) addStage(2 * levels - level);
  addStage(levels);
  for (std::uint64_t side = 0; side < 2; ++side) addLeaves(builder, tree, side * levels * width);
  for (std::uint64_t side = 0; side < 2; ++side)
    for (std::uint64_t level = 0; level < levels; ++level) {
      const std::uint64_t lower = (side * levels + level) * width;
      const std::uint64_t upper = level + 1 < levels ? lower + width : 2 * levels * width;
      connectLevels(builder, tree, level, lower, upper, 1);
    }
  return builder.build();
}

Structure closStructure(const Values& values) {
  return treeStructure(readTree(values), TreeSides::sharedTop);
}

std::string stageOfClos(const Topology&, std::int32_t stage) {
  return "stage " + std::to_string(stage);
}

std::vector<Values> fittingClos(const Generator& family, const SizeRequest& request) {
  return fittingTrees(family, request, 2);
}

Prospect closProspect(const Values& values) {
  const TreeShape tree = readTree(values);
  const std::uint64_t width = tree.width();
  const std::uint64_t levels = tree.n - 1;
  Prospect prospect;
  prospect.facts = closFacts(values);
  prospect.hostRouters = 2 * width;
  TreeLoads loads(prospect.facts.terminals, tree.lag);
  for (std::uint64_t level = 0; level < levels; ++level) {
    for (std::uint64_t side = 0; side < 2; ++side) {
      const std::uint64_t lower = (side * levels + level) * width;
      const std::uint64_t upper = level + 1 < levels ? lower + width : 2 * levels * width;
      prospect.cables.push_back(levelCables(tree, level, lower, upper, "up"));
    }
    loads.add(power(tree.k, level + 1), power(tree.k, level + 1));
  }
  prospect.uniformLoad = loads.uniform();
  prospect.worstLoad = loads.worst();
  return prospect;
}

}  // namespace

Generator clos() {
  Generator generator;
  generator.name = "clos";
  generator.label = "Clos";
  generator.help = "Two k-ary n-trees that share their roots as the middle stage.";
  generator.source = "Clos 1953; as a bidirectional k-ary n-tree: Li & Chu, IEEE ScalCom 2018";
  generator.parameters = treeParameters();
  generator.check = checkClos;
  generator.facts = closFacts;
  generator.build = buildClos;
  generator.fitting = fittingClos;
  generator.prospect = closProspect;
  generator.structure = closStructure;
  generator.layout = layouts::stages;
  generator.icon = "clos";
  generator.groups.label = stageOfClos;
  generator.firstRoutings = {"nearest_common_ancestor"};
  return generator;
}

}  // namespace hopscope::families
