// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/design/design.h"

namespace hopscope {

/// The load that a design offers where no phase changes it, flits per terminal and cycle; of
/// designInPhase(), the one in force then. 0 where the design has none.
double configuredLoad(const Design& design);

}  // namespace hopscope
