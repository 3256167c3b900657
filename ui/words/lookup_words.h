// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "engine/simulation/snapshot.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// "hit", "compulsory miss", …
QString outcomeWord(LookupOutcome outcome);
/// Why it hit or missed, and what had to go for it.
QString outcomeSentence(const Topology& topology, const CacheDetail& cache,
                        const LookupRecord& record);

}  // namespace hopscope
