// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/class_names.h"

#include <algorithm>

namespace hopscope {
namespace {

ClassNames namesOf(const TrafficPattern& pattern) {
  if (pattern.classes().empty()) return {kNoClass};
  ClassNames names;
  for (const TrafficClass& each : pattern.classes()) names.push_back(each.name);
  return names;
}

}  // namespace

void nameClasses(const Setup& setup, ClassNames& names) {
  bool mixed = !setup.traffic->classes().empty();
  ClassNames all = namesOf(*setup.traffic);
  for (const TrafficPhase& phase : setup.phases) {
    mixed = mixed || !phase.traffic->classes().empty();
    for (std::string& name : namesOf(*phase.traffic)) all.push_back(std::move(name));
  }
  if (!mixed) return;
  for (std::string& name : all)
    if (std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(std::move(name));
}

std::vector<std::uint8_t> classIdsOf(const TrafficPattern& pattern, const ClassNames& names) {
  std::vector<std::uint8_t> ids;
  if (names.empty()) return ids;
  for (const std::string& name : namesOf(pattern)) {
    const auto place = std::find(names.begin(), names.end(), name) - names.begin();
    // A compiled design has no more than fit; what comes on top shares the last number.
    ids.push_back(static_cast<std::uint8_t>(
        std::min<std::ptrdiff_t>(place, static_cast<std::ptrdiff_t>(kMostClasses) - 1)));
  }
  return ids;
}

}  // namespace hopscope
