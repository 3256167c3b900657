// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "engine/models/model.h"

namespace hopscope {

/// The values, and the numbers that the model gives for them, with their units and the source: as
/// lines for a terminal, and as JSON.
std::string describe(const Model& model, const Values& values, const std::vector<double>& numbers);
std::string writeModel(const Model& model, const Values& values,
                       const std::vector<double>& numbers);

}  // namespace hopscope
