// SPDX-License-Identifier: GPL-3.0-or-later
// Tables and addresses of Ethernet switches, made and counted.
#include <algorithm>
#include <limits>

#include "engine/core/declare.h"
#include "engine/design/addressing.h"
#include "engine/design/compile.h"
#include "engine/figures/entries.h"
#include "engine/forwarding/dragonfly_tables.h"
#include "engine/forwarding/rule_table.h"
#include "engine/forwarding/rule_verification.h"
#include "engine/routing/next_port.h"
#include "engine/topology/generator.h"

namespace hopscope::figures {
namespace {

using declare::choice;
using declare::number;

constexpr const char* kSource =
    "Benito, Vallejo & Beivide, On the use of commodity Ethernet technology in exascale HPC "
    "systems, 2015";

Parameter count(const char* name, const char* label, std::int64_t fallback, double minimum,
                double maximum, const char* help = "") {
  return number(ParameterType::integer, name, label, fallback, minimum, maximum, "", help);
}

Parameter arrangementParameter() {
  return choice("arrangement", "Global links", "palmtree",
                {{"palmtree", "Palmtree"}, {"consecutive", "Consecutive"}}, "");
}

/// The balanced network that is made of switches with so many ports.
Topology networkOf(const Values& values) {
  const std::string& family = textAt(values, "network");
  const std::int64_t ports = integerAt(values, "ports");
  std::string kind = family;
  Values given;
  if (family == "folded_clos") {
    given = {{"k", ports / 2 * 2}};
  } else if (family == "dragonfly") {
    const std::int64_t h = (ports + 1) / 4;
    given = {{"p", h}, {"a", 2 * h}, {"h", h}};
  } else {
    const std::int64_t dimensions = family == "butterfly_2" ? 2 : family == "butterfly_3" ? 3 : 4;
    const std::int64_t k = (ports + dimensions) / (dimensions + 1);
    kind = "hyperx";
    given = {{"dimensions", std::vector<std::int64_t>(static_cast<std::size_t>(dimensions), k)},
             {"terminals_per_router", k}};
  }
  const Generator& generator = *generators().find(kind);
  for (const Parameter& parameter : generator.parameters)
    given.emplace(parameter.name, parameter.fallback);
  return generator.build(given);
}

RuleGenerator generatorOf(const Topology& topology, AddressScheme scheme, bool compact) {
  auto plan = AddressPlan::make(topology, scheme, "network");
  auto routing = fixedRouting(topology, "");
  return {topology,
          std::get<AddressPlan>(std::move(plan)),
          nextPortOf(topology, std::get<FixedRouting>(routing).algorithm),
          {compact, false, false}};
}

struct Extremes {
  double least = std::numeric_limits<double>::infinity(), most = 0;
};

Extremes sizesOf(const RuleGenerator& generator) {
  Extremes sizes;
  for (const RouterId router : generator.plan().accessRouters()) {
    const auto size = static_cast<double>(generator.rules(router).size());
    sizes.least = std::min(sizes.least, size);
    sizes.most = std::max(sizes.most, size);
  }
  return sizes;
}

Numbers measureTables(const Values& values, const std::stop_token& /*stop*/) {
  const Topology topology = networkOf(values);
  const RuleGenerator perSwitch = generatorOf(topology, AddressScheme::perSwitch, false);
  const RuleGenerator perGroup = generatorOf(topology, AddressScheme::perGroup, false);
  const RuleGenerator compact = generatorOf(topology, AddressScheme::perGroup, true);
  const Extremes compacted = sizesOf(compact);
  double delivered = 0, pairs = 0;
  for (const RuleGenerator* each : {&perSwitch, &perGroup, &compact}) {
    const Verification verification = verifyRules(*each);
    delivered += static_cast<double>(verification.delivered);
    pairs += static_cast<double>(verification.pairs);
  }
  const auto hosts = static_cast<double>(topology.terminalCount());
  return {exact(hosts),
          exact(hosts),
          exact(sizesOf(perSwitch).most),
          exact(sizesOf(perGroup).most),
          exact(compacted.least),
          exact(compacted.most),
          exact(topology.radix(0)),
          exact(100 * delivered / pairs)};
}

Numbers measureDragonfly(const Values& values, const std::stop_token& /*stop*/) {
  using Kind = families::GlobalArrangement::Kind;
  const auto h = static_cast<std::uint64_t>(integerAt(values, "h"));
  const families::GlobalArrangement shape{
      h, 2 * h,
      h, 2 * h * h + 1,
      1, textAt(values, "arrangement") == "consecutive" ? Kind::consecutive : Kind::palmtree};
  const TableSizes sizes =
      compactDragonflyTables(shape, static_cast<std::uint64_t>(integerAt(values, "every_group")));
  return {exact(static_cast<double>(sizes.least)), exact(sizes.mean),
          exact(static_cast<double>(sizes.most)),
          exact(static_cast<double>(shape.p * shape.a * shape.groups))};
}

/// Ternary rules over the group's code that match groups 1 and 2 and not 3.
double rulesForOneAndTwo() {
  constexpr unsigned kCodes = 16;
  double found = 0;
  for (unsigned mask = 0; mask < kCodes; ++mask)
    for (unsigned value = 0; value < kCodes; ++value) {
      const Ternary rule{value, mask};
      if ((value & ~mask) == 0 && rule.matches(1) && rule.matches(2) && !rule.matches(3)) ++found;
    }
  return found;
}

Numbers measureMerging(const Values& /*values*/, const std::stop_token& /*stop*/) {
  const Topology topology =
      networkOf({{"network", std::string("dragonfly")}, {"ports", std::int64_t{7}}});
  const RuleGenerator plain = generatorOf(topology, AddressScheme::perGroup, false);
  const RuleGenerator compact = generatorOf(topology, AddressScheme::perGroup, true);
  const RuleTable one(plain.rules(0)), other(compact.rules(0));
  double different = 0;
  for (TerminalId t = 0; t < topology.terminalCount(); ++t) {
    FrameHeader frame;
    frame.destination = plain.plan().destinationOf(t);
    if (applyRules(one, frame).ports != applyRules(other, frame).ports) ++different;
  }
  const auto total = static_cast<double>(compact.rules(0).size());
  constexpr double kOwnGroup = 2 + 3;  // hosts and other switches
  return {exact(rulesForOneAndTwo()), exact(total - kOwnGroup), exact(total), exact(different)};
}

Numbers playStart(const Values& values, const std::stop_token& /*stop*/) {
  Design design;
  const std::string& fix = textAt(values, "remedy");
  design.settings = {
      {"topology.kind", std::string("complete")},
      {"topology.routers", integerAt(values, "switches")},
      {"topology.terminals_per_router", integerAt(values, "hosts")},
      {"forwarding.scenario.kind", std::string("dmp")},
      {"forwarding.scenario.rewrite", fix != "dmp"},
      {"forwarding.scenario.announce_source", std::string(fix == "header" ? "header" : "payload")},
      {"forwarding.scenario.retry", std::string("10 us")},
      {"forwarding.scenario.boot_spread", std::string("1 us")},
      {"forwarding.scenario.controller_ready", integerAt(values, "controller_ready")}};
  const Compiled compiled = compile(design);
  auto played = playScenario(design, *compiled.setup);
  const ScenarioOutcome outcome = *std::get<std::optional<ScenarioOutcome>>(played);
  // What the first host does, and the arrival of what it sends.
  std::vector<ScenarioStep> steps;
  for (const ScenarioEvent& event : outcome.events) {
    const bool arrival = event.step == ScenarioStep::arrived;
    const bool own = event.terminal == 0 && event.step != ScenarioStep::dropped && !arrival;
    if (own || (arrival && event.peer == 0)) steps.push_back(event.step);
  }
  const std::vector<ScenarioStep> order{ScenarioStep::boot, ScenarioStep::request,
                                        ScenarioStep::configured, ScenarioStep::announce};
  const auto heard = std::find(steps.begin(), steps.end(), ScenarioStep::heard);
  const auto sent = std::find(heard, steps.end(), ScenarioStep::unicast);
  const bool inOrder = steps.size() > order.size() &&
                       std::equal(order.begin(), order.end(), steps.begin()) &&
                       std::find(sent, steps.end(), ScenarioStep::arrived) != steps.end();
  return {
      exact(static_cast<double>(outcome.pairs)),      exact(static_cast<double>(outcome.reached)),
      exact(static_cast<double>(outcome.requests)),   exact(static_cast<double>(outcome.dropped)),
      exact(static_cast<double>(outcome.addedRules)), exact(inOrder ? 1 : 0)};
}

}  // namespace

Computation ethernetTables() {
  Entry entry;
  entry.name = "ethernet.tables";
  entry.label = "Tables of a network, made and verified";
  entry.help =
      "The rules of every access switch of the balanced network, and the share of pairs of hosts "
      "that they connect (a sample above ten million).";
  entry.source = std::string(kSource) + ", section III";
  entry.parameters = {choice("network", "Network", "dragonfly",
                             {{"folded_clos", "Folded Clos of three levels"},
                              {"butterfly_2", "Flattened butterfly, 2-D"},
                              {"butterfly_3", "Flattened butterfly, 3-D"},
                              {"dragonfly", "Dragonfly"}},
                             ""),
                      count("ports", "Ports per switch", 8, 7, 24)};
  return overParameters(std::move(entry),
                        {{"hosts", "Hosts", ""},
                         {"flat", "Entries, flat addresses", ""},
                         {"per_switch", "Entries, switch and host", ""},
                         {"per_group", "Entries, group, switch and host", ""},
                         {"compact_least", "Entries, compact, smallest switch", ""},
                         {"compact_most", "Entries, compact, largest switch", ""},
                         {"radix", "Ports in use", ""},
                         {"delivered", "Pairs connected", "%"}},
                        measureTables);
}

Computation compactDragonfly() {
  Entry entry;
  entry.name = "ethernet.compact_dragonfly";
  entry.label = "Compact tables of a balanced Dragonfly";
  entry.help = "The smallest table of prefixes for the groups, switches and hosts (ORTC).";
  entry.source = std::string(kSource) + ", section III-B";
  entry.parameters = {count("h", "Global links per switch", 4, 1, 32), arrangementParameter(),
                      count("every_group", "Groups counted: every", 1, 1, 1000)};
  return overParameters(std::move(entry),
                        {{"least", "Entries, smallest switch", ""},
                         {"mean", "Entries, mean", ""},
                         {"most", "Entries, largest switch", ""},
                         {"hosts", "Hosts", ""}},
                        measureDragonfly);
}

Computation mergingGroups() {
  Entry entry;
  entry.name = "ethernet.merging";
  entry.label = "Groups 1 and 2 behind one port of a Dragonfly";
  entry.help = "Switch 0 of group 0 with a = 4, p = h = 2.";
  entry.source = std::string(kSource) + ", Figure 3c";
  return overParameters(std::move(entry),
                        {{"single_rules", "Ternary rules for 1 and 2 without 3", ""},
                         {"remote_rules", "Rules for other groups, compact", ""},
                         {"rules", "Rules of the switch, compact", ""},
                         {"different", "Destinations that leave elsewhere", ""}},
                        measureMerging);
}

Computation networkStart() {
  Entry entry;
  entry.name = "ethernet.start";
  entry.label = "Start of a network";
  entry.help = "Hosts boot, get their addresses, announce themselves and send to whom they heard.";
  entry.source = std::string(kSource) + ", section IV";
  entry.parameters = {choice("remedy", "Addresses", "dmp",
                             {{"none", "Rewritten by switches"},
                              {"header", "Rewritten, announcements by their header"},
                              {"dmp", "On request (DMP)"}},
                             ""),
                      count("switches", "Switches", 2, 2, 16),
                      count("hosts", "Hosts per switch", 2, 1, 16),
                      number(ParameterType::integer, "controller_ready", "Controller ready",
                             std::int64_t{0}, 0, 1e6, "cycles", "")};
  return overParameters(std::move(entry),
                        {{"pairs", "Ordered pairs", ""},
                         {"reached", "Pairs that reach each other", ""},
                         {"requests", "Requests for an address", ""},
                         {"dropped", "Frames dropped by the first switch", ""},
                         {"added_rules", "Rules added to a switch", ""},
                         {"in_order", "Request, reply, announcement, unicast in order", ""}},
                        playStart);
}

}  // namespace hopscope::figures
