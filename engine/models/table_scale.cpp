// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/models/table_scale.h"

#include <algorithm>
#include <cmath>

#include "engine/core/declare.h"
#include "engine/models/entries.h"

namespace hopscope {
namespace {

std::uint64_t power(std::uint64_t base, std::uint64_t exponent) {
  std::uint64_t result = 1;
  for (; exponent > 0; --exponent) result *= base;
  return result;
}

ScaledNetwork scaledClos(std::uint64_t ports) {
  const std::uint64_t half = ports / 2;
  // Pods of half access and half aggregation switches; half² cores.
  return {half, half, 2 * half, 2 * half * 2 * half + half * half, half};
}

ScaledNetwork scaledButterfly(std::uint64_t ports, std::uint64_t dimensions) {
  const std::uint64_t k = (ports + dimensions) / (dimensions + 1);
  return {k, k, power(k, dimensions - 1), power(k, dimensions), dimensions * (k - 1)};
}

ScaledNetwork scaledDragonfly(std::uint64_t size, std::uint64_t hosts) {
  const std::uint64_t groups = size * hosts + 1;
  return {hosts, size, groups, size * groups, hosts};
}

}  // namespace

ScaledNetwork scaledNetwork(ScaledFamily family, std::uint64_t ports, std::uint64_t dimensions) {
  switch (family) {
    case ScaledFamily::foldedClos:
      return scaledClos(ports);
    case ScaledFamily::flattenedButterfly:
      return scaledButterfly(ports, dimensions);
    case ScaledFamily::dragonfly:
      return scaledDragonfly((ports + 1) / 4 * 2, (ports + 1) / 4);
    case ScaledFamily::dragonfly2d: {
      const std::uint64_t side = (ports + 2) / 4;
      return scaledDragonfly(side * side, side);
    }
  }
  return {};
}

double hostsOfTableOne(ScaledFamily family, double ports, double dimensions) {
  switch (family) {
    case ScaledFamily::foldedClos:
      return ports * ports * ports / 4;
    case ScaledFamily::flattenedButterfly:
      return std::pow(ports / (dimensions + 1), dimensions + 1);
    case ScaledFamily::dragonfly:
      return 4 * std::pow(ports / 4, 4);
    case ScaledFamily::dragonfly2d:
      break;
  }
  return std::nan("");
}

CompactBounds compactBounds(ScaledFamily family, const ScaledNetwork& network) {
  if (family == ScaledFamily::foldedClos || family == ScaledFamily::flattenedButterfly) {
    const std::uint64_t ports = network.hostsPerSwitch + network.links;
    return {ports, ports};
  }
  const std::uint64_t least =
      network.hostsPerSwitch + 2 * (network.switchesPerGroup - 1) + network.links;
  return {std::min(least, network.perGroup()), network.perGroup()};
}

const std::vector<NamedFamily>& scaledFamilies() {
  static const std::vector<NamedFamily> families{
      {"folded_clos", "Folded Clos of three levels", ScaledFamily::foldedClos, 0},
      {"butterfly_2", "Flattened butterfly, 2-D", ScaledFamily::flattenedButterfly, 2},
      {"butterfly_3", "Flattened butterfly, 3-D", ScaledFamily::flattenedButterfly, 3},
      {"butterfly_4", "Flattened butterfly, 4-D", ScaledFamily::flattenedButterfly, 4},
      {"butterfly_5", "Flattened butterfly, 5-D", ScaledFamily::flattenedButterfly, 5},
      {"dragonfly", "Dragonfly", ScaledFamily::dragonfly, 0},
      {"dragonfly_2d", "Dragonfly with 2-D groups", ScaledFamily::dragonfly2d, 0},
  };
  return families;
}

const NamedFamily& scaledFamily(std::string_view name) {
  const std::vector<NamedFamily>& all = scaledFamilies();
  return *std::find_if(all.begin(), all.end(),
                       [name](const NamedFamily& each) { return each.name == name; });
}

namespace formulas {
namespace {

using declare::choice;
using declare::number;

constexpr const char* kScaleSource =
    "Benito, Vallejo & Beivide, On the use of commodity Ethernet technology in exascale HPC "
    "systems, 2015, section III";

Parameter networkParameter() {
  std::vector<ParameterChoice> choices;
  for (const NamedFamily& each : scaledFamilies()) choices.push_back({each.name, each.label});
  return choice("network", "Network", "dragonfly", std::move(choices), "");
}

Parameter count(const char* name, const char* label, std::int64_t fallback, double least,
                double most, const char* help = "") {
  return number(ParameterType::integer, name, label, fallback, least, most, "", help);
}

double asNumber(std::uint64_t value) {
  return static_cast<double>(value);
}

}  // namespace

Model hierarchicalTable() {
  Model model;
  model.name = "hierarchical_table";
  model.label = "Rules of an access switch";
  model.help = "A rule for each other group, each other switch of the group, and each own host.";
  model.source = std::string(kScaleSource) + ", equation 1";
  model.parameters = {count("groups", "Groups", 9, 1, 1e6, "1 for a table of two levels"),
                      count("switches", "Access switches per group", 4, 1, 1e6),
                      count("hosts", "Hosts per switch", 2, 1, 1e6)};
  model.outputs = {{"rules", "Rules", ""}, {"hosts", "Hosts of the network", ""}};
  model.evaluate = [](const Values& values) -> std::vector<double> {
    const double groups = realAt(values, "groups");
    const double switches = realAt(values, "switches");
    const double hosts = realAt(values, "hosts");
    return {groups - 1 + switches - 1 + hosts, groups * switches * hosts};
  };
  return model;
}

Model tableScale() {
  Model model;
  model.name = "table_scale";
  model.label = "Size and tables of the largest network";
  model.help =
      "The largest balanced network of switches with so many ports, and the entries of an access "
      "switch's table by the hierarchy of its addresses.";
  model.source = kScaleSource;
  model.parameters = {networkParameter(), count("ports", "Ports per switch", 48, 4, 512)};
  model.outputs = {{"hosts_per_switch", "Hosts per access switch", ""},
                   {"switches_per_group", "Access switches per group", ""},
                   {"groups", "Groups", ""},
                   {"hosts", "Hosts", ""},
                   {"hosts_by_formula", "Hosts by the formula of Table I", ""},
                   {"ratio", "Built to formula", ""},
                   {"switches", "Switches", ""},
                   {"flat", "Entries, flat addresses", ""},
                   {"per_switch", "Entries, switch and host", ""},
                   {"per_group", "Entries, group, switch and host", ""},
                   {"compact_least", "Entries, compact, at least", ""},
                   {"compact_most", "Entries, compact, at most", ""}};
  model.evaluate = [](const Values& values) -> std::vector<double> {
    const NamedFamily& each = scaledFamily(textAt(values, "network"));
    const auto ports = static_cast<std::uint64_t>(integerAt(values, "ports"));
    const ScaledNetwork network = scaledNetwork(each.family, ports, each.dimensions);
    const CompactBounds compact = compactBounds(each.family, network);
    const double formula = hostsOfTableOne(each.family, asNumber(ports), asNumber(each.dimensions));
    const double hosts = asNumber(network.hosts());
    return {asNumber(network.hostsPerSwitch),
            asNumber(network.switchesPerGroup),
            asNumber(network.groups),
            hosts,
            formula,
            hosts / formula,
            asNumber(network.switches),
            hosts,
            asNumber(network.perSwitch()),
            asNumber(network.perGroup()),
            asNumber(compact.least),
            asNumber(compact.most)};
  };
  return model;
}

Model conditionalRules() {
  Model model;
  model.name = "conditional_rules";
  model.label = "Rules that wait for a pause";
  model.help =
      "What alternatives to paused ports add to the table of an access switch: in the folded Clos "
      "other uplinks for each hash of the source, in the Dragonfly a static path for each host.";
  model.source = std::string(kScaleSource) + "; conditional rules: sections V-C and V-D";
  model.parameters = {count("ports", "Ports per switch", 48, 4, 512),
                      count("alternatives", "Alternatives per uplink of the Clos", 23, 0, 255)};
  model.outputs = {{"clos_plain", "Folded Clos, without", ""},
                   {"clos", "Folded Clos, with alternatives", ""},
                   {"dragonfly_added", "Added in a Dragonfly", ""},
                   {"butterfly_added", "Added in a flattened butterfly", ""},
                   {"butterfly_left_out", "Its hosts without an alternative", ""}};
  model.check = [](const Values& values) -> Issues {
    const std::int64_t uplinks = integerAt(values, "ports") / 2;
    if (integerAt(values, "alternatives") < uplinks) return {};
    return {{Severity::error, "alternatives",
             sentence("An uplink has no more alternatives than others."),
             sentence("Allowed: up to {}.", uplinks - 1)}};
  };
  model.evaluate = [](const Values& values) -> std::vector<double> {
    const std::int64_t ports = integerAt(values, "ports");
    const std::int64_t half = ports / 2;
    const auto uplinks = static_cast<double>(half);
    const double alternatives = realAt(values, "alternatives");
    const auto size = static_cast<std::uint64_t>(ports);
    const ScaledNetwork fly = scaledNetwork(ScaledFamily::dragonfly, size, 0);
    const ScaledNetwork butterfly = scaledNetwork(ScaledFamily::flattenedButterfly, size, 2);
    // A host's alternative is a link to another row: there is one row fewer than hosts.
    return {2 * uplinks, uplinks + uplinks * (1 + alternatives), asNumber(fly.hostsPerSwitch),
            asNumber(butterfly.switchesPerGroup - 1),
            asNumber(butterfly.hostsPerSwitch - (butterfly.switchesPerGroup - 1))};
  };
  return model;
}

Model systemSize() {
  Model model;
  model.name = "system_size";
  model.label = "Nodes of a machine, and addresses of a subnet";
  model.help =
      "How many nodes reach a performance, and how many end points the local identifiers of an "
      "InfiniBand subnet can name beside its multicast groups.";
  model.source = std::string(kScaleSource).substr(0, std::string(kScaleSource).rfind(',')) +
                 ", sections I and VII";
  model.parameters = {number(ParameterType::real, "performance", "Performance", std::int64_t{1000},
                             0.001, 1e6, "PFlop/s", ""),
                      number(ParameterType::real, "node_performance", "Performance of a node",
                             std::int64_t{3}, 0.001, 1e6, "TFlop/s", ""),
                      count("identifier_bits", "Bits of an identifier", 16, 1, 48),
                      number(ParameterType::real, "multicast_share", "Share kept for multicast",
                             0.25, 0, 1, "", "")};
  model.outputs = {{"nodes", "Nodes", ""}, {"end_points", "End points of a subnet", ""}};
  model.evaluate = [](const Values& values) -> std::vector<double> {
    const double nodes = realAt(values, "performance") * 1000 / realAt(values, "node_performance");
    const double names = std::exp2(realAt(values, "identifier_bits"));
    return {std::floor(nodes), names * (1 - realAt(values, "multicast_share"))};
  };
  return model;
}

Model controllerReaction() {
  Model model;
  model.name = "controller_reaction";
  model.label = "Reaction of a controller against an iteration";
  model.help =
      "How many iterations of a program pass before a controller has changed a route. Above 1 the "
      "congestion may be over by then.";
  model.source = std::string(kScaleSource).substr(0, std::string(kScaleSource).rfind(',')) +
                 ", section V-A and Table II";
  model.parameters = {
      number(ParameterType::real, "reaction", "Reaction time", std::int64_t{70}, 0.000001, 1e6,
             "ms", "70 for controllers that estimate flows, 5 for Planck"),
      number(ParameterType::real, "iterations_time", "Time of the iterations", 6.48, 0.000001, 1e9,
             "ms", "NPB on 64 nodes; CG's four iterations take 6.48"),
      count("iterations", "Iterations in it", 4, 1, 1e6)};
  model.outputs = {{"iteration", "Time of an iteration", "ms"},
                   {"passed", "Iterations until the reaction", ""}};
  model.evaluate = [](const Values& values) -> std::vector<double> {
    const double iteration = realAt(values, "iterations_time") / realAt(values, "iterations");
    return {iteration, realAt(values, "reaction") / iteration};
  };
  return model;
}

}  // namespace formulas
}  // namespace hopscope
