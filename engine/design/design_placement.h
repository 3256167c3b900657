// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/design/design.h"
#include "engine/topology/placement.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// The family's own layout with the design's own places laid over it. Terminals of a drawn network
/// without a place of their own stand around their router.
Placement placementOf(const Topology& topology, const DesignLayout& layout);

/// The same over a family layout computed before.
Placement placementOf(const Topology& topology, const DesignLayout& layout,
                      const Placement& family);

}  // namespace hopscope
