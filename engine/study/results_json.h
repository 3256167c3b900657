// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "engine/design/design.h"
#include "engine/simulation/results.h"
#include "engine/topology/facts.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// The results of a run as JSON with the keys the README lists. A value that does not exist (NaN)
/// is null. `topology` is the design's network; ids are the design's.
std::string writeResults(const Design& design, const Topology& topology, const Results& results);

/// The facts of a network as JSON. What is not known is null.
std::string writeFacts(const TopologyFacts& facts);

}  // namespace hopscope
