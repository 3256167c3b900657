// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>
#include <vector>

#include "engine/core/value.h"
#include "engine/design/design.h"
#include "engine/topology/generator.h"

namespace hopscope {

/// The family's defaults, with what `settings` says below "topology." where it applies.
Values parametersOf(const Generator& generator, const Values& settings);

/// What is wrong with these parameters: their ranges first, then the family's own check. Paths are
/// parameter names.
Issues checkParameters(const Generator& generator, const Values& parameters);

/// Families with the same parameters: worth a column beside this one.
std::vector<const Generator*> relativesOf(const Generator& generator);

/// "MiKANT n = 3, k = 4", "Mesh 8 × 8".
QString networkName(const Generator& generator, const Values& parameters);

/// `present` with another network: settings of switch, traffic, run and clock stay where they
/// apply, what belongs to parts of the old network goes. `extra` are further settings by full path
/// (latencies, routing); those equal to the default are left out.
Design generatedDesign(const Design& present, const Generator& generator, const Values& parameters,
                       const Values& extra);

/// `present` with an imported network (a drawn design): as above.
Design importedInto(const Design& present, const Design& imported);

}  // namespace hopscope
