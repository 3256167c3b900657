// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/traffic_class_names.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace hopscope {
namespace {

ClassNames namesOf(const TrafficPattern& pattern) {
  ClassNames names;
  for (const TrafficClass& each : pattern.classes()) names.push_back(each.name);
  return names;
}

ClassNames orNone(ClassNames names) {
  if (names.empty()) names.emplace_back(kNoClass);
  return names;
}

void nameTraffic(const Setup& setup, ClassNames& names) {
  std::vector<ClassNames> inForce{namesOf(*setup.traffic)};
  for (const TrafficPhase& phase : setup.phases) inForce.push_back(namesOf(*phase.traffic));
  nameClasses(inForce, names);
}

/// A compiled design has no more than fit; what comes on top shares the last number.
std::uint8_t fitting(std::size_t number) {
  return static_cast<std::uint8_t>(std::min(number, kMostClasses - 1));
}

}  // namespace

void nameClasses(const std::vector<ClassNames>& inForce, ClassNames& names) {
  if (std::all_of(inForce.begin(), inForce.end(), std::mem_fn(&ClassNames::empty))) return;
  for (const ClassNames& classes : inForce)
    for (const std::string& name : orNone(classes))
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

void nameClasses(const Setup& setup, ClassNames& names) {
  nameTraffic(setup, names);
  if (setup.applications && !names.empty() && names.size() == setup.applications->trafficClass)
    names.emplace_back(kApplicationsClass);
}

std::uint8_t classOfApplications(const Setup& setup) {
  ClassNames names;
  nameTraffic(setup, names);
  return fitting(names.size());
}

std::vector<std::uint8_t> classIdsOf(const TrafficPattern& pattern, const ClassNames& names) {
  std::vector<std::uint8_t> ids;
  if (names.empty()) return ids;
  for (const std::string& name : orNone(namesOf(pattern))) {
    const auto place = std::find(names.begin(), names.end(), name) - names.begin();
    ids.push_back(fitting(static_cast<std::size_t>(place)));
  }
  return ids;
}

}  // namespace hopscope
