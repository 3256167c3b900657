// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/models/tree_cost.h"

#include <cmath>

#include "engine/core/declare.h"
#include "engine/models/entries.h"
#include "engine/topology/generator.h"

namespace hopscope::formulas {
namespace {

using declare::choice;
using declare::number;

constexpr const char* kTreeSource = "Li & Chu, MiKANT: mirrored k-ary n-tree, IEEE ScalCom 2018";

std::vector<ParameterChoice> families() {
  return {{"k_ary_n_tree", "k-ary n-tree"}, {"clos", "Clos"}, {"mikant", "MiKANT"}};
}

std::vector<Parameter> treeParameters() {
  return {
      choice("family", "Network", "mikant", families(), ""),
      number(ParameterType::integer, "n", "Tree height", std::int64_t{3}, 2, 16, "", ""),
      number(ParameterType::integer, "k", "Ports up and down", std::int64_t{4}, 2, 512, "", "")};
}

TreeNetwork readNetwork(const Values& values, const char* family = "family") {
  return {textAt(values, family), integerAt(values, "n"), integerAt(values, "k")};
}

Issues tooLarge(const Values& values) {
  if (realAt(values, "n") * std::log2(realAt(values, "k")) <= 40) return {};
  return {{Severity::error, "k",
           sentence("The network would have more than a million million terminals."),
           sentence("Choose a smaller n or k.")}};
}

double perTerminal(double amount, const TopologyFacts& facts) {
  return amount / static_cast<double>(facts.terminals);
}

}  // namespace

TopologyFacts factsOf(const TreeNetwork& network) {
  const Generator& generator = *generators().find(network.family);
  Values values = defaultsOf(generator.parameters);
  values["n"] = network.n;
  values["k"] = network.k;
  return generator.facts(values);
}

double linksPerTerminal(const TreeNetwork& network) {
  const TopologyFacts facts = factsOf(network);
  return perTerminal(static_cast<double>(facts.links), facts);
}

double switchesPerTerminal(const TreeNetwork& network) {
  const TopologyFacts facts = factsOf(network);
  return perTerminal(static_cast<double>(facts.routers), facts);
}

double distanceCost(const TreeNetwork& network) {
  return linksPerTerminal(network) * *factsOf(network).averageDistanceExcludingSelf;
}

double hypercubeDistanceCost(double terminals) {
  const double half = std::log2(terminals) / 2;
  return (half + 1) * (half * terminals / (terminals - 1) + 2);
}

double uniformBound(const TreeNetwork& network, TreeRouting routing) {
  const auto k = static_cast<double>(network.k);
  const double terminals = 2 * std::pow(k, static_cast<double>(network.n));
  const bool mikant = network.family == "mikant";
  if (routing == TreeRouting::shift)
    return mikant ? 2 * k * (terminals - 1) / ((3 * k - 2) * terminals) : 1;
  if (mikant && network.n == 2) return (terminals - 1) / (k * k * k);
  return (terminals - 1) / (k * (terminals - k));
}

double inversionBound(const TreeNetwork& network, TreeRouting routing) {
  // MiKANT's link between the groups is fixed by a digit that all terminals of a leaf share.
  const bool spread = routing == TreeRouting::shift && network.family != "mikant";
  return spread ? 1 : 1 / static_cast<double>(network.k);
}

Model treeProperties() {
  Model model;
  model.name = "tree_properties";
  model.label = "Properties of k-ary n-tree, Clos and MiKANT";
  model.help = "Counts and distances from closed formulas. Distances are in links.";
  model.source = kTreeSource;
  model.parameters = treeParameters();
  model.outputs = {{"terminals", "Terminals", ""},
                   {"switches", "Switches", ""},
                   {"links", "Links", ""},
                   {"radix", "Radix", ""},
                   {"diameter", "Diameter", "links"},
                   {"bisection", "Bisection, of even k", "links"},
                   {"distance", "Average distance", "links"},
                   {"distance_excluding_self", "Average distance, self excluded", "links"}};
  model.check = tooLarge;
  model.evaluate = [](const Values& values) -> std::vector<double> {
    const TopologyFacts facts = factsOf(readNetwork(values));
    const auto count = [](std::uint64_t value) { return static_cast<double>(value); };
    return {count(facts.terminals), count(facts.routers),
            count(facts.links),     count(facts.radix),
            count(*facts.diameter), facts.bisection ? count(*facts.bisection) : std::nan(""),
            *facts.averageDistance, *facts.averageDistanceExcludingSelf};
  };
  return model;
}

Model treeComparison() {
  Model model;
  model.name = "tree_comparison";
  model.label = "Cost of one tree network against another";
  model.help =
      "Links and switches per terminal, distance, and their product, against a reference and "
      "against a hypercube with as many terminals.";
  model.source = kTreeSource;
  model.parameters = treeParameters();
  model.parameters.push_back(choice("reference", "Against", "k_ary_n_tree", families(), ""));
  model.outputs = {{"link_saving", "Links saved per terminal", "%"},
                   {"switch_saving", "Switches saved per terminal", "%"},
                   {"distance_gain", "Average distance gained", "links"},
                   {"improvement", "Improvement of distance times links", "%"},
                   {"cost_performance", "Cost performance relative to a hypercube", ""}};
  model.check = tooLarge;
  model.evaluate = [](const Values& values) -> std::vector<double> {
    const TreeNetwork network = readNetwork(values);
    const TreeNetwork reference = readNetwork(values, "reference");
    const double cost = distanceCost(network);
    const TopologyFacts facts = factsOf(network);
    return {100 * (1 - linksPerTerminal(network) / linksPerTerminal(reference)),
            100 * (1 - switchesPerTerminal(network) / switchesPerTerminal(reference)),
            *factsOf(reference).averageDistance - *facts.averageDistance,
            100 * (distanceCost(reference) / cost - 1),
            hypercubeDistanceCost(static_cast<double>(facts.terminals)) / cost};
  };
  return model;
}

Model treeBounds() {
  Model model;
  model.name = "tree_bounds";
  model.label = "Saturation bounds of Clos and MiKANT";
  model.help = "The load at which the busiest channel is full. Counted; the source has no bounds.";
  model.source = kTreeSource;
  model.parameters = treeParameters();
  model.parameters.push_back(choice("routing", "Routing", "destination_digits",
                                    {{"destination_digits", "Algorithm 1"}, {"shift", "Shift"}},
                                    ""));
  model.outputs = {{"uniform", "Under uniform traffic", "flits/terminal/cycle"},
                   {"inversion", "Under bit inversion", "flits/terminal/cycle"}};
  model.check = [](const Values& values) -> Issues {
    Issues issues = tooLarge(values);
    const std::string& family = textAt(values, "family");
    if (family == "k_ary_n_tree")
      issues.push_back({Severity::error, "family",
                        sentence("The bounds are those of Clos and MiKANT."),
                        sentence("Allowed: clos or mikant.")});
    if (family == "mikant" && textAt(values, "routing") == "shift" && integerAt(values, "n") < 3)
      issues.push_back({Severity::error, "n",
                        sentence("Shift in MiKANT has a bound from n = 3 on."),
                        sentence("Choose n of 3 or more.")});
    return issues;
  };
  model.evaluate = [](const Values& values) -> std::vector<double> {
    const TreeNetwork network = readNetwork(values);
    const TreeRouting routing =
        textAt(values, "routing") == "shift" ? TreeRouting::shift : TreeRouting::destinationDigits;
    return {uniformBound(network, routing), inversionBound(network, routing)};
  };
  return model;
}

}  // namespace hopscope::formulas
