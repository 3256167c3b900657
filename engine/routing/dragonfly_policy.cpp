// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/routing/dragonfly_policy.h"

#include <fmt/format.h>

#include "engine/routing/dragonfly_minimal.h"
#include "engine/routing/dragonfly_nonminimal.h"
#include "engine/routing/dragonfly_wiring.h"
#include "engine/routing/entries.h"

namespace hopscope::routings {
namespace {

template <typename T>
T choiceAt(const Values& values, const char* name,
           std::initializer_list<std::pair<const char*, T>> meanings) {
  const std::string& text = textAt(values, name);
  for (const auto& [known, meaning] : meanings)
    if (text == known) return meaning;
  return meanings.begin()->second;
}

Parameter choice(const char* name, const char* label, const char* help,
                 std::vector<ParameterChoice> choices, const char* fallback) {
  Parameter parameter;
  parameter.name = name;
  parameter.label = label;
  parameter.type = ParameterType::choice;
  parameter.help = help;
  parameter.choices = std::move(choices);
  parameter.fallback = std::string(fallback);
  return parameter;
}

Parameter number(ParameterType type, const char* name, const char* label, Value fallback,
                 double minimum, double maximum, const char* unit, const char* help) {
  Parameter parameter;
  parameter.name = name;
  parameter.label = label;
  parameter.type = type;
  parameter.fallback = std::move(fallback);
  parameter.minimum = minimum;
  parameter.maximum = maximum;
  parameter.unit = unit;
  parameter.help = help;
  return parameter;
}

Parameter flag(const char* name, const char* label, const char* help) {
  Parameter parameter;
  parameter.name = name;
  parameter.label = label;
  parameter.type = ParameterType::boolean;
  parameter.fallback = false;
  parameter.help = help;
  return parameter;
}

std::vector<Parameter> sharedParameters() {
  Parameter slots;
  slots.name = "vc_slots";
  slots.label = "Virtual-channel slots";
  slots.type = ParameterType::text;
  slots.fallback = std::string("auto");
  slots.help =
      "On a Dragonfly, the order in which virtual channels are taken, as L0 G0 L1; auto: by their "
      "number; by_hop: one a hop of each kind, which can deadlock.";
  return {
      choice("trunk", "Links between two groups",
             "Where two groups of a Dragonfly share several links: drawn for each packet, or fixed "
             "by its destination.",
             {{"random", "Drawn for each packet"}, {"destination", "By destination"}}, "random"),
      slots,
  };
}

std::vector<Parameter> valiantParameters() {
  return {
      choice("phase_a", "Way to the intermediate router",
             "On a Dragonfly, the longest way to the intermediate router: local (l) and global (g) "
             "hops. -g- and lg- end on entering its group, as in the first papers on Dragonflies.",
             {{"-g-", "-g-"}, {"-gl", "-gl"}, {"lg-", "lg-"}, {"lgl", "lgl"}}, "lgl"),
      choice("intra_group", "Packets within a group",
             "On a Dragonfly, packets whose destination is in their own group go by a router of "
             "that group (restricted), as all others do, or minimally (as in FOGSim's VAL and PB).",
             {{"restricted", "Stay in the group"},
              {"unrestricted", "As all others"},
              {"minimal", "Minimal"}},
             "restricted"),
      choice("roots", "Intermediate routers of lgl",
             "On a Dragonfly: routers of other groups, or any router; fogsim: a router of the own "
             "group with probability (a - 1) / routers, otherwise one of another group.",
             {{"remote", "Other groups"}, {"any", "All"}, {"fogsim", "All, as FOGSim draws them"}},
             "remote"),
      flag("eject_in_passing", "Eject in passing",
           "On a Dragonfly, a packet that passes its destination on the way to the intermediate "
           "router leaves there, as in FOGSim's SRC_ADP."),
  };
}

std::vector<Parameter> adaptiveParameters() {
  return {
      number(ParameterType::real, "threshold", "Threshold T", std::int64_t{0}, -1e6, 1e6, "flits",
             "Minimal where queue times hops is at most that of the other way plus T."),
      choice("hop_counts", "Hop counts",
             "On a Dragonfly, the hops that are compared: of the real paths, or as FOGSim counts "
             "them, of the consecutive arrangement whatever the network's (its PB: both paths; its "
             "SRC_ADP: the minimal one).",
             {{"real", "Real paths"},
              {"consecutive", "Consecutive arrangement"},
              {"consecutive_minimal", "Consecutive, minimal path only"}},
             "real"),
  };
}

std::vector<Parameter> piggybackParameters() {
  return {
      number(ParameterType::real, "coefficient", "Coefficient", 1.2, 0, 100, "",
             "A global link is congested where its queue exceeds this times the mean of its "
             "router's, plus the global threshold."),
      number(ParameterType::real, "global_threshold", "Global threshold", std::int64_t{5}, 0, 1e6,
             "packets", "Added to the mean before a global link counts as congested."),
      choice("mean", "Mean queue",
             "The mean that a global link is compared with: of the router's other global links, or "
             "of all, as in FOGSim.",
             {{"others", "Other global links"}, {"all", "All global links"}}, "others"),
      number(ParameterType::integer, "broadcast_delay", "Broadcast delay", std::int64_t{0}, 0,
             100'000, "cycles",
             "Until the other routers of the group know; 0 is the latency of their local link."),
  };
}

void append(std::vector<Parameter>& to, std::vector<Parameter> more) {
  for (Parameter& parameter : more) to.push_back(std::move(parameter));
}

Issues checkSlots(const DragonflyPolicy& policy, const Sentence& label, const Values& values,
                  const VcCounts& vcs) {
  const std::string& text = textAt(values, "vc_slots");
  const auto slots = DragonflySlots::read(text, vcs);
  if (!slots)
    return {{Severity::error, "vc_slots",
             sentence("\"{}\" is no order of virtual-channel slots.", text),
             sentence("Allowed: auto, by_hop, or each slot once, such as L0 G0 L1 L2 G1 L3.")}};
  if (const auto needed = slots->needed(policy.paths()))
    return tooFewVirtualChannels(label, *needed, vcs);
  if (text == "auto")
    return tooFewVirtualChannels(label, dragonflyVirtualChannels(policy.mode, values), vcs);
  std::string wanted;
  for (const std::string_view path : policy.paths())
    wanted += fmt::format("{}{}", wanted.empty() ? "" : ", ", path);
  return {{Severity::error, "vc_slots",
           sentence("The slots \"{}\" leave no place for some hop of the paths {} that {} takes.",
                    text, wanted, label),
           sentence("Add slots, or use auto.")}};
}

}  // namespace

std::vector<std::string_view> DragonflyPolicy::paths() const {
  std::vector<std::string_view> all{"lgl"};
  if (mode == DragonflyMode::minimal) return all;
  switch (phaseA) {
    case PhaseA::g:
      all.emplace_back("glgl");
      break;
    case PhaseA::gl:
      all.emplace_back("gllgl");
      break;
    case PhaseA::lg:
      all.emplace_back("lglgl");
      break;
    case PhaseA::lgl:
      all.emplace_back("lgllgl");
      break;
  }
  if (intraGroup == IntraGroup::restricted) all.emplace_back("ll");
  return all;
}

DragonflyPolicy dragonflyPolicy(DragonflyMode mode, const Values& values) {
  DragonflyPolicy policy;
  policy.mode = mode;
  policy.randomTrunk = textAt(values, "trunk") == "random";
  if (!policy.misroutes()) return policy;
  policy.phaseA = choiceAt<PhaseA>(
      values, "phase_a",
      {{"lgl", PhaseA::lgl}, {"lg-", PhaseA::lg}, {"-gl", PhaseA::gl}, {"-g-", PhaseA::g}});
  policy.intraGroup = choiceAt<IntraGroup>(values, "intra_group",
                                           {{"restricted", IntraGroup::restricted},
                                            {"unrestricted", IntraGroup::unrestricted},
                                            {"minimal", IntraGroup::minimal}});
  policy.roots = choiceAt<Roots>(
      values, "roots", {{"remote", Roots::remote}, {"any", Roots::any}, {"fogsim", Roots::fogsim}});
  policy.ejectInPassing = std::get<bool>(values.at("eject_in_passing"));
  if (!policy.adaptive()) return policy;
  policy.threshold = realAt(values, "threshold");
  policy.hopCounts = choiceAt<HopCounts>(values, "hop_counts",
                                         {{"real", HopCounts::real},
                                          {"consecutive", HopCounts::consecutive},
                                          {"consecutive_minimal", HopCounts::consecutiveMinimal}});
  if (mode != DragonflyMode::piggyback) return policy;
  policy.broadcast.coefficient = realAt(values, "coefficient");
  policy.broadcast.thresholdPackets = realAt(values, "global_threshold");
  policy.broadcast.delay = integerAt(values, "broadcast_delay");
  policy.broadcast.excludeItself = textAt(values, "mean") == "others";
  return policy;
}

std::vector<Parameter> dragonflyParameters(DragonflyMode mode) {
  std::vector<Parameter> parameters;
  if (mode >= DragonflyMode::valiant) append(parameters, valiantParameters());
  if (mode >= DragonflyMode::ugal) append(parameters, adaptiveParameters());
  if (mode == DragonflyMode::piggyback) append(parameters, piggybackParameters());
  append(parameters, sharedParameters());
  return parameters;
}

Issues checkDragonfly(DragonflyMode mode, const Sentence& label, const Topology& topology,
                      const VcCounts& vcs, const Values& values) {
  const DragonflyPolicy policy = dragonflyPolicy(mode, values);
  Issues issues = checkSlots(policy, label, values, vcs);
  if (policy.misroutes() && !DragonflyNonminimal::fits(topology))
    issues.push_back({Severity::error, "routing.algorithm",
                      sentence("{} cannot name so many intermediate routers and links between "
                               "groups in a packet's route state.",
                               label),
                      sentence("Use fewer routers or more groups.")});
  return issues;
}

VcCounts dragonflyVirtualChannels(DragonflyMode mode, const Values& values) {
  const DragonflyPolicy policy = dragonflyPolicy(mode, values);
  const std::string& text = textAt(values, "vc_slots");
  for (const VcCounts& counts : {VcCounts{2, 1}, VcCounts{3, 2}, VcCounts{4, 2}}) {
    const auto slots = DragonflySlots::read(text, counts);
    const auto needed = slots ? slots->needed(policy.paths()) : std::nullopt;
    if (needed) return *needed;
  }
  return {4, 2};
}

std::unique_ptr<RoutingAlgorithm> makeDragonfly(DragonflyMode mode, const Topology& topology,
                                                const VcCounts& vcs, const Values& values) {
  const DragonflyPolicy policy = dragonflyPolicy(mode, values);
  const DragonflySlots slots = DragonflySlots::read(textAt(values, "vc_slots"), vcs)
                                   .value_or(DragonflySlots::forCounts(vcs));
  if (mode == DragonflyMode::minimal)
    return std::make_unique<DragonflyMinimal>(topology, slots, policy.randomTrunk);
  return std::make_unique<DragonflyNonminimal>(topology, slots, policy);
}

}  // namespace hopscope::routings
