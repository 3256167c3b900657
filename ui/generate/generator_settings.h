// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>
#include <vector>

#include "engine/core/value.h"
#include "engine/design/design.h"
#include "engine/topology/generator.h"
#include "engine/topology/prospect.h"

namespace hopscope {

/// The family's defaults, with what `settings` says below "topology." where it applies.
Values parametersOf(const Generator& generator, const Values& settings);

/// What is wrong with these parameters: their ranges first, then the family's own check. Paths are
/// parameter names.
Issues checkParameters(const Generator& generator, const Values& parameters);

/// A network of another family, to be seen beside one.
struct Relative {
  const Generator* family;
  Values parameters;
  TopologyFacts facts;
};

/// Networks of other families with about as many terminals, of routers with no more ports: one a
/// family, at most `most`; the nearest in size first, of these the one with the fewest links. Tries
/// up to some thousands of networks by their formulas: for a background thread.
std::vector<Relative> relativesOf(const Generator& generator, const Values& parameters,
                                  std::size_t most);

/// `present` with other parameters of the same family; all its settings stay where they apply.
Design reshapedDesign(const Design& present, const Generator& generator, const Values& parameters);

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
