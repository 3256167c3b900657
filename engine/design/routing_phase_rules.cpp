// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/routing_phase_rules.h"

#include <fmt/format.h>

#include <optional>
#include <string>

#include "engine/design/catalogue.h"
#include "engine/design/phases.h"
#include "engine/design/sections.h"

namespace hopscope {
namespace {

bool adapts(const RoutingAlgorithm& routing) {
  return routing.decides() != Decides::never || routing.redraws();
}

}  // namespace

Issues checkRoutingUnderLoad(const Design& design, std::size_t index, double load,
                             const RoutingAlgorithm& before, const RoutingAlgorithm& after) {
  if (load <= 0 || !(adapts(before) || adapts(after))) return {};
  const Design earlier = index == 0 ? design : designInPhase(design, index - 1);
  const Design later = designInPhase(design, index);
  if (effectiveValue(earlier, kRoutingAlgorithm) != effectiveValue(later, kRoutingAlgorithm))
    return {};
  const std::string routing = "routing.";
  const Values& set = design.phases[index].set;
  // Naming the same algorithm again gives up its other settings: those change, too.
  for (const auto& [path, value] : effectiveSettings(later)) {
    if (path.rfind(routing, 0) != 0 || effectiveValue(earlier, path) == value) continue;
    const std::optional<Parameter> parameter = findParameter(later, path);
    return {
        {Severity::error,
         fmt::format("phases[{}].set.{}", index, set.count(path) != 0 ? path : kRoutingAlgorithm),
         sentence("\"{}\" can't change under load: the routing stays the same one, and decides by "
                  "what it has seen so far.",
                  registryWords(parameter ? parameter->label : path)),
         sentence("Set traffic.load to 0 in a phase before it, or compare two runs.")}};
  }
  return {};
}

}  // namespace hopscope
