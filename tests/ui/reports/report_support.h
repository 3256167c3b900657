// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/design/design.h"
#include "projects/project.h"

namespace hopscope::test {

/// A Dragonfly of 72 terminals at that load.
Design smallDragonfly(double load = 0.25);

/// That design's run as a project keeps it, really simulated.
StoredRun keptRun(RowId id, const Design& design);

}  // namespace hopscope::test
