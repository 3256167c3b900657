// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "engine/core/sentence.h"
#include "engine/simulation/results.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// How evenly the routers' terminals are served: Jain's index, (sum x)² / (n · sum x²), 1 where all
/// accepted loads are equal and 1 / n where one router has it all (Jain, Chiu & Hawe 1984), with
/// the smallest and largest load. NaN without terminals; the index also where nothing is accepted.
struct Fairness {
  double jain = 0, minimum = 0, maximum = 0;
  RouterId least = kNone, most = kNone;
};

Fairness fairnessOf(const Results& results);

/// What the verdict of a complete run means, in sentences: how much of what was offered is
/// accepted, what becomes of the rest, and where it is worst. Empty for a stable run.
Sentence explain(const Topology& topology, const Results& results);

/// "router 3", "terminal 12" at an end of a link, by the ids of the design: as it stands in files,
/// whatever a user calls it.
std::string nameOf(const Topology& topology, const LinkEnd& end);

}  // namespace hopscope
