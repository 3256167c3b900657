// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/addressing.h"

#include <algorithm>

#include "engine/design/catalogue.h"
#include "engine/design/declare.h"
#include "engine/design/sections.h"
#include "engine/routing/next_port.h"

namespace hopscope {
namespace {

constexpr const char* kScheme = "forwarding.addressing.scheme";
constexpr const char* kCompact = "forwarding.addressing.compact";
constexpr const char* kBroadcastTree = "forwarding.addressing.broadcast_tree";

/// Steps up to which compact tables are counted for the results of a run.
constexpr std::uint64_t kCountingSteps = 20'000'000;

AddressScheme schemeOf(const Values& settings) {
  const std::string& name = textAt(settings, kScheme);
  for (const AddressScheme scheme :
       {AddressScheme::overlay, AddressScheme::vxlan, AddressScheme::perSwitch,
        AddressScheme::perGroup, AddressScheme::rewrite})
    if (name == nameOf(scheme)) return scheme;
  return AddressScheme::flat;
}

/// Every way leads to port 0: enough where only the number of rules is asked for.
PortIndex anyPort(RouterId /*router*/, TerminalId /*terminal*/) {
  return 0;
}

std::uint64_t mostEntries(const RuleGenerator& generator) {
  std::uint64_t most = 0;
  for (RouterId router = 0; router < generator.topology().routerCount(); ++router)
    most = std::max(most, generator.entries(router));
  return most;
}

}  // namespace

std::vector<Parameter> addressingParameters() {
  return {
      declare::choice(kScheme, "Addresses", "flat",
                      {{"flat", "Flat"},
                       {"overlay", "Overlay, MAC in MAC"},
                       {"vxlan", "Overlay, VXLAN"},
                       {"switch", "Switch and host"},
                       {"group", "Group, switch and host"},
                       {"rewrite", "Rewritten by switches"}},
                      "What the MAC addresses of terminals tell, and so what tables must hold."),
      declare::boolean(kCompact, "Compact tables", false,
                       "As few ternary rules as the network allows; needs hierarchical addresses."),
      declare::boolean(kBroadcastTree, "Broadcast tree", true,
                       "A rule in each switch that sends broadcasts along a spanning tree."),
  };
}

Issues checkAddressing(const Topology& topology, const Values& settings) {
  const AddressScheme scheme = schemeOf(settings);
  if (scheme < AddressScheme::perSwitch) {
    if (std::get<bool>(settings.at(kCompact)))
      return {{Severity::error, kCompact,
               "Addresses without a hierarchy have no common prefixes to compact.",
               "Choose switch, group or rewrite for forwarding.addressing.scheme."}};
    return {};
  }
  const auto plan = AddressPlan::make(topology, scheme, kScheme);
  if (const auto* issue = std::get_if<Issue>(&plan)) return {*issue};
  return {};
}

std::variant<RuleGenerator, Issues> ruleGenerator(const Design& design, const Topology& topology) {
  const Values settings = effectiveSettings(design);
  if (Issues issues = checkAddressing(topology, settings); hasErrors(issues)) return issues;
  auto plan = AddressPlan::make(topology, schemeOf(settings), kScheme);
  if (const auto* issue = std::get_if<Issue>(&plan)) return Issues{*issue};
  auto routing = fixedRouting(topology, textAt(settings, kRoutingAlgorithm));
  if (auto* issues = std::get_if<Issues>(&routing)) return std::move(*issues);
  const RuleOptions options{std::get<bool>(settings.at(kCompact)),
                            std::get<bool>(settings.at(kBroadcastTree)), false};
  return RuleGenerator(topology, std::get<AddressPlan>(std::move(plan)),
                       nextPortOf(topology, std::get<FixedRouting>(routing).algorithm), options);
}

std::optional<TableCounts> tableCounts(const Design& design, const Topology& topology) {
  const Values settings = effectiveSettings(design);
  const AddressScheme scheme = schemeOf(settings);
  auto made = AddressPlan::make(topology, scheme, kScheme);
  if (std::holds_alternative<Issue>(made)) return {};
  const AddressPlan& plan = std::get<AddressPlan>(made);
  TableCounts counts;
  counts.entriesMax = mostEntries({topology, plan, anyPort, {}});
  if (!plan.hierarchical()) return counts;
  std::uint64_t codes = 0;
  for (const AddressField& field : plan.layout().fields()) codes += field.count;
  if (codes * topology.routerCount() > kCountingSteps) return counts;
  NextPort next = anyPort;
  if (plan.family() == AddressFamily::general || plan.family() == AddressFamily::dragonfly) {
    auto routing = fixedRouting(topology, textAt(settings, kRoutingAlgorithm));
    if (std::holds_alternative<Issues>(routing)) return counts;
    next = nextPortOf(topology, std::get<FixedRouting>(routing).algorithm);
  }
  counts.compactedEntries = mostEntries({topology, plan, next, {true, false, false}});
  return counts;
}

}  // namespace hopscope
