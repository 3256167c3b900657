// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/addressing.h"

#include <algorithm>

#include "engine/core/declare.h"
#include "engine/core/units.h"
#include "engine/design/catalogue.h"
#include "engine/design/sections.h"
#include "engine/routing/next_port.h"

namespace hopscope {
namespace {

constexpr const char* kScheme = "forwarding.addressing.scheme";
constexpr const char* kCompact = "forwarding.addressing.compact";
constexpr const char* kBroadcastTree = "forwarding.addressing.broadcast_tree";

constexpr const char* kTableEntries = "forwarding.addressing.table_entries";
constexpr const char* kUnknown = "forwarding.addressing.unknown";
constexpr const char* kOverflow = "forwarding.addressing.overflow";

constexpr const char* kScenario = "forwarding.scenario.kind";
constexpr const char* kRewrite = "forwarding.scenario.rewrite";
constexpr const char* kAnnounceSource = "forwarding.scenario.announce_source";
constexpr const char* kControllerReady = "forwarding.scenario.controller_ready";
constexpr const char* kRetry = "forwarding.scenario.retry";
constexpr const char* kBootSpread = "forwarding.scenario.boot_spread";
constexpr double kLongestWait = 1e12;  // cycles

/// Terminals up to which a scenario is played: each hears of every other.
constexpr std::uint32_t kMostPlaying = 512;

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

/// Every path leads to port 0: enough where only the number of rules is asked for.
PortIndex anyPort(RouterId /*router*/, TerminalId /*terminal*/) {
  return 0;
}

Parameter wait(const char* name, const char* label, const char* fallback, double least,
               const char* help) {
  return declare::number(ParameterType::cycles, name, label, std::string(fallback), least,
                         kLongestWait, "cycles", help);
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
      declare::onlyWhere(
          kScenario, {"learning"},
          declare::number(
              ParameterType::integer, kTableEntries, "Table entries", std::int64_t{0}, 0,
              100'000'000, "",
              "Addresses that a switch can learn, 4,096 to 65,536 in commodity switches; 0 "
              "is as many as there are.")),
      declare::onlyWhere(
          kScenario, {"learning"},
          declare::choice(kUnknown, "Unknown addresses", "flood",
                          {{"flood", "Flood"}, {"drop", "Drop"}},
                          "What a switch does with a frame to an address it has not learned.")),
      declare::onlyWhere(
          kScenario, {"learning"},
          declare::choice(kOverflow, "Full tables", "evict",
                          {{"evict", "Forget the oldest"}, {"refuse", "Learn no more"}},
                          "What a switch with a full table does with a new address.")),
      declare::boolean(kBroadcastTree, "Broadcast tree", true,
                       "A rule in each switch that sends broadcasts along a spanning tree."),
      declare::choice(kScenario, "Start of the network", "none",
                      {{"none", "Not played"},
                       {"dmp", "Addresses on request (DMP)"},
                       {"learning", "Flat addresses learned (IEEE 802.1D)"}},
                      "Plays how terminals get their addresses and hear of each other or, before "
                      "the run, how switches with empty tables learn where they are, with the same "
                      "traffic: frames keep to a spanning tree and are copied where a switch does "
                      "not know the path, in a network of its own with output queues of any "
                      "length."),
      declare::onlyWhere(
          kScenario, {"dmp"},
          declare::boolean(kRewrite, "Switches rewrite instead", false,
                           "Terminals keep their burned-in addresses and don't ask for one.")),
      declare::onlyWhere(
          kScenario, {"dmp"},
          declare::choice(kAnnounceSource, "Announced address", "payload",
                          {{"payload", "From the payload"}, {"header", "From the frame's header"}},
                          "Which address those who hear an announcement keep.")),
      declare::onlyWhere(kScenario, {"dmp"},
                         wait(kControllerReady, "Controller ready", "0 us", 0,
                              "Until then the tables are empty and frames are dropped.")),
      declare::onlyWhere(
          kScenario, {"dmp"},
          wait(
              kRetry, "Retry", "1 s", 1,
              "Until a request is repeated, twice as long each time; also between announcements.")),
      declare::onlyWhere(
          kScenario, {"dmp"},
          wait(kBootSpread, "Boot spread", "10 us", 0, "Terminals start at random within it.")),
  };
}

Issues checkAddressing(const Topology& topology, const Values& settings) {
  const AddressScheme scheme = schemeOf(settings);
  if (textAt(settings, kScenario) == "learning" && scheme != AddressScheme::flat)
    return {{Severity::error, kScenario,
             sentence("Switches learn flat addresses; these have a hierarchy or an outer header."),
             sentence("Choose flat for forwarding.addressing.scheme.")}};
  if (scheme < AddressScheme::perSwitch) {
    if (std::get<bool>(settings.at(kCompact)))
      return {{Severity::error, kCompact,
               sentence("Addresses without a hierarchy have no common prefixes to compact."),
               sentence("Choose switch, group or rewrite for forwarding.addressing.scheme.")}};
    return {};
  }
  const auto plan = AddressPlan::make(topology, scheme, kScheme);
  if (const auto* issue = std::get_if<Issue>(&plan)) return {*issue};
  return {};
}

void checkScenario(const SettingsReader& reader) {
  for (const char* path : {kControllerReady, kRetry, kBootSpread}) reader.cycles(path);
}

namespace {

/// Tables that follow a routing by conditional rules; nothing where it has none, or where addresses
/// don't tell groups.
std::optional<RuleGenerator> conditionalGenerator(const Values& settings, const Topology& topology,
                                                  const AddressPlan& plan) {
  const RoutingEntry* entry = routingAlgorithms().find(textAt(settings, kRoutingAlgorithm));
  if (entry == nullptr || !entry->conditionalRules || plan.scheme() != AddressScheme::perGroup)
    return std::nullopt;
  const Values values = ownValues(settings, "routing.", entry->parameters);
  const VcCounts channels = entry->virtualChannels(topology, values);
  if (hasErrors(entry->check(topology, channels, values))) return std::nullopt;
  return RuleGenerator(
      topology, plan, nextPortOf(topology, entry->make(topology, channels, values)),
      {std::get<bool>(settings.at(kCompact)), std::get<bool>(settings.at(kBroadcastTree)), false,
       entry->conditionalRules(topology, values)});
}

/// Tables that send by one path say nothing of a routing with several.
Issue rulesOfAnother(const RoutingEntry& wanted, const RoutingEntry& taken) {
  Issue issue{Severity::warning,
              kRoutingAlgorithm,
              sentence("With {}, packets choose among several paths; these rules follow {}.",
                       registryWords(wanted.label), registryWords(taken.label)),
              {}};
  if (wanted.conditionalRules)
    issue.remedy = sentence(
        "Its own rules need addresses that tell groups: set forwarding.addressing.scheme to "
        "group.");
  return issue;
}

}  // namespace

std::variant<RuleGenerator, Issues> ruleGenerator(const Design& design, const Topology& topology,
                                                  Issues& warnings) {
  const Values settings = effectiveSettings(design);
  if (Issues issues = checkAddressing(topology, settings); hasErrors(issues)) return issues;
  auto plan = AddressPlan::make(topology, schemeOf(settings), kScheme);
  if (const auto* issue = std::get_if<Issue>(&plan)) return Issues{*issue};
  if (auto generator = conditionalGenerator(settings, topology, std::get<AddressPlan>(plan)))
    return *std::move(generator);
  const std::string& wanted = textAt(settings, kRoutingAlgorithm);
  auto routing = fixedRouting(topology, wanted);
  if (auto* issues = std::get_if<Issues>(&routing)) return std::move(*issues);
  if (const std::string& taken = std::get<FixedRouting>(routing).name; taken != wanted)
    warnings.push_back(
        rulesOfAnother(*routingAlgorithms().find(wanted), *routingAlgorithms().find(taken)));
  const RuleOptions options{std::get<bool>(settings.at(kCompact)),
                            std::get<bool>(settings.at(kBroadcastTree)), false, std::nullopt};
  return RuleGenerator(topology, std::get<AddressPlan>(std::move(plan)),
                       nextPortOf(topology, std::get<FixedRouting>(routing).algorithm), options);
}

std::variant<std::optional<ScenarioOutcome>, Issues> playScenario(const Design& design,
                                                                  const Setup& setup) {
  const Values settings = effectiveSettings(design);
  if (textAt(settings, kScenario) != "dmp") return std::optional<ScenarioOutcome>();
  const Topology& topology = *setup.topology;
  if (topology.terminalCount() > kMostPlaying)
    return Issues{{Severity::error, kScenario,
                   sentence("The network has {} terminals.", topology.terminalCount()),
                   sentence("The start is played for up to {}.", kMostPlaying)}};
  const Clock clock{realAt(settings, "clock.frequency_ghz"), realAt(settings, "clock.flit_bytes")};
  Issues issues;
  AddressScenarioSettings play;
  play.rewrite = std::get<bool>(settings.at(kRewrite));
  play.keepsHeader = textAt(settings, kAnnounceSource) == "header";
  play.controllerReady = toCycles(settings.at(kControllerReady), clock, kControllerReady, issues);
  play.retry = std::max<Cycle>(1, toCycles(settings.at(kRetry), clock, kRetry, issues));
  play.bootSpread = toCycles(settings.at(kBootSpread), clock, kBootSpread, issues);
  AddressScheme scheme = schemeOf(settings);
  if (play.rewrite)
    scheme = AddressScheme::rewrite;
  else if (scheme != AddressScheme::perGroup)
    scheme = AddressScheme::perSwitch;
  auto plan = AddressPlan::make(topology, scheme, kScheme);
  if (auto* issue = std::get_if<Issue>(&plan)) issues.push_back(std::move(*issue));
  auto routing = fixedRouting(topology, textAt(settings, kRoutingAlgorithm));
  if (auto* found = std::get_if<Issues>(&routing))
    issues.insert(issues.end(), found->begin(), found->end());
  if (hasErrors(issues)) return issues;
  const RuleGenerator rules(
      topology, std::get<AddressPlan>(std::move(plan)),
      nextPortOf(topology, std::get<FixedRouting>(routing).algorithm),
      {std::get<bool>(settings.at(kCompact)), true, !play.rewrite, std::nullopt});
  return std::optional(playAddressScenario(setup, rules, play));
}

std::optional<LearningOutcome> playLearning(const Design& design, const Setup& setup) {
  const Values settings = effectiveSettings(design);
  if (textAt(settings, kScenario) != "learning") return {};
  LearningSettings learning;
  learning.tableEntries = static_cast<std::size_t>(integerAt(settings, kTableEntries));
  learning.floods = textAt(settings, kUnknown) == "flood";
  if (textAt(settings, kOverflow) == "refuse") learning.overflow = TableOverflow::refuse;
  return playLearning(setup, learning);
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
  counts.compactedEntries = mostEntries({topology, plan, next, {true, false, false, std::nullopt}});
  return counts;
}

}  // namespace hopscope
