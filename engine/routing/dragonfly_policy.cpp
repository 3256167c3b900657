// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/routing/dragonfly_policy.h"

#include <fmt/format.h>

#include "engine/routing/dragonfly_minimal.h"
#include "engine/routing/dragonfly_nonminimal.h"
#include "engine/routing/dragonfly_paths.h"
#include "engine/routing/dragonfly_wiring.h"
#include "engine/routing/entries.h"
#include "engine/routing/hyperx_paths.h"
#include "engine/topology/structure.h"

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

std::uint32_t globalsOf(const Topology& topology) {
  return std::max(1u, structureOf(topology).dragonfly.value().globals);
}

void append(Issues& to, Issues more) {
  for (Issue& issue : more) to.push_back(std::move(issue));
}

/// A list of thresholds, or `usual` where it says "auto".
std::vector<std::int64_t> thresholdsAt(const Values& values, const char* name,
                                       std::vector<std::int64_t> usual) {
  const Value& value = values.at(name);
  if (std::holds_alternative<std::vector<std::int64_t>>(value))
    return std::get<std::vector<std::int64_t>>(value);
  return usual;
}

/// The usual thresholds are those of Benito 2020, table 5-3 and section 5.5.4.
void readLevels(DragonflyPolicy& policy, std::uint32_t globals, const Values& values) {
  policy.levels = choiceAt<std::vector<PhaseA>>(values, "sequence",
                                                {{"3L", {PhaseA::g, PhaseA::gl, PhaseA::lgl}},
                                                 {"2L-A", {PhaseA::g, PhaseA::lgl}},
                                                 {"2L-B", {PhaseA::gl, PhaseA::lgl}}});
  LevelRules& rules = policy.level;
  rules.perPacket = textAt(values, "level") == "packet";
  rules.interval = integerAt(values, "interval");
  const std::int64_t up = globals == 4 ? 20 : globals == 8 ? 10 : 15;
  const std::int64_t down = globals == 4 ? 8 : globals == 8 ? 3 : 5;
  rules.increase =
      thresholdsAt(values, "increase", {up, policy.mode == DragonflyMode::pbAcor ? 50 : 500});
  rules.decrease = thresholdsAt(values, "decrease", {down, 15});
}

/// The regions are those of h = 6; elsewhere uniform traffic fills the counters otherwise.
void readCounters(DragonflyPolicy& policy, std::uint32_t globals, const Values& values) {
  CounterRules& rules = policy.counters;
  const double scale = 6.0 / globals;
  rules.window = integerAt(values, "window");
  rules.storedWeight = realAt(values, "stored_weight");
  rules.benign = realAt(values, "benign") * scale;
  rules.adverse = realAt(values, "adverse") * scale;
  rules.benignThreshold = realAt(values, "benign_threshold");
  rules.mixedThreshold = realAt(values, "mixed_threshold");
  rules.adverseThreshold = realAt(values, "adverse_threshold");
  if (policy.mode != DragonflyMode::lian) return;
  rules.localThreshold = realAt(values, "local_threshold");
  rules.globalCounter = realAt(values, "global_counter");
  rules.busyGroups = realAt(values, "busy_groups") / scale;
}

/// Changes of level of the longest sequence.
constexpr std::size_t kUsualThresholds = 2;

/// What speaks against ACOR's thresholds.
Issues checkLevels(const DragonflyPolicy& policy) {
  Issues issues;
  const std::size_t levels = policy.levels.size();
  const LevelRules& rules = policy.level;
  const auto count = [&](const char* path, const std::vector<std::int64_t>& list) {
    // Of the usual lists, which are those of three levels, two levels take what comes first.
    if (list.size() >= levels - 1 && list.size() <= kUsualThresholds) return;
    issues.push_back(
        {Severity::error, path,
         list.size() == 1
             ? sentence("1 threshold does not fit a sequence of {} levels.", levels)
             : sentence("{} thresholds do not fit a sequence of {} levels.", list.size(), levels),
         sentence("Give {}, one for each change of level, or auto.", levels - 1)});
  };
  count("increase", rules.increase);
  count("decrease", rules.decrease);
  if (!issues.empty()) return issues;
  for (std::size_t i = 0; i + 1 < levels; ++i)
    if (rules.increase[i] <= rules.decrease[i])
      issues.push_back(
          {Severity::error, "increase",
           sentence("Level {} would be left at {} attempts in vain and returned to below {}.",
                    i + 1, rules.increase[i], rules.decrease[i]),
           sentence("Each number of increase must be larger than that of decrease.")});
  return issues;
}

/// What speaks against the bounds of TPR's and LIAN's regions.
Issues checkRegions(const Values& values) {
  const double benign = realAt(values, "benign"), adverse = realAt(values, "adverse");
  if (benign <= adverse) return {};
  return {{Severity::error, "benign",
           sentence("It is {}, above routing.adverse, {}: counters in between would be both.",
                    benign, adverse),
           sentence("Set routing.benign to routing.adverse or less.")}};
}

/// Traffic by the offset of its group says something only where all groups are wired alike, and
/// each offset has one link.
Issues checkFullPalmtree(const Sentence& label, const Topology& topology) {
  const DragonflyStructure shape = structureOf(topology).dragonfly.value();
  const DragonflyWiring wiring(topology);
  if (wiring.palmtree(shape.globals)) return {};
  return {
      {Severity::error, "routing.algorithm",
       sentence("{} reads its counters by the palmtree arrangement of a full Dragonfly.", label),
       sentence("Use all groups, a router with one link to each, and the arrangement palmtree.")}};
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

DragonflyPolicy DragonflyPolicy::of(DragonflyMode mode) {
  DragonflyPolicy policy;
  policy.mode = mode;
  policy.recompute = policy.escalates() || policy.counts();
  if (policy.escalates()) policy.levels = {PhaseA::g, PhaseA::gl, PhaseA::lgl};
  if (mode == DragonflyMode::lian) policy.levels = {PhaseA::g, PhaseA::gl, PhaseA::lg, PhaseA::lgl};
  return policy;
}

std::vector<std::string_view> DragonflyPolicy::paths() const {
  std::vector<std::string_view> all{"lgl"};
  if (!misroutes()) return all;
  for (const PhaseA phaseA : levels) {
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
  }
  if (intraGroup == IntraGroup::restricted) all.emplace_back("ll");
  return all;
}

DragonflyPolicy dragonflyPolicy(DragonflyMode mode, std::uint32_t globals, const Values& values) {
  DragonflyPolicy policy = DragonflyPolicy::of(mode);
  policy.randomTrunk = textAt(values, "trunk") == "random";
  if (!policy.misroutes()) return policy;
  if (policy.escalates())
    readLevels(policy, globals, values);
  else if (policy.levels.size() == 1)
    policy.levels = {choiceAt<PhaseA>(
        values, "phase_a",
        {{"lgl", PhaseA::lgl}, {"lg-", PhaseA::lg}, {"-gl", PhaseA::gl}, {"-g-", PhaseA::g}})};
  if (policy.counts()) readCounters(policy, globals, values);
  policy.intraGroup = choiceAt<IntraGroup>(values, "intra_group",
                                           {{"restricted", IntraGroup::restricted},
                                            {"unrestricted", IntraGroup::unrestricted},
                                            {"minimal", IntraGroup::minimal}});
  policy.roots = choiceAt<Roots>(
      values, "roots", {{"remote", Roots::remote}, {"any", Roots::any}, {"fogsim", Roots::fogsim}});
  policy.ejectInPassing = std::get<bool>(values.at("eject_in_passing"));
  if (!policy.recompute) policy.recompute = std::get<bool>(values.at("recompute"));
  if (!policy.compares()) return policy;
  if (!policy.counts()) policy.threshold = realAt(values, "threshold");
  policy.hopCounts = choiceAt<HopCounts>(values, "hop_counts",
                                         {{"real", HopCounts::real},
                                          {"consecutive", HopCounts::consecutive},
                                          {"consecutive_minimal", HopCounts::consecutiveMinimal}});
  if (!policy.broadcasts()) return policy;
  policy.broadcast.coefficient = realAt(values, "coefficient");
  policy.broadcast.thresholdPackets = realAt(values, "global_threshold");
  policy.broadcast.delay = integerAt(values, "broadcast_delay");
  policy.broadcast.excludeItself = textAt(values, "mean") == "others";
  return policy;
}

Issues checkDragonfly(DragonflyMode mode, const Sentence& label, const Topology& topology,
                      const VcCounts& vcs, const Values& values) {
  const DragonflyPolicy policy = dragonflyPolicy(mode, globalsOf(topology), values);
  Issues issues = checkSlots(policy, label, values, vcs);
  if (policy.escalates()) append(issues, checkLevels(policy));
  if (policy.counts()) append(issues, checkRegions(values));
  if (mode == DragonflyMode::lian) append(issues, checkFullPalmtree(label, topology));
  if (policy.misroutes() && !DragonflyPaths::fits(topology))
    issues.push_back({Severity::error, "routing.algorithm",
                      sentence("{} cannot name so many intermediate routers and links between "
                               "groups in a packet's route state.",
                               label),
                      sentence("Use fewer routers or more groups.")});
  const bool alone = globalsOf(topology) == 1 &&
                     (policy.broadcast.excludeItself || policy.broadcast.coefficient >= 1);
  if (policy.broadcasts() && alone)
    issues.push_back({Severity::warning, "routing.algorithm",
                      sentence("{} compares a router's global channels with each other; with one "
                               "a router none is ever congested, and what is broadcast decides "
                               "nothing.",
                               label),
                      sentence("Use more global channels a router, or UGAL-L.")});
  return issues;
}

VcCounts dragonflyVirtualChannels(DragonflyMode mode, const Values& values) {
  // Virtual channels do not depend on the size of the network.
  const DragonflyPolicy policy = dragonflyPolicy(mode, 1, values);
  const std::string& text = textAt(values, "vc_slots");
  for (const VcCounts& counts : {VcCounts{2, 1}, VcCounts{3, 2}, VcCounts{4, 2}}) {
    const auto slots = DragonflySlots::read(text, counts);
    const auto needed = slots ? slots->needed(policy.paths()) : std::nullopt;
    if (needed) return *needed;
  }
  return {4, 2};
}

bool redrawsAtSource(const Topology& topology, const Values& values) {
  return (structureOf(topology).dragonfly || isHyperx(topology)) &&
         std::get<bool>(values.at("recompute"));
}

RoutingEntry dragonflyEntry(DragonflyMode mode, const char* label) {
  RoutingEntry entry;
  entry.label = label;
  entry.parameters = dragonflyParameters(mode);
  entry.check = [mode, label](const Topology& topology, const VcCounts& vcs,
                              const Values& values) -> Issues {
    if (structureOf(topology).dragonfly)
      return checkDragonfly(mode, sentence("{} routing on a Dragonfly", label), topology, vcs,
                            values);
    return {wrongNetwork(sentence("{}", label), sentence("a Dragonfly"), topology)};
  };
  entry.make = [mode](const Topology& topology, const VcCounts& vcs, const Values& values) {
    return makeDragonfly(mode, topology, vcs, values);
  };
  entry.virtualChannels = [mode](const Topology&, const Values& values) {
    return dragonflyVirtualChannels(mode, values);
  };
  entry.redraws = [mode](const Topology&, const Values&) {
    return DragonflyPolicy::of(mode).recompute;
  };
  return entry;
}

std::unique_ptr<RoutingAlgorithm> makeDragonfly(DragonflyMode mode, const Topology& topology,
                                                const VcCounts& vcs, const Values& values) {
  const DragonflyPolicy policy = dragonflyPolicy(mode, globalsOf(topology), values);
  const DragonflySlots slots = DragonflySlots::read(textAt(values, "vc_slots"), vcs)
                                   .value_or(DragonflySlots::forCounts(vcs));
  if (mode == DragonflyMode::minimal)
    return std::make_unique<DragonflyMinimal>(topology, slots, policy.randomTrunk);
  return std::make_unique<DragonflyNonminimal>(topology, slots, policy);
}

}  // namespace hopscope::routings
