// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "engine/core/sentence.h"
#include "engine/simulation/fairness.h"
#include "engine/simulation/results.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// What the verdict of a complete run means, in sentences: how much of what was offered is
/// accepted, what becomes of the rest, and where it is worst. Empty for a stable run.
Sentence explain(const Topology& topology, const Results& results);

/// "router 3", "terminal 12" at an end of a link, by the ids of the design: as it stands in files,
/// whatever a user calls it.
std::string nameOf(const Topology& topology, const LinkEnd& end);

}  // namespace hopscope
