// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/findings/chosen_ways.h"

#include <string>

#include "engine/design/catalogue.h"
#include "engine/findings/remedy.h"

namespace hopscope {

std::vector<Design> chosenWays(const Design& design) {
  const std::string path = "routing.algorithm";
  const auto routing = findParameter(design, path);
  if (!routing || effectiveValue(design, path) != Value(std::string("ugal"))) return {design};
  std::vector<Design> ways;
  for (const Value& way : {routing->fallback, Value(std::string("valiant"))}) {
    Remedy remedy;
    remedy.settings.emplace_back(path, way);
    ways.push_back(remedied(design, remedy));
  }
  return ways;
}

}  // namespace hopscope
