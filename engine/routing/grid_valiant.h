// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/routing/routing_algorithm.h"

/// Valiant routing on mesh, torus, ring and hypercube; the entry in valiant.cpp dispatches to it.
namespace hopscope::routings {

Issues checkGridValiant(const Topology& topology, const VcCounts& vcs);
std::unique_ptr<RoutingAlgorithm> makeGridValiant(const Topology& topology, const VcCounts& vcs);
VcCounts gridValiantChannels(const Topology& topology);

}  // namespace hopscope::routings
