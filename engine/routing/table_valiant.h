// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/routing/routing_algorithm.h"

/// Valiant routing on any network, over tables of shortest paths; the entry in valiant.cpp
/// dispatches to it for the families that have no closed rule.
namespace hopscope::routings {

/// Complete graph, Slim Fly or random regular.
bool hasTableValiant(const Topology& topology);

Issues checkTableValiant(const Topology& topology, const VcCounts& vcs);
std::unique_ptr<RoutingAlgorithm> makeTableValiant(const Topology& topology, const VcCounts& vcs);
VcCounts tableValiantChannels(const Topology& topology);

}  // namespace hopscope::routings
