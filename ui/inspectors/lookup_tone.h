// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/simulation/snapshot.h"
#include "ui/drawing/theme.h"

namespace hopscope {

/// The colour of an outcome, beside its word: good, waiting, first time, or a miss that a larger or
/// more associative cache would not have had.
Tone outcomeTone(LookupOutcome outcome);

}  // namespace hopscope
