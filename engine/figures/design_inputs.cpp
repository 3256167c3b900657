// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/figures/design_inputs.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "engine/design/design_json.h"

namespace hopscope::figures {
namespace {

constexpr std::string_view kThen = "then.";

bool isOfPhase(const TypedValue& input) {
  return std::string_view(input.first).substr(0, kThen.size()) == kThen;
}

bool isSetting(const TypedValue& input) {
  return input.first.find('.') != std::string::npos && !isOfPhase(input);
}

void set(Design& design, Inputs settings, Issues& issues) {
  Issues found = setFromTexts(design, std::move(settings));
  std::move(found.begin(), found.end(), std::back_inserter(issues));
}

}  // namespace

Inputs ownInputs(const Inputs& inputs) {
  Inputs own;
  std::copy_if(inputs.begin(), inputs.end(), std::back_inserter(own),
               [](const TypedValue& each) { return each.first.find('.') == std::string::npos; });
  return own;
}

Design readDesign(const Inputs& inputs, Issues& issues) {
  Inputs settings;
  std::copy_if(inputs.begin(), inputs.end(), std::back_inserter(settings), isSetting);
  Design design;
  set(design, std::move(settings), issues);
  return design;
}

void addPhase(Design& design, Cycle at, const Inputs& inputs, Issues& issues) {
  Inputs settings;
  for (const TypedValue& each : inputs)
    if (isOfPhase(each)) settings.emplace_back(each.first.substr(kThen.size()), each.second);
  Design after = design;
  set(after, settings, issues);
  Phase phase;
  phase.at = Value{std::int64_t{at}};
  for (const TypedValue& each : settings)
    if (const auto found = after.settings.find(each.first); found != after.settings.end())
      phase.set.insert(*found);
  design.phases.push_back(std::move(phase));
}

}  // namespace hopscope::figures
