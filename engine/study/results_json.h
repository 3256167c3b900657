// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "engine/design/design.h"
#include "engine/simulation/address_scenario.h"
#include "engine/simulation/learning_scenario.h"
#include "engine/simulation/results.h"
#include "engine/topology/facts.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// The results of a run as JSON with the keys the README lists. A value that does not exist (NaN)
/// is null. `topology` is the design's network; ids are the design's.
/// `scenario`, `learning`: what the start of the network came to, where it was played.
std::string writeResults(const Design& design, const Topology& topology, const Results& results,
                         const ScenarioOutcome* scenario = nullptr,
                         const LearningOutcome* learning = nullptr);

/// The facts of a network as JSON. What is not known is null.
std::string writeFacts(const TopologyFacts& facts);

}  // namespace hopscope
