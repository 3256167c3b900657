// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/figures/design_inputs.h"

#include <algorithm>
#include <iterator>

#include "engine/design/design_json.h"

namespace hopscope::figures {
namespace {

bool isSetting(const TypedValue& input) {
  return input.first.find('.') != std::string::npos;
}

/// The kind of a network decides which other settings there are, and so do these.
bool isKind(const TypedValue& input) {
  return input.first == "switch.model" || input.first == "routing.algorithm" ||
         input.first == "traffic.pattern" || input.first == "forwarding.lookup";
}

}  // namespace

Inputs ownInputs(const Inputs& inputs) {
  Inputs own;
  std::remove_copy_if(inputs.begin(), inputs.end(), std::back_inserter(own), isSetting);
  return own;
}

Design readDesign(const Inputs& inputs, Issues& issues) {
  Inputs ordered;
  std::copy_if(inputs.begin(), inputs.end(), std::back_inserter(ordered), isSetting);
  std::stable_partition(ordered.begin(), ordered.end(), isKind);
  std::stable_partition(ordered.begin(), ordered.end(),
                        [](const TypedValue& each) { return each.first == "topology.kind"; });
  Design design;
  for (const auto& [path, text] : ordered)
    for (Issue& issue : setFromText(design, path, text)) issues.push_back(std::move(issue));
  return design;
}

}  // namespace hopscope::figures
