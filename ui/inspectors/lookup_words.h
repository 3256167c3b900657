// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "engine/simulation/snapshot.h"
#include "engine/topology/topology.h"
#include "ui/drawing/theme.h"

namespace hopscope {

/// "hit", "compulsory miss", …
QString outcomeWord(LookupOutcome outcome);
/// Its colour, beside the word: good, waiting, first time, or a miss that a larger or more
/// associative cache would not have had.
Tone outcomeTone(LookupOutcome outcome);
/// Why it hit or missed, and what had to go for it.
QString outcomeSentence(const Topology& topology, const CacheDetail& cache,
                        const LookupRecord& record);

}  // namespace hopscope
