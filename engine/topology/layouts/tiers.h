// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/topology/layouts/layouts.h"

/// Trees are drawn as rows of equally many routers, each row one tier.
namespace hopscope::layouts {

/// Measures of a drawing with rows of `width` routers.
struct TierScale {
  double pitch = 0;      ///< between routers of a row
  double gap = 0;        ///< between rows
  double rowLength = 0;  ///< first to last router
  Block block;           ///< of terminals at a leaf
};

/// `rows` rows of routers, far enough apart to tell the links from each other: all rows together
/// are about `aspect` times as high as wide.
TierScale tierScale(const Topology& topology, std::size_t rows, double aspect);

/// Places the terminals of every router that has some: in rows below it, above it where `upwards`.
void placeFans(const Topology& topology, const TierScale& scale, bool upwards, RouterId begin,
               RouterId end, Placement& placement);

}  // namespace hopscope::layouts
