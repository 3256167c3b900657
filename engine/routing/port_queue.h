// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/routing/router_view.h"

namespace hopscope::routings {

/// All flits that wait for an output with so many virtual channels, on whichever they are.
inline double queuedFlits(const RouterView& view, RouterId router, PortIndex port, unsigned vcs) {
  return view.occupancyOfAll(router, port, vcs);
}

}  // namespace hopscope::routings
