// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/core/issue.h"
#include "engine/simulation/setup.h"

namespace hopscope {

/// Whether some switch knows destinations by tags.
bool reducesNodes(const Setup& setup);

/// What the node reductions of a design ask of dimension order, which follows them.
void addReductionValues(const Setup& setup, Values& routingValues);

/// Makes the node reductions of a setup that has its routing. One that does not fit the network is
/// an error; where the routing disagrees with it, caches fall back to destinations as their keys,
/// and a warning says why.
void resolveReductions(Setup& setup, Issues& issues);

}  // namespace hopscope
