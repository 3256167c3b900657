// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/hybrid_loads.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>

#include "engine/design/application_sections.h"
#include "engine/scheduling/slot_scheduler.h"
#include "engine/scheduling/tree_path.h"
#include "engine/workload/application_plan.h"

namespace hopscope {
namespace {

/// What forbids those circuits, which are of terminals; nothing: they may be loaded.
std::optional<std::pair<Sentence, Sentence>> refusal(const Setup& setup, const HybridSettings& s,
                                                     const CommandedConfiguration& load) {
  const std::vector<PortPair>& pairs = load.configuration.pairs;
  if (load.slot >= s.circuitSlots)
    return std::pair(
        s.circuitSlots == 0
            ? sentence("There is no slot {}: switch.slots is 0.", load.slot)
            : sentence("There is no slot {}: circuits have slots 0 to {} (switch.slots).",
                       load.slot, s.circuitSlots - 1),
        sentence("Name another slot, or choose more slots."));
  if (s.relay != CircuitRelay::direct)
    return std::pair(sentence("Packets go by relays (switch.relay), for which circuits stay."),
                     sentence("Leave \"preload\" out, or choose the relay \"direct\"."));
  if (s.loaded.size() > s.circuitSlots ||
      (load.slot < s.loaded.size() && s.loaded[load.slot].flits))
    return std::pair(
        sentence("Configurations of switch.preload wait for their turn in slot {}.", load.slot),
        sentence("Leave \"preload\" out, or load one configuration a slot, without \"*\"."));
  for (const Issue& issue : checkConfiguration(pairs, setup.topology->terminalCount(), {}))
    return std::pair(issue.text, issue.remedy);
  if (const auto tree = circuitTree(*setup.topology); tree && !hasWays(*tree, pairs))
    return std::pair(sentence("The tree has no ways for these circuits beside each other."),
                     sentence("Load fewer circuits in a slot."));
  return std::nullopt;
}

/// Of circuits that programs predict, where it is not they who have them added.
Issues unheardPredictions(const HybridSettings& s, const std::vector<Job>& jobs) {
  const bool free = s.loaded.size() < s.circuitSlots;
  if (s.adding == Adding::command && s.worms && free) return {};
  Issues issues;
  for (std::size_t job = 0; job < jobs.size(); ++job)
    if (jobs[job].program->predicts())
      issues.push_back(
          {Severity::warning, applicationPath(job, "text"),
           free ? sentence("\"predict\" is heard where circuits are added by command beside a slot "
                           "of worms; these switches pass over it.")
                : sentence("\"predict\" asks for a circuit in a slot that nothing is loaded into, "
                           "and there is none; these switches pass over it."),
           free ? sentence("Set switch.adding to \"command\" and switch on the slot of worms, or "
                           "leave \"predict\" out.")
                : sentence("Choose more slots (switch.slots), or leave \"predict\" out.")});
  return issues;
}

}  // namespace

Issues takeProgramLoads(Setup& setup, const ApplicationPlan& plan) {
  HybridSettings& s = std::get<HybridSwitches>(setup.switches).settings;
  std::uint32_t slots = 0;
  const std::vector<Job>& jobs = plan.jobs;
  for (std::size_t job = 0; job < jobs.size(); ++job)
    for (const CircuitLoad& each : jobs[job].program->loads()) {
      CommandedConfiguration load{each.slot, {}};
      for (const PortPair& pair : each.pairs)
        load.configuration.pairs.push_back(
            {jobs[job].places[pair.input], jobs[job].places[pair.output]});
      if (auto refused = refusal(setup, s, load))
        return {{Severity::error,
                 fmt::format("{}, line {}", applicationPath(job, "text"), each.line),
                 std::move(refused->first), std::move(refused->second)}};
      slots = std::max(slots, load.slot + 1);
      s.commanded.push_back(std::move(load));
    }
  // All below the highest are kept for programs.
  for (auto slot = static_cast<std::uint32_t>(s.loaded.size()); slot < slots; ++slot)
    if (std::none_of(s.commanded.begin(), s.commanded.end(),
                     [slot](const CommandedConfiguration& each) { return each.slot == slot; }))
      return {{Severity::error, "applications",
               sentence("Programs load circuits into slot {}, but none into slot {}, which is kept "
                        "for them, too.",
                        slots - 1, slot),
               sentence("Name slots from {} on.", s.loaded.size())}};
  if (slots > s.loaded.size()) s.loaded.resize(slots);
  return unheardPredictions(s, jobs);
}

}  // namespace hopscope
