// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/design_classes.h"

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "engine/design/catalogue.h"
#include "engine/design/phases.h"
#include "engine/traffic/traffic_mix.h"

namespace hopscope {
namespace {

/// Without its phases; none where the traffic is not mixed.
ClassNames namesIn(const Design& design) {
  ClassNames names;
  if (!findParameter(design, kTrafficParts)) return names;
  const Value value = effectiveValue(design, kTrafficParts);
  if (const auto* text = std::get_if<std::string>(&value))
    for (const MixPart& part : parseMix(*text).parts) names.push_back(part.name);
  return names;
}

}  // namespace

ClassNames classNamesOf(const Design& design) {
  std::vector<ClassNames> inForce{namesIn(design)};
  for (std::size_t phase = 0; phase < design.phases.size(); ++phase)
    inForce.push_back(namesIn(designInPhase(design, phase)));
  ClassNames names;
  nameClasses(inForce, names);
  return names;
}

}  // namespace hopscope
