// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/routing/routing_algorithm.h"

/// Valiant and UGAL on any network, over tables of shortest paths; their entries dispatch to them
/// for the families that have no closed rule.
namespace hopscope::routings {

/// Complete graph, Slim Fly or random regular.
bool hasTableValiant(const Topology& topology);

/// What forbids either of them; `label` is its name in sentences.
Issues checkTableValiant(const Sentence& label, const Topology& topology, const VcCounts& vcs);
VcCounts tableValiantChannels(const Topology& topology);

std::unique_ptr<RoutingAlgorithm> makeTableValiant(const Topology& topology, const VcCounts& vcs);

struct TableUgalRules {
  double threshold = 0;  ///< flits that the minimal path may cost more
  unsigned paths = 4;    ///< by a drawn router, compared with the minimal one
};
std::unique_ptr<RoutingAlgorithm> makeTableUgal(const Topology& topology, const VcCounts& vcs,
                                                const TableUgalRules& rules);

}  // namespace hopscope::routings
