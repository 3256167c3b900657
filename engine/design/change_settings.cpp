// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/change_settings.h"

#include <iterator>
#include <set>
#include <string>

#include "engine/design/catalogue.h"

namespace hopscope {

namespace {

using Names = std::set<std::string>;

Names applicableNames(const Design& design) {
  Names names;
  for (const Section& section : sections(design))
    for (const Parameter& parameter : section.parameters) names.insert(parameter.name);
  return names;
}

/// Drops the values that applied to `before` and apply no longer.
void dropUnapplicable(Values& values, const Names& before, const Names& after) {
  for (auto it = values.begin(); it != values.end();) {
    const bool gone = before.count(it->first) != 0 && after.count(it->first) == 0;
    it = gone ? values.erase(it) : std::next(it);
  }
}

}  // namespace

void changeSettings(Design& design, const std::function<void(Values&)>& change) {
  const Names before = applicableNames(design);
  change(design.settings);
  const Names after = applicableNames(design);
  if (before == after) return;
  dropUnapplicable(design.settings, before, after);
  for (Override& entry : design.overrides) dropUnapplicable(entry.values, before, after);
}

}  // namespace hopscope
