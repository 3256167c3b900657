// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "engine/core/issue.h"
#include "engine/design/design.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// The link classes of a drawn network: terminal, local, global, in this order.
std::vector<LinkClass> drawnLinkClasses();

/// A drawn network as a Topology. Routers, terminals and links keep their order; terminal cables
/// come first and have the id kNone. Nothing where it contradicts itself (ids used twice, ends
/// that do not exist, links from a router to itself, too many parts); the issues then say what.
std::shared_ptr<const Topology> buildDrawn(const DrawnNetwork& drawn, Issues& issues);

/// Calls the parts of the drawn network's topology as the drawing does now.
void giveNames(Topology& topology, const DrawnNetwork& drawn);

/// What keeps a network, however it was made, from being run: fewer than two terminals, or
/// terminals that cannot reach each other. Paths lie below "topology".
Issues checkRunnable(const Topology& topology);

}  // namespace hopscope
