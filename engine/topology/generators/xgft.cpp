// SPDX-License-Identifier: GPL-3.0-or-later
// Extended generalised fat tree XGFT(h; m1 … mh; w1 … wh), w1 = 1. Routers level by level, level 1
// at the terminals; within a level by the number that extended_tree.h describes. Terminal = leaf *
// m1 + port. Ports: down first (at a leaf the terminals), in the order of the child's digit, then
// up; with `lag` m parallel links each router link takes m neighbouring ports. FT(l, m, w) is
// XGFT(l; m … m; 1, w … w), and with w = m the k-ary n-tree with the same numbers.
#include <fmt/format.h>

#include <algorithm>

#include "engine/topology/generators/tree_prospect.h"

namespace hopscope::families {
namespace {

constexpr std::size_t kMostLevels = 16;

ExtendedTree readXgft(const Values& values) {
  return {countsAt(values, "m"), countsAt(values, "w"), countAt(values, "lag")};
}

Issues refuse(const char* path, Sentence text, Sentence remedy) {
  return {{Severity::error, path, std::move(text), std::move(remedy)}};
}

Issues checkXgft(const Values& values) {
  const ExtendedTree tree = readXgft(values);
  if (tree.m.empty() || tree.m.size() > kMostLevels)
    return refuse("m", sentence("The tree has {} levels.", tree.m.size()),
                  sentence("One to sixteen are possible."));
  if (tree.w.size() != tree.m.size())
    return refuse("w",
                  sentence("The tree has children for {} levels and parents for {}.", tree.m.size(),
                           tree.w.size()),
                  sentence("Give as many numbers here as for the children."));
  for (const char* list : {"m", "w"})
    for (const std::uint64_t count : countsAt(values, list))
      if (count == 0)
        return refuse(list, sentence("A level without links is cut off."), sentence("At least 1."));
  if (tree.w[0] != 1)
    return refuse("w", sentence("Each terminal would have {} links.", tree.w[0]),
                  sentence("A terminal has one link: the first number is 1."));
  if (tree.nodes(0) < 2)
    return refuse("m", sentence("The tree has a single terminal."),
                  sentence("Give some level 2 children or more."));
  return extendedTreeIssues(tree, "m", sentence("Choose smaller numbers or fewer levels."));
}

TopologyFacts xgftFacts(const Values& values) {
  return extendedTreeFacts(readXgft(values));
}

/// Of the links from a level up.
std::string tierName(std::size_t level) {
  return fmt::format("tier_{}", level);
}

Topology buildXgft(const Values& values) {
  const ExtendedTree tree = readXgft(values);
  std::vector<LinkClass> classes{{"terminal", "terminal", LinkKind::terminal}};
  for (std::size_t level = 1; level < tree.height(); ++level)
    classes.push_back(
        {tierName(level), fmt::format("level {} to {}", level, level + 1), LinkKind::local});
  TopologyBuilder builder("xgft", values, std::move(classes));
  std::vector<RouterId> first(tree.height() + 2, 0);  // router of each level
  for (std::size_t level = 1; level <= tree.height(); ++level) {
    const auto count = static_cast<RouterId>(tree.nodes(level));
    first[level + 1] = first[level] + count;
    for (RouterId i = 0; i < count; ++i)
      builder.addRouter(static_cast<std::int32_t>(level - 1), static_cast<std::int32_t>(i));
  }
  addTerminals(builder, tree);
  for (std::size_t level = 1; level < tree.height(); ++level)
    connectLevel(builder, tree, level, first[level], first[level + 1],
                 static_cast<std::uint8_t>(level));
  return builder.build();
}

Parameter listParameter(const char* name, const char* label, std::vector<std::int64_t> fallback,
                        const char* help) {
  Parameter parameter;
  parameter.name = name;
  parameter.label = label;
  parameter.type = ParameterType::integers;
  parameter.fallback = std::move(fallback);
  parameter.minimum = 1;
  parameter.maximum = static_cast<double>(kMaxRadix);
  parameter.help = help;
  return parameter;
}

Structure xgftStructure(const Values& values) {
  return extendedTreeStructure(readXgft(values));
}

/// Level 0 are the terminals.
std::string levelOfXgft(const Topology&, std::int32_t group) {
  return "level " + std::to_string(group + 1);
}

Prospect xgftProspect(const Values& values) {
  const ExtendedTree tree = readXgft(values);
  std::vector<std::string> classes;
  for (std::size_t level = 1; level < tree.height(); ++level) classes.push_back(tierName(level));
  return extendedTreeProspect(tree, classes);
}

}  // namespace

Generator xgft() {
  Generator generator;
  generator.name = "xgft";
  generator.label = "Fat tree (XGFT)";
  generator.help =
      "A tree whose levels have numbers of children and parents of their own: fat, thin or both.";
  generator.source = "Öhring, Ibel, Das & Kumar, On generalized fat trees, IPPS 1995";
  generator.parameters = {
      listParameter("m", "Children per level", {4, 4, 4},
                    "From the bottom up; the first are the terminals of a leaf router."),
      listParameter("w", "Parents per level", {1, 2, 2},
                    "From the bottom up; the first is 1, the one link of a terminal."),
      lagParameter()};
  generator.check = checkXgft;
  generator.facts = xgftFacts;
  generator.build = buildXgft;
  generator.fitting = fittingExtendedTrees;
  generator.prospect = xgftProspect;
  generator.structure = xgftStructure;
  generator.layout = layouts::unevenTiers;
  generator.icon = "tree";
  generator.groups.label = levelOfXgft;
  generator.firstRoutings = {"nearest_common_ancestor"};
  return generator;
}

}  // namespace hopscope::families
